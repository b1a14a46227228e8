import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Paper } from './paper.ts'

/** A credit note: what corrects an invoice of the shop's own. */
export interface StoredCreditNote {
  readonly id: string
  readonly orderId: string
  readonly invoiceId: string
  /** None where the order was canceled. */
  readonly refundId: string | null
  readonly paper: Paper
  readonly createdAt: Date
}

interface Row extends Omit<StoredCreditNote, 'paper'> {
  readonly document: Paper
}

const stored = ({ document, ...row }: Row): StoredCreditNote => ({ ...row, paper: document })
const columns = sql`id, order_id as "orderId", invoice_id as "invoiceId", refund_id as "refundId", document, created_at as "createdAt"`

/** Those of an order, the oldest first. */
export async function findCreditNotesOf(db: Db, site: string, orderId: string): Promise<readonly StoredCreditNote[]> {
  const rows = await db.query<Row>(
    sql`select ${columns} from credit_note where site = ${site} and order_id = ${orderId} order by created_at, number`,
  )
  return rows.map(stored)
}

export async function findCreditNote(db: Db, site: string, id: string): Promise<StoredCreditNote | undefined> {
  const [row] = await db.query<Row>(sql`select ${columns} from credit_note where site = ${site} and id = ${id}`)
  return row && stored(row)
}

/** Takes the shop's next number, as `nextNumber` does for invoices. */
export async function nextCreditNumber(db: Db, site: string, first: number): Promise<number> {
  const [row] = await db.query<{ last: number }>(sql`
    insert into credit_note_counter (site, last) values (${site}, ${first})
    on conflict (site) do update set last = credit_note_counter.last + 1 returning last`)
  return Number(row!.last)
}

export async function insertCreditNote(db: Db, site: string, number: number, made: StoredCreditNote): Promise<void> {
  await db.query(sql`
    insert into credit_note (site, id, order_id, invoice_id, refund_id, number, document, created_at)
    values (${site}, ${made.id}, ${made.orderId}, ${made.invoiceId}, ${made.refundId}, ${number}, ${JSON.stringify(made.paper)}::jsonb,
      ${made.createdAt})`)
}
