import { type Db, join, raw, sql } from '../../kernel/db/sql.ts'
import { findOrders } from './store.ts'
import type { StoredOrder } from './stored-order.ts'

/** Records that the shop may have added to an imported order. An order with any of them is not deleted. */
const madeOf = [
  'payment_action',
  'payment_collection',
  'fulfillment',
  'download',
  'cancellation_request',
  'invoice',
  'credit_note',
  'subscription_contract',
  'order_email',
  'order_return',
  'draft_order',
] as const

/** The imported orders among these without such records, locked until the transaction ends. */
export async function lockImported(db: Db, site: string, ids: readonly string[]): Promise<readonly StoredOrder[]> {
  const untouched = madeOf.map(
    (table) => sql`not exists (select from ${raw(table)} made where made.site = ${site} and made.order_id = orders.id)`,
  )
  const rows = await db.query<{ id: string }>(sql`
    select id from orders where site = ${site} and id = any(${ids}::uuid[]) and imported and ${join(untouched, ' and ')}
    order by id for update`)
  return findOrders(
    db,
    site,
    rows.map(({ id }) => id),
  )
}

/** Deletes orders with their timeline and their imported payments. */
export async function deleteOrders(db: Db, site: string, ids: readonly string[]): Promise<void> {
  await db.query(sql`delete from order_activity where site = ${site} and order_id = any(${ids}::uuid[])`)
  await db.query(sql`delete from payment where site = ${site} and order_id = any(${ids}::uuid[])`)
  await db.query(sql`delete from orders where site = ${site} and id = any(${ids}::uuid[])`)
}
