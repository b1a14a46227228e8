import { isRight, rightsOf, type StaffRole } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { App, Caller, Member, User, Visitor } from '../../kernel/http/caller.ts'
import { lruOf } from '../../kernel/lru.ts'
import type { KeyRing } from './keys.ts'
import { proven } from './proof.ts'

/** How long an access token lasts; the published client renews it by itself. */
export const accessSeconds = 14_400
/** Staff hold a session instead of a refresh token; what was taken from them counts no longer than this, and no longer than that session. */
export const staffSeconds = 300
/** A program asks anew with its secret, so that one which was taken from it is soon worth nothing. */
export const programSeconds = 300
/** A refresh token stays good for as long as its session, because the published client never takes a new one. */
export const refreshSeconds = 365 * 24 * 3600

const accessPrefix = 'OauthNG.JWS.'
const refreshPrefix = 'JWS.'

export type Bearer = Visitor | Member

/** What an app holds of a member's session, and the how-manieth refresh token of it this is. */
export interface Family {
  readonly grantId: string
  readonly generation: number
}

export interface Tokens {
  issue(bearer: Bearer, family?: Family): Promise<{ readonly access: string; readonly refresh: string }>
  /** An access token for one of the staff. */
  issueStaff(user: User): Promise<string>
  /** An access token for a program that speaks in the name of an app. */
  issueProgram(app: App): Promise<string>
  /** An access token alone, for a caller that keeps its refresh token. */
  accessOf(bearer: Bearer): Promise<string>
  /** What a refresh token says; whether its session goes on is for its row to say. */
  readRefresh(refresh: string): Promise<{ readonly bearer: Bearer; readonly family?: Family } | undefined>
  read(access: string): Promise<Read | undefined>
}

type Anyone = Bearer | User | App

export interface Read {
  readonly bearer: Anyone
  readonly issuedAt: number
  readonly expiresAt: number
}

/** A token whose signature was checked, and by which key: it holds as long as that key does. */
interface Verified extends Read {
  readonly keyId: string
}

export const looksLikeAccessToken = (text: string): boolean => text.startsWith(accessPrefix)

/**
 * Access tokens are signed statements of who is calling (RFC 7519, EdDSA of RFC 8037), so that no query is needed to know; refresh tokens are
 * sealed ones. Those of members name their session, and are over with it.
 */
export function tokens(keys: KeyRing, clock: Clock, hasEnded: (id: string) => boolean = () => false): Tokens {
  const known = lruOf<string, Verified>(20_000)

  async function sign(bearer: Anyone, use: 'access' | 'refresh', seconds: number, family?: Family) {
    const key = await keys.signing(bearer.site)
    const now = Math.floor(clock.now().getTime() / 1000)
    const write = use === 'access' ? key.sign : key.seal
    const jwt = write({
      use,
      ...claimsOf(bearer),
      ...(family && { gid: family.grantId, gen: family.generation }),
      iat: now,
      exp: now + seconds,
    })
    return { jwt, keyId: key.kid, issuedAt: now, expiresAt: now + seconds }
  }

  /** Whoever asks for a token comes back with it: what we have just signed need not be verified. */
  async function newAccess(bearer: Anyone): Promise<string> {
    const { jwt, ...signed } = await sign(bearer, 'access', secondsOf[bearer.kind])
    known.set(accessPrefix + jwt, { bearer, ...signed })
    return accessPrefix + jwt
  }

  async function verify(jwt: string, use: 'access' | 'refresh'): Promise<(Verified & { readonly family?: Family }) | undefined> {
    const read = await proven(keys, jwt, use === 'access' ? 'signed' : 'sealed', clock.now())
    if (read?.claims['use'] !== use) return undefined
    const { claims, site, keyId } = read
    const bearer = bearerOf(claims, site)
    const { gid, gen } = claims
    const family = typeof gid === 'string' && typeof gen === 'number' ? { family: { grantId: gid, generation: gen } } : {}
    return bearer && { bearer, issuedAt: claims.iat!, expiresAt: claims.exp!, keyId, ...family }
  }

  const goesOn = (read: Verified): boolean =>
    read.expiresAt > clock.now().getTime() / 1000 &&
    !('clientId' in read.bearer && hasEnded(read.bearer.clientId)) &&
    !('sessionId' in read.bearer && read.bearer.sessionId !== undefined && hasEnded(read.bearer.sessionId)) &&
    !(read.bearer.kind === 'app' && hasEnded(read.bearer.appId))

  return {
    async issue(bearer, family) {
      const [access, refresh] = await Promise.all([newAccess(bearer), sign(bearer, 'refresh', refreshSeconds, family)])
      return { access, refresh: refreshPrefix + refresh.jwt }
    },
    issueStaff: newAccess,
    issueProgram: newAccess,
    accessOf: newAccess,
    async readRefresh(refresh) {
      if (!refresh.startsWith(refreshPrefix)) return undefined
      const read = await verify(refresh.slice(refreshPrefix.length), 'refresh')
      if (!read || read.bearer.kind === 'user' || read.bearer.kind === 'app') return undefined
      return { bearer: read.bearer, ...(read.family && { family: read.family }) }
    },
    async read(access) {
      const found = known.get(access)
      if (found && (await keys.verifying(found.keyId))) return goesOn(found) ? found : undefined
      if (!access.startsWith(accessPrefix)) return undefined
      const read = await verify(access.slice(accessPrefix.length), 'access')
      if (read) known.set(access, read)
      return read && goesOn(read) ? read : undefined
    },
  }
}

