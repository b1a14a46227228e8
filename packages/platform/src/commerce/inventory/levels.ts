import type { CursorQuery, StockLevel } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import { type Fields, readFilter } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { type RowsOfProducts, visibleIn } from '../../kernel/query/rows-of-products.ts'
import { beginningsOf } from '../../kernel/query/words.ts'
import { lowByInStock, lowByQuantity } from '../selling/low-stock.ts'
import { type Elsewhere, type Places, unitsAt } from './allocation.ts'
import { unitsAt as unitsAtSql } from './allocation-sql.ts'
import { choicesInWords, variantFact } from './variant-facts.ts'

export type PictureAt = (id: string) => string

const day = 24 * 3_600_000
const month = 30 * day
/** Sales of a month in so many bars. */
const bars = 15
const barSeconds = month / bars / 1000

const productId = sql`stock.product_id`
const ofProduct = sql`product.id`
const variantId = sql`stock.variant_id`
/** Rows that are equal in what they are sorted by go by product, and by variant within it. */
const next = { column: productId, kind: 'id' } as const
const name = sql`product.name_key`
const sku = sql`stock.sku`
const lastSold = sql`(select max(moved.at) from stock_movement moved where moved.site = stock.site and moved.product_id = stock.product_id
  and moved.variant_id = stock.variant_id and moved.quantity < 0 and (moved.order_id is not null or moved.reason = 'SALE'))`

const barcode = sql`stock.barcode`

const byCode = (site: string, column: Sql, has: Sql) => (operator: string, operand: unknown) => {
  const codes = operator === '$eq' ? [operand] : operator === '$in' ? (operand as readonly unknown[]) : []
  return codes.length > 0 && codes.every((one) => typeof one === 'string' && one !== '')
    ? sql`select distinct stock.product_id as id from stock where stock.site = ${site} and ${has} and ${column} = any(${codes}::text[])`
    : undefined
}

const mostWithWords = 10_001

/** Products that have all of the words, each as the beginning of one that they are found by, and the variant that has the text as its SKU. */
function inWords(text: string) {
  const query = beginningsOf(text)
  if (query === undefined) return undefined
  const skus = [...new Set([text.trim(), text.trim().toUpperCase()])]
  const hasSku = sql`stock.sku <> '' and stock.sku = any(${skus}::text[])`
  return {
    condition: sql`(product.search @@ ${query}::tsquery or ${hasSku})`,
    ids: (site: string) => sql`
      (select product.id from product where product.site = ${site} and product.search @@ ${query}::tsquery limit ${mostWithWords})
      union select stock.product_id from stock where stock.site = ${site} and ${hasSku}`,
  }
}

/** Lines of transfers that are on their way; those to one location, where its id is given. */
const inTransit = (site: string, locationId: string | undefined): Sql => sql`(
  select line.product_id, line.variant_id, line.quantity, line.received, transfer.expected_at from stock_transfer transfer
  join stock_transfer_line line on line.site = ${site} and line.transfer_id = transfer.id
  where transfer.site = ${site} and transfer.status = 'IN_TRANSIT'
    ${locationId === undefined ? sql`` : sql`and transfer.to_location = ${locationId}`}) line`

/** Products of which something is on its way, where that is what is asked for. */
const byIncoming = (site: string, locationId: string | undefined) => (operator: string, operand: unknown) =>
  (operator === '$gt' || operator === '$gte' || operator === '$eq') &&
  typeof operand === 'number' &&
  (operator === '$gt' ? operand >= 0 : operand > 0)
    ? sql`select distinct line.product_id as id from ${inTransit(site, locationId)}`
    : undefined

