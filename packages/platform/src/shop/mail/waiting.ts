import { type Db, sql } from '../../kernel/db/sql.ts'
import type { MailOfSite } from './mail.ts'

/** How long one process may take to deliver an email that waited before another may try. */
const leaseMs = 5 * 60_000
const batch = 20

/** Puts an email aside until somebody delivers it. `before`: it was delivered, or refused for good, when there was somebody. */
export async function putAside(db: Db, site: string, mail: MailOfSite, now: Date): Promise<'waiting' | 'before'> {
  const { key, from, to, replyTo, subject, html, text, note, activity, unsubscribeUrl, goodUntil } = mail
  const [row] = await db.query<{ settled: boolean }>(sql`
    with settled as (
      select from mail_delivery where site = ${site} and key = ${key} and state in ('sent', 'refused')
    ), put as (
      insert into mail_waiting (site, key, sender, recipient, reply_to, subject, html, body, note, activity, unsubscribe_url, good_until,
        due_at, created_at)
      select ${site}, ${key}, ${from}, ${to}, ${replyTo ?? null}, ${subject}, ${html}, ${text}, ${jsonOf(note)}::jsonb, ${jsonOf(activity)}::jsonb,
        ${unsubscribeUrl ?? null}, ${goodUntil ?? null}, ${now}, ${now}
      where not exists (select from settled)
      on conflict (site, key) do nothing
    )
    select exists (select from settled) as settled`)
  return row!.settled ? 'before' : 'waiting'
}

const jsonOf = (value: object | undefined): string | null => (value ? JSON.stringify(value) : null)

export type WaitingMail = MailOfSite & { readonly site: string }

interface Row extends Omit<WaitingMail, 'replyTo' | 'note' | 'activity' | 'unsubscribeUrl' | 'goodUntil'> {
  readonly replyTo: string | null
  readonly note: MailOfSite['note'] | null
  readonly activity: MailOfSite['activity'] | null
  readonly unsubscribeUrl: string | null
}

/** Takes some that wait, the oldest first, for this process. */
export async function takeWaiting(db: Db, now: Date): Promise<readonly WaitingMail[]> {
  const rows = await db.query<Row>(sql`
    update mail_waiting set due_at = ${new Date(now.getTime() + leaseMs)}
    where (site, key) in (
      select site, key from mail_waiting where due_at <= ${now} order by due_at limit ${batch} for update skip locked)
    returning site, key, sender as "from", recipient as "to", reply_to as "replyTo", subject, html, body as "text", note, activity,
      unsubscribe_url as "unsubscribeUrl"`)
  return rows.map(({ replyTo, note, activity, unsubscribeUrl, ...mail }) => ({
    ...mail,
    ...(replyTo !== null && { replyTo }),
    ...(note && { note }),
    ...(activity && { activity }),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  }))
}

export const dropWaiting = (db: Db, site: string, key: string): Promise<unknown> =>
  db.query(sql`delete from mail_waiting where site = ${site} and key = ${key}`)

/** Drops those that say nothing any more: a link in them is over. */
export const dropExpired = (db: Db, now: Date): Promise<unknown> => db.query(sql`delete from mail_waiting where good_until <= ${now}`)

/** How many emails of a shop wait to be delivered. */
export async function countWaiting(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select (select count(*) from mail_waiting where site = ${site})::int
      + (select count(*) from sign_in_email where site = ${site} and addressee is not null)::int as count`)
  return row!.count
}
