import type { CategoryItem, CursorPagingMetadata, CursorQuery } from '@vitrine/contract'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Fields } from '../../../kernel/query/filter.ts'
import { carriedBy, readKeyset } from '../../../kernel/query/keyset.ts'
import { storesApp } from '../../selling/apps.ts'
import { mostPlaced } from '../rules/order.ts'
import { allProductsCategory } from './ids.ts'

interface Row {
  readonly id: string
  readonly keys: readonly string[]
}

export interface ItemsAsked {
  readonly cursorPaging: CursorQuery['cursorPaging']
  /** Whether those that the merchant has put before the others come first. */
  readonly arranged: boolean
  /** Whether hidden products are among them. */
  readonly hidden: boolean
}

const id = sql`product.id`
const fields: Fields = {
  numericId: { kind: 'number', column: sql`product.numeric_id`, sort: sql`product.numeric_id`, places: 0 },
  place: { kind: 'number', column: sql`product.place`, sort: sql`product.place`, places: 0 },
}
const newest = { fieldName: 'numericId', order: 'DESC' } as const
const placed = { fieldName: 'place', order: 'ASC' } as const

const item = (row: { readonly id: string }): CategoryItem => ({ catalogItemId: row.id, appId: storesApp })

const within = (site: string, categoryId: string, hidden: boolean): Sql => sql`
  product.site = ${site} ${hidden ? sql`` : sql`and product.visible`}
  ${categoryId === allProductsCategory ? sql`` : sql`and product.collection_ids @> ${[categoryId]}::uuid[]`}`

/** The places of products in a collection whose order is made by hand. */
const places = (site: string, categoryId: string): Sql =>
  categoryId === allProductsCategory
    ? sql`
  all_products_place place join all_products on all_products.site = place.site and all_products.sort = 'MANUAL' where place.site = ${site}`
    : sql`
  collection_place place join collection on collection.site = place.site and collection.id = place.collection_id and collection.sort = 'MANUAL'
  where place.site = ${site} and place.collection_id = ${categoryId}`

/** Those of a category that the merchant has put before the others, at most 100, the first of them first. */
export async function arrangedItems(db: Db, site: string, categoryId: string, hidden: boolean): Promise<CategoryItem[]> {
  const rows = await db.query<{ id: string }>(sql`
    select product.id from product
    join (select place.product_id, place.position from ${places(site, categoryId)}) place on place.product_id = product.id
    where ${within(site, categoryId, hidden)} order by place.position limit 100`)
  return rows.map(item)
}

/**
 * A page of what is in a category. By arrangement each half is read in its order and only as far as the page goes, those with a place and those
 * without.
 * @throws Unreadable
 */
export async function itemsIn(
  db: Db,
  site: string,
  categoryId: string,
  { cursorPaging, arranged, hidden }: ItemsAsked,
): Promise<{ items: CategoryItem[]; pagingMetadata: CursorPagingMetadata }> {
  const byPlace = cursorPaging?.cursor ? carriedBy({ cursorPaging }, 'input') === 'arranged' : arranged
  const keyset = readKeyset(
    { cursorPaging },
    { fields, id, usual: byPlace ? [placed, newest] : [newest], root: 'input', ...(byPlace && { carried: 'arranged' }) },
  )
  const all = within(site, categoryId, hidden)
  const own = places(site, categoryId)
  const half = (rows: Sql): Sql => sql`
    (select product.id, product.numeric_id, product.place, ${keyset.keys} from (${rows}) product where ${keyset.where} ${keyset.tail})`
  const found = byPlace
    ? sql`select product.id, product.keys from (
        ${half(sql`select product.id, product.numeric_id, place.position as place from product
          join (select place.product_id, place.position from ${own}) place on place.product_id = product.id where ${all}`)}
        union all
        ${half(sql`select product.id, product.numeric_id, ${mostPlaced}::integer as place from product
          where ${all} and not exists (select from ${own} and place.product_id = product.id)`)}
      ) product ${keyset.tail}`
    : sql`select product.id, ${keyset.keys} from product where ${all} and ${keyset.where} ${keyset.tail}`
  const { rows, metadata } = keyset.page(await db.query<Row>(plannedEachTime(found)))
  return { items: rows.map(item), pagingMetadata: metadata }
}
