import { type Db, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import type { FoundText } from './document-cache.ts'
import { orderOf, type Search } from './search-conditions.ts'
import { foundText } from './store.ts'

export interface Matches {
  readonly found: FoundText
  /** Of the catalogue: the counts beside the page may be cached by it. */
  readonly revision: number
  /** Of how products are rated: counts by that are cached by it. */
  readonly ratings: number
  /** How many products shoppers see in all. */
  readonly products: number
}

/** The products of `page`, a statement that answers their `id`, in an order that may use `page` and `product`. */
export async function matchesOf(db: Db, site: string, page: Sql, order: Sql, { planOnce = false } = {}): Promise<Matches> {
  const statement = sql`
    select ${foundText(order)} as found, (select revision from catalogue where site = ${site}) as revision,
      (select revision from catalogue_rating where site = ${site}) as ratings,
      (select visible_products from catalogue where site = ${site}) as products
    from (${page}) page join product on product.site = ${site} and product.id = page.id`
  const [row] = await db.query<{ found: string | null; revision: number | null; ratings: number | null; products: number | null }>(
    planOnce ? statement : plannedEachTime(statement),
  )
  return { found: row!.found ?? '', revision: row!.revision ?? 0, ratings: row!.ratings ?? 0, products: row!.products ?? 0 }
}

/** The page that is asked for of `among`: rows under the name `product`, with what they are sorted by. */
export function pageOf(db: Db, site: string, search: Search, among: Sql, how: { readonly planOnce?: boolean } = {}): Promise<Matches> {
  const order = orderOf(search)
  const page = sql`select product.id from ${among} order by ${order} limit ${search.limit} offset ${search.offset}`
  return matchesOf(db, site, page, order, how)
}
