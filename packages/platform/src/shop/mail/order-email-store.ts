import type { OrderEmailKind } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import { type Db, join, type Sql, sql } from '../../kernel/db/sql.ts'

export interface SentEmail {
  readonly id: string
  readonly kind: OrderEmailKind
  readonly about: Readonly<Record<string, unknown>>
  readonly recipient: string
  readonly subject: string
  readonly sentAt: Date
}

/** What it takes to write an email again. */
export interface EmailNote extends Pick<SentEmail, 'kind'> {
  readonly orderId: string
  readonly about: object
}

export interface NewEmail extends EmailNote, Pick<SentEmail, 'recipient' | 'subject'> {
  readonly key: string
}

/** Notes down that emails went out, once for the key of each. */
export function emailNotes(site: string, emails: readonly NewEmail[], now: Date): Sql {
  const rows = emails.map(
    ({ orderId, kind, key, about, recipient, subject }) =>
      sql`(${site}, ${newId()}, ${orderId}, ${kind}, ${key}, ${recipient}, ${subject}, ${JSON.stringify(about)}::jsonb, ${now})`,
  )
  return sql`
    insert into order_email (site, id, order_id, kind, key, recipient, subject, about, sent_at)
    values ${join(rows, ', ')}
    on conflict (site, key) do nothing`
}

const columns = sql`id, kind, about, recipient, subject, sent_at as "sentAt"`

/** The latest first. */
export const findEmails = (db: Db, site: string, orderId: string, limit: number): Promise<SentEmail[]> =>
  db.query<SentEmail>(sql`
    select ${columns} from order_email where site = ${site} and order_id = ${orderId} order by id desc limit ${limit}`)

export async function findEmail(db: Db, site: string, orderId: string, id: string): Promise<SentEmail | undefined> {
  const [row] = await db.query<SentEmail>(
    sql`select ${columns} from order_email where site = ${site} and order_id = ${orderId} and id = ${id}`,
  )
  return row
}