const secondsOf: Readonly<Record<Anyone['kind'], number>> = {
  visitor: accessSeconds,
  member: accessSeconds,
  user: staffSeconds,
  app: programSeconds,
}

function claimsOf(bearer: Anyone): object {
  if (bearer.kind === 'user')
    return { kind: bearer.kind, uid: bearer.userId, role: bearer.role, ...(bearer.sessionId && { sid: bearer.sessionId }) }
  if (bearer.kind === 'app') return { kind: bearer.kind, app: bearer.appId, ...(bearer.rights && { may: [...bearer.rights] }) }
  const { kind, site, visitorId, clientId } = bearer
  const member = bearer.kind === 'member' ? bearer : undefined
  const instance = { instanceId: site, metaSiteId: site, aid: visitorId, ...(member && { siteMemberId: member.memberId }) }
  return {
    kind,
    vid: visitorId,
    cid: clientId,
    ...(member && { mid: member.memberId, ...(member.sessionId && { sid: member.sessionId }) }),
    data: JSON.stringify({ instance }),
  }
}

function bearerOf(claims: Readonly<Record<string, unknown>>, site: string): Anyone | undefined {
  const { kind, vid, cid, mid, sid, uid, role, app, may } = claims
  if (kind === 'user' && typeof uid === 'string' && isStaffRole(role))
    return { kind, site, userId: uid, role, ...(typeof sid === 'string' && { sessionId: sid }) }
  if (kind === 'app' && typeof app === 'string')
    return { kind, site, appId: app, ...(Array.isArray(may) && { rights: new Set(may.filter(isRight)) }) }
  if (typeof vid !== 'string' || typeof cid !== 'string') return undefined
  if (kind === 'visitor') return { kind, site, visitorId: vid, clientId: cid }
  if (kind === 'member' && typeof mid === 'string')
    return { kind, site, visitorId: vid, clientId: cid, memberId: mid, ...(typeof sid === 'string' && { sessionId: sid }) }
  return undefined
}

const isStaffRole = (role: unknown): role is StaffRole => typeof role === 'string' && Object.hasOwn(rightsOf, role)

/** What token-info calls the kinds of callers. */
export const subjectOf = (
  caller: Caller,
): { readonly subjectType: 'APP' | 'USER' | 'MEMBER' | 'VISITOR' | 'UNKNOWN'; readonly subjectId: string } => {
  switch (caller.kind) {
    case 'app':
      return { subjectType: 'APP', subjectId: caller.appId }
    case 'user':
      return { subjectType: 'USER', subjectId: caller.userId }
    case 'member':
      return { subjectType: 'MEMBER', subjectId: caller.memberId }
    case 'visitor':
      return { subjectType: 'VISITOR', subjectId: caller.visitorId }
    case 'unauthenticated':
      return { subjectType: 'UNKNOWN', subjectId: '' }
  }
}
