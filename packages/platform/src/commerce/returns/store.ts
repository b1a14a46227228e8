import type { OrderDetails, OrderReturn, ReturnMethod, ReturnResolution, ReturnShipping, ReturnStatus } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, join, type Sql, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'
import { type LineOfReturn, waitsForShop } from './rules.ts'

export interface StoredLine extends LineOfReturn {
  readonly name: string
  readonly description?: string
  readonly imageId?: string
  readonly reason: string
  readonly exchangeFor?: { readonly variantId: string; readonly name: string }
}

/** What was given back, and how. */
export interface StoredRefund {
  /** In minor units. */
  readonly amount: number
  readonly method: 'PAYMENT' | 'MANUAL' | 'STORE_CREDIT' | 'EXCHANGE'
  /** Under which its refunds were written down. */
  readonly attempt: string
  readonly giftCardSuffix?: string
  /** Its order's story and its buyer have heard of it. */
  readonly isTold?: true
}

export interface ReturnDocument {
  readonly resolution: ReturnResolution
  readonly method?: ReturnMethod
  readonly lines: readonly StoredLine[]
  readonly history: OrderReturn['history']
  readonly note?: string
  /** Ids of files that its buyer took. */
  readonly pictures?: readonly string[]
  readonly message?: string
  readonly shipping?: ReturnShipping
  readonly refund?: StoredRefund
  readonly exchangeOrder?: { readonly id: string; readonly number: string }
}

export interface StoredReturn {
  readonly id: string
  readonly orderId: string
  readonly orderNumber: number
  readonly currency: string
  readonly sequence: number
  readonly status: ReturnStatus
  readonly document: ReturnDocument
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Something that became of a return, as it is told. */
export interface ReturnNews {
  readonly of: StoredReturn
  readonly by: 'BUYER' | 'SHOP' | 'RULE'
  /** It was only now asked for. */
  readonly isNew: boolean
}

export const numberOf = ({ orderNumber, sequence }: Pick<StoredReturn, 'orderNumber' | 'sequence'>): string => `${orderNumber}-R${sequence}`

const columns = sql`r.id, r.order_id as "orderId", orders.number as "orderNumber", orders.currency, r.sequence, r.status, r.document, r.revision,
  r.created_at as "createdAt", r.updated_at as "updatedAt"`
const from = (site: string): Sql => sql`order_return r join orders on orders.site = ${site} and orders.id = r.order_id`

export async function findReturn(db: Db, site: string, id: string): Promise<StoredReturn | undefined> {
  const [row] = await db.query<StoredReturn>(sql`select ${columns} from ${from(site)} where r.site = ${site} and r.id = ${id}`)
  return row
}

/** The returns of an order, the newest first. */
export const findReturnsOf = (db: Db, site: string, orderId: string): Promise<readonly StoredReturn[]> =>
  db.query<StoredReturn>(
    sql`select ${columns} from ${from(site)} where r.site = ${site} and r.order_id = ${orderId} order by r.sequence desc`,
  )

/** What the buyer of an order sees of its returns, and of the return that it is the exchange for; the newest first. */
export async function findReturnsAbout(db: Db, site: string, orderId: string): Promise<OrderDetails['returns']> {
  const rows = await db.query<Pick<StoredReturn, 'id' | 'orderId' | 'orderNumber' | 'sequence' | 'status'>>(
    sql`select r.id, r.order_id as "orderId", orders.number as "orderNumber", r.sequence, r.status from ${from(site)}
        where r.site = ${site} and (r.order_id = ${orderId} or r.document #>> '{exchangeOrder,id}' = ${orderId}::text) order by r.id desc`,
  )
  return rows.map((row) => ({ id: row.id, number: numberOf(row), status: row.status, exchangedForThis: row.orderId !== orderId }))
}

/** Its order has to be locked: nobody else writes a return of it then. */
export async function insertReturn({ db, site }: Context, made: StoredReturn): Promise<void> {
  await db.query(sql`
    insert into order_return (site, id, order_id, sequence, status, waits, document, revision, created_at, updated_at)
    values (${site}, ${made.id}, ${made.orderId}, ${made.sequence}, ${made.status}, ${waitsForShop(made.status)},
      ${JSON.stringify(made.document)}::jsonb, ${made.revision}, ${made.createdAt}, ${made.updatedAt})`)
}

export async function saveReturn({ db, site }: Context, changed: StoredReturn): Promise<void> {
  await db.query(sql`
    update order_return set status = ${changed.status}, waits = ${waitsForShop(changed.status)},
      document = ${JSON.stringify(changed.document)}::jsonb, revision = ${changed.revision}, updated_at = ${changed.updatedAt}
    where site = ${site} and id = ${changed.id}`)
}

export interface Wanted {
  readonly statuses?: readonly ReturnStatus[] | undefined
  readonly orderId?: string | undefined
  readonly words?: string | undefined
  /** Whose orders. */
  readonly owner?: string | undefined
  /** Those that wait for the shop first. */
  readonly queueFirst: boolean
  readonly after?: { readonly waits: boolean; readonly id: string } | undefined
  readonly limit: number
}

/** What is looked for: the number of an order or of a return, or the email of a buyer. */
function saying(words: string): Sql {
  const [, number, sequence] = /^#?(\d{1,9})(?:-r(\d{1,6}))?$/i.exec(words) ?? []
  if (number === undefined) return sql`orders.email_key = ${fold(words)}`
  return sequence === undefined
    ? sql`orders.number = ${Number(number)}`
    : sql`orders.number = ${Number(number)} and r.sequence = ${Number(sequence)}`
}

export function findReturns(db: Db, site: string, wanted: Wanted): Promise<readonly (StoredReturn & { readonly waits: boolean })[]> {
  const { statuses, orderId, words, owner, queueFirst, after, limit } = wanted
  const conditions = [
    sql`r.site = ${site}`,
    ...(queueFirst ? [sql`r.waits is not null`] : []),
    ...(statuses ? [sql`r.status = any(${[...statuses]}::text[])`] : []),
    ...(orderId ? [sql`r.order_id = ${orderId}`] : []),
    ...(words ? [saying(words)] : []),
    ...(owner ? [sql`orders.owner = ${owner}`] : []),
    ...(after ? [queueFirst ? sql`(r.waits, r.id) < (${after.waits}, ${after.id}::uuid)` : sql`r.id < ${after.id}`] : []),
  ]
  return db.query(sql`
    select ${columns}, r.waits from ${from(site)} where ${join(conditions, ' and ')}
    order by ${queueFirst ? sql`r.waits desc, r.id desc` : sql`r.id desc`} limit ${limit}`)
}

const most = 10_000

export const countReturns = (db: Db, site: string): Promise<{ status: ReturnStatus; count: number }[]> =>
  db.query(sql`
    select status, count(*)::integer as count from (
      select status, row_number() over (partition by status) as nth from order_return where site = ${site} and status is not null
    ) one where nth <= ${most} group by status order by status`)

/** Those of some files that returns show. */
export async function usedInReturns(db: Db, site: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct shown.id from order_return, jsonb_array_elements_text(document -> 'pictures') as shown(id)
    where site = ${site} and document ? 'pictures' and document -> 'pictures' ?| ${ids}::text[]`)
  return rows.map(({ id }) => id)
}
