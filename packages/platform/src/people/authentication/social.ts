import type { SignInAnswer, socialLogin } from '@vitrine/contract'
import { createRemoteJWKSet, customFetch as fetchingKeys, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Context } from '../../kernel/db/context.ts'
import { visitorOf } from '../../kernel/http/caller.ts'
import { cookiesAt, readCookie } from '../../kernel/http/cookie.ts'
import { type ClientInfo, clientInfoOf, type Handlers, staged } from '../../kernel/http/handlers.ts'
import type { Outbound } from '../../kernel/outbound/outbound.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { SocialConnection } from '../../kernel/settings/sign-in-settings.ts'
import { hashOf } from '../credentials/secrets.ts'
import { spend } from '../credentials/used-proofs.ts'
import { addressOf } from './operations/member-sign-in.ts'
import { askForApproval, type Proceed, policyOf, type SigningInDeps } from './proceed.ts'
import { mayBeIssuer } from './settings.ts'
import { connect, dropProofs, findConnected, findSecret } from './social-store.ts'

export interface SocialDeps extends SigningInDeps {
  readonly origin: string
  readonly proceed: Proceed
  readonly poke: () => void
  /** Issuers are the merchant's to say, and so is what they publish about themselves. */
  readonly outbound: Outbound
  readonly report: (fault: unknown, where: string) => void
}

/** A browser on its way to somebody else's sign-in, or back. */
export interface BrowserRequest {
  readonly site: string
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface SocialRoute {
  claims(request: Pick<BrowserRequest, 'method' | 'path' | 'headers'>): boolean
  answer(request: BrowserRequest): Promise<BrowserAnswer>
}

interface BrowserAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Each a `Set-Cookie`. */
  readonly cookies?: readonly string[]
  readonly body: string
}

/** Who somebody is, as the provider says it. */
interface Claims {
  readonly sub: string
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly given_name?: unknown
  readonly family_name?: unknown
  readonly nickname?: unknown
  readonly locale?: unknown
}

/** Why somebody comes back without a session: what the page says. */
type Failure = 'UNKNOWN_CONNECTION' | 'CANCELED' | 'FAILED' | 'EMAIL_MISSING' | 'EMAIL_NOT_VERIFIED' | 'REGISTRATION_CLOSED'

const loginPath = /^\/_api\/iam\/authentication\/v1\/sso\/login\/([^/]+)\/([^/]+)$/
export const callbackPath = '/_api/iam/authentication/v1/callback'
const cookie = 'vitrine_social'
const cookieSeconds = 600
const knownForMs = 60 * 60_000
const providerSeconds = 8

/** Where the browser goes on afterwards, and what it has to bring back. */
interface Journey {
  readonly connectionId: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly until: number
  readonly to?: string
  readonly request?: string
}

const word = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most && !value.includes('\0') && value.isWellFormed()
    ? value.trim()
    : undefined

/** A path of the shop's own, and of nobody else's. */
const ownPath = (text: string | null): string | undefined =>
  text !== null && text.length <= 2000 && /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(text) ? text : undefined

/** What a browser would be led by, for a program that asks by a token of its own, from whatever website, and leads the browser itself. */
function told({ status, headers: led, body }: BrowserAnswer): BrowserAnswer {
  const headers = Object.entries(led).map(([key, value]) => ({ key, value }))
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    body: JSON.stringify({ body: btoa(body), statusCode: status, headers }),
  }
}