/** By what stock is found; at one location, where its id is given. */
function fieldsAt(site: string, locationId: string | undefined): Fields {
  const units = locationId === undefined ? sql`stock.quantity` : unitsAtSql(site, sql`stock`, sql`${locationId}::uuid`)
  const inAll = locationId === undefined
  return {
    productId: { kind: 'id', column: ofProduct, sort: ofProduct, index: { kind: 'unique' } },
    variantId: { kind: 'id', column: variantId },
    name: { kind: 'text', column: sql`product.name`, folded: name, sort: name, next, index: { kind: 'ordered', byVisible: true } },
    sku: { kind: 'text', column: sku, sort: sku, next, index: { kind: 'elsewhere', idsBy: byCode(site, sku, sql`stock.sku <> ''`) } },
    barcode: {
      kind: 'text',
      column: barcode,
      nullable: true,
      index: { kind: 'elsewhere', idsBy: byCode(site, barcode, sql`stock.barcode is not null`) },
    },
    words: {
      kind: 'search',
      column: sql`product.search`,
      matches: (text) => inWords(text)?.condition,
      index: { kind: 'elsewhere', idsBy: (_, text) => inWords(text as string)?.ids(site) },
    },
    visible: { kind: 'flag', column: sql`product.visible` },
    tracked: { kind: 'flag', column: sql`stock.tracked` },
    inStock: {
      kind: 'flag',
      column: sql`(case when stock.tracked then ${units} > 0 else stock.in_stock end)`,
      ...(inAll && { index: { kind: 'elsewhere', idsBy: lowByInStock(site) } }),
    },
    quantity: {
      kind: 'number',
      column: sql`(case when stock.tracked then ${units} end)`,
      // What is not tracked comes after all that is.
      sort: sql`(case when stock.tracked then ${units} else 9007199254740991 end)`,
      places: 0,
      nullable: true,
      next,
      ...(inAll && { index: { kind: 'elsewhere', idsBy: lowByQuantity(site) } }),
    },
    incoming: {
      kind: 'number',
      column: sql`coalesce((
        select sum(greatest(line.quantity - line.received, 0)) from ${inTransit(site, locationId)}
        where line.product_id = ${productId} and line.variant_id = ${variantId}), 0)`,
      places: 0,
      index: { kind: 'elsewhere', idsBy: byIncoming(site, locationId) },
    },
    lastSoldDate: { kind: 'instant', column: lastSold, nullable: true },
  }
}

/** Units of each variant of a page that are reserved for orders awaiting payment, and for drafts. */
const reserved = (site: string): Sql => sql`
  select held.product_id, held.variant_id, -sum(held.quantity)::bigint as units from stock_movement held
  where held.site = ${site} and held.order_id in (
    select id from orders where site = ${site} and status = 'INITIALIZED' and holds_stock
    union all select id from draft_order where site = ${site} and status = 'DRAFT')
  group by held.product_id, held.variant_id`

const incoming = (site: string, locationId: string | undefined): Sql => sql`
  select line.product_id, line.variant_id, sum(greatest(line.quantity - line.received, 0))::bigint as units, min(line.expected_at) as expected_at
  from ${inTransit(site, locationId)} group by line.product_id, line.variant_id`

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
  /** What was sold, by the number of the bar. */
  readonly sales: Readonly<Record<string, number>> | null
  readonly incoming: number | null
  readonly expectedAt: Date | null
  readonly barcode: string | null
  readonly lastSoldAt: Date | null
  readonly keys: readonly string[]
}

/** Where stock is found. Of products that are some of many it is looked up for each. */
const stockOf = (site: string, products: Sql, isPart: boolean): Sql => sql`
  ${products} ${
    isPart
      ? sql`cross join lateral (select stock.* from stock where stock.site = ${site} and stock.product_id = product.id offset 0) stock`
      : sql`join stock on stock.site = ${site} and stock.product_id = product.id`
  } where product.site = ${site}`

interface LevelsDeps {
  readonly products: RowsOfProducts
  readonly places: Places
  readonly locationId?: string | undefined
  readonly pictureAt: PictureAt
  readonly countWaiting: CountWaiting
}

/** How many people wait for an email about each variant of these products. */
export type CountWaiting = (
  db: Db,
  site: string,
  productIds: readonly string[],
) => Promise<readonly { readonly productId: string; readonly variantId: string; readonly count: number }[]>

/**
 * A page of stock by variant. The picture and the choices are those of what selling knows of the product. In a large catalogue it may be short, or
 * empty, and say that there is more.
 * @throws Unreadable
 */
