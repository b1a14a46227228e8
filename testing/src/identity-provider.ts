import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Somebody with an account at the provider. */
export interface Account {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whoever signs in next. */
  account: Account
  /** Whether they say no. */
  declines: boolean
}

/** A real OpenID Connect provider on this machine, whose pages nobody has to press anything on. */
export async function identityProvider(redirectUri: string): Promise<IdentityProvider> {
  const clientId = 'the-shop'
  const clientSecret = 'a-secret-of-the-shop-and-the-provider'
  const server = createServer()
  // It ends with the test that has it, whether that says so or not.
  server.unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, Account>()
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...accounts.get(id)! }) }),
  })
  const self: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    account: { sub: 'nobody' },
    declines: false,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve()) && server.closeAllConnections()),
  }
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    // The date of the run (scripts/test.ts), by which browsers read when a cookie expires: Node would write the machine's.
    response.setHeader('Date', new Date().toUTCString())
    if (!request.url!.startsWith('/sign-in/')) return void answer(request, response)
    const { prompt, params } = await provider.interactionDetails(request, response)
    if (self.declines) return provider.interactionFinished(request, response, { error: 'access_denied' })
    accounts.set(self.account.sub, self.account)
    const grant = new provider.Grant({ accountId: self.account.sub, clientId: String(params['client_id']) })
    grant.addOIDCScope('openid email profile')
    const grantId = await grant.save()
    return provider.interactionFinished(request, response, {
      ...(prompt.name === 'login' && { login: { accountId: self.account.sub } }),
      consent: { grantId },
    })
  })
  return self
}

/** A browser that follows redirects and stores cookies, until it is sent to `stopAt`; where it was sent. */
export async function browse(start: string, stopAt: string, jar = new Map<string, string>()): Promise<URL> {
  let at = new URL(start)
  for (let steps = 0; steps < 15; steps++) {
    if (at.pathname === stopAt) return at
    const mine = [...jar].filter(([name]) => name.startsWith(`${at.origin} `)).map(([name, value]) => `${name.split(' ')[1]}=${value}`)
    const response = await fetch(at, { redirect: 'manual', headers: { cookie: mine.join('; '), accept: 'text/html' } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(`${at.origin} ${name}`)
      else jar.set(`${at.origin} ${name}`, value.join('='))
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`${at.href} answered ${response.status}: ${await response.text()}`)
    at = new URL(next, at)
  }
  throw new Error('led in a circle')
}

/** What the provider signs for the shop of whoever signs in next. */
export async function idTokenOf({ issuer, clientId, clientSecret }: IdentityProvider, redirectUri: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const asked = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const back = await browse(`${issuer}/auth?${new URLSearchParams(asked)}`, new URL(redirectUri).pathname)
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code')!,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  return ((await response.json()) as { readonly id_token: string }).id_token
}
