import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import { changedAt, changedBy, defaultOf, type Elsewhere, moved, type Places, startedAt } from './allocation.ts'
import { findPlaces } from './places.ts'
import { backorderLimitOf, noPreorder, type Preorder, type StockChange, type StockRow } from './rules.ts'

/** The variant id of a product without options, and of the stock that all variants of a product share. */
export const shared = '00000000-0000-0000-0000-000000000000'

const columns = sql`stock.product_id as "productId", stock.variant_id as "variantId", stock.tracked, stock.in_stock as "inStock", stock.quantity,
  stock.backorder_limit as "backorderLimit", stock.elsewhere`

/** Holds the stock of these products until the transaction ends, in the order in which sales hold it. Without rows there is no such product. */
export const holdStock = (db: Db, site: string, productIds: readonly string[]): Promise<StockRow[]> =>
  db.query<StockRow>(sql`
    select ${columns} from stock
    where stock.site = ${site} and stock.product_id = any(${productIds}::uuid[])
    order by stock.sku, stock.product_id, stock.variant_id
    for update`)

/** The variants of a product that have stock of their own; none where there is no such product. */
export async function variantsOf(db: Db, site: string, productId: string): Promise<readonly string[]> {
  const rows = await db.query<{ variantId: string }>(sql`
    select variant_id as "variantId" from stock where site = ${site} and product_id = ${productId}`)
  return rows.map(({ variantId }) => variantId)
}

/** Who moves stock by hand, and what they note. */
export interface Mover {
  readonly caller: User | App
  readonly note?: string | undefined
  /** The location that changes; of none, more arrives at the default one, and less leaves as a sale does. */
  readonly at?: string | undefined
  /** The transfer by which it moves. */
  readonly transferId?: string | undefined
}

/** Writes stock that is held as it is now, and a movement for each quantity that changed. */
export async function writeStock(context: Context, changes: readonly StockChange[], reason: string, mover: Mover): Promise<void> {
  if (changes.length === 0) return
  const places = await findPlaces(context.db, context.site)
  const placed = changes.map((change) => ({ ...change, elsewhere: elsewhereIn(change, mover.at, places) }))
  await writePlaced(context, placed, reason, mover)
}

/** Where a change is: at a location, or where units arrive and leave by themselves. */
export function elsewhereIn({ before, after }: StockChange, at: string | undefined, places: Places): Elsewhere | null {
  const by = after.quantity - before.quantity
  if (by === 0) return null
  // What it was when it last was tracked is nowhere any more.
  if (!before.tracked) return startedAt(before, after.quantity, at ?? defaultOf(places), places)
  return at === undefined ? changedBy(before, by, places) : changedAt(before, by, at, places)
}

/** A change of stock with what of it is elsewhere than at the first location. */
export interface PlacedChange extends StockChange {
  readonly elsewhere: Elsewhere | null
}