export async function findLevels(
  { db, site, now }: Context,
  query: CursorQuery,
  { products, places, locationId, pictureAt, countWaiting }: LevelsDeps,
) {
  const fields = fieldsAt(site, locationId)
  const keyset = readKeyset(query, { fields, id: variantId, usual: [{ fieldName: 'name', order: 'ASC' }], root: 'query' })
  const { filter } = keyset
  const since = new Date(now.getTime() - month)
  const read = (from: Sql) =>
    db.query<Row>(
      plannedEachTime(sql`
      with reserved as materialized (${reserved(site)}), incoming as materialized (${incoming(site, locationId)})
      select page.barcode, page."productId", page."variantId", page.name, page.sku, page.visible, page.tracked, page."inStock", page.quantity, page.preorders,
        page.elsewhere, coalesce((
          select units from reserved where product_id = page."productId" and variant_id = page."variantId"), 0) as reserved, page."lastSoldAt", page.keys, ${variantFact('choices', ofPage)} as choices,
        coalesce(${variantFact('image', ofPage)}->>'id', page.facts->'image'->>'id') as image,
        (select jsonb_object_agg(bar.at, bar.units) from (
          select least(${bars - 1}::bigint, floor(extract(epoch from moved.at - ${since}::timestamptz) / ${barSeconds}::bigint))::integer as at,
            -sum(moved.quantity)::bigint as units
          from stock_movement moved
          where moved.site = ${site} and moved.product_id = page."productId" and moved.variant_id = page."variantId"
            and (moved.order_id is not null or moved.reason = 'SALE') and moved.at > ${since}
          group by 1) bar) as sales,
        (select units from incoming where product_id = page."productId" and variant_id = page."variantId") as incoming,
        (select expected_at from incoming where product_id = page."productId" and variant_id = page."variantId") as "expectedAt"
      from (
        select stock.product_id as "productId", stock.variant_id as "variantId", product.name, product.facts, stock.sku, stock.barcode, product.visible,
          stock.tracked, (case when stock.tracked then stock.quantity > 0 else stock.in_stock end) as "inStock", stock.quantity,
          stock.elsewhere, stock.backorder_limit as preorders, ${lastSold} as "lastSoldAt", ${keyset.keys}
        from ${from} and ${keyset.where} ${keyset.tail}
      ) page`),
    )
  const { rows: shown, metadata } = await products.page<Row>(
    db,
    { site, hidden: true, visible: visibleIn(filter), filter, fields, keyset, root: 'query' },
    { rows: (from, isPart) => stockOf(site, from, isPart), read },
  )
  const waiting = await countWaiting(
    db,
    site,
    shown.map(({ productId }) => productId),
  )
  return {
    levels: shown.map((row): StockLevel => {
      const choices = choicesInWords(row.choices)
      const recentSales = Array.from({ length: bars }, (_, at) => row.sales?.[at] ?? 0)
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
        soldIn30Days: recentSales.reduce((sum, units) => sum + units, 0),
        recentSales,
        reserved: row.reserved,
        waiting: waiting.find(({ productId, variantId }) => productId === row.productId && variantId === row.variantId)?.count ?? 0,
        ...(row.incoming && {
          incoming: { quantity: row.incoming, ...(row.expectedAt && { expectedDate: row.expectedAt.toISOString() }) },
        }),
        ...(row.barcode !== null && { barcode: row.barcode }),
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
 * How many variants each filter finds, and how many units of them are in stock. In a large catalogue those that no index tells are an estimate.
 * @throws Unreadable
 */
export async function countLevels(
  db: Db,
  site: string,
  filters: readonly Readonly<Record<string, unknown>>[],
  { products, locationId }: Pick<LevelsDeps, 'products' | 'locationId'>,
): Promise<{ counts: number[]; units: number[] }> {
  const fields = fieldsAt(site, locationId)
  const conditions: readonly Sql[] = filters.map((filter, i) => readFilter(filter, fields, `filters[${i}]`))
  const counts: number[] = []
  const units: number[] = []
  for (const [i, condition] of conditions.entries()) {
    const filter = filters[i]!
    const published = await products.published(db, { site, hidden: true, visible: visibleIn(filter), filter, fields })
    const [row] = await db.query<{ count: number; units: number }>(
      plannedEachTime(sql`
        select count(*)::integer as count, coalesce(sum(greatest(found.units, 0)), 0)::bigint as units from (
          select ${fields['quantity']!.column} as units from ${stockOf(site, published.products, published.isPart)} and ${condition} limit ${mostCounted}) found`),
    )
    counts.push(Math.min(mostCounted, row!.count * published.times))
    units.push(row!.units * published.times)
  }
  return { counts, units }
}
