import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import type { Seals } from '../../kernel/seals.ts'
import { authorizeRoute } from '../identity/authorize.ts'
import { type Ended, whatEnded } from '../identity/ended.ts'
import { exchange } from '../identity/exchange.ts'
import { type KeyRing, keyRing } from '../identity/keys.ts'
import type { IdentityDeps, KnownPerson } from '../identity/operations.ts'
import { seals } from '../identity/seals.ts'
import { type MemberSessions, memberSessions } from '../identity/sessions.ts'
import { type Tokens, tokens } from '../identity/tokens.ts'
import { nameOf } from '../members/name.ts'
import { findMember } from '../members/store.ts'
import { isAllowed } from '../redirects/allowed.ts'
import { sessionMs } from '../redirects/operations.ts'
import { findSession } from '../redirects/store.ts'
import type { CommerceFacts } from './commerce-facts.ts'

export interface IdentityParts {
  readonly database: Database
  /** Sign-ins go by real time. */
  readonly real: Clock
  /** The shop by its own. */
  readonly clock: Clock
  readonly origin: string
  readonly keys: KeyRing
  readonly ended: Ended
  readonly tokens: Tokens
  readonly sealing: Seals
  readonly sessions: MemberSessions
  readonly report: (fault: unknown, where: string) => void
  /** How keys lie in the database. */
  readonly wrap: KeyWrap
}

/** What people, programs and links prove themselves with. */
export function identityParts(given: Pick<IdentityParts, 'database' | 'real' | 'clock' | 'origin' | 'report' | 'wrap'>): IdentityParts {
  const { database, real, wrap } = given
  const keys = keyRing(database, { wrap })
  const ended = whatEnded(database, real)
  const sealing = seals(keys, real)
  return {
    ...given,
    keys,
    ended,
    tokens: tokens(keys, real, ended.has),
    sealing,
    sessions: memberSessions({ sealing, clock: real }),
  }
}

/** What the identity slice asks for of members, of staff, of carts and of redirect sessions. */
export const identityDeps = (
  { database, real, origin, keys, tokens: token, sealing, sessions }: IdentityParts,
  merge: CommerceFacts['mergeAtLogin'],
): IdentityDeps => ({
  tokens: token,
  keys,
  sealing,
  clock: real,
  origin,
  findMember: knownMember,
  findStaff: knownStaff,
  exchange: exchange({ database, clock: real, tokens: token, sealing, sessions, merge, maySignIn, noteTheft }),
})

export const authorizing = ({ database, real, clock, origin, sealing, report }: IdentityParts) =>
  authorizeRoute({
    database,
    clock: real,
    sealing,
    origin,
    mayLeadTo: isAllowed,
    report,
    findReturn: async (site, id) =>
      (await findSession(database, site, id, new Date(clock.now().getTime() - sessionMs)))?.document.callbacks.postFlowUrl,
  })

async function maySignIn(db: Db, site: string, memberId: string): Promise<boolean> {
  const member = await findMember(db, site, memberId)
  return member !== undefined && member.deletedAt === null && (member.status === 'APPROVED' || member.status === 'OFFLINE')
}

async function knownMember(db: Db, site: string, id: string): Promise<KnownPerson | undefined> {
  const member = await findMember(db, site, id)
  if (!member || member.deletedAt) return undefined
  const { contact, profile, language } = member.document
  const name = nameOf(member.document)
  return {
    email: member.loginEmail,
    emailVerified: member.loginEmailVerified,
    ...(name && { name }),
    ...(contact.firstName && { givenName: contact.firstName }),
    ...(contact.lastName && { familyName: contact.lastName }),
    ...(profile.photo?.url && { picture: profile.photo.url }),
    ...(language && { language }),
  }
}

async function knownStaff(db: Db, site: string, id: string): Promise<KnownPerson | undefined> {
  const [row] = await db.query<{ email: string; name: string }>(sql`select email, name from staff where site = ${site} and id = ${id}`)
  return row && { email: row.email, emailVerified: true, ...(row.name && { name: row.name }) }
}

/** Whoever holds a member's tokens beside them is shut out; the member hears of it by email. */
async function noteTheft({ db, site, now }: Context, { memberId, sessionId }: { memberId: string; sessionId: string }): Promise<void> {
  await append(db, site, now, [{ type: 'wix.members.v1.member_updated', entityId: memberId, payload: { sessionStolen: sessionId } }])
}
