import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OpenShop } from './shop.ts'
import { registerApp } from './sign-in-settings.ts'

/** A website of somebody else whose visitors sign in with their account of the shop: by the authorize endpoint, with PKCE. */
export interface ForeignApp extends AsyncDisposable {
  /** Where it sends a visitor. */
  readonly begin: (prompt: 'login' | 'consent' | 'select_account') => string
  /** Whose tokens it got last: their email address. */
  readonly whoIsIn: () => Promise<string>
}

interface Tokens {
  readonly access_token: string
}

export async function openForeignApp(shop: OpenShop, name: string): Promise<ForeignApp> {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  let clientId = ''
  let tokens: Tokens | undefined

  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    arrive(searchParams).then(
      (words) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${name}</title><h1>${words}</h1>`),
      (fault: unknown) => response.writeHead(500).end(String(fault)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const redirectUri = `http://localhost:${(server.address() as AddressInfo).port}/back`
  clientId = await registerApp(shop, name, redirectUri)

  async function arrive(said: URLSearchParams): Promise<string> {
    if (said.get('state') !== state) return 'Somebody else’s answer'
    const code = said.get('code')
    if (!code) return said.get('error') ?? 'Nothing was said'
    const answer = await fetch(`${shop.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grantType: 'authorization_code', clientId, code, codeVerifier: verifier, redirectUri }),
    })
    if (!answer.ok) return `No tokens: ${await answer.text()}`
    tokens = (await answer.json()) as Tokens
    return 'You are in'
  }

  return {
    begin: (prompt) =>
      `${shop.url}/oauth2/authorize?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        response_mode: 'query',
        scope: 'offline_access',
        state,
        prompt,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })}`,
    async whoIsIn() {
      const answer = await fetch(`${shop.url}/oauth2/user-info`, { headers: { authorization: tokens?.access_token ?? '' } })
      return ((await answer.json()) as { email?: string }).email ?? ''
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
