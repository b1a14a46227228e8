import { newId } from '../../kernel/db/id.ts'
import { mostListed } from '../../kernel/db/rows.ts'
import { type Db, join, lastlyNoting, type Sql, sql } from '../../kernel/db/sql.ts'
import { type Elsewhere, returning } from './allocation.ts'
import { leaving, movedTo } from './allocation-sql.ts'
import { findPlaces } from './places.ts'

/** So many units of a stock item: of a variant, or of a product whose variants share one stock (variant 00000000-…). */
export interface StockLine {
  readonly productId: string
  readonly variantId: string
  readonly quantity: number
}

/** A stock item with fewer units than were asked for. */
export interface Shortage {
  readonly productId: string
  readonly variantId: string
  readonly wanted: number
  readonly available: number
}

export interface Taking {
  readonly orderId: string
  /** Where the order is picked up, as shipping options call it: what is held there goes first. */
  readonly pickupCode?: string | undefined
}

export interface StockChange {
  readonly orderId: string
  /** Why, in one word: an order's change of a stock item happens once for each reason. */
  readonly reason: string
}

/** How many of a row of `stock` may be sold, preorders among them; null where any number may. */
const sellable: Sql = sql`case when stock.tracked then greatest(0, stock.quantity + stock.backorder_limit) when not stock.in_stock then 0 end`

interface StockItem {
  readonly productId: string
  readonly variantId: string
}

/**
 * Takes units for an order: all of them, or none where any stock item is short of what is asked for; those stock items are the answer.
 * One statement, the stock items locked in the order of their SKUs so that no two orders wait for each other. What is not counted is never short.
 * Call it last in the transaction, and refuse (roll back) when the answer is not empty.
 */
export async function take(
  db: Db,
  site: string,
  lines: readonly StockLine[],
  { orderId, reason = 'ORDER', pickupCode }: Taking & { readonly reason?: string },
  now: Date,
): Promise<readonly Shortage[]> {
  if (lines.length === 0) return []
  const wanted = summed(lines)
  return db.query<Shortage>(sql`
    with wanted (product_id, variant_id, quantity, movement) as (
      ${rowsOf(wanted)}
    ), held as materialized (
      select stock.product_id, stock.variant_id, stock.tracked, stock.quantity, stock.elsewhere, ${sellable} as sellable,
        wanted.quantity as wanted, wanted.movement
      from stock join wanted on wanted.product_id = stock.product_id and wanted.variant_id = stock.variant_id
      where stock.site = ${site}
      order by stock.sku, stock.product_id, stock.variant_id
      for update of stock
    ), verdict as (
      select count(*) filter (where sellable is null or sellable >= wanted) = ${wanted.length} as enough from held
    ), allotted as (
      select held.*, ${leaving(site, pickupCode)} as leaves from held where held.tracked
    ), taken as (
      update stock set quantity = stock.quantity - allotted.wanted, elsewhere = ${movedTo(sql`allotted.elsewhere`, sql`allotted.leaves`)},
        updated_at = ${now}
      from allotted
      where stock.site = ${site} and stock.product_id = allotted.product_id and stock.variant_id = allotted.variant_id
        and (select enough from verdict)
      returning allotted.movement, stock.product_id, stock.variant_id, allotted.wanted, allotted.leaves
    ), noted as (
      insert into stock_movement (site, id, product_id, variant_id, order_id, reason, quantity, at, elsewhere)
      select ${site}, movement, product_id, variant_id, ${orderId}, ${reason}, -wanted, ${now}, leaves from taken
    )
    select wanted.product_id as "productId", wanted.variant_id as "variantId", wanted.quantity as wanted, coalesce(held.sellable, 0) as available
    from wanted left join held on held.product_id = wanted.product_id and held.variant_id = wanted.variant_id
    where held.product_id is null or held.sellable < wanted.quantity`)
}

/**
 * Takes units for an order at the end of the write, all of them; where a stock item is short the write is done again, and then `take` has to say
 * which. So it is where a collection's rule asks for the stock, which then has to be followed. The stock items are locked in the same order.
 */
