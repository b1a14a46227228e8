import { type Db, sql } from '../../kernel/db/sql.ts'
import { step } from './change.ts'
import { type ClaimDeps, roomNow, sellable } from './claim.ts'
import type { StockItem } from './store.ts'

/** What a request's item costs now. Variants that share one stock cost the same. */
const priceNow = sql`(
  select min((variant->>'price')::bigint) from jsonb_array_elements(product.facts->'variants') variant
  where variant->>'counted' = request.variant_id::text and (variant->>'visible')::boolean)`

/**
 * Lets those be told whose item costs less than when they asked, and can be bought now, in the order in which they asked. It goes by the price as it
 * is and not by how it was changed. What was asked for in another currency cannot be compared.
 */
export async function claimDropped(deps: ClaimDeps, site: string): Promise<void> {
  const { database, clock, sends, currencyOf } = deps
  const [some] = await database.query(sql`
    select from back_in_stock_request where site = ${site} and status = 'RECEIVED' and kind = 'PRICE' limit 1`)
  if (!some || !(await sends(database, site, 'PRICE'))) return
  const people = await roomNow(deps, site)
  if (people <= 0) return
  const currency = await currencyOf(database, site)
  await database.transact((db) =>
    step(
      { db, site, now: clock.now() },
      sql`request.id in (
        select request.id from back_in_stock_request request
        join product on product.site = request.site and product.id = request.product_id and product.visible and product.price < request.price
        join stock on stock.site = request.site and stock.product_id = request.product_id and stock.variant_id = request.variant_id
        where request.site = ${site} and request.status = 'RECEIVED' and request.kind = 'PRICE' and request.currency = ${currency}
          and coalesce(${sellable}, 1) > 0 and ${priceNow} < request.price
        order by request.created_at, request.id limit ${people})`,
      'TELL',
      sql`, auto_notified = true, tries = 0, next_try_at = ${clock.now()}`,
    ),
  )
}

interface Watched extends StockItem {
  readonly waiting: number
  readonly reference: { readonly appId: string; readonly catalogItemId: string }
  /** What it cost those who asked, from the least to the most, in minor units. */
  readonly least: number
  readonly most: number
}

/** The variants whose price is watched, those with the most people first; what was asked for in another currency is not among them. */
export const findWatched = (db: Db, site: string, currency: string, limit: number, offset: number): Promise<readonly Watched[]> =>
  db.query<Watched>(sql`
    select product_id as "productId", variant_id as "variantId", count(*)::int as waiting, min(price) as least, max(price) as most,
      (array_agg(reference))[1] as reference
    from back_in_stock_request
    where site = ${site} and status in ('RECEIVED', 'PROCESSING') and kind = 'PRICE' and currency = ${currency}
    group by product_id, variant_id order by waiting desc, product_id, variant_id limit ${limit} offset ${offset}`)
