import { type Db, join, type Sql, sql } from '../../kernel/db/sql.ts'

/** `sending` may be tried again when its lease is over; `sent` and `refused` are final. */
export type DeliveryState = 'sending' | 'failed' | 'sent' | 'refused'

export interface Claim {
  readonly site: string
  readonly key: string
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly now: Date
  readonly leasedUntil: Date
}

/** Takes an email for this process. Undefined when it is settled or when another process holds it. */
export async function claimDelivery(db: Db, claim: Claim): Promise<{ readonly attempts: number } | undefined> {
  const { site, key, messageId, recipient, subject, now, leasedUntil } = claim
  const [row] = await db.query<{ attempts: number }>(sql`
    insert into mail_delivery (site, key, message_id, recipient, subject, state, attempts, leased_until, created_at)
    values (${site}, ${key}, ${messageId}, ${recipient}, ${subject}, 'sending', 1, ${leasedUntil}, ${now})
    on conflict (site, key) do update
    set state = 'sending', attempts = mail_delivery.attempts + 1, leased_until = excluded.leased_until,
      recipient = excluded.recipient, subject = excluded.subject
    where mail_delivery.state = 'failed' or (mail_delivery.state = 'sending' and mail_delivery.leased_until <= ${now})
    returning attempts`)
  return row
}

export async function findDeliveryState(db: Db, site: string, key: string): Promise<DeliveryState | undefined> {
  const [row] = await db.query<{ state: DeliveryState }>(sql`select state from mail_delivery where site = ${site} and key = ${key}`)
  return row?.state
}

/** Writes down what became of an email, with the mail server's answer. */
export async function settleDelivery(db: Db, site: string, key: string, state: DeliveryState, answer: string, now: Date): Promise<void> {
  await db.query(sql`
    update mail_delivery set state = ${state}, answer = ${answer.slice(0, 500)}, settled_at = ${now}
    where site = ${site} and key = ${key} and state = 'sending'`)
}

export interface InboxMail {
  readonly id: string
  readonly sender: string
  readonly recipient: string
  readonly replyTo: string | null
  readonly subject: string
  readonly html: string
  readonly body: string
  readonly createdAt: Date
}

export interface NewInboxMail extends Omit<InboxMail, 'createdAt'> {
  readonly key: string
  readonly messageId: string
}

/**
 * Puts emails into the inbox and notes them as delivered, in one statement: never twice, never half, and with no lease that a crash would
 * leave behind. `notes` are written down with them. The answer is the ids of those that were not there already; of two with the same key the
 * first is put.
 */
export async function deliverToInbox(
  db: Db,
  site: string,
  mails: readonly NewInboxMail[],
  now: Date,
  notes?: Sql,
): Promise<ReadonlySet<string>> {
  // What was delivered is looked up key by key: a join, planned while few emails were there, would read all of them ever after.
  const put = await db.query<Pick<InboxMail, 'id'>>(sql`
    with mail (id, key, message_id, sender, recipient, reply_to, subject, html, body) as (
      values ${join(mails.map(rowOf), ', ')}
    ), put as (
      insert into inbox_mail (site, id, key, sender, recipient, reply_to, subject, html, body, created_at)
      select ${site}, id, key, sender, recipient, reply_to, subject, html, body, ${now} from mail
      where coalesce((select state from mail_delivery before where before.site = ${site} and before.key = mail.key), '') not in ('sent', 'refused')
      on conflict (site, key) do nothing
      returning id
    ), noted as (
      insert into mail_delivery (site, key, message_id, recipient, subject, state, attempts, leased_until, answer, created_at, settled_at)
      select ${site}, key, message_id, recipient, subject, 'sent', 1, ${now}, 'inbox', ${now}, ${now} from mail join put using (id)
      on conflict (site, key) do update set state = 'sent', answer = 'inbox', settled_at = excluded.settled_at
    )${notes ? sql`, besides as (${notes})` : sql``}
    select id from put`)
  return new Set(put.map(({ id }) => id))
}

/** Rows that the database counts when it plans, so that one plan serves all bundles of as many. */
const rowOf = ({ id, key, messageId, sender, recipient, replyTo, subject, html, body }: NewInboxMail): Sql =>
  sql`(${id}::uuid, ${key}, ${messageId}, ${sender}, ${recipient}, ${replyTo}::text, ${subject}, ${html}, ${body})`

/** The inbox is for looking, not for storage. */
const mostInInbox = 1000

/** Forgets the oldest emails of an inbox beyond a thousand. */
export async function forgetOldest(db: Db, site: string): Promise<void> {
  await db.query(sql`
    delete from inbox_mail where site = ${site}
    and id <= (select id from inbox_mail where site = ${site} order by id desc offset ${mostInInbox} limit 1)`)
}

export interface InboxEntry {
  readonly id: string
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly preview: string
  readonly createdAt: Date
}

export async function listInbox(db: Db, site: string, page: { readonly limit: number; readonly offset: number }): Promise<InboxEntry[]> {
  return db.query<InboxEntry>(sql`
    select id, sender, recipient, subject, left(body, 400) as preview, created_at as "createdAt"
    from inbox_mail where site = ${site} order by id desc limit ${page.limit} offset ${page.offset}`)
}

export async function countInbox(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from inbox_mail where site = ${site}`)
  return row!.count
}

export async function findInboxMail(db: Db, site: string, id: string): Promise<InboxMail | undefined> {
  const [row] = await db.query<InboxMail>(sql`
    select id, sender, recipient, reply_to as "replyTo", subject, html, body, created_at as "createdAt"
    from inbox_mail where site = ${site} and id = ${id}`)
  return row
}