export async function takeLastly(
  db: Db,
  site: string,
  lines: readonly StockLine[],
  { orderId, reason, pickupCode }: Taking & { readonly reason: string },
  now: Date,
): Promise<void> {
  if (lines.length === 0) return
  const wanted = summed(lines)
  await lastlyNoting(
    db,
    sql`
      update stock set quantity = case when stock.tracked then stock.quantity - held.wanted else stock.quantity end,
        elsewhere = case when stock.tracked then ${movedTo(sql`held.elsewhere`, leaving(site, pickupCode))} else stock.elsewhere end,
        updated_at = case when stock.tracked then ${now} else stock.updated_at end
      from (
        select stock.product_id, stock.variant_id, stock.quantity, stock.elsewhere, wanted.quantity as wanted, wanted.movement
        from stock join (${rowsOf(wanted)}) as wanted (product_id, variant_id, quantity, movement)
          on wanted.product_id = stock.product_id and wanted.variant_id = stock.variant_id
        where stock.site = ${site} and coalesce(${sellable} >= wanted.quantity, true) and not stock.watched
        order by stock.sku, stock.product_id, stock.variant_id
        for update of stock
      ) as held
      where stock.site = ${site} and stock.product_id = held.product_id and stock.variant_id = held.variant_id`,
    wanted.length,
    {
      columns: sql`stock.product_id, stock.variant_id, stock.tracked, held.movement, held.wanted, ${leaving(site, pickupCode)} as leaves`,
      insert: (changed) => sql`
        insert into stock_movement (site, id, product_id, variant_id, order_id, reason, quantity, at, elsewhere)
        select ${site}, movement, product_id, variant_id, ${orderId}, ${reason}, -wanted, ${now}, leaves from ${changed} where tracked`,
    },
  )
}

/**
 * Puts back what an order took and has not given back yet: all of it, or of the given lines as much at the most.
 * The same order, stock item and reason again change nothing. The answer is what went back.
 */
export async function putBack(
  db: Db,
  site: string,
  { orderId, reason, lines }: StockChange & { readonly lines?: readonly StockLine[] },
  now: Date,
): Promise<readonly StockLine[]> {
  const stockItems = await db.query<StockItem & { split: boolean }>(sql`
    select stock.product_id as "productId", stock.variant_id as "variantId", stock.elsewhere is not null as split
    from stock
    where stock.site = ${site} and exists (
      select from stock_movement moved
      where moved.site = ${site} and moved.order_id = ${orderId} and moved.product_id = stock.product_id and moved.variant_id = stock.variant_id)
    order by stock.sku, stock.product_id, stock.variant_id
    for update`)
  if (stockItems.length === 0) return []
  const wanted = lines && new Map(summed(lines).map((line) => [`${line.productId} ${line.variantId}`, line.quantity]))
  const most = stockItems.map(({ productId, variantId }) =>
    wanted ? (wanted.get(`${productId} ${variantId}`) ?? 0) : Number.MAX_SAFE_INTEGER,
  )
  const elsewhere = await backElsewhere(db, site, orderId, stockItems, most)
  return db.query<StockLine>(sql`
    with shelf as (
      select * from unnest(${stockItems.map(({ productId }) => productId)}::uuid[], ${stockItems.map(({ variantId }) => variantId)}::uuid[],
        ${most}::bigint[], ${stockItems.map(() => newId())}::uuid[], ${elsewhere.map((change) => change && JSON.stringify(change))}::jsonb[])
        as s (product_id, variant_id, most, movement, elsewhere)
    ), owed as (
      select shelf.movement, shelf.product_id, shelf.variant_id, shelf.elsewhere, least(shelf.most, -sum(moved.quantity)) as quantity
      from shelf join stock_movement moved
        on moved.site = ${site} and moved.order_id = ${orderId} and moved.product_id = shelf.product_id and moved.variant_id = shelf.variant_id
      group by shelf.movement, shelf.product_id, shelf.variant_id, shelf.elsewhere, shelf.most
    ), noted as (
      insert into stock_movement (site, id, product_id, variant_id, order_id, reason, quantity, at, elsewhere)
      select ${site}, movement, product_id, variant_id, ${orderId}, ${reason}, quantity, ${now}, elsewhere from owed where quantity > 0
      on conflict (site, order_id, product_id, variant_id, reason) do nothing
      returning product_id, variant_id, quantity, elsewhere
    )
    update stock set quantity = stock.quantity + noted.quantity, elsewhere = ${movedTo(sql`stock.elsewhere`, sql`noted.elsewhere`)},
      updated_at = ${now}
    from noted
    where stock.site = ${site} and stock.product_id = noted.product_id and stock.variant_id = noted.variant_id
    returning stock.product_id as "productId", stock.variant_id as "variantId", noted.quantity as quantity`)
}

