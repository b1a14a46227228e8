import { type Db, sql } from '../../kernel/db/sql.ts'
import type { LearningKind } from './progress.ts'
import type { Changes, Met, Occasion, View } from './together.ts'

export type TogetherKind = Exclude<LearningKind, 'SIMILAR'>

/** Adds to what is counted; what comes to nothing is forgotten. Its products are stale from then on. */
export async function addCounts(db: Db, site: string, kind: TogetherKind, { products, pairs }: Changes): Promise<void> {
  const productRows = [...products].map(([id, count]) => ({ id, count })).sort((a, b) => (a.id < b.id ? -1 : 1))
  if (productRows.length > 0)
    await db.query(sql`
      insert into product_occurrence (site, kind, product_id, count, stale)
      select ${site}, ${kind}, id, count, true from jsonb_to_recordset(${JSON.stringify(productRows)}::jsonb) as row (id uuid, count integer)
      on conflict (site, kind, product_id) do update set count = product_occurrence.count + excluded.count, stale = true`)
  const pairRows = [...pairs]
    .map(([key, count]) => ({ a: key.slice(0, 36), b: key.slice(37), count }))
    .flatMap(({ a, b, count }) => [
      { a, b, count },
      { a: b, b: a, count },
    ])
    .sort((one, other) => (one.a + one.b < other.a + other.b ? -1 : 1))
  if (pairRows.length === 0) return
  const text = JSON.stringify(pairRows)
  await db.query(sql`
    insert into product_pair (site, kind, product_id, other_id, count)
    select ${site}, ${kind}, a, b, count from jsonb_to_recordset(${text}::jsonb) as row (a uuid, b uuid, count integer)
    on conflict (site, kind, product_id, other_id) do update set count = product_pair.count + excluded.count`)
  const fewer = pairRows.filter(({ count }) => count < 0)
  if (fewer.length === 0) return
  await db.query(sql`
    delete from product_pair pair using jsonb_to_recordset(${JSON.stringify(fewer)}::jsonb) as row (a uuid, b uuid)
    where pair.site = ${site} and pair.kind = ${kind} and pair.product_id = row.a and pair.other_id = row.b and pair.count <= 0`)
  // Whoever met it no longer does.
  await db.query(sql`
    update product_occurrence set stale = true
    where site = ${site} and kind = ${kind} and product_id = any(${[...new Set(fewer.map(({ a }) => a))]}::uuid[]) and not stale`)
}

/** The products of these orders that are counted. */
export async function findCountedOrders(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ id: string; products: readonly string[] }>(sql`
    select order_id as id, product_ids as products from counted_order where site = ${site} and order_id = any(${[...ids]}::uuid[])`)
  return new Map(rows.map(({ id, products }) => [id, products]))
}

export async function saveCountedOrders(db: Db, site: string, orders: readonly Occasion[]): Promise<void> {
  if (orders.length === 0) return
  await db.query(sql`
    insert into counted_order (site, order_id, product_ids)
    select ${site}, id, array(select jsonb_array_elements_text(products)::uuid)
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as row (id uuid, products jsonb)
    on conflict (site, order_id) do update set product_ids = excluded.product_ids`)
}

/** Takes looks away to count them. */
export const takeViews = (db: Db, site: string, limit: number): Promise<View[]> =>
  db.query<View>(sql`
    delete from product_view where site = ${site} and id in (select id from product_view where site = ${site} order by id limit ${limit})
    returning product_id as "productId", before`)

export async function addView(db: Db, site: string, id: string, { productId, before }: View): Promise<void> {
  await db.query(sql`
    insert into product_view (site, id, product_id, before)
    select ${site}, ${id}, ${productId}, array(
      select product.id from product where product.site = ${site} and product.id = any(${[...before]}::uuid[]) and product.id <> ${productId})
    from product where product.site = ${site} and product.id = ${productId} and visible`)
}

/** Products whose counts have changed since their recommendations were made. */
export const findStale = (db: Db, site: string, kind: TogetherKind, limit: number): Promise<{ id: string; count: number }[]> =>
  db.query(sql`
    select product_id as id, count from product_occurrence where site = ${site} and kind = ${kind} and stale order by product_id limit ${limit}`)

export async function markFresh(db: Db, site: string, kind: TogetherKind, ids: readonly string[]): Promise<void> {
  await db.query(sql`
    update product_occurrence set stale = false where site = ${site} and kind = ${kind} and product_id = any(${[...ids]}::uuid[]) and stale`)
}

/** What each of these products met most often. */
export async function findMet(
  db: Db,
  site: string,
  kind: TogetherKind,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, readonly Met[]>> {
  const rows = await db.query<Met & { id: string }>(sql`
    select asked.id, pair.other_id as "otherId", pair.count as together, other.count as others
    from unnest(${[...ids]}::uuid[]) as asked (id)
    cross join lateral (
      select other_id, count from product_pair
      where site = ${site} and kind = ${kind} and product_id = asked.id and count > 1
      order by count desc, other_id limit ${most}
    ) pair
    join product_occurrence other on other.site = ${site} and other.kind = ${kind} and other.product_id = pair.other_id`)
  const met = new Map<string, Met[]>()
  for (const { id, ...one } of rows) {
    const list = met.get(id)
    if (list) list.push(one)
    else met.set(id, [one])
  }
  return met
}
