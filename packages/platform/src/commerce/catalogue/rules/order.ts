import type { CollectionSort } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../../kernel/db/sql.ts'
import { allProducts } from '../document.ts'
import { usualOrder } from '../fields.ts'
import { orderOf, type Search } from '../search-conditions.ts'

/** So many products of a collection have a place of their own; the others stand behind them. */
export const mostPlaced = 1000

export interface OrderOfCollection {
  readonly id: string
  readonly sort: CollectionSort
  /** How many of its products have a place of their own. */
  readonly placed: number
}

/** What a shopper would ask for to see the order of a collection; a manual order is none that they can. */
export const sortAsked = {
  BEST_SELLING: 'bestSelling',
  NEWEST: 'newest',
  PRICE_ASC: 'priceAsc',
  PRICE_DESC: 'priceDesc',
  NAME: 'name',
  MANUAL: 'usual',
} as const satisfies Record<CollectionSort, Search['sort']>

/** How the products of a list stand where its collection decides; a manual order is none of these. */
export const orderOfSort = (sort: CollectionSort): Sql => orderOf({ sort: sortAsked[sort], words: undefined })

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** `place.product_id, place.position` of the products of a collection that have a place of their own. */
export const placesIn = (site: string, collectionId: string): Sql =>
  collectionId === allProducts.id
    ? sql`(select product_id, position from all_products_place where site = ${site}) place`
    : sql`(select product_id, position from collection_place where site = ${site} and collection_id = ${collectionId}) place`

/** The order of what `placedPage` answers. */
export const placedOrder: Sql = sql`page.place, ${usualOrder}`

/**
 * `id, place` of a page of products, those with a place in the collection first. Each half is read in its order and only as far as the page
 * goes, so that the products without a place cost what they do in a list without any.
 */
export function placedPage(site: string, collectionId: string, where: Sql, { limit, offset }: Page): Sql {
  return sql`
    select id, place from (
      (select product.id, product.numeric_id, place.position as place
        from ${placesIn(site, collectionId)} join product on product.site = ${site} and product.id = place.product_id
        where ${where}
        order by place.position limit ${limit + offset})
      union all
      (select product.id, product.numeric_id, ${mostPlaced}
        from product
        where ${where} and not exists (
          select from ${placesIn(site, collectionId)} where place.product_id = product.id)
        order by ${usualOrder} limit ${limit + offset})
    ) product order by place, ${usualOrder} limit ${limit} offset ${offset}`
}

/** Puts products into an order, the given ones first. */
export async function placeProducts(db: Db, site: string, id: string, first: readonly string[]): Promise<void> {
  const rows = await db.query<{ id: string }>(sql`select product_id as id from ${placesIn(site, id)} order by position`)
  const moved = new Set(first)
  const order = [...first, ...rows.flatMap((row) => (moved.has(row.id) ? [] : [row.id]))].slice(0, mostPlaced)
  const placed = sql`unnest(${order}::uuid[]) with ordinality as placed (product_id, position)`
  if (id === allProducts.id) {
    await db.query(sql`delete from all_products_place where site = ${site}`)
    await db.query(sql`insert into all_products_place (site, product_id, position) select ${site}, product_id, position - 1 from ${placed}`)
    await db.query(sql`update all_products set sort = 'MANUAL', placed = ${order.length} where site = ${site}`)
    return
  }
  await db.query(sql`delete from collection_place where site = ${site} and collection_id = ${id}`)
  await db.query(sql`
    insert into collection_place (site, collection_id, product_id, position)
    select ${site}, ${id}, product_id, position - 1 from ${placed}`)
  await db.query(sql`update collection set sort = 'MANUAL', placed = ${order.length} where site = ${site} and id = ${id}`)
}
