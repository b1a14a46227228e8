import type { OrderLetterKind } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import { type Db, join, type Sql, sql } from '../db/sql.ts'

export interface SentLetter {
  readonly id: string
  readonly kind: OrderLetterKind
  readonly about: Readonly<Record<string, unknown>>
  readonly recipient: string
  readonly subject: string
  readonly sentAt: Date
}

/** What it takes to write a letter again. */
export interface LetterNote extends Pick<SentLetter, 'kind'> {
  readonly orderId: string
  readonly about: object
}

export interface NewLetter extends LetterNote, Pick<SentLetter, 'recipient' | 'subject'> {
  readonly key: string
}

/** Notes down that letters went out, once for the key of each. */
export function letterNotes(site: string, letters: readonly NewLetter[], now: Date): Sql {
  const rows = letters.map(
    ({ orderId, kind, key, about, recipient, subject }) =>
      sql`(${site}, ${newId()}, ${orderId}, ${kind}, ${key}, ${recipient}, ${subject}, ${JSON.stringify(about)}::jsonb, ${now})`,
  )
  return sql`
    insert into order_letter (site, id, order_id, kind, key, recipient, subject, about, sent_at)
    values ${join(rows, ', ')}
    on conflict (site, key) do nothing`
}

const columns = sql`id, kind, about, recipient, subject, sent_at as "sentAt"`

/** The latest first. */
export const findLetters = (db: Db, site: string, orderId: string, limit: number): Promise<SentLetter[]> =>
  db.query<SentLetter>(sql`
    select ${columns} from order_letter where site = ${site} and order_id = ${orderId} order by id desc limit ${limit}`)

export async function findLetter(db: Db, site: string, orderId: string, id: string): Promise<SentLetter | undefined> {
  const [row] = await db.query<SentLetter>(
    sql`select ${columns} from order_letter where site = ${site} and order_id = ${orderId} and id = ${id}`,
  )
  return row
}
