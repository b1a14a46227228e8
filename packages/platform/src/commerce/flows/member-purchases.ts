import { minor } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Settings } from '../../kernel/settings/settings.ts'
import type { CommerceFacts } from '../../people/index.ts'
import { findSavedMethods } from '../payments/saved.ts'
import { amounts } from '../selling/amounts.ts'

/** What still comes again to a member, as their contracts' statuses say. */
const goingOn = ['ACTIVE', 'PAST_DUE', 'SUSPENDED']

const ownerOf = (memberId: string) => `member:${memberId}`

/** What members have bought, what comes again to them, and the cards that are saved for them. */
export const memberPurchases = (
  readSettings: Settings['read'],
): Pick<CommerceFacts, 'purchasesOf' | 'countSubscriptions' | 'countCards' | 'subscribing'> => ({
  subscribing: (site) => sql`exists (
    select 1 from subscription_contract contract
    where contract.site = ${site} and contract.owner = 'member:' || member.id and contract.status = any(${goingOn}::text[]))`,

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

  async countSubscriptions(db: Db, site, memberId) {
    const [row] = await db.query<{ count: number }>(sql`
      select count(*)::integer as count from subscription_contract
      where site = ${site} and owner = ${ownerOf(memberId)} and status = any(${goingOn}::text[])`)
    return row!.count
  },

  countCards: async (db, site, memberId) => (await findSavedMethods(db, site, ownerOf(memberId))).length,
})
