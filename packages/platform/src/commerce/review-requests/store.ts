import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'

export interface DueRequest {
  readonly orderId: string
  readonly tries: number
  readonly dueAt: Date
}

/** Notes down when the buyer of an order is asked; one who was asked, or is not to be, stays so. */
export async function planRequest({ db, site, now }: Context, orderId: string, dueAt: Date): Promise<void> {
  await db.query(sql`
    insert into review_request as request (site, order_id, status, due_at, created_at, updated_at)
    values (${site}, ${orderId}, 'WAITING', ${dueAt}, ${now}, ${now})
    on conflict (site, order_id) do update set due_at = excluded.due_at, updated_at = excluded.updated_at
      where request.status = 'WAITING' and request.tries = 0`)
}

/** An order that is no longer handed over is not asked about until it is again. */
export const dropPlanned = (db: Db, site: string, orderId: string): Promise<unknown> =>
  db.query(sql`delete from review_request where site = ${site} and order_id = ${orderId} and status = 'WAITING'`)

export const findDue = (db: Db, site: string, now: Date, limit: number): Promise<readonly DueRequest[]> =>
  db.query<DueRequest>(sql`
    select order_id as "orderId", tries, due_at as "dueAt" from review_request
    where site = ${site} and status = 'WAITING' and due_at <= ${now} order by due_at, order_id limit ${limit}`)

/** Takes a request for this process until then; whether nobody else has. */
export async function leaseRequest({ db, site }: Context, { orderId, dueAt }: DueRequest, until: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update review_request set due_at = ${until}
    where site = ${site} and order_id = ${orderId} and status = 'WAITING' and due_at = ${dueAt} returning order_id`)
  return rows.length > 0
}

export const endRequest = ({ db, site, now }: Context, orderId: string, status: 'SENT' | 'ENDED'): Promise<unknown> =>
  db.query(sql`
    update review_request set status = ${status}, updated_at = ${now} where site = ${site} and order_id = ${orderId} and status = 'WAITING'`)

export const putOff = ({ db, site, now }: Context, orderId: string, tries: number, until: Date): Promise<unknown> =>
  db.query(sql`
    update review_request set tries = ${tries}, due_at = ${until}, updated_at = ${now}
    where site = ${site} and order_id = ${orderId} and status = 'WAITING'`)

export async function isOff(db: Db, site: string, emailKey: string): Promise<boolean> {
  const [row] = await db.query(sql`select from review_email_off where site = ${site} and email_key = ${emailKey}`)
  return row !== undefined
}

export const setOff = ({ db, site, now }: Context, emailKey: string, off: boolean): Promise<unknown> =>
  db.query(
    off
      ? sql`insert into review_email_off (site, email_key, created_at) values (${site}, ${emailKey}, ${now}) on conflict do nothing`
      : sql`delete from review_email_off where site = ${site} and email_key = ${emailKey}`,
  )

const mostGuests = 20

/** Whoever holds the link of an order reviews what is in it; of a link that goes round the latest holders. */
export async function letIn({ db, site, now }: Context, orderId: string, owner: string): Promise<void> {
  await db.query(sql`
    insert into review_guest (site, owner, order_id, created_at) values (${site}, ${owner}, ${orderId}, ${now})
    on conflict (site, owner, order_id) do update set created_at = excluded.created_at`)
  await db.query(sql`
    delete from review_guest where site = ${site} and order_id = ${orderId} and owner <> '' and owner in (
      select owner from review_guest where site = ${site} and order_id = ${orderId} and owner <> ''
      order by created_at desc, owner offset ${mostGuests})`)
}

/** So long is remembered who has opened a link; that an order was asked about is never forgotten, or it would be asked about again. */
const overMs = 365 * 24 * 3_600_000

export async function sweepReviewGuests(db: Db, sites: readonly string[], now: Date): Promise<void> {
  const before = new Date(now.getTime() - overMs)
  for (const site of sites) await db.query(sql`delete from review_guest where site = ${site} and created_at < ${before}`)
}
