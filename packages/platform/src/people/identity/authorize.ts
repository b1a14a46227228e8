import { createHash, randomBytes } from 'node:crypto'
import { Prompt } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import { isId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { cookiesAt, readSecretCookie } from '../../kernel/http/cookie.ts'
import type { Seals } from '../../kernel/seals.ts'
import { type AuthorizeAsked, openRequest, type ResponseMode, sealRequest } from './authorize-request.ts'
import { findHostedSession, findLiveSession, hostSession, makeCode, type OpenSessionRow } from './grants.ts'
import { framersOf, mayTakeCode } from './redirect-uri.ts'
import { endSession } from './session-store.ts'
import { openSessionToken } from './sessions.ts'
import { findOauthApp, findRedirectUrisOfApp, type OauthApp } from './store.ts'

export interface AuthorizeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sealing: Seals
  /** Where the shop is reached from outside. */
  readonly origin: string
  /** Whether an address is on a list of where visitors may be led back to. */
  readonly mayLeadTo: (address: string, list: readonly string[]) => boolean
  /** Where a redirect session leads back to. */
  readonly findReturn: (site: string, id: string) => Promise<string | undefined>
  readonly report: (fault: unknown, where: string) => void
}

/** A browser on its way through a sign-in: no call of a script. */
export interface BrowserRequest {
  readonly site: string
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface BrowserAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Each a `Set-Cookie`. */
  readonly cookies?: readonly string[]
  readonly body: string
}

export interface AuthorizeRoute {
  /** Whether a request is for this route: its own addresses, and the published address of the logout where a browser goes there by itself. */
  claims(request: Pick<BrowserRequest, 'method' | 'path' | 'headers'>): boolean
  answer(request: BrowserRequest): Promise<BrowserAnswer>
}

const hostedCookie = 'vitrine_hosted'
const browserCookie = 'vitrine_authorize'
const hostedSeconds = 30 * 24 * 3600
const browserSeconds = 3600

const paths = {
  authorize: '/oauth2/authorize',
  continue: '/oauth2/authorize/continue',
  logout: '/oauth2/logout',
  back: '/oauth2/back',
} as const
/** Where published shops send a browser to sign out. Cookies of the hosted pages do not come here, so it goes one step further. */
const publishedLogout = new Set(['/_api/iam/authentication/v1/logout', '/iam/authentication/v1/logout'])

/** What is wrong with a request, in the words of RFC 6749 section 4.1.2.1 and of OpenID Connect. */
interface Wrong {
  readonly error:
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'login_required'
    | 'consent_required'
    | 'access_denied'
    | 'unauthorized_client'
  readonly about: string
}