/** As `writeStock`, where each change says at which locations it is. */
export async function writePlaced(
  { db, site, now }: Context,
  changes: readonly PlacedChange[],
  reason: string,
  mover: Mover,
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ before, after, elsewhere: change }) => ({
    ...after,
    elsewhere: moved(before.elsewhere, change),
    by: after.quantity - before.quantity,
    change,
    movement: newId(),
  }))
  const { caller, note } = mover
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("productId" uuid, "variantId" uuid, tracked boolean,
    "inStock" boolean, quantity bigint, "backorderLimit" bigint, elsewhere jsonb, by bigint, change jsonb, movement uuid)`
  await db.query(sql`
    update stock set tracked = given.tracked, in_stock = given."inStock", quantity = given.quantity, backorder_limit = given."backorderLimit",
      elsewhere = given.elsewhere, updated_at = ${now}
    from ${given}
    where stock.site = ${site} and stock.product_id = given."productId" and stock.variant_id = given."variantId"`)
  await db.query(sql`
    insert into stock_movement (site, id, product_id, variant_id, reason, quantity, at, actor_kind, actor_id, note, elsewhere, transfer_id)
    select ${site}, movement, "productId", "variantId", ${reason}, by, ${now}, ${caller.kind === 'user' ? 'STAFF' : 'API_KEY'},
      ${caller.kind === 'user' ? caller.userId : caller.appId}, ${note ?? null}, change, ${mover.transferId ?? null}
    from ${given} where by <> 0 or change <> '{}'`)
}

export async function findPreorder(db: Db, site: string, productId: string): Promise<Preorder> {
  const [row] = await db.query<Preorder>(sql`
    select enabled, message, quantity_limit as "limit", expected_date::text as "expectedDate" from product_preorder where site = ${site} and product_id = ${productId}`)
  return row ?? noPreorder
}

export async function savePreorder({ db, site, now }: Context, productId: string, preorder: Preorder): Promise<void> {
  const { enabled, message, limit, expectedDate } = preorder
  await db.query(sql`
    insert into product_preorder (site, product_id, enabled, message, quantity_limit, expected_date, updated_at)
    values (${site}, ${productId}, ${enabled}, ${message}, ${limit}, ${expectedDate}::date, ${now})
    on conflict (site, product_id) do update set enabled = excluded.enabled, message = excluded.message,
      quantity_limit = excluded.quantity_limit, expected_date = excluded.expected_date, updated_at = excluded.updated_at`)
}

/** The stock of a product with what a list shows of it. */
export interface StoredItem {
  readonly productId: string
  readonly numericId: number
  readonly updatedAt: Date
  readonly preorder: Preorder
  readonly rows: readonly StockRow[]
}

export interface ItemListing {
  /** Undefined for all. */
  readonly where: Sql | undefined
  readonly order: Sql
  readonly limit: number
  readonly offset: number
}

/** When a `product` or its stock was changed last. */
export const itemUpdatedAt = sql`greatest(product.updated_at,
  (select max(stock.updated_at) from stock where stock.site = product.site and stock.product_id = product.id),
  (select preorder.updated_at from product_preorder preorder where preorder.site = product.site and preorder.product_id = product.id))`

export const itemIsTracked = sql`exists (
  select from stock where stock.site = product.site and stock.product_id = product.id and stock.tracked)`

export const itemIsPreorderable = sql`exists (
  select from product_preorder preorder where preorder.site = product.site and preorder.product_id = product.id and preorder.enabled)`

/** A page of items, and how many there are in all. */
export async function findItems(db: Db, site: string, { where, order, limit, offset }: ItemListing) {
  const listed = sql`product.site = ${site} ${where ? sql`and ${where}` : sql``}`
  const statement = sql`
    select product.id as "productId", product.numeric_id as "numericId", ${itemUpdatedAt} as "updatedAt",
      (select jsonb_build_object('enabled', preorder.enabled, 'message', preorder.message, 'limit', preorder.quantity_limit,
          'expectedDate', preorder.expected_date)
        from product_preorder preorder where preorder.site = product.site and preorder.product_id = product.id) as preorder,
      (select coalesce(jsonb_agg(jsonb_build_object('productId', stock.product_id, 'variantId', stock.variant_id, 'tracked', stock.tracked,
          'inStock', stock.in_stock, 'quantity', stock.quantity, 'backorderLimit', stock.backorder_limit,
          'elsewhere', stock.elsewhere) order by stock.variant_id), '[]')
        from stock where stock.site = product.site and stock.product_id = product.id) as rows
    from product where ${listed} order by ${order} limit ${limit} offset ${offset}`
  const [rows, [counted]] = await Promise.all([
    db.query<Omit<StoredItem, 'preorder'> & { preorder: Preorder | null }>(where ? plannedEachTime(statement) : statement),
    db.query<{ total: number | null }>(
      where
        ? plannedEachTime(sql`select count(*) as total from product where ${listed}`)
        : sql`select products as total from catalogue where site = ${site}`,
    ),
  ])
  const items = rows.map((row): StoredItem => ({ ...row, preorder: row.preorder ?? noPreorder }))
  return { items, total: counted?.total ?? 0 }
}

/** Where a merchant changed nothing but preorders, the rows follow. */
export const withPreorder = (row: StockRow, preorder: Preorder): StockRow => ({ ...row, backorderLimit: backorderLimitOf(preorder) })
