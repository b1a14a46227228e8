import type { CatalogReference, WaitingListExit } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { overMs, type RequestKind, type StockItem, type StoredRequest } from './store.ts'

export interface Departure extends StockItem {
  readonly kind: RequestKind
  readonly reference: CatalogReference
  readonly how: WaitingListExit
  readonly askedAt: Date
  readonly leftAt: Date
}

/** Writes down that people left before their email, without saying who they were. */
export async function recordDepartures(
  { db, site, now }: Context,
  requests: readonly StoredRequest[],
  how: WaitingListExit,
): Promise<void> {
  const left = requests
    .filter(({ status }) => status === 'RECEIVED' || status === 'PROCESSING')
    .map(({ id, productId, variantId, reference, kind, createdAt }) => ({ id, productId, variantId, reference, kind, createdAt }))
  if (left.length === 0) return
  await db.query(sql`
    insert into back_in_stock_departure (site, id, product_id, variant_id, reference, kind, how, asked_at, left_at)
    select ${site}, id, "productId", "variantId", reference, kind, ${how}, "createdAt", ${now}
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb)
      as row (id uuid, "productId" uuid, "variantId" uuid, reference jsonb, kind text, "createdAt" timestamptz)`)
}

/** Those who left, the last first. */
export const departuresOf = (db: Db, site: string, limit: number, offset: number): Promise<readonly Departure[]> =>
  db.query<Departure>(sql`
    select product_id as "productId", variant_id as "variantId", reference, kind, how, asked_at as "askedAt", left_at as "leftAt"
    from back_in_stock_departure where site = ${site} and left_at is not null order by left_at desc, id desc limit ${limit} offset ${offset}`)

export async function countDepartures(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from back_in_stock_departure where site = ${site}`)
  return row!.count
}

/** Forgets those who left long ago. */
export async function sweepDepartures(db: Db, sites: readonly string[], now: Date): Promise<void> {
  for (const site of sites)
    await db.query(sql`
      delete from back_in_stock_departure where site = ${site} and left_at is not null and left_at < ${new Date(now.getTime() - overMs)}`)
}
