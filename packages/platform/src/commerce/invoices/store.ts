import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Paper } from './paper.ts'

/** An invoice of the shop's own making. */
export interface StoredInvoice {
  readonly id: string
  readonly orderId: string
  readonly paper: Paper
  readonly createdAt: Date
}

export interface KnownInvoice {
  readonly orderId: string
  /** What it is called by the app that made it. */
  readonly id: string
  readonly appId: string
}

interface Row extends Omit<StoredInvoice, 'paper'> {
  readonly document: Paper
}

const stored = ({ document, ...row }: Row): StoredInvoice => ({ ...row, paper: document })
const own = sql`id, order_id as "orderId", document, created_at as "createdAt"`

/** All invoices of orders, the oldest first. */
export async function listInvoices(db: Db, site: string, orderIds: readonly string[]): Promise<KnownInvoice[]> {
  return db.query<KnownInvoice>(sql`
    select order_id as "orderId", coalesce(external_id, id::text) as id, app_id as "appId" from invoice
    where site = ${site} and order_id = any(${orderIds}::uuid[]) order by created_at, id`)
}

export async function findInvoiceOf(db: Db, site: string, orderId: string): Promise<StoredInvoice | undefined> {
  const [row] = await db.query<Row>(sql`select ${own} from invoice where site = ${site} and order_id = ${orderId} and number is not null`)
  return row && stored(row)
}

/** Takes the shop's next number. Last in a transaction: everybody who makes an invoice waits for it, and it goes back if that fails. */
export async function nextNumber(db: Db, site: string, first: number): Promise<number> {
  const [row] = await db.query<{ last: number }>(sql`
    insert into invoice_counter (site, last) values (${site}, ${first})
    on conflict (site) do update set last = invoice_counter.last + 1 returning last`)
  return Number(row!.last)
}

export async function insertInvoice(
  db: Db,
  site: string,
  appId: string,
  number: number,
  { id, orderId, paper, createdAt }: StoredInvoice,
): Promise<void> {
  await db.query(sql`
    insert into invoice (site, id, order_id, number, app_id, document, created_at)
    values (${site}, ${id}, ${orderId}, ${number}, ${appId}, ${JSON.stringify(paper)}::jsonb, ${createdAt})`)
}

/** One that another app made; whether it was not known. */
export async function addForeign(
  db: Db,
  site: string,
  id: string,
  { orderId, id: externalId, appId }: KnownInvoice,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into invoice (site, id, order_id, app_id, external_id, document, created_at)
    values (${site}, ${id}, ${orderId}, ${appId}, ${externalId}, '{}'::jsonb, ${now})
    on conflict (site, order_id, app_id, external_id) do nothing returning id`)
  return rows.length > 0
}
