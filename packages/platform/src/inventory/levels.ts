import type { CursorQuery, StockLevel } from '@vitrine/contract'
import { type Db, plannedEachTime, type Sql, sql } from '../db/sql.ts'
import { type Fields, readFilter } from '../query/filter.ts'
import { readKeyset } from '../query/keyset.ts'
import { shared } from './store.ts'

const month = 30 * 24 * 3_600_000

const productId = sql`stock.product_id`
const variantId = sql`stock.variant_id`
/** Rows that are equal in what they are sorted by go by product, and by variant within it. */
const next = { column: productId, kind: 'id' } as const
const name = sql`product.name_key`
const sku = sql`stock.sku`
const quantity = sql`case when stock.tracked then stock.quantity end`
/** What is not tracked comes after all that is. */
const sortedQuantity = sql`(case when stock.tracked then stock.quantity else 9007199254740991 end)`
const lastSold = sql`(select max(moved.at) from stock_movement moved where moved.site = stock.site and moved.product_id = stock.product_id
  and moved.variant_id = stock.variant_id and moved.quantity < 0 and (moved.order_id is not null or moved.reason = 'SALE'))`

const fields: Fields = {
  productId: { kind: 'id', column: productId },
  variantId: { kind: 'id', column: variantId },
  name: { kind: 'text', column: sql`product.name`, folded: name, sort: name, next },
  sku: { kind: 'text', column: sku, sort: sku, next },
  visible: { kind: 'flag', column: sql`product.visible` },
  tracked: { kind: 'flag', column: sql`stock.tracked` },
  inStock: { kind: 'flag', column: sql`(case when stock.tracked then stock.quantity > 0 else stock.in_stock end)` },
  quantity: { kind: 'number', column: sql`(${quantity})`, sort: sortedQuantity, places: 0, nullable: true },
  lastSoldDate: { kind: 'instant', column: lastSold, nullable: true },
}

/** What selling knows of a variant that has stock of its own. */
const variantOf = (field: 'choices' | 'image'): Sql => sql`(
  select variant->${field}::text from jsonb_array_elements(page.facts->'variants') variant
  where variant->>'counted' = page."variantId"::text and page."variantId" <> ${shared}::uuid limit 1)`

interface Row {
  readonly productId: string
  readonly variantId: string
  readonly name: string
  readonly choices: Readonly<Record<string, string>> | null
  readonly sku: string
  readonly image: string | null
  readonly visible: boolean
  readonly tracked: boolean
  readonly inStock: boolean
  readonly quantity: number
  readonly preorders: number
  readonly soldIn30Days: number
  readonly lastSoldAt: Date | null
  readonly keys: readonly string[]
}

/**
 * A page of stock by variant. The picture and the choices are those of what selling knows of the product.
 * @throws Unreadable
 */
export async function findLevels(db: Db, site: string, query: CursorQuery, now: Date, pictureAt: (id: string) => string) {
  const keyset = readKeyset(query, { fields, id: variantId, usual: [{ fieldName: 'name', order: 'ASC' }], root: 'query' })
  const rows = await db.query<Row>(
    plannedEachTime(sql`
      select page."productId", page."variantId", page.name, page.sku, page.visible, page.tracked, page."inStock", page.quantity, page.preorders,
        page."lastSoldAt", page.keys, ${variantOf('choices')} as choices,
        coalesce(${variantOf('image')}->>'id', page.facts->'image'->>'id') as image,
        coalesce((
          select -sum(moved.quantity) from stock_movement moved
          where moved.site = ${site} and moved.product_id = page."productId" and moved.variant_id = page."variantId"
            and (moved.order_id is not null or moved.reason = 'SALE') and moved.at > ${new Date(now.getTime() - month)}
        ), 0)::bigint as "soldIn30Days"
      from (
        select stock.product_id as "productId", stock.variant_id as "variantId", product.name, product.facts, stock.sku, product.visible,
          stock.tracked, (case when stock.tracked then stock.quantity > 0 else stock.in_stock end) as "inStock", stock.quantity,
          stock.backorder_limit as preorders, ${lastSold} as "lastSoldAt", ${keyset.keys}
        from stock join product on product.site = ${site} and product.id = stock.product_id
        where stock.site = ${site} and ${keyset.where} ${keyset.tail}
      ) page`),
  )
  const { rows: shown, metadata } = keyset.page(rows)
  return {
    levels: shown.map((row): StockLevel => {
      const choices = Object.values(row.choices ?? {}).join(' · ')
      return {
        productId: row.productId,
        variantId: row.variantId,
        name: row.name,
        ...(choices !== '' && { choices }),
        sku: row.sku,
        ...(row.image !== null && { image: pictureAt(row.image) }),
        visible: row.visible,
        tracked: row.tracked,
        inStock: row.inStock,
        ...(row.tracked && { quantity: row.quantity }),
        preorders: row.tracked ? row.preorders : 0,
        soldIn30Days: row.soldIn30Days,
        ...(row.lastSoldAt !== null && { lastSoldDate: row.lastSoldAt.toISOString() }),
      }
    }),
    pagingMetadata: metadata,
  }
}

export const mostCounted = 10_000

/**
 * How many variants each filter finds.
 * @throws Unreadable
 */
export async function countLevels(db: Db, site: string, filters: readonly Readonly<Record<string, unknown>>[]): Promise<number[]> {
  const conditions: readonly Sql[] = filters.map((filter, i) => readFilter(filter, fields, `filters[${i}]`))
  const counts: number[] = []
  for (const condition of conditions) {
    const [row] = await db.query<{ count: number }>(
      plannedEachTime(sql`
        select count(*)::integer as count from (
          select from stock join product on product.site = ${site} and product.id = stock.product_id
          where stock.site = ${site} and ${condition} limit ${mostCounted}) found`),
    )
    counts.push(row!.count)
  }
  return counts
}
