import type { BackInStockStatus, CatalogReference } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'

/** The stock that somebody waits for: of a variant, or of a product whose variants share one. */
export interface StockItem {
  readonly productId: string
  readonly variantId: string
}

/** What the caller says of an item that it reports to be back in stock. */
export interface ReportedItem {
  readonly name: string
  /** A decimal, in the shop's currency. */
  readonly price: string
  readonly imageId?: string
}

/** What somebody waits for: that it is in stock, or that it costs less. */
export type RequestKind = 'STOCK' | 'PRICE'

export interface StoredRequest extends StockItem {
  readonly kind: RequestKind
  /** Of `PRICE`: what it cost when they asked, in minor units of the currency. */
  readonly price: Minor | null
  readonly currency: string | null
  readonly id: string
  readonly reference: CatalogReference
  readonly email: string
  readonly visitorId: string | null
  readonly memberId: string | null
  readonly contactId: string | null
  readonly itemUrl: string | null
  readonly status: BackInStockStatus
  readonly autoNotified: boolean
  readonly reported: ReportedItem | null
  readonly tries: number
  readonly nextTryAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly sentAt: Date | null
}

export const columns = sql`request.id, request.kind, request.price, request.currency, request.product_id as "productId", request.variant_id as "variantId", request.reference, request.email,
  request.visitor_id as "visitorId", request.member_id as "memberId", request.contact_id as "contactId", request.item_url as "itemUrl",
  request.status, request.auto_notified as "autoNotified", request.reported, request.tries, request.next_try_at as "nextTryAt",
  request.created_at as "createdAt", request.updated_at as "updatedAt", request.sent_at as "sentAt"`

/** Puts somebody on the list; undefined where the address waits for this already. */
export async function insertRequest(
  db: Db,
  site: string,
  request: Pick<
    StoredRequest,
    | 'id'
    | 'kind'
    | 'price'
    | 'currency'
    | 'productId'
    | 'variantId'
    | 'reference'
    | 'email'
    | 'visitorId'
    | 'memberId'
    | 'contactId'
    | 'itemUrl'
  >,
  now: Date,
): Promise<StoredRequest | undefined> {
  const { id, kind, price, currency, productId, variantId, reference, email, visitorId, memberId, contactId, itemUrl } = request
  const [row] = await db.query<StoredRequest>(sql`
    insert into back_in_stock_request as request (site, id, kind, price, currency, product_id, variant_id, reference, email, email_key, visitor_id, member_id, contact_id,
      item_url, status, created_at, updated_at)
    values (${site}, ${id}, ${kind}, ${price}, ${currency}, ${productId}, ${variantId}, ${JSON.stringify(reference)}::jsonb, ${email}, ${fold(email)}, ${visitorId}, ${memberId},
      ${contactId}, ${itemUrl}, 'RECEIVED', ${now}, ${now})
    on conflict (site, product_id, variant_id, email_key, kind) where status in ('RECEIVED', 'PROCESSING') do nothing
    returning ${columns}`)
  return row
}

export async function findRequest(db: Db, site: string, id: string): Promise<StoredRequest | undefined> {
  const [row] = await db.query<StoredRequest>(sql`
    select ${columns} from back_in_stock_request request where request.site = ${site} and request.id = ${id}`)
  return row
}

export async function deleteRequests(db: Db, site: string, which: Sql): Promise<readonly StoredRequest[]> {
  return db.query<StoredRequest>(sql`
    delete from back_in_stock_request request where request.site = ${site} and ${which} returning ${columns}`)
}

/** Those that wait, of which a condition holds, the newest first. */
export async function findWaiting(db: Db, site: string, which: Sql, limit: number): Promise<readonly StoredRequest[]> {
  return db.query<StoredRequest>(sql`
    select ${columns} from back_in_stock_request request
    where request.site = ${site} and request.status in ('RECEIVED', 'PROCESSING') and ${which}
    order by request.created_at desc, request.id desc limit ${limit}`)
}

/** Of those who wait for stock. */
export async function pageOfRequests(
  db: Db,
  site: string,
  { keys, where, tail }: { readonly keys: Sql; readonly where: Sql; readonly tail: Sql },
): Promise<readonly (StoredRequest & { readonly keys: readonly string[] })[]> {
  return db.query(
    sql`select ${columns}, ${keys} from back_in_stock_request request where request.site = ${site} and request.kind = 'STOCK' and ${where} ${tail}`,
  )
}

/** How many wait for each variant of these products. */
export async function countWaiting(
  db: Db,
  site: string,
  productIds: readonly string[],
): Promise<readonly (StockItem & { readonly count: number })[]> {
  return db.query(sql`
    select product_id as "productId", variant_id as "variantId", count(*)::int as count from back_in_stock_request
    where site = ${site} and kind = 'STOCK' and status in ('RECEIVED', 'PROCESSING') and product_id = any(${productIds}::uuid[]) group by 1, 2`)
}

/** How many variants are waited for, by how many, and how many were told. */
export async function sumUpRequests(db: Db, site: string, kind: RequestKind) {
  const [row] = await db.query<{ items: number; people: number; sent: number }>(sql`
    select count(distinct (product_id, variant_id)) filter (where status in ('RECEIVED', 'PROCESSING'))::int as items,
      count(*) filter (where status in ('RECEIVED', 'PROCESSING'))::int as people,
      count(*) filter (where status = 'NOTIFICATION_SENT')::int as sent
    from back_in_stock_request where site = ${site} and kind = ${kind}`)
  return row!
}

/** Hands what a visitor waits for to the member they turn out to be. */
export async function handOverRequests(db: Db, site: string, visitorId: string, memberId: string, now: Date): Promise<void> {
  await db.query(sql`
    update back_in_stock_request set member_id = ${memberId}, updated_at = ${now},
      contact_id = (select contact_id from member where member.site = ${site} and member.id = ${memberId})
    where site = ${site} and visitor_id = ${visitorId} and visitor_id is not null and member_id is null`)
}

/** So long after its end a request is forgotten. */
export const overMs = 180 * 24 * 3_600_000

/** Forgets those who were told long ago. */
export async function sweepRequests(db: Db, sites: readonly string[], now: Date): Promise<void> {
  for (const site of sites)
    await db.query(sql`
      delete from back_in_stock_request
      where site = ${site} and status in ('NOTIFICATION_SENT', 'FAILED') and updated_at < ${new Date(now.getTime() - overMs)}`)
}
