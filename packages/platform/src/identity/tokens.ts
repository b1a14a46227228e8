import { rightsOf, type StaffRole } from '@vitrine/contract'
import { jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock/clock.ts'
import { isPassing } from '../db/retry.ts'
import type { Caller, Member, User, Visitor } from '../http/caller.ts'
import type { KeyRing } from './keys.ts'

/** How long an access token lasts; the published client renews it by itself. */
export const accessSeconds = 14_400
/** Staff hold a session instead of a refresh token; what was taken from them counts no longer than this. */
export const staffSeconds = 300
/** A refresh token stays the same for its whole life, because the published client never takes a new one. */
const refreshSeconds = 365 * 24 * 3600

const accessPrefix = 'OauthNG.JWS.'
const refreshPrefix = 'JWS.'

export type Bearer = Visitor | Member

export interface Tokens {
  issue(bearer: Bearer): Promise<{ readonly access: string; readonly refresh: string }>
  /** An access token for one of the staff. */
  issueStaff(user: User): Promise<string>
  renew(refresh: string): Promise<{ readonly bearer: Bearer; readonly access: string } | undefined>
  read(access: string): Promise<Read | undefined>
}

export interface Read {
  readonly bearer: Bearer | User
  readonly issuedAt: number
  readonly expiresAt: number
}

/** A token whose signature was checked, and by which key: it holds as long as that key does. */
interface Verified extends Read {
  readonly keyId: string
}

export const looksLikeAccessToken = (text: string): boolean => text.startsWith(accessPrefix)

/** Tokens are signed statements of who is calling (RFC 7519, EdDSA of RFC 8037), so that no query is needed to know. */
export function tokens(keys: KeyRing, clock: Clock): Tokens {
  const known = new LRUCache<string, Verified>({ max: 20_000 })

  async function sign(bearer: Bearer | User, use: 'access' | 'refresh', seconds: number) {
    const key = await keys.signing(bearer.site)
    const now = Math.floor(clock.now().getTime() / 1000)
    const jwt = key.sign({ use, ...claimsOf(bearer), iat: now, exp: now + seconds })
    return { jwt, keyId: key.kid, issuedAt: now, expiresAt: now + seconds }
  }

  /** Whoever asks for a token comes back with it: what we have just signed need not be verified. */
  async function newAccess(bearer: Bearer | User): Promise<string> {
    const { jwt, ...signed } = await sign(bearer, 'access', bearer.kind === 'user' ? staffSeconds : accessSeconds)
    known.set(accessPrefix + jwt, { bearer, ...signed })
    return accessPrefix + jwt
  }

  async function verify(jwt: string, use: 'access' | 'refresh'): Promise<Verified | undefined> {
    try {
      let site = ''
      let keyId = ''
      const { payload } = await jwtVerify(
        jwt,
        async ({ kid }) => {
          const found = typeof kid === 'string' ? await keys.verifying(kid) : undefined
          if (!found) throw new Error('unknown key')
          site = found.site
          keyId = kid!
          return found.publicKey
        },
        { algorithms: ['EdDSA'], currentDate: clock.now(), requiredClaims: ['exp', 'iat'] },
      )
      if (payload['use'] !== use) return undefined
      const bearer = bearerOf(payload, site)
      return bearer && { bearer, issuedAt: payload.iat!, expiresAt: payload.exp!, keyId }
    } catch (error) {
      // What is wrong with a token makes it none; what is wrong with us is not the caller's fault.
      if (isPassing(error)) throw error
      return undefined
    }
  }

  return {
    async issue(bearer) {
      const [access, refresh] = await Promise.all([newAccess(bearer), sign(bearer, 'refresh', refreshSeconds)])
      return { access, refresh: refreshPrefix + refresh.jwt }
    },
    issueStaff: newAccess,
    async renew(refresh) {
      if (!refresh.startsWith(refreshPrefix)) return undefined
      const read = await verify(refresh.slice(refreshPrefix.length), 'refresh')
      if (!read || read.bearer.kind === 'user') return undefined
      return { bearer: read.bearer, access: await newAccess(read.bearer) }
    },
    async read(access) {
      const found = known.get(access)
      if (found && (await keys.verifying(found.keyId))) return found.expiresAt > clock.now().getTime() / 1000 ? found : undefined
      if (!access.startsWith(accessPrefix)) return undefined
      const read = await verify(access.slice(accessPrefix.length), 'access')
      if (read) known.set(access, read)
      return read
    },
  }
}

function claimsOf(bearer: Bearer | User): object {
  if (bearer.kind === 'user') return { kind: bearer.kind, uid: bearer.userId, role: bearer.role }
  const { kind, site, visitorId, clientId } = bearer
  const memberId = bearer.kind === 'member' ? bearer.memberId : undefined
  const instance = { instanceId: site, metaSiteId: site, aid: visitorId, ...(memberId && { siteMemberId: memberId }) }
  return { kind, vid: visitorId, cid: clientId, ...(memberId && { mid: memberId }), data: JSON.stringify({ instance }) }
}

function bearerOf(claims: Readonly<Record<string, unknown>>, site: string): Bearer | User | undefined {
  const { kind, vid, cid, mid, uid, role } = claims
  if (kind === 'user' && typeof uid === 'string' && isStaffRole(role)) return { kind, site, userId: uid, role }
  if (typeof vid !== 'string' || typeof cid !== 'string') return undefined
  if (kind === 'visitor') return { kind, site, visitorId: vid, clientId: cid }
  if (kind === 'member' && typeof mid === 'string') return { kind, site, visitorId: vid, clientId: cid, memberId: mid }
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
    case 'stranger':
      return { subjectType: 'UNKNOWN', subjectId: '' }
  }
}
