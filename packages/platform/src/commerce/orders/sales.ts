import type { Minor } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'

/** Sales of a time in one currency: those in another are no part of the sum. */
export interface Stretch {
  readonly from: Date
  readonly to: Date
  readonly currency: string
}

export interface SoldPart {
  /** Which part of the stretch it is, from 0. */
  readonly part: number
  readonly orders: number
  readonly sales: Minor
}

/** What was sold in the parts of a stretch, each from its beginning; parts without a sale are left out. */
export async function soldInParts(
  db: Db,
  site: string,
  { from, to, currency }: Stretch,
  parts: readonly Date[],
): Promise<readonly SoldPart[]> {
  return db.query<SoldPart>(sql`
    select width_bucket(created_at, ${parts}::timestamptz[]) - 1 as part,
      count(*)::int as orders, coalesce(sum(total), 0)::bigint as sales
    from orders
    where site = ${site} and created_at >= ${from} and created_at < ${to} and status <> 'INITIALIZED' and status in ('APPROVED', 'PENDING')
      and currency = ${currency}
    group by 1`)
}

export interface SoldProduct {
  readonly productId: string | null
  readonly name: string
  readonly image: string | null
  readonly sold: number
  /** Decimal text, in the currency of the orders. */
  readonly sales: string
}

/** What sold for most in a stretch. */
export async function topProducts(db: Db, site: string, { from, to, currency }: Stretch, limit: number): Promise<readonly SoldProduct[]> {
  return db.query<SoldProduct>(sql`
    select min(line -> 'catalogReference' ->> 'catalogItemId') as "productId", max(line -> 'productName' ->> 'original') as name,
      max(line -> 'image' ->> 'url') as image, sum((line ->> 'quantity')::int)::int as sold,
      coalesce(sum((line -> 'totalPriceAfterTax' ->> 'amount')::numeric), 0)::text as sales
    from orders, jsonb_array_elements(document -> 'lineItems') as line
    where site = ${site} and created_at >= ${from} and created_at < ${to} and status <> 'INITIALIZED' and status in ('APPROVED', 'PENDING')
      and currency = ${currency}
    group by coalesce(line -> 'catalogReference' ->> 'catalogItemId', line -> 'productName' ->> 'original')
    order by sum((line -> 'totalPriceAfterTax' ->> 'amount')::numeric) desc nulls last, 2 limit ${limit}`)
}

/** What some products sold for in a stretch, by their ids. */
export async function salesOf(
  db: Db,
  site: string,
  { from, to, currency }: Stretch,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ productId: string; sales: string }>(sql`
    select line -> 'catalogReference' ->> 'catalogItemId' as "productId", sum((line -> 'totalPriceAfterTax' ->> 'amount')::numeric)::text as sales
    from orders, jsonb_array_elements(document -> 'lineItems') as line
    where site = ${site} and created_at >= ${from} and created_at < ${to} and status <> 'INITIALIZED' and status in ('APPROVED', 'PENDING')
      and currency = ${currency}
      and item_ids && ${productIds}::text[] and line -> 'catalogReference' ->> 'catalogItemId' = any(${productIds}::text[])
    group by 1`)
  return new Map(rows.map(({ productId, sales }) => [productId, sales]))
}

export interface WaitingOrders {
  readonly toFulfill: number
  readonly dueToday: number
  readonly late: number
  readonly held: number
  readonly declined: number
}

/** How many orders wait for somebody, and have to leave before `tomorrow`; beyond `most` nobody counts. */
export async function countWaiting(
  db: Db,
  site: string,
  { now, tomorrow }: { readonly now: Date; readonly tomorrow: Date },
  most: number,
): Promise<WaitingOrders> {
  const waiting = sql`site = ${site} and status <> 'INITIALIZED' and status = 'APPROVED' and fulfillment_status in ('NOT_FULFILLED', 'PARTIALLY_FULFILLED')`
  const [row] = await db.query<WaitingOrders>(sql`
    select
      (select count(*)::int from (select from orders where ${waiting} limit ${most}) as o) as "toFulfill",
      (select count(*)::int from (
        select from orders where ${waiting} and coalesce(ship_by, slot_from) < ${tomorrow} limit ${most}) as o) as "dueToday",
      (select count(*)::int from (select from orders where ${waiting} and slot_to < ${now} limit ${most}) as o) as late,
      (select count(*)::int from (
        select from orders where site = ${site} and status <> 'INITIALIZED' and authorized > 0 limit ${most}) as o) as held,
      (select count(*)::int from (
        select from orders
        where site = ${site} and status <> 'INITIALIZED' and status in ('APPROVED', 'PENDING') and payment_status = 'DECLINED' limit ${most}) as o) as declined`)
  return row!
}