/** Where what an order gives back arrives, for each variant that is held; null where all of it does at the first location. */
async function backElsewhere(
  db: Db,
  site: string,
  orderId: string,
  held: readonly (StockItem & { readonly split: boolean })[],
  most: readonly number[],
): Promise<readonly (Elsewhere | null)[]> {
  if (!held.some(({ split }) => split)) return held.map(() => null)
  const [places, parts] = await Promise.all([
    findPlaces(db, site),
    db.query<StockItem & { quantity: number; elsewhere: Elsewhere }>(sql`
      select product_id as "productId", variant_id as "variantId", -sum(quantity)::bigint as quantity, coalesce((
        select jsonb_object_agg(summed.key, summed.units) from (
          select part.key, -sum(part.value::bigint) as units
          from stock_movement each cross join jsonb_each_text(each.elsewhere) part
          where each.site = ${site} and each.order_id = ${orderId} and each.product_id = moved.product_id and each.variant_id = moved.variant_id
          group by part.key) summed), '{}') as elsewhere
      from stock_movement moved where site = ${site} and order_id = ${orderId} group by product_id, variant_id`),
  ])
  return held.map(({ productId, variantId, split }, i) => {
    const owed = split && parts.find((part) => part.productId === productId && part.variantId === variantId)
    return owed ? returning(owed, Math.max(0, Math.min(most[i]!, owed.quantity)), places) : null
  })
}

/**
 * What an edit of an order moves: units that leave the stock, that are back on it, and that the order lets go though they are gone for good.
 * All stock items are locked in the order of their SKUs first. Where one is short of what is to be taken it is the answer: then refuse (roll back).
 */
export async function exchange(
  db: Db,
  site: string,
  { orderId, revision, taken, back, gone }: Exchange,
  now: Date,
): Promise<readonly Shortage[]> {
  const all = [...taken, ...back, ...gone]
  if (all.length === 0) return []
  await db.query(sql`
    select from stock
    where site = ${site} and (product_id, variant_id) in (
      select * from unnest(${all.map(({ productId }) => productId)}::uuid[], ${all.map(({ variantId }) => variantId)}::uuid[]))
    order by sku, product_id, variant_id
    for update`)
  const short = await take(db, site, taken, { orderId, reason: `ADDED_${revision}` }, now)
  if (short.length > 0) return short
  if (back.length > 0) await putBack(db, site, { orderId, reason: `REMOVED_${revision}`, lines: back }, now)
  if (gone.length > 0) await letGo(db, site, { orderId, reason: `GONE_${revision}`, lines: gone }, now)
  return []
}

export interface Exchange {
  readonly orderId: string
  readonly revision: number
  readonly taken: readonly StockLine[]
  readonly back: readonly StockLine[]
  readonly gone: readonly StockLine[]
}

/** The units are no order's any more, nor are they in stock again: what the order owes is written off. */
async function letGo(
  db: Db,
  site: string,
  { orderId, reason, lines }: StockChange & { readonly lines: readonly StockLine[] },
  now: Date,
): Promise<void> {
  const all = summed(lines)
  await db.query(sql`
    with shelf as (
      select * from unnest(${all.map(({ productId }) => productId)}::uuid[], ${all.map(({ variantId }) => variantId)}::uuid[],
        ${all.map(({ quantity }) => quantity)}::bigint[], ${all.map(() => newId())}::uuid[], ${all.map(() => newId())}::uuid[])
        as s (product_id, variant_id, most, movement, counter)
    ), owed as (
      select shelf.product_id, shelf.variant_id, shelf.movement, shelf.counter, least(shelf.most, -sum(moved.quantity)) as quantity
      from shelf join stock_movement moved
        on moved.site = ${site} and moved.order_id = ${orderId} and moved.product_id = shelf.product_id and moved.variant_id = shelf.variant_id
      group by shelf.product_id, shelf.variant_id, shelf.movement, shelf.counter, shelf.most
    )
    insert into stock_movement (site, id, product_id, variant_id, order_id, reason, quantity, at)
    select ${site}::uuid, movement, product_id, variant_id, ${orderId}::uuid, ${reason}::text, quantity::bigint, ${now}::timestamptz
    from owed where quantity > 0
    union all
    select ${site}::uuid, counter, product_id, variant_id, null, ${`${reason} ${orderId}`}::text, -quantity::bigint, ${now}::timestamptz
    from owed where quantity > 0`)
}

