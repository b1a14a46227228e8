import type { CatalogReference } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { BackInStockDeps } from './deps.ts'
import { type StockItem, sumUpRequests } from './store.ts'

interface Demand extends StockItem {
  readonly waiting: number
  readonly newThisWeek: number
  /** One of those that were asked for. */
  readonly reference: CatalogReference
}

const weekMs = 7 * 24 * 3_600_000
const weeks = 12

/** The variants that are waited for, those with the most people first. */
export async function findDemand(db: Db, site: string, now: Date, limit: number, offset: number): Promise<readonly Demand[]> {
  return db.query<Demand>(sql`
    select product_id as "productId", variant_id as "variantId", count(*)::int as waiting,
      count(*) filter (where created_at > ${new Date(now.getTime() - weekMs)})::int as "newThisWeek", (array_agg(reference))[1] as reference
    from back_in_stock_request where site = ${site} and kind = 'STOCK' and status in ('RECEIVED', 'PROCESSING')
    group by product_id, variant_id order by waiting desc, product_id, variant_id limit ${limit} offset ${offset}`)
}

/** How many asked in each of the last twelve weeks, the oldest first, in the order of the items. */
export async function weeksOf(db: Db, site: string, items: readonly StockItem[], now: Date): Promise<readonly (readonly number[])[]> {
  if (items.length === 0) return []
  const rows = await db.query<StockItem & { readonly week: number; readonly count: number }>(sql`
    select product_id as "productId", variant_id as "variantId",
      floor(extract(epoch from ${now}::timestamptz - created_at) * 1000 / ${weekMs})::int as week, count(*)::int as count
    from back_in_stock_request
    where site = ${site} and kind = 'STOCK' and product_id = any(${items.map(({ productId }) => productId)}::uuid[])
      and created_at > ${new Date(now.getTime() - weeks * weekMs)} and created_at <= ${now}
    group by 1, 2, 3`)
  return items.map((item) => {
    const own = rows.filter(({ productId, variantId }) => productId === item.productId && variantId === item.variantId)
    return Array.from({ length: weeks }, (_, i) => own.find(({ week }) => week === weeks - 1 - i)?.count ?? 0)
  })
}

/** How many variants the total value covers: more than these are counted, but not valued. */
const mostValued = 1000

/** How many variants are waited for, by how many, how many were told, and what it comes to if each who waits buys one unit. */
export async function sumUpDemand(db: Db, site: string, findItems: BackInStockDeps['findItems']) {
  const totals = await sumUpRequests(db, site, 'STOCK')
  const valued = await findDemand(db, site, new Date(0), mostValued, 0)
  const items = await findItems(
    db,
    site,
    valued.map(({ reference }) => reference),
  )
  const worth = valued.reduce((all, { waiting }, i) => all + waiting * (items[i]?.price ?? 0), 0)
  return { ...totals, worth }
}
