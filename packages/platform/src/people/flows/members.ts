import { sql } from '../../kernel/db/sql.ts'
import type { Settings } from '../../kernel/settings/settings.ts'
import type { MemberSessions } from '../identity/sessions.ts'
import type { MemberDeps } from '../members/deps.ts'
import { saidByLink } from '../newsletter/store.ts'
import { findMail } from '../staff/store.ts'
import type { CommerceFacts } from './commerce-facts.ts'
import { countMember, exportMember } from './personal-data.ts'

export interface MembersParts {
  readonly sessions: MemberSessions
  readonly readSettings: Settings['read']
  readonly tellApproved: MemberDeps['tellApproved']
  readonly commerce: CommerceFacts
  readonly noteNewsletter: MemberDeps['noteNewsletter']
}

/** What members have to do with the rest of the shop. */
export const memberDeps = ({ sessions, readSettings, tellApproved, commerce, noteNewsletter }: MembersParts): MemberDeps => ({
  tellApproved,
  noteNewsletter,
  newsletterSaid: saidByLink,
  endSessions: async (context, memberId) => void (await sessions.endAll(context, memberId)),
  countSessions: async (db, site, memberId) => (await sessions.list(db, site, memberId)).length,
  owning: (site) =>
    sql`exists (select 1 from staff where staff.site = ${site} and staff.role = 'OWNER' and staff.removed_at is null and lower(staff.email) = lower(member.login_email))`,
  staffing: (site) =>
    sql`exists (select 1 from staff where staff.site = ${site} and staff.removed_at is null and lower(staff.email) = lower(member.login_email))`,
  subscribing: commerce.subscribing,
  mailOf: findMail,
  purchasesOf: commerce.purchasesOf,
  countSubscriptions: commerce.countSubscriptions,
  countCards: commerce.countCards,
  countData: countMember,
  fieldsOf: async (db, site) => (await readSettings(db, site)).memberFields?.fields ?? [],
  packed: async (db, site, member) => ({
    ...(await exportMember(db, site, member, commerce)),
    sessions: await sessions.list(db, site, member.id),
  }),
})
