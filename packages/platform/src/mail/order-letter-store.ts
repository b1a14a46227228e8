import type { OrderLetterKind } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import { type Db, type Sql, sql } from '../db/sql.ts'

export interface SentLetter {
  readonly id: string
  readonly kind: OrderLetterKind
  readonly about: Readonly<Record<string, unknown>>
  readonly recipient: string
  readonly subject: string
  readonly sentAt: Date
}

export interface NewLetter extends Pick<SentLetter, 'kind' | 'recipient' | 'subject'> {
  readonly orderId: string
  readonly key: string
  readonly about: object
}

/** Notes down that a letter went out, once for its key. */
export const letterNote = (site: string, letter: NewLetter, now: Date): Sql => {
  const { orderId, kind, key, about, recipient, subject } = letter
  return sql`
    insert into order_letter (site, id, order_id, kind, key, recipient, subject, about, sent_at)
    values (${site}, ${newId()}, ${orderId}, ${kind}, ${key}, ${recipient}, ${subject}, ${JSON.stringify(about)}::jsonb, ${now})
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
