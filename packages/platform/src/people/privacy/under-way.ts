import type { PersonalDataInUse } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Person } from './person.ts'

/** Statuses of subscriptions that charge again. */
const goingOn = ['ACTIVE', 'PAST_DUE', 'SUSPENDED']
const mostTold = 50

/** What has to end before somebody can be erased: the shop still owes them something, or they the shop. */
export async function findUnderWay(db: Db, site: string, person: Person): Promise<readonly PersonalDataInUse[]> {
  return db.query<PersonalDataInUse>(sql`
    select 'ORDER' as kind, id::text, number::text as name from orders
    where site = ${site} and id = any(${person.orderIds}::uuid[])
      and (status in ('INITIALIZED', 'PENDING') or (status = 'APPROVED' and fulfillment_status in ('NOT_FULFILLED', 'PARTIALLY_FULFILLED')))
    union all
    select 'SUBSCRIPTION', id::text, document ->> 'title' from subscription_contract
    where site = ${site} and id = any(${person.subscriptionIds}::uuid[]) and status = any(${goingOn}::text[])
    union all
    select 'GIFT_CARD', id::text, '•••• ' || suffix from gift_card
    where site = ${site} and id = any(${person.giftCardIds}::uuid[]) and order_id = any(${person.orderIds}::uuid[])
      and disabled_at is null and (notify_at is not null or copy_at is not null)
    limit ${mostTold}`)
}