export function authorizeRoute({ database, clock, sealing, origin, mayLeadTo, findReturn, report }: AuthorizeDeps): AuthorizeRoute {
  const cookies = cookiesAt(origin, '/oauth2', 'Lax')

  async function authorize({ site, search, headers }: BrowserRequest): Promise<BrowserAnswer> {
    const asks = questions(search)
    const clientId = asks('client_id') ?? ''
    const app = await findOauthApp(database, site, clientId)
    if (app?.site !== site) return page(400, 'This app is not known here', 'The link that brought you here names no app of this shop.')
    const read = readRequest(asks, app)
    if ('unsafe' in read) return page(400, 'This address is not registered', read.unsafe)
    const { asked, wrong } = read
    if (wrong) return finish(app, asked, { error: wrong.error, error_description: wrong.about })

    const visitorId = await sealedVisitor(site, asks('visitor'))
    const secret = readSecretCookie(headers['cookie'], hostedCookie)
    const hosted = secret === undefined ? undefined : await findHostedSession(database, site, secret, clock.now())
    const given = asks('session_token')
    const proved = given === undefined ? undefined : await sessionOf(site, given)
    if (given !== undefined && !proved && asked.prompt === 'none') return finish(app, asked, { error: 'login_required' })
    const known = proved ?? (asked.prompt === 'none' ? hosted : undefined)
    if (known) return finish(app, asked, { code: await codeFor(site, asked, known, visitorId) })
    if (asked.prompt === 'none') return finish(app, asked, { error: 'login_required' })

    const browser = readSecretCookie(headers['cookie'], browserCookie) ?? randomBytes(32).toString('base64url')
    const request = await sealRequest(sealing, site, {
      ...asked,
      ...(visitorId && { visitorId }),
      browser: hashOf(browser),
      ...(hosted && { sessionId: hosted.id }),
    })
    const to = hosted && asked.prompt === 'consent' ? 'consent' : hosted && asked.prompt === 'select_account' ? 'account-picker' : 'login'
    return redirect(`${origin}/${to}?request=${request}`, [cookies.set(browserCookie, browser, browserSeconds)])
  }

  /** The visitor has done what a hosted page asked for. */
  async function goOn({ site, search, headers }: BrowserRequest): Promise<BrowserAnswer> {
    const asks = questions(search)
    const asked = await openRequest(sealing, site, asks('request') ?? '')
    const app = asked && (await findOauthApp(database, site, asked.clientId))
    if (!asked || app?.site !== site || (asked.redirectUri !== undefined && !mayTakeCode(asked.redirectUri, app.redirectUris)))
      return page(410, 'This sign-in took too long', 'Go back to where you came from and begin again.')
    // A link that somebody else sent would sign this browser in as them.
    const browser = readSecretCookie(headers['cookie'], browserCookie)
    if (browser === undefined || hashOf(browser) !== asked.browser)
      return page(
        400,
        'This sign-in was begun elsewhere',
        'It ends in the browser it was begun in. Go back to where you came from and begin again.',
      )
    if (asks('error') === 'access_denied') return finish(app, asked, { error: 'access_denied' })

    const now = clock.now()
    const token = asks('session_token')
    let hosting: readonly string[] = []
    let session: OpenSessionRow | undefined
    if (token !== undefined) {
      session = await sessionOf(site, token)
      if (session) hosting = [cookies.set(hostedCookie, await hostSession(database, site, session.id), hostedSeconds)]
    } else {
      const secret = readSecretCookie(headers['cookie'], hostedCookie)
      const hosted = secret === undefined ? undefined : await findHostedSession(database, site, secret, now)
      if (hosted && hosted.id === asked.sessionId) session = hosted
    }
    if (!session) return redirect(`${origin}/login?request=${await sealRequest(sealing, site, asked)}`)
    const consents = asked.consented === true && asked.sessionId === session.id
    if (asked.prompt === 'consent' && !consents)
      return redirect(`${origin}/consent?request=${await sealRequest(sealing, site, { ...asked, sessionId: session.id })}`, hosting)
    if (token === undefined && asked.prompt !== 'consent' && asked.prompt !== 'select_account')
      return redirect(`${origin}/login?request=${await sealRequest(sealing, site, asked)}`)
    return finish(app, asked, { code: await codeFor(site, asked, session, asked.visitorId) }, hosting)
  }

  /** Ends the session that this browser has on the hosted pages, and the one that the app's link names. */
  async function logOut({ site, search, headers }: BrowserRequest): Promise<BrowserAnswer> {
    const asks = questions(search)
    const now = clock.now()
    const secret = readSecretCookie(headers['cookie'], hostedCookie)
    const hosted = secret === undefined ? undefined : await findHostedSession(database, site, secret, now)
    const named = (await sealing.open(site, logoutSeal, asks('session') ?? ''))?.['sessionId']
    for (const sessionId of new Set([hosted?.id, named]))
      if (typeof sessionId === 'string') await endSession(database, site, { sessionId, because: 'SIGNED_OUT' }, now)
    const to = asks('postLogoutRedirectUri')
    const clientId = asks('clientId')
    const list = clientId === undefined ? [] : await findRedirectUrisOfApp(database, site, clientId)
    const allowed = to !== undefined && mayLeadTo(to, [...list, `${origin}/*`])
    return redirect(allowed ? to : `${origin}/logged-out`, cookies.gone(hostedCookie))
  }

  async function lead({ site, search }: BrowserRequest): Promise<BrowserAnswer> {
    const id = questions(search)('session') ?? ''
    return redirect((isId(id) ? await findReturn(site, id) : undefined) ?? `${origin}/`)
  }

  async function sessionOf(site: string, token: string): Promise<OpenSessionRow | undefined> {
    const id = await openSessionToken(sealing, site, token)
    return id === undefined ? undefined : findLiveSession(database, site, id, clock.now())
  }

  async function sealedVisitor(site: string, text: string | undefined): Promise<string | undefined> {
    const said = text === undefined ? undefined : (await sealing.open(site, visitorSeal, text))?.['visitorId']
    return typeof said === 'string' ? said : undefined
  }

  const codeFor = (site: string, asked: Asked, session: OpenSessionRow, visitorId: string | undefined) =>
    makeCode(
      database,
      site,
      {
        sessionId: session.id,
        clientId: asked.clientId,
        challenge: asked.challenge,
        ...(asked.redirectUri !== undefined && { redirectUri: asked.redirectUri }),
        ...(visitorId !== undefined && { visitorId }),
      },
      clock.now(),
    )

  return {
    claims({ method, path, headers }) {
      if (Object.values<string>(paths).includes(path)) return true
      return publishedLogout.has(path) && method === 'GET' && /\btext\/html\b/.test(headers['accept'] ?? '')
    },
    async answer(request) {
      const { method, path, search } = request
      if (method !== 'GET' && method !== 'HEAD')
        return { ...page(405, 'Nothing to post here', 'Browsers come here by a link.'), status: 405 }
      try {
        if (path === paths.authorize) return await authorize(request)
        if (path === paths.continue) return await goOn(request)
        if (path === paths.back) return await lead(request)
        if (path === paths.logout) return await logOut(request)
        return redirect(`${paths.logout}?${search}`)
      } catch (error) {
        report(error, path)
        return page(503, 'The shop cannot answer just now', 'Try again in a moment.')
      }
    },
  }
}

