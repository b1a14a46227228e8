import { type Db, sql } from '../db/sql.ts'

/** What a buyer asked of the shop: that the order be cancelled. */
export async function askToCancel(db: Db, site: string, orderId: string, reason: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into cancellation_request (site, order_id, reason, asked_at) values (${site}, ${orderId}, ${reason}, ${now})
    on conflict (site, order_id) do nothing`)
}

export async function hasAskedToCancel(db: Db, site: string, orderId: string): Promise<boolean> {
  const rows = await db.query(sql`select order_id from cancellation_request where site = ${site} and order_id = ${orderId}`)
  return rows.length > 0
}
