import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'

/** What an order has sold by now, by product. */
export interface CountedOrder {
  readonly orderId: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly units: ReadonlyMap<string, number>
}

export interface BestSellingDeps {
  readonly database: Database
  /** Orders that were changed after a moment (or then, with a higher id), in the order of their changes. */
  readonly findSales: (
    db: Db,
    site: string,
    after: { readonly updatedAt: Date; readonly orderId: string },
    limit: number,
  ) => Promise<readonly CountedOrder[]>
}

const halfLifeMs = 30 * 24 * 3_600_000
const landmark = Date.UTC(2026, 0, 1)

/**
 * How much a unit that is sold now counts: twice as much as one that was sold thirty days ago. The weight of what was sold before stays as it
 * is while that of new sales grows, so nothing has to be written of products that are not sold.
 */
export const weightAt = (at: Date): number => 2 ** ((at.getTime() - landmark) / halfLifeMs)

/** How much more each product has sold by these orders than was counted before. */
export function gains(
  orders: readonly CountedOrder[],
  counted: ReadonlyMap<string, ReadonlyMap<string, number>>,
): { readonly scores: ReadonlyMap<string, number>; readonly changes: readonly { orderId: string; productId: string; units: number }[] } {
  const scores = new Map<string, number>()
  const changes: { orderId: string; productId: string; units: number }[] = []
  for (const { orderId, createdAt, units } of orders) {
    const before = counted.get(orderId) ?? new Map<string, number>()
    for (const productId of new Set([...units.keys(), ...before.keys()])) {
      const now = units.get(productId) ?? 0
      const more = now - (before.get(productId) ?? 0)
      if (more === 0) continue
      changes.push({ orderId, productId, units: now })
      scores.set(productId, (scores.get(productId) ?? 0) + more * weightAt(createdAt))
    }
  }
  return { scores, changes }
}

/** An order may be committed a little after the moment that it says. */
const overlapMs = 15 * 60_000
const atOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/** Brings the figures that products are sorted by as best-selling up to date with the orders that were changed since the last time. */
export async function countSales({ database, findSales }: BestSellingDeps, site: string, now: Date): Promise<void> {
  let after: { updatedAt: Date; orderId: string } | undefined
  for (;;) {
    const last = await database.transact(async (db) => {
      // Whoever writes the catalogue of a shop waits here, so both lock its products in the same turn.
      const [catalogue] = await db.query<{ until: Date | null }>(sql`
        select sales_counted_until as until from catalogue where site = ${site} for update`)
      if (!catalogue) return undefined
      const until = Math.min(catalogue.until?.getTime() ?? 0, now.getTime())
      after ??= { updatedAt: new Date(Math.max(0, until - overlapMs)), orderId: firstId }
      const orders = await findSales(db, site, after, atOnce)
      await countOrders(db, site, orders)
      const newest = orders.at(-1)
      await db.query(sql`update catalogue set sales_counted_until = ${newest?.updatedAt ?? now} where site = ${site}`)
      return orders.length < atOnce ? undefined : newest
    })
    if (!last) return
    after = last
  }
}

async function countOrders(db: Db, site: string, orders: readonly CountedOrder[]): Promise<void> {
  const rows = await db.query<{ orderId: string; productId: string; units: number }>(sql`
    select order_id as "orderId", product_id as "productId", units from product_sale
    where site = ${site} and order_id = any(${orders.map(({ orderId }) => orderId)}::uuid[])`)
  const counted = new Map<string, Map<string, number>>()
  for (const { orderId, productId, units } of rows)
    counted.set(orderId, (counted.get(orderId) ?? new Map<string, number>()).set(productId, units))
  const { scores, changes } = gains(orders, counted)
  if (changes.length === 0) return
  await db.query(sql`
    insert into product_sale (site, order_id, product_id, units)
    select ${site}, "orderId", "productId", units
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as row ("orderId" uuid, "productId" uuid, units bigint)
    on conflict (site, order_id, product_id) do update set units = excluded.units`)
  await db.query(sql`
    update product set best_selling = greatest(0, product.best_selling + row.score)
    from jsonb_to_recordset(${JSON.stringify([...scores].map(([id, score]) => ({ id, score })))}::jsonb) as row (id uuid, score double precision)
    where product.site = ${site} and product.id = row.id`)
}