type Asked = Omit<AuthorizeAsked, 'browser'>

export const logoutSeal = 'logout'
export const visitorSeal = 'visitor-before'

/** Both spellings of a question's name; what stands there twice is no answer (RFC 6749 section 3.1). */
function questions(search: string): (name: string) => string | undefined {
  const params = new URLSearchParams(search)
  return (name) => {
    const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const said = [...new Set([name, camel])].flatMap((each) => params.getAll(each))
    return said.length === 1 && said[0] !== '' && said[0]!.length <= 8000 ? said[0] : undefined
  }
}

const mostState = 2000

/** Reads what an app asks for. Where it cannot be known that the address to answer to is the app's, nothing is sent there. */
function readRequest(
  asks: (name: string) => string | undefined,
  app: OauthApp,
): { readonly unsafe: string } | { readonly asked: Asked; readonly wrong?: Wrong } {
  const redirectUri = asks('redirect_uri')
  const mode = asks('response_mode') ?? 'fragment'
  if (redirectUri === undefined && mode !== 'web_message') return { unsafe: 'The app does not say where to go back to.' }
  if (redirectUri !== undefined && !mayTakeCode(redirectUri, app.redirectUris))
    return { unsafe: `${redirectUri.slice(0, 200)} is not among the addresses that the app has registered.` }
  const modes: readonly string[] = ['fragment', 'query', 'web_message']
  const prompt = Prompt.safeParse(asks('prompt') ?? 'login')
  const state = asks('state')
  const scope = asks('scope')
  const idp = asks('idp')
  const challenge = asks('code_challenge') ?? ''
  const asked: Asked = {
    clientId: app.id,
    responseMode: modes.includes(mode) ? (mode as ResponseMode) : 'fragment',
    challenge,
    prompt: prompt.success ? prompt.data : 'none',
    ...(redirectUri !== undefined && { redirectUri }),
    ...(state !== undefined && state.length <= mostState && { state }),
    ...(scope !== undefined && { scope: scope.slice(0, 500) }),
    ...(idp !== undefined && isId(idp) && { idp }),
  }
  const wrong = ((): Wrong | undefined => {
    if (!modes.includes(mode)) return { error: 'invalid_request', about: 'response_mode is fragment, query or web_message' }
    if ((asks('response_type') ?? 'code') !== 'code') return { error: 'unsupported_response_type', about: 'response_type is code' }
    if (!prompt.success) return { error: 'invalid_request', about: 'prompt is login, none, consent or select_account' }
    if ((asks('code_challenge_method') ?? '') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
      return { error: 'invalid_request', about: 'code_challenge is the S256 of a verifier' }
    if (state !== undefined && state.length > mostState)
      return { error: 'invalid_request', about: `state has at most ${mostState} characters` }
    return undefined
  })()
  return wrong ? { asked, wrong } : { asked }
}

/** Brings the answer to where the app waits for it. */
function finish(
  app: OauthApp,
  { redirectUri, responseMode, state }: Asked,
  said: Readonly<Record<string, string>>,
  cookies: readonly string[] = [],
): BrowserAnswer {
  const answer = { ...said, ...(state !== undefined && { state }) }
  if (responseMode === 'web_message')
    return message(answer, redirectUri === undefined ? framersOf(app.redirectUris) : [new URL(redirectUri).origin], cookies)
  const url = new URL(redirectUri!)
  if (responseMode === 'query') for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  else url.hash = new URLSearchParams(answer).toString()
  return redirect(url.href, cookies)
}

const safe = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
const unframed = { 'x-frame-options': 'DENY' } as const

function redirect(location: string, cookies: readonly string[] = []): BrowserAnswer {
  return {
    status: 302,
    headers: {
      ...safe,
      ...unframed,
      'content-security-policy': "default-src 'none'; form-action 'none'; frame-ancestors 'none'",
      location,
    },
    cookies,
    body: '',
  }
}

/** A page whose only part is the message to the page around it, or to the one that opened it: to the app's own origins and no others. */
function message(answer: Readonly<Record<string, string>>, framers: readonly string[], cookies: readonly string[]): BrowserAnswer {
  const nonce = randomBytes(16).toString('base64url')
  const said = JSON.stringify({ answer, framers }).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return {
    status: 200,
    headers: {
      ...safe,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors ${
        framers.length > 0 ? framers.join(' ') : "'none'"
      }`,
    },
    cookies,
    body: `<!doctype html><meta charset="utf-8"><title>Signing in</title><script nonce="${nonce}">(${tellAround})(${said})</script>`,
  }
}

/** Runs in the browser. A port that the list leaves open is taken from the page around, as far as the list has the rest. */
const tellAround = `({ answer, framers }) => {
  const around = window.opener ?? (window.parent === window ? null : window.parent)
  const seen = new Set([location.ancestorOrigins?.[0] ?? '', document.referrer.split('/').slice(0, 3).join('/')])
  for (const framer of around ? framers : []) {
    if (!framer.endsWith(':*')) around.postMessage(answer, framer)
    else
      for (const origin of seen)
        if (origin.startsWith(framer.slice(0, -1)) && /^[0-9]+$/.test(origin.slice(framer.length - 1))) around.postMessage(answer, origin)
  }
}`

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

function page(status: number, title: string, text: string): BrowserAnswer {
  return {
    status,
    headers: {
      ...safe,
      ...unframed,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color-scheme:light dark}h1{font-size:1.375rem}</style>
<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></html>`,
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
