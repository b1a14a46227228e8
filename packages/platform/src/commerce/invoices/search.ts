import type { InvoiceKind, PaymentStatus } from '@vitrine/contract'
import { type Db, join, type Sql, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'
import type { Paper } from './paper.ts'

/** An invoice or a credit note with what is known of its order. */
export interface FoundDocument {
  readonly id: string
  readonly kind: InvoiceKind
  readonly orderId: string
  readonly orderNumber: number
  readonly paymentStatus: PaymentStatus
  readonly paper: Paper
  readonly createdAt: Date
  /** Of an invoice the numbers of its credit notes, and what they take off it. */
  readonly credits: readonly string[]
  readonly credited: number
}

export interface WantedDocuments {
  readonly kind?: InvoiceKind | undefined
  readonly orderId?: string | undefined
  readonly words?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly id?: string | undefined
  readonly after?: { readonly at: Date; readonly id: string } | undefined
  readonly limit: number
}

const tables = { INVOICE: sql`invoice`, CREDIT_NOTE: sql`credit_note` } as const

/** The number of a paper, with its prefix or without, or of an order; else the email that an order was placed with. */
function saying(words: string): Sql {
  const [, prefix, digits] = /^#?(.*?)(\d{1,15})$/.exec(words) ?? []
  if (digits === undefined) return sql`orders.email_key = ${fold(words)}`
  const number = Number(digits)
  if (prefix) return sql`p.number = ${number} and lower(p.document ->> 'number') = ${words.toLowerCase()}`
  return sql`(p.number = ${number} or orders.number = ${number})`
}

/** The newest first: each kind by its own index, and then together. */
export async function findDocuments(db: Db, site: string, wanted: WantedDocuments): Promise<readonly FoundDocument[]> {
  const { kind, orderId, words, from, to, id, after, limit } = wanted
  const kinds = kind ? [kind] : (['INVOICE', 'CREDIT_NOTE'] as const)
  const conditions = [
    ...(id ? [sql`p.id = ${id}`] : []),
    ...(orderId ? [sql`p.order_id = ${orderId}`] : []),
    ...(words ? [saying(words)] : []),
    ...(from ? [sql`p.created_at >= ${from}`] : []),
    ...(to ? [sql`p.created_at < ${to}`] : []),
    ...(after ? [sql`(p.created_at, p.id) < (${after.at}, ${after.id}::uuid)`] : []),
  ]
  const of = (each: InvoiceKind): Sql => sql`(
    select p.id, ${each}::text as kind, p.order_id as "orderId", orders.number as "orderNumber", orders.payment_status as "paymentStatus",
      p.document as paper, p.created_at as "createdAt"
    from ${tables[each]} p join orders on orders.site = ${site} and orders.id = p.order_id
    where ${join([sql`p.site = ${site}`, sql`p.number is not null`, ...conditions], ' and ')}
    order by p.created_at desc, p.id desc limit ${limit})`
  const rows = await db.query<Omit<FoundDocument, 'credits' | 'credited'>>(sql`
    select * from (${join(kinds.map(of), ' union all ')}) found order by "createdAt" desc, id desc limit ${limit}`)
  const invoices = rows.flatMap((row) => (row.kind === 'INVOICE' ? [row.id] : []))
  const notes = invoices.length === 0 ? [] : await creditsOf(db, site, invoices)
  return rows.map((row) => {
    const those = notes.filter(({ invoiceId }) => invoiceId === row.id)
    return { ...row, credits: those.map(({ number }) => number), credited: those.reduce((all, { amount }) => all + Number(amount), 0) }
  })
}

const creditsOf = (db: Db, site: string, invoiceIds: readonly string[]) =>
  db.query<{ invoiceId: string; number: string; amount: number }>(sql`
    select invoice_id as "invoiceId", document ->> 'number' as number, (document -> 'sums' ->> 'total')::bigint as amount
    from credit_note where site = ${site} and invoice_id = any(${[...invoiceIds]}::uuid[]) order by number`)

/** Nobody counts further. */
const most = 10_000

export interface SumOfDocuments {
  readonly count: number
  /** In minor units. */
  readonly amount: number
}

/** How many of a kind were issued in a time, and what those in a currency come to. */
export async function sumUpDocuments(
  db: Db,
  site: string,
  kind: InvoiceKind,
  currency: string,
  { from, to }: Pick<WantedDocuments, 'from' | 'to'>,
): Promise<SumOfDocuments> {
  const conditions = [
    sql`site = ${site}`,
    sql`number is not null`,
    ...(from ? [sql`created_at >= ${from}`] : []),
    ...(to ? [sql`created_at < ${to}`] : []),
  ]
  const [row] = await db.query<SumOfDocuments>(sql`
    select count(*)::integer as count,
      coalesce(sum((document -> 'sums' ->> 'total')::bigint) filter (where document ->> 'currency' = ${currency}), 0)::bigint as amount
    from (select document from ${tables[kind]} where ${join(conditions, ' and ')} order by created_at desc limit ${most}) newest`)
  return { count: row!.count, amount: Number(row!.amount) }
}
