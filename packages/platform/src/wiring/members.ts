import { minor } from '@vitrine/pricing'
import { findSavedMethods } from '../commerce/payments/saved.ts'
import { amounts } from '../commerce/selling/amounts.ts'
import { type Db, sql } from '../kernel/db/sql.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import type { MemberSessions } from '../people/identity/sessions.ts'
import type { MemberDeps } from '../people/members/deps.ts'
import { findMail } from '../people/staff/store.ts'
import { exportMember } from './erasing.ts'

/** What still comes again to a member, as their contracts' statuses say. */
const goingOn = ['ACTIVE', 'PAST_DUE', 'SUSPENDED']

const ownerOf = (memberId: string) => `member:${memberId}`

export interface MembersWiring {
  readonly sessions: MemberSessions
  readonly readSettings: Settings['read']
  readonly tellApproved: MemberDeps['tellApproved']
}

/** What members have to do with the rest of the shop. */
export function memberDeps({ sessions, readSettings, tellApproved }: MembersWiring): MemberDeps {
  const countOf = async (db: Db, site: string, memberId: string): Promise<number> => {
    const [row] = await db.query<{ count: number }>(sql`
      select count(*)::integer as count from subscription_contract
      where site = ${site} and owner = ${ownerOf(memberId)} and status = any(${goingOn}::text[])`)
    return row!.count
  }
  return {
    tellApproved,
    endSessions: async (context, memberId) => void (await sessions.endAll(context, memberId)),
    countSessions: async (db, site, memberId) => (await sessions.list(db, site, memberId)).length,
    owning: (site) =>
      sql`exists (select 1 from staff where staff.site = ${site} and staff.role = 'OWNER' and staff.removed_at is null and lower(staff.email) = lower(member.login_email))`,
    staffing: (site) =>
      sql`exists (select 1 from staff where staff.site = ${site} and staff.removed_at is null and lower(staff.email) = lower(member.login_email))`,
    subscribing: (site) => sql`exists (
      select 1 from subscription_contract contract
      where contract.site = ${site} and contract.owner = 'member:' || member.id and contract.status = any(${goingOn}::text[]))`,
    mailOf: findMail,

    async purchasesOf(db, site, memberIds) {
      const { commerce } = await readSettings(db, site)
      const money = amounts(commerce.currency, commerce.locale)
      const rows =
        memberIds.length === 0
          ? []
          : await db.query<{ memberId: string; orders: number; spent: number; underWay: number }>(sql`
              select member_id as "memberId", count(*)::integer as orders,
                coalesce(sum(total) filter (where status = 'APPROVED' and currency = ${commerce.currency}), 0)::bigint as spent,
                (count(*) filter (where status = 'APPROVED' and fulfillment_status in ('NOT_FULFILLED', 'PARTIALLY_FULFILLED')))::integer as "underWay"
              from orders where site = ${site} and member_id = any(${memberIds}::uuid[]) and member_id is not null and status <> 'INITIALIZED'
              group by member_id`)
      const found = new Map(rows.map((row) => [row.memberId, row]))
      return (memberId) => {
        const { orders = 0, spent = 0, underWay = 0 } = found.get(memberId) ?? {}
        return { orders, spent: money.plain(minor(Number(spent))), underWay }
      }
    },

    countSubscriptions: countOf,
    countCards: async (db, site, memberId) => (await findSavedMethods(db, site, ownerOf(memberId))).length,
    fieldsOf: async (db, site) => (await readSettings(db, site)).memberFields?.fields ?? [],

    async packed(db, site, member) {
      return { ...(await exportMember(db, site, member)), sessions: await sessions.list(db, site, member.id) }
    },
  }
}
