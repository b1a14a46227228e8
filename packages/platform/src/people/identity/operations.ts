import { createHash, timingSafeEqual } from 'node:crypto'
import type { oauth, publishedSite, TokenRequest } from '@vitrine/contract'
import { isRight } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import { isId, newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Caller, hasRight } from '../../kernel/http/caller.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import { openRequest, sealRequest } from './authorize-request.ts'
import { logoutUrl } from './authorize-url.ts'
import type { Exchange } from './exchange.ts'
import { findLiveSession } from './grants.ts'
import type { KeyRing } from './keys.ts'
import { endSession } from './session-store.ts'
import { findOauthApp, findSecret } from './store.ts'
import { accessSeconds, programSeconds, subjectOf, type Tokens } from './tokens.ts'

/** Somebody as an app that they let in may know them. */
export interface KnownPerson {
  readonly email: string
  readonly emailVerified: boolean
  readonly name?: string
  readonly givenName?: string
  readonly familyName?: string
  readonly picture?: string
  readonly language?: string
}

export interface IdentityDeps {
  readonly tokens: Tokens
  readonly keys: KeyRing
  readonly sealing: Seals
  readonly clock: Clock
  readonly exchange: Exchange
  readonly findMember: (db: Db, site: string, id: string) => Promise<KnownPerson | undefined>
  readonly findStaff: (db: Db, site: string, id: string) => Promise<KnownPerson | undefined>
  /** Where the shop is reached from outside. */
  readonly origin: string
}

type Pairs = { readonly access: string; readonly refresh: string }

