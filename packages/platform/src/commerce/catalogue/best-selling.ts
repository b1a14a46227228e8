import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type FindSales, followSales, type OrderSales } from '../selling/follow-sales.ts'

export interface BestSellingDeps {
  readonly database: Database
  readonly findSales: FindSales<OrderSales>
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
  orders: readonly OrderSales[],
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

/** Brings the figures that products are sorted by as best-selling up to date with the orders that were changed since the last time. */
export const countSales = (deps: BestSellingDeps, site: string, now: Date): Promise<void> =>
  followSales(deps, site, now, async (db, next) => {
    // Whoever writes the catalogue of a shop waits here, so both lock its products in the same turn.
    const [catalogue] = await db.query<{ counted: Date | null }>(sql`
      select sales_counted_until as counted from catalogue where site = ${site} for update`)
    if (!catalogue) return
    const { orders, until } = await next(catalogue.counted)
    await countOrders(db, site, orders)
    await db.query(sql`update catalogue set sales_counted_until = ${until} where site = ${site}`)
  })

async function countOrders(db: Db, site: string, orders: readonly OrderSales[]): Promise<void> {
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
