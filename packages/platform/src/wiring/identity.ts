import { mergeAtLogin } from '../commerce/flows/merge-at-login.ts'
import type { Clock } from '../kernel/clock/clock.ts'
import type { Context } from '../kernel/db/context.ts'
import type { Database } from '../kernel/db/pool.ts'
import { type Db, sql } from '../kernel/db/sql.ts'
import { append } from '../kernel/events/outbox.ts'
import type { JobDefinition } from '../kernel/jobs/jobs.ts'
import type { KeyWrap } from '../kernel/key-wrap/key-wrap.ts'
import type { Seals } from '../kernel/seals.ts'
import type { Sections } from '../kernel/settings/sections.ts'
import { authorizeRoute } from '../people/identity/authorize.ts'
import { type Ended, whatEnded } from '../people/identity/ended.ts'
import { exchange } from '../people/identity/exchange.ts'
import { type KeyRing, keyRing } from '../people/identity/keys.ts'
import type { IdentityDeps, KnownPerson } from '../people/identity/operations.ts'
import { seals } from '../people/identity/seals.ts'
import { type MemberSessions, memberSessions } from '../people/identity/sessions.ts'
import { type Tokens, tokens } from '../people/identity/tokens.ts'
import { findMember } from '../people/members/store.ts'
import { isAllowed } from '../people/redirects/allowed.ts'
import { sessionMs } from '../people/redirects/operations.ts'
import { findSession } from '../people/redirects/store.ts'
import { emailBrandingOf } from '../shop/mail/branding.ts'
import type { Mailer } from '../shop/mail/mailer.ts'
import { sessionStolen } from '../shop/mail/sign-in-emails.ts'

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
export const identityDeps = ({ database, real, origin, keys, tokens: token, sealing, sessions }: IdentityParts): IdentityDeps => ({
  tokens: token,
  keys,
  sealing,
  clock: real,
  origin,
  findMember: knownMember,
  findStaff: knownStaff,
  exchange: exchange({ database, clock: real, tokens: token, sealing, sessions, merge: mergeAtLogin, maySignIn, noteTheft }),
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
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ') || profile.nickname
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

/** Whether the shop shows a product under a slug. */
export const showsProduct = async (db: Db, site: string, slug: string): Promise<boolean> =>
  (await db.query(sql`select 1 from product where site = ${site} and slug = ${slug} and visible`)).length > 0

/** Emails a member that a stolen refresh token was detected. */
export const theftMail = ({
  database,
  origin,
  mailer,
  readSettings,
}: {
  readonly database: Database
  readonly origin: string
  readonly mailer: Mailer
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}): JobDefinition => ({
  queue: 'mail-session-stolen',
  on: ['wix.members.v1.member_updated'],
  when: ({ payload }) => 'sessionStolen' in payload,
  async run({ site, entityId, payload }) {
    const sessionId = String(payload['sessionStolen'])
    const [settings, member, [session]] = await Promise.all([
      readSettings(database, site),
      findMember(database, site, entityId),
      database.query<{ agent: string; createdAt: Date }>(
        sql`select agent, created_at as "createdAt" from member_session where site = ${site} and id = ${sessionId}`,
      ),
    ])
    if (!member || member.deletedAt || !session) return
    const { from, replyTo } = settings.mail
    const { firstName } = member.document.contact
    const email = sessionStolen(
      { shop: emailBrandingOf(settings, origin), email: member.loginEmail, ...(firstName && { firstName }) },
      { url: `${origin}/account/security`, agent: session.agent, at: session.createdAt },
    )
    await mailer.send({ site, key: `session-stolen:${sessionId}`, from, to: member.loginEmail, ...(replyTo && { replyTo }), ...email })
  },
})
