import type { CursorQuery, StockLevel } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import { type Fields, readFilter } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { type Elsewhere, type Places, unitsAt } from './allocation.ts'
import { unitsAt as unitsAtSql } from './allocation-sql.ts'
import { choicesInWords, variantFact } from './variant-facts.ts'

export type PictureAt = (id: string) => string

const month = 30 * 24 * 3_600_000

const productId = sql`stock.product_id`
const variantId = sql`stock.variant_id`
/** Rows that are equal in what they are sorted by go by product, and by variant within it. */
const next = { column: productId, kind: 'id' } as const
const name = sql`product.name_key`
const sku = sql`stock.sku`
const lastSold = sql`(select max(moved.at) from stock_movement moved where moved.site = stock.site and moved.product_id = stock.product_id
  and moved.variant_id = stock.variant_id and moved.quantity < 0 and (moved.order_id is not null or moved.reason = 'SALE'))`

/** By what stock is found; at one location, where its id is given. */
function fieldsAt(site: string, locationId: string | undefined): Fields {
  const units = locationId === undefined ? sql`stock.quantity` : unitsAtSql(site, sql`stock`, sql`${locationId}::uuid`)
  return {
    productId: { kind: 'id', column: productId },
    variantId: { kind: 'id', column: variantId },
    name: { kind: 'text', column: sql`product.name`, folded: name, sort: name, next },
    sku: { kind: 'text', column: sku, sort: sku, next },
    visible: { kind: 'flag', column: sql`product.visible` },
    tracked: { kind: 'flag', column: sql`stock.tracked` },
    inStock: { kind: 'flag', column: sql`(case when stock.tracked then ${units} > 0 else stock.in_stock end)` },
    quantity: {
      kind: 'number',
      column: sql`(case when stock.tracked then ${units} end)`,
      // What is not tracked comes after all that is.
      sort: sql`(case when stock.tracked then ${units} else 9007199254740991 end)`,
      places: 0,
      nullable: true,
      next,
    },
    lastSoldDate: { kind: 'instant', column: lastSold, nullable: true },
  }
}

/** Of orders that wait for their payment, and of drafts: what they keep of each variant of a page. */
const reserved = (site: string): Sql => sql`
  select held.product_id, held.variant_id, -sum(held.quantity)::bigint as units from stock_movement held
  where held.site = ${site} and held.order_id in (
    select id from orders where site = ${site} and status = 'INITIALIZED' and holds_stock
    union all select id from draft_order where site = ${site} and status = 'DRAFT')
  group by held.product_id, held.variant_id`

const ofPage = { facts: sql`page.facts`, variantId: sql`page."variantId"` }

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
  readonly elsewhere: Elsewhere | null
  readonly reserved: number
  readonly preorders: number
  readonly soldIn30Days: number
  readonly lastSoldAt: Date | null
  readonly keys: readonly string[]
}

/**
 * A page of stock by variant. The picture and the choices are those of what selling knows of the product.
 * @throws Unreadable
 */
export async function findLevels(
  { db, site, now }: Context,
  query: CursorQuery,
  { places, locationId, pictureAt }: { readonly places: Places; readonly locationId?: string | undefined; readonly pictureAt: PictureAt },
) {
  const keyset = readKeyset(query, {
    fields: fieldsAt(site, locationId),
    id: variantId,
    usual: [{ fieldName: 'name', order: 'ASC' }],
    root: 'query',
  })
  const rows = await db.query<Row>(
    plannedEachTime(sql`
      with reserved as materialized (${reserved(site)})
      select page."productId", page."variantId", page.name, page.sku, page.visible, page.tracked, page."inStock", page.quantity, page.preorders,
        page.elsewhere, coalesce((
          select units from reserved where product_id = page."productId" and variant_id = page."variantId"), 0) as reserved, page."lastSoldAt", page.keys, ${variantFact('choices', ofPage)} as choices,
        coalesce(${variantFact('image', ofPage)}->>'id', page.facts->'image'->>'id') as image,
        coalesce((
          select -sum(moved.quantity) from stock_movement moved
          where moved.site = ${site} and moved.product_id = page."productId" and moved.variant_id = page."variantId"
            and (moved.order_id is not null or moved.reason = 'SALE') and moved.at > ${new Date(now.getTime() - month)}
        ), 0)::bigint as "soldIn30Days"
      from (
        select stock.product_id as "productId", stock.variant_id as "variantId", product.name, product.facts, stock.sku, product.visible,
          stock.tracked, (case when stock.tracked then stock.quantity > 0 else stock.in_stock end) as "inStock", stock.quantity,
          stock.elsewhere, stock.backorder_limit as preorders, ${lastSold} as "lastSoldAt", ${keyset.keys}
        from stock join product on product.site = ${site} and product.id = stock.product_id
        where stock.site = ${site} and ${keyset.where} ${keyset.tail}
      ) page`),
  )
  const { rows: shown, metadata } = keyset.page(rows)
  return {
    levels: shown.map((row): StockLevel => {
      const choices = choicesInWords(row.choices)
      return {
        productId: row.productId,
        variantId: row.variantId,
        name: row.name,
        ...(choices !== '' && { choices }),
        sku: row.sku,
        ...(row.image !== null && { image: pictureAt(row.image) }),
        visible: row.visible,
        tracked: row.tracked,
        inStock: row.tracked && locationId !== undefined ? unitsAt(row, locationId, site) > 0 : row.inStock,
        ...(row.tracked && { quantity: locationId === undefined ? row.quantity : unitsAt(row, locationId, site) }),
        preorders: row.tracked ? row.preorders : 0,
        soldIn30Days: row.soldIn30Days,
        reserved: row.reserved,
        ...(row.tracked && places.inOrder.length > 1 && { locations: unitsByLocation(row, places) }),
        ...(row.lastSoldAt !== null && { lastSoldDate: row.lastSoldAt.toISOString() }),
      }
    }),
    pagingMetadata: metadata,
  }
}

const unitsByLocation = (row: Row, { first, inOrder }: Places) =>
  inOrder.flatMap(({ id, active }) => {
    const quantity = unitsAt(row, id, first)
    return active || quantity !== 0 ? [{ locationId: id, quantity }] : []
  })

export const mostCounted = 10_000

/**
 * How many variants each filter finds.
 * @throws Unreadable
 */
export async function countLevels(
  db: Db,
  site: string,
  filters: readonly Readonly<Record<string, unknown>>[],
  locationId: string | undefined,
): Promise<number[]> {
  const fields = fieldsAt(site, locationId)
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
