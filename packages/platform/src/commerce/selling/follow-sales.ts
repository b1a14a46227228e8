import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'

/** What an order has sold, by product: nothing where it was canceled, never came about, or all of its money went back. */
export interface OrderSales {
  readonly orderId: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly units: ReadonlyMap<string, number>
}

/** Orders that were changed after a moment (or then, with a higher id), in the order of their changes. */
export type FindSales<Sales> = (
  db: Db,
  site: string,
  after: { readonly updatedAt: Date; readonly orderId: string },
  limit: number,
) => Promise<readonly Sales[]>

/** Takes in one batch: asks with `next` what was changed since, and notes down until when that is. */
type Take<Sales> = (
  db: Db,
  next: (until: Date | null) => Promise<{ readonly orders: readonly Sales[]; readonly until: Date }>,
) => Promise<void>

/** An order may be committed a little after the moment that it says. */
const overlapMs = 15 * 60_000
const atOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Goes through the orders that were changed since the last time, some hundreds in one transaction each: whoever is stopped in between goes on from
 * there. Some are met again, which has to change nothing.
 */
export async function followSales<Sales extends Pick<OrderSales, 'orderId' | 'updatedAt'>>(
  { database, findSales }: { readonly database: Database; readonly findSales: FindSales<Sales> },
  site: string,
  now: Date,
  take: Take<Sales>,
): Promise<void> {
  let after: Pick<OrderSales, 'orderId' | 'updatedAt'> | undefined
  for (;;) {
    const last = await database.transact(async (db) => {
      let more: Sales | undefined
      await take(db, async (until) => {
        after ??= { updatedAt: new Date(Math.max(0, Math.min(until?.getTime() ?? 0, now.getTime()) - overlapMs)), orderId: firstId }
        const orders = await findSales(db, site, after, atOnce)
        const newest = orders.at(-1)
        if (orders.length >= atOnce) more = newest
        return { orders, until: newest?.updatedAt ?? now }
      })
      return more
    })
    if (!last) return
    after = last
  }
}