export function identityOperations({
  tokens,
  keys,
  sealing,
  clock,
  exchange,
  findMember,
  findStaff,
  origin,
}: IdentityDeps): Handlers<typeof oauth> & Pick<Handlers<typeof publishedSite>, 'GET /oauth-app/v1/oauth-apps/{id}'> {
  const invalid = refuse('INVALID_GRANT', { error: 'invalid_grant' })

  async function refresh(asked: Asked, { now }: Scope) {
    const given = asked.refreshToken
    const read = given === undefined ? undefined : await tokens.readRefresh(given)
    if (!read || (asked.clientId !== undefined && asked.clientId !== read.bearer.clientId)) return invalid
    if (read.family) {
      const renewed = await exchange.renew({ now }, read.bearer, read.family)
      return renewed ? pair(renewed) : invalid
    }
    // A visitor holds no session; what was signed for nobody's session stays what it is.
    return pair({ access: await tokens.accessOf(read.bearer), refresh: given! })
  }

  async function authorizationCode({ clientId, code, codeVerifier, redirectUri }: Asked, { db, site, now }: Scope) {
    const app = clientId === undefined ? undefined : await findOauthApp(db, site, clientId)
    if (!app) return refuse('INVALID_CLIENT')
    if (code === undefined || codeVerifier === undefined || !/^[\w.~-]{43,128}$/.test(codeVerifier)) return invalid
    const given = await exchange.code({ site: app.site, now }, app, { code, redirectUri, verifier: codeVerifier })
    return given ? pair(given) : invalid
  }

  async function authorizedClient(asked: Asked, { db, site, now, caller, from }: Scope) {
    const { memberId, sessionToken } = asked
    const beside = visitorBeside(caller)
    const clientId = asked.clientId ?? beside?.clientId
    const app = clientId === undefined ? undefined : await findOauthApp(db, site, clientId)
    if (app?.site !== site) return refuse('INVALID_CLIENT')
    const visitorId = beside?.clientId === app.id ? beside.visitorId : undefined
    const vouched = caller.kind === 'app' && hasRight(caller, 'members.write')
    if (sessionToken !== undefined) {
      const given = await exchange.sessionToken({ site, now }, app, { token: sessionToken, memberId, visitorId, vouched })
      return given ? pair(given) : invalid
    }
    if (!vouched) return refuse('INVALID_GRANT', { error: 'unauthorized_client' })
    const given =
      memberId !== undefined && isId(memberId)
        ? await exchange.member({ site, now }, app.id, { memberId, ...(visitorId !== undefined && { visitorId }), ...from })
        : undefined
    return given ? pair(given) : invalid
  }

  async function clientCredentials({ clientId, clientSecret, instanceId }: Asked, { db, site }: Scope) {
    const app = clientId === undefined ? undefined : await findSecret(db, site, clientId)
    if (!app || clientSecret === undefined || !timingSafeEqual(app.hash, createHash('sha256').update(clientSecret).digest()))
      return refuse('INVALID_CLIENT')
    if (instanceId !== undefined && instanceId !== app.site) return invalid
    const access = await tokens.issueProgram({
      kind: 'app',
      site: app.site,
      appId: app.id,
      ...(app.scopes && { rights: new Set(app.scopes.filter(isRight)) }),
    })
    return { access_token: access, expires_in: programSeconds, refresh_token: '', token_type: 'Bearer' as const }
  }

  return {
    async 'POST /oauth2/token'(input, scope) {
      const asked = askedOf(input)
      switch (asked.grantType) {
        case 'refresh_token':
          return refresh(asked, scope)
        case 'authorization_code':
          return authorizationCode(asked, scope)
        case 'authorized_client':
          return authorizedClient(asked, scope)
        case 'client_credentials':
          return clientCredentials(asked, scope)
        case 'anonymous': {
          const app = asked.clientId === undefined ? undefined : await findOauthApp(scope.db, scope.site, asked.clientId)
          if (!app) return refuse('INVALID_CLIENT')
          return pair(await tokens.issue({ kind: 'visitor', site: app.site, visitorId: newId(), clientId: app.id }))
        }
        default:
          return refuse('INVALID_GRANT', { error: 'unsupported_grant_type' })
      }
    },

    async 'POST /oauth2/token-info'({ token }) {
      const read = await tokens.read(token)
      if (!read) return { active: false }
      const { bearer, issuedAt, expiresAt } = read
      return {
        active: true,
        ...subjectOf(bearer),
        exp: String(expiresAt),
        iat: String(issuedAt),
        ...('clientId' in bearer && { clientId: bearer.clientId }),
        siteId: bearer.site,
        instanceId: bearer.site,
      }
    },

    async 'GET /oauth2/user-info'(_, { db, site, caller }) {
      const sub = caller.kind === 'member' ? caller.memberId : caller.userId
      const person = await (caller.kind === 'member' ? findMember : findStaff)(db, site, sub)
      return { sub, ...person }
    },

    async 'GET /oauth2/jwks'(_, { site }) {
      return { keys: [...(await keys.published(site))] }
    },

    async 'GET /oauth-app/v1/oauth-apps/{id}'({ id }, { db, site }) {
      const app = await findOauthApp(db, site, id)
      return app ? { oAuthApp: { id: app.id, name: app.name, createdDate: app.createdAt.toISOString() } } : refuse('APP_NOT_FOUND')
    },

    async 'GET /vitrine/v1/authorize-requests'({ request }, { db, site }) {
      const asked = await openRequest(sealing, site, request)
      const app = asked && (await findOauthApp(db, site, asked.clientId))
      if (!asked || app?.site !== site) return refuse('AUTHORIZE_REQUEST_OVER')
      const session = asked.sessionId === undefined ? undefined : await findLiveSession(db, site, asked.sessionId, clock.now())
      const person = session && (await findMember(db, site, session.memberId))
      return {
        authorizeRequest: {
          clientId: app.id,
          clientName: app.name,
          prompt: asked.prompt,
          ...(asked.redirectUri !== undefined && { returnsTo: new URL(asked.redirectUri).host }),
          ...(asked.scope !== undefined && { scope: asked.scope }),
          ...(asked.idp !== undefined && { idp: asked.idp }),
          ...(person && { account: { email: person.email, ...(person.name !== undefined && { name: person.name }) } }),
        },
      }
    },

    async 'POST /vitrine/v1/authorize-requests/consent'({ request }, { site }) {
      const asked = await openRequest(sealing, site, request)
      // Only the browser of a member has ever seen a request that names their session.
      if (asked?.prompt !== 'consent' || asked.sessionId === undefined) return refuse('AUTHORIZE_REQUEST_OVER')
      return { request: await sealRequest(sealing, site, { ...asked, consented: true }) }
    },

    async 'GET /_api/iam/authentication/v1/logout'({ postLogoutRedirectUri, clientId }, { db, site, caller }) {
      const asked = { clientId: clientId ?? undefined, to: postLogoutRedirectUri ?? undefined }
      const location = await logoutUrl({ origin, sealing }, { site, caller }, asked)
      if (caller.kind === 'member' && caller.sessionId !== undefined)
        await endSession(db, site, { memberId: caller.memberId, sessionId: caller.sessionId, because: 'SIGNED_OUT' }, clock.now())
      return { body: '', statusCode: 302, headers: [{ key: 'location', value: location.href }] }
    },
  }
}

/** The visitor that a caller is, or names beside itself. */
const visitorBeside = (caller: Caller) =>
  caller.kind === 'visitor' || caller.kind === 'member' ? caller : caller.kind === 'app' ? caller.visitor : undefined

type Asked = ReturnType<typeof askedOf>

/** Every field is known in two spellings. */
const askedOf = (input: TokenRequest) => ({
  grantType: input.grantType ?? input.grant_type,
  clientId: input.clientId ?? input.client_id,
  refreshToken: input.refreshToken ?? input.refresh_token,
  code: input.code,
  codeVerifier: input.codeVerifier ?? input.code_verifier,
  redirectUri: (input.redirectUri ?? input.redirect_uri) || undefined,
  memberId: input.memberId ?? input.member_id,
  sessionToken: input.sessionToken ?? input.session_token,
  clientSecret: input.clientSecret ?? input.client_secret,
  instanceId: input.instanceId ?? input.instance_id,
})

const pair = ({ access, refresh }: Pairs) => ({
  access_token: access,
  expires_in: accessSeconds,
  refresh_token: refresh,
  token_type: 'Bearer' as const,
})