/** Signing in with any OpenID Connect provider that the shop has set up: the code flow with PKCE, state and nonce (OpenID Connect Core 3.1). */
export function socialLogins(deps: SocialDeps): { readonly route: SocialRoute; readonly operations: Handlers<typeof socialLogin> } {
  const { database, clock, people, sessions, secrets, readSettings, proceed, origin, poke, outbound, report } = deps
  const known = new LRUCache<string, Configuration>({ max: 200, ttl: knownForMs })
  const redirectUri = `${origin}${callbackPath}`

  async function connectionAt(site: string, connectionId: string): Promise<SocialConnection | undefined> {
    const { methods } = policyOf(await readSettings(database, site))
    return methods.social.find((one) => one.connectionId === connectionId.toLowerCase() && mayBeIssuer(outbound, one.issuer))
  }

  async function configurationOf(site: string, { connectionId, issuer, clientId }: SocialConnection): Promise<Configuration> {
    const sealed = await findSecret(database, site, connectionId)
    const name = [site, connectionId, issuer, clientId, sealed?.toString('base64')].join(' ')
    const before = known.get(name)
    if (before) return before
    const secret = sealed && (await secrets.open(database, site, sealed))
    const found = await discovery(new URL(issuer), clientId, secret, secret === undefined ? None() : undefined, {
      // Only what the operator has opened was let through without TLS.
      [customFetch]: outbound.fetch,
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      timeout: providerSeconds,
    })
    known.set(name, found)
    return found
  }

  const failed = (reason: Failure, journey?: Pick<Journey, 'to' | 'request'>) => back({ error: reason }, journey)

  function back(said: Readonly<Record<string, string>>, journey: Pick<Journey, 'to' | 'request'> = {}): BrowserAnswer {
    const target = new URL('/login/back', origin)
    const { to, request } = journey
    for (const [name, value] of Object.entries({ ...said, ...(to && { to }), ...(request && { request }) }))
      target.searchParams.set(name, value)
    return {
      status: 303,
      headers: {
        location: target.href,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
      cookies: cookies.gone(cookie),
      body: '',
    }
  }
  const cookies = cookiesAt(origin, callbackPath, 'Lax')

  async function leave(site: string, tenantId: string, connectionId: string, search: URLSearchParams): Promise<BrowserAnswer> {
    const connection = tenantId.toLowerCase() === site ? await connectionAt(site, connectionId) : undefined
    const to = ownPath(search.get('to') ?? search.get('customPayload.to'))
    const request = search.get('request') ?? search.get('customPayload.request') ?? undefined
    const onward = { ...(to && { to }), ...(request && request.length <= 4000 && { request }) }
    if (!connection) return failed('UNKNOWN_CONNECTION', onward)
    const configuration = await configurationOf(site, connection)
    const journey: Journey = {
      connectionId: connection.connectionId,
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      until: clock.now().getTime() + cookieSeconds * 1000,
      ...onward,
    }
    const target = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge: await calculatePKCECodeChallenge(journey.verifier),
      code_challenge_method: 'S256',
      state: journey.state,
      nonce: journey.nonce,
    })
    const saved = (await secrets.seal(database, site, JSON.stringify(journey))).toString('base64url')
    return {
      status: 302,
      headers: {
        location: target.href,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
      cookies: [cookies.set(cookie, saved, cookieSeconds)],
      body: '',
    }
  }

  async function journeyOf(site: string, header: string | undefined): Promise<Journey | undefined> {
    const saved = readCookie(header, cookie)
    if (!saved || !/^[\w-]{40,8000}$/.test(saved)) return undefined
    try {
      const journey = JSON.parse(await secrets.open(database, site, Buffer.from(saved, 'base64url'))) as Journey
      return journey.until > clock.now().getTime() ? journey : undefined
    } catch {
      return undefined
    }
  }

  async function arrive(site: string, search: string, headers: BrowserRequest['headers']) {
    const journey = await journeyOf(site, headers['cookie'])
    const said = new URLSearchParams(search)
    // Only the browser that left with this state comes back with it.
    if (!journey || said.get('state') !== journey.state) return failed('FAILED')
    if (said.has('error')) return failed(said.get('error') === 'access_denied' ? 'CANCELED' : 'FAILED', journey)
    const connection = await connectionAt(site, journey.connectionId)
    if (!connection) return failed('UNKNOWN_CONNECTION', journey)
    if (!(await spend(database, site, hashOf(`social:${journey.state}`), new Date(journey.until)))) return failed('FAILED', journey)
    const from = clientInfoOf({ headers })
    const claims = await claimsOf(await configurationOf(site, connection), search, journey)
    if (!claims) return failed('FAILED', journey)
    const answer = await database.transact((db) => entering({ db, site, now: clock.now() }, connection, claims, from))
    poke()
    if (typeof answer === 'string') return failed(answer, journey)
    const { state, sessionToken, stateToken } = answer
    return back({ signInState: state, ...(sessionToken && { sessionToken }), ...(stateToken && { stateToken }) }, journey)
  }

  async function claimsOf(configuration: Configuration, search: string, journey: Journey): Promise<Claims | undefined> {
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${search}`), {
        pkceCodeVerifier: journey.verifier,
        expectedState: journey.state,
        expectedNonce: journey.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) return undefined
      if (claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims
      return { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
    } catch (error) {
      report(error, 'social login')
      return undefined
    }
  }

  /** Who comes from a provider is the member they were before, the one with their proven address, or a new one. */
  async function entering(
    context: Context,
    { connectionId }: SocialConnection,
    claims: Claims,
    from: ClientInfo,
    visitorId?: string,
  ): Promise<SignInAnswer | Failure> {
    const { db, site } = context
    const now = clock.now()
    const subject = claims.sub.slice(0, 500)
    const policy = policyOf(await readSettings(db, site))
    const before = await findConnected(db, site, connectionId, subject)
    const familiar = before === undefined ? undefined : await people.find(db, site, before)
    if (familiar) return proceed(context, { person: familiar, by: ['SSO'], visitorId, from })
    const email = addressOf(word(claims.email, 320))
    if (email === undefined) return 'EMAIL_MISSING'
    // Only the word of the provider that the address is theirs opens an account that is there.
    const proven = claims.email_verified === true
    const known = await people.findByEmail(db, site, email)
    if (known && !proven) return 'EMAIL_NOT_VERIFIED'
    if (known && !known.emailVerified) {
      await dropProofs(db, site, known.id)
      await sessions.endAll(context, known.id)
      await people.verifyEmail(context, known.id)
      if (known.status === 'PENDING' && policy.registration !== 'APPROVAL') await people.approve(context, known.id)
    }
    if (!known && policy.registration === 'CLOSED') return 'REGISTRATION_CLOSED'
    const awaited = policy.registration === 'APPROVAL' || (policy.emailVerification && !proven)
    const made =
      known ??
      (await people.enrol(context, {
        email,
        emailVerified: proven,
        status: awaited ? 'PENDING' : 'APPROVED',
        isPublic: policy.newMembersArePublic,
        profile: {
          firstName: word(claims.given_name, 100),
          lastName: word(claims.family_name, 100),
          nickname: word(claims.nickname, 100),
          language: word(claims.locale, 35),
        },
      }))
    if (made === 'EMAIL_TAKEN') return 'FAILED'
    await connect(db, site, { connectionId, subject, memberId: made.id, email }, now)
    if (!known && policy.registration === 'APPROVAL' && (proven || !policy.emailVerification)) await askForApproval(deps, context, made.id)
    const person = (await people.find(db, site, made.id)) ?? made
    return proceed(context, { person, by: ['SSO'], visitorId, from })
  }

  return {
    route: {
      claims: ({ method, path }) => method === 'GET' && (path === callbackPath || loginPath.test(path)),
      async answer({ site, path, search, headers }) {
        try {
          const [, tenantId, connectionId] = loginPath.exec(path) ?? []
          const said =
            tenantId !== undefined && connectionId !== undefined
              ? await leave(site, tenantId, connectionId, new URLSearchParams(search))
              : await arrive(site, search, headers)
          if (headers['authorization'] === undefined) return said
          // The browser comes by here on its way to the provider, to be given the word that it has to bring back.
          const door = `${origin}${path}${search && `?${search}`}`
          return told(said.status === 302 ? { ...said, headers: { ...said.headers, location: door } } : said)
        } catch (error) {
          report(error, 'social login')
          return failed('FAILED')
        }
      },
    },

    operations: {
      'POST /_api/iam/authentication/v1/sso/login-with-token-params': staged(async ({ idpConnectionId, tokenParams }, scope) => {
        const { site, from, caller } = scope
        const connection = await connectionAt(site, idpConnectionId)
        if (!connection) return refuse('CONNECTION_NOT_FOUND')
        const idToken = tokenParams?.['id_token'] ?? tokenParams?.['idToken']
        const claims = idToken ? await read(site, connection, idToken) : undefined
        if (!claims) return refuse('SOCIAL_LOGIN_FAILED', { reason: 'FAILED' })
        const answer = await scope.transact(async (db) => {
          // A token is somebody's word for one sign-in.
          if (!(await spend(db, site, hashOf(`id-token:${idToken}`), new Date(clock.now().getTime() + knownForMs))))
            return 'FAILED' as const
          return entering({ db, site, now: scope.now }, connection, claims, from, visitorOf(caller))
        })
        poke()
        return typeof answer === 'string' ? refuse('SOCIAL_LOGIN_FAILED', { reason: answer }) : answer
      }),
    },
  }

  /** What an ID token says that the provider signed for the shop within the last ten minutes. */
  async function read(site: string, connection: SocialConnection, idToken: string): Promise<Claims | undefined> {
    try {
      const { issuer, jwks_uri: keys } = (await configurationOf(site, connection)).serverMetadata()
      if (!keys) return undefined
      const { payload } = await jwtVerify(
        idToken,
        createRemoteJWKSet(new URL(keys), { timeoutDuration: providerSeconds * 1000, [fetchingKeys]: outbound.fetch }),
        {
          issuer,
          audience: connection.clientId,
          algorithms: ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'],
          requiredClaims: ['sub', 'exp', 'iat'],
          maxTokenAge: '10m',
        },
      )
      return payload as unknown as Claims
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J'))) report(error, 'social login')
      return undefined
    }
  }
}