export interface StockItemCount {
  readonly productId: string
  readonly variantId: string
  /** Null where units are not counted. */
  readonly quantity: number | null
}

/** Says how many units there are, as after counting them. Stock items that are not there stay away; the answer names those that were set. */
export async function setStock(
  db: Db,
  site: string,
  counts: readonly StockItemCount[],
  now: Date,
  reason = 'COUNT',
): Promise<readonly { readonly productId: string; readonly variantId: string; readonly before: number; readonly after: number }[]> {
  if (counts.length === 0) return []
  return db.query(sql`
    with counted as (
      select * from unnest(${counts.map(({ productId }) => productId)}::uuid[], ${counts.map(({ variantId }) => variantId)}::uuid[],
        ${counts.map(({ quantity }) => quantity)}::bigint[], ${counts.map(() => newId())}::uuid[]) as c (product_id, variant_id, quantity, movement)
    ), held as materialized (
      select stock.product_id, stock.variant_id, stock.quantity, stock.elsewhere, counted.quantity as counted, counted.movement,
        greatest(0, stock.quantity - counted.quantity) as wanted
      from stock join counted on counted.product_id = stock.product_id and counted.variant_id = stock.variant_id
      where stock.site = ${site}
      order by stock.sku, stock.product_id, stock.variant_id
      for update of stock
    ), placed as (
      select held.*, case when counted > quantity then (
        select jsonb_build_object(location.id::text, held.counted - held.quantity) from stock_location location
        where location.site = ${site} and location.is_default and location.id <> ${site}) else ${leaving(site, undefined)} end as change
      from held
    ), changed as (
      update stock set tracked = placed.counted is not null, quantity = coalesce(placed.counted, stock.quantity), in_stock = true,
        elsewhere = ${movedTo(sql`placed.elsewhere`, sql`placed.change`)}, updated_at = ${now}
      from placed
      where stock.site = ${site} and stock.product_id = placed.product_id and stock.variant_id = placed.variant_id
      returning placed.movement, stock.product_id, stock.variant_id, placed.quantity as before, stock.quantity as after, placed.change
    ), noted as (
      insert into stock_movement (site, id, product_id, variant_id, reason, quantity, at, elsewhere)
      select ${site}, movement, product_id, variant_id, ${reason}, after - before, ${now}, change from changed where after <> before
    )
    select product_id as "productId", variant_id as "variantId", before, after from changed`)
}

/** Stock item, units and the id of a movement: rows that the database counts when it plans, so that one plan serves all orders of as many stock items. */
function rowsOf(wanted: readonly StockLine[]): Sql {
  if (wanted.length > mostListed)
    return sql`select * from unnest(${wanted.map(({ productId }) => productId)}::uuid[], ${wanted.map(({ variantId }) => variantId)}::uuid[],
      ${wanted.map(({ quantity }) => quantity)}::bigint[], ${wanted.map(() => newId())}::uuid[])`
  const rows = wanted.map(
    ({ productId, variantId, quantity }) => sql`(${productId}::uuid, ${variantId}::uuid, ${quantity}::bigint, ${newId()}::uuid)`,
  )
  return sql`values ${join(rows, ', ')}`
}

function summed(lines: readonly StockLine[]): readonly StockLine[] {
  const all = new Map<string, StockLine>()
  for (const line of lines) {
    const key = `${line.productId} ${line.variantId}`
    const before = all.get(key)
    all.set(key, before ? { ...line, quantity: before.quantity + line.quantity } : line)
  }
  return [...all.values()]
}
