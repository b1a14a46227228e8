import type { BalanceOperationType, GiftCardNotificationInfo, GiftCardSource, GiftCardTransactionType } from '@vitrine/contract'
import type { Between } from '../../kernel/clock/between.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'

/** What is written about a card, and to whom. */
export interface CardDocument {
  readonly notification?: GiftCardNotificationInfo
  readonly orderNumber?: string
  /** Who bought it for somebody else: they get a copy. */
  readonly buyer?: { readonly email: string; readonly name?: string }
  /** How it looks. */
  readonly picture?: { readonly url: string; readonly alt: string }
}

/** A gift card as it is stored, without its code. Amounts in minor units. */
export interface StoredCard {
  readonly id: string
  readonly suffix: string
  readonly initial: number
  readonly balance: number
  readonly currency: string
  readonly expiresAt: Date | null
  readonly disabledAt: Date | null
  readonly source: GiftCardSource
  readonly orderId: string | null
  readonly document: CardDocument
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface NewCard extends Omit<StoredCard, 'id' | 'balance' | 'disabledAt' | 'createdAt' | 'updatedAt'> {
  readonly hash: Buffer
  readonly idempotencyKey: string | null
  /** The code in its envelope. */
  readonly sealed: Buffer
  /** When it is to be mailed, and when its buyer gets a copy; null where they do not. */
  readonly notifyAt: Date | null
  readonly copyAt: Date | null
}

export interface StoredTransaction {
  readonly id: string
  readonly cardId: string
  readonly type: GiftCardTransactionType
  readonly operation: BalanceOperationType
  readonly amount: number
  /** What was on the card afterwards. */
  readonly balance: number
  readonly currency: string
  /** Of a redemption, how much of it went back. */
  readonly givenBack: number
  readonly orderId: string | null
  readonly orderNumber: string | null
  readonly createdAt: Date
}

export const cardColumns = sql`gift_card.id, suffix, initial, balance, gift_card.currency, expires_at as "expiresAt", disabled_at as "disabledAt",
  source, gift_card.order_id as "orderId", document, gift_card.created_at as "createdAt", gift_card.updated_at as "updatedAt"`

export const transactionColumns = sql`id, card_id as "cardId", type, operation, amount, balance, currency, given_back as "givenBack",
  order_id as "orderId", order_number as "orderNumber", created_at as "createdAt"`

export async function findCard(db: Db, site: string, id: string): Promise<StoredCard | undefined> {
  const [row] = await db.query<StoredCard>(sql`select ${cardColumns} from gift_card where site = ${site} and id = ${id}`)
  return row
}

/** Reads a card to change it: nobody else does until the transaction ends. */
export async function lockCard(db: Db, site: string, id: string): Promise<StoredCard | undefined> {
  const [row] = await db.query<StoredCard>(sql`select ${cardColumns} from gift_card where site = ${site} and id = ${id} for update`)
  return row
}

export async function findCardByHash(db: Db, site: string, hash: Buffer): Promise<StoredCard | undefined> {
  const [row] = await db.query<StoredCard>(sql`select ${cardColumns} from gift_card where site = ${site} and hash = ${hash}`)
  return row
}

export async function findCardByKey(db: Db, site: string, idempotencyKey: string): Promise<StoredCard | undefined> {
  const [row] = await db.query<StoredCard>(
    sql`select ${cardColumns} from gift_card where site = ${site} and idempotency_key = ${idempotencyKey}`,
  )
  return row
}

/** The new card with its first transaction; undefined where its code or its idempotency key is taken. */
export async function insertCard({ db, site, now }: Context, card: NewCard): Promise<StoredCard | undefined> {
  const c = card
  const { recipient, sender } = c.document.notification ?? {}
  const words = [recipient?.name, recipient?.email, sender?.name, sender?.email, c.suffix, c.document.orderNumber]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
  const [row] = await db.query<StoredCard>(sql`
    insert into gift_card (site, id, hash, suffix, initial, balance, currency, expires_at, source, order_id, idempotency_key, words, document,
      sealed, notify_at, copy_at, created_at, updated_at)
    values (${site}, ${newId()}, ${c.hash}, ${c.suffix}, ${c.initial}, ${c.initial}, ${c.currency}, ${c.expiresAt}, ${c.source}, ${c.orderId},
      ${c.idempotencyKey}, ${words}, ${JSON.stringify(c.document)}::jsonb, ${c.sealed}, ${c.notifyAt}, ${c.copyAt}, ${now}, ${now})
    on conflict do nothing returning ${cardColumns}`)
  if (row) {
    await insertTransaction(
      { db, site, now },
      {
        cardId: row.id,
        type: 'INITIAL',
        operation: 'ADD',
        amount: c.initial,
        balance: c.initial,
        currency: c.currency,
        orderId: c.orderId,
        orderNumber: c.document.orderNumber ?? null,
      },
    )
    const emailDue = [c.notifyAt, c.copyAt].some((at) => at !== null && at <= now)
    await append(db, site, now, [{ type: 'wix.gift_cards.v1.gift_card_created', entityId: row.id, payload: { emailDue } }])
  }
  return row
}

/** Tells that cards are not what they were. */
async function tellUpdated({ db, site, now }: Context, ids: readonly string[], emailDue = false): Promise<void> {
  await append(
    db,
    site,
    now,
    ids.map((entityId) => ({ type: 'wix.gift_cards.v1.gift_card_updated' as const, entityId, payload: { emailDue } })),
  )
}

const disabling = (now: Date): Sql =>
  sql`update gift_card set disabled_at = ${now}, updated_at = ${now}, sealed = null, notify_at = null, copy_at = null`

export async function disable(context: Context, id: string): Promise<StoredCard> {
  const { db, site, now } = context
  const [row] = await db.query<StoredCard>(sql`${disabling(now)} where site = ${site} and id = ${id} returning ${cardColumns}`)
  await tellUpdated(context, [id])
  return row!
}

/** Disables the cards of an order of which nothing was spent. */
export async function disableUnspent(context: Context, orderId: string): Promise<void> {
  const { db, site, now } = context
  const rows = await db.query<{ id: string }>(sql`
    ${disabling(now)}
    where site = ${site} and order_id = ${orderId} and source = 'ORDER' and disabled_at is null and balance = initial returning id`)
  await tellUpdated(
    context,
    rows.map(({ id }) => id),
  )
}

/**
 * Puts so much onto a card or, with a minus, takes it off: if that much is on it and it is good. Whoever wants the same card waits here, and
 * meets the balance as it is then. Answers with the balance; undefined where there is less, or it is not good.
 */
export async function move(context: Context, id: string, amount: number, whatever: boolean): Promise<number | undefined> {
  const { db, site, now } = context
  const good = whatever ? sql`` : sql`and disabled_at is null and (expires_at is null or expires_at > ${now})`
  const [row] = await db.query<{ balance: number }>(sql`
    update gift_card set balance = balance + ${amount}::bigint, updated_at = ${now}
    where site = ${site} and id = ${id} and balance + ${amount}::bigint >= 0 ${good} returning balance`)
  if (row) await tellUpdated(context, [id])
  return row?.balance
}

export type NewTransaction = Omit<StoredTransaction, 'id' | 'givenBack' | 'createdAt'> & {
  readonly note?: string | null
  readonly idempotencyKey?: string | null
}

export async function insertTransaction({ db, site, now }: Context, transaction: NewTransaction): Promise<string> {
  const t = transaction
  const id = newId()
  await db.query(sql`
    insert into gift_card_transaction (site, id, card_id, type, operation, amount, balance, currency, order_id, order_number, note, idempotency_key, created_at)
    values (${site}, ${id}, ${t.cardId}, ${t.type}, ${t.operation}, ${t.amount}, ${t.balance}, ${t.currency}, ${t.orderId}, ${t.orderNumber},
      ${t.note ?? null}, ${t.idempotencyKey ?? null}, ${now})`)
  return id
}

export async function findTransactionByKey(
  db: Db,
  site: string,
  cardId: string,
  idempotencyKey: string,
): Promise<StoredTransaction | undefined> {
  const [row] = await db.query<StoredTransaction>(sql`
    select ${transactionColumns} from gift_card_transaction
    where site = ${site} and card_id = ${cardId} and idempotency_key = ${idempotencyKey}`)
  return row
}

/** Reads a redemption to give some of it back: nobody else does until the transaction ends. */
export async function lockRedemption(db: Db, site: string, id: string): Promise<StoredTransaction | undefined> {
  const [row] = await db.query<StoredTransaction>(sql`
    select ${transactionColumns} from gift_card_transaction where site = ${site} and id = ${id} and type = 'REDEEM' for update`)
  return row
}

/** What an order took off a card and has not given back. */
export async function findRedemption(db: Db, site: string, cardId: string, orderId: string): Promise<StoredTransaction | undefined> {
  const [row] = await db.query<StoredTransaction>(sql`
    select ${transactionColumns} from gift_card_transaction
    where site = ${site} and card_id = ${cardId} and order_id = ${orderId} and type = 'REDEEM' and given_back < amount`)
  return row
}

/** What an order took off a card and has not given back. */
export async function findHeld(db: Db, site: string, cardId: string, orderId: string): Promise<number> {
  const [row] = await db.query<{ held: number }>(sql`
    select coalesce(sum(amount - given_back), 0)::bigint as held from gift_card_transaction
    where site = ${site} and card_id = ${cardId} and order_id = ${orderId} and type = 'REDEEM'`)
  return row!.held
}

export async function noteGivenBack(db: Db, site: string, id: string, amount: number): Promise<void> {
  await db.query(sql`update gift_card_transaction set given_back = given_back + ${amount}::bigint where site = ${site} and id = ${id}`)
}

export async function pageOfCards(
  db: Db,
  site: string,
  { where, keys, tail }: { readonly where: Sql; readonly keys: Sql; readonly tail: Sql },
) {
  return db.query<StoredCard & { readonly keys: readonly string[] }>(
    sql`select ${cardColumns}, ${keys} from gift_card where gift_card.site = ${site} and ${where} ${tail}`,
  )
}

/** Cards that are mailed to an address, the newest first. */
export async function listByRecipient(db: Db, site: string, email: string, limit: number): Promise<readonly StoredCard[]> {
  return db.query(sql`
    select ${cardColumns} from gift_card
    where gift_card.site = ${site} and lower(document #>> '{notification,recipient,email}') = lower(${email})
      and document #>> '{notification,recipient,email}' is not null
    order by created_at desc, id desc limit ${limit}`)
}

/** Cards that an owner's orders were paid with, those first that still have a balance. */
export const listUsedBy = (db: Db, site: string, owner: string, now: Date, limit: number): Promise<readonly StoredCard[]> =>
  db.query(sql`
    select ${cardColumns} from gift_card
    where gift_card.site = ${site} and gift_card.id in (
      select card_id from gift_card_transaction as used
        join orders on orders.site = ${site} and orders.id = used.order_id
      where used.site = ${site} and used.type = 'REDEEM' and orders.owner = ${owner})
    order by balance > 0 and disabled_at is null and (expires_at is null or expires_at > ${now}) desc, updated_at desc, id desc limit ${limit}`)

const mostCounted = 10_000

/** What is owed on cards that are good, and how many there are of each kind; beyond a number nobody counts. */
export async function sumUp(db: Db, site: string, currency: string, now: Date) {
  const count = (where: Sql) =>
    sql`(select count(*)::int from (select from gift_card where gift_card.site = ${site} and ${where} limit ${mostCounted}) as counted)`
  const good = sql`balance > 0 and disabled_at is null and (expires_at is null or expires_at > ${now})`
  const [row] = await db.query<Record<'owed' | 'all' | 'withMoney' | 'empty' | 'waiting' | 'disabled', number>>(sql`
    select (select coalesce(sum(balance), 0)::bigint from gift_card where gift_card.site = ${site} and currency = ${currency} and ${good}) as owed,
      ${count(sql`true`)} as "all", ${count(good)} as "withMoney", ${count(sql`balance = 0 and disabled_at is null`)} as empty,
      ${count(sql`notify_at > ${now}`)} as waiting, ${count(sql`disabled_at is not null`)} as disabled`)
  return row!
}

export async function countCards(db: Db, site: string, where: Sql): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from gift_card where gift_card.site = ${site} and ${where}`,
  )
  return row!.count
}

export async function pageOfTransactions(
  db: Db,
  site: string,
  cardId: string,
  { where, keys, tail }: { readonly where: Sql; readonly keys: Sql; readonly tail: Sql },
) {
  return db.query<StoredTransaction & { readonly keys: readonly string[] }>(sql`
    select ${transactionColumns}, ${keys} from gift_card_transaction
    where gift_card_transaction.site = ${site} and gift_card_transaction.card_id = ${cardId} and ${where} ${tail}`)
}

/** Which emails of a card there are: to whom it is for, and to whom bought it for them. */
export type EmailKind = 'CARD' | 'COPY'

export interface DueEmail {
  readonly card: StoredCard
  readonly sealed: Buffer
  readonly kind: EmailKind
  readonly at: Date
  /** Somebody else whom the merchant wants it mailed to. */
  readonly sendTo: string | null
  /** How often the merchant had it mailed again. */
  readonly again: number
}

const dueAt = { CARD: sql`notify_at`, COPY: sql`copy_at` } as const

/** Cards of which an email is due, the longest waiting first. */
export async function findDueEmails(db: Db, site: string, kind: EmailKind, now: Date, limit: number): Promise<readonly DueEmail[]> {
  const due = dueAt[kind]
  const rows = await db.query<StoredCard & Pick<DueEmail, 'sealed' | 'at' | 'sendTo' | 'again'>>(sql`
    select ${cardColumns}, sealed, ${due} as at, send_to as "sendTo", sent_again as again from gift_card
    where gift_card.site = ${site} and ${due} is not null and ${due} <= ${now} and sealed is not null order by ${due} limit ${limit}`)
  return rows.map(({ sealed, at, sendTo, again, ...card }) => ({ card, sealed, kind, at, sendTo, again }))
}

/**
 * Takes an email that is due as it was found, so that nobody else counts or sends it until then; `false` where it is no longer due so, or
 * somebody has it.
 */
export async function claimEmail(db: Db, site: string, message: DueEmail, now: Date, until: Date): Promise<boolean> {
  const { card, kind, at, again } = message
  const rows = await db.query(sql`
    update gift_card set email_lease = ${until}
    where site = ${site} and id = ${card.id} and ${dueAt[kind]} = ${at} and sent_again = ${again}
      and (email_lease is null or email_lease <= ${now})
    returning id`)
  return rows.length > 0
}

/** Lets go of an email that was claimed until then: whoever finds it due may take it. */
export async function releaseEmail(db: Db, site: string, { card }: DueEmail, until: Date): Promise<void> {
  await db.query(sql`update gift_card set email_lease = null where site = ${site} and id = ${card.id} and email_lease = ${until}`)
}

/** An email has gone; one that was asked for meanwhile is still due. */
export async function noteSent(db: Db, site: string, { card, kind, at, again }: DueEmail): Promise<void> {
  const done = kind === 'CARD' ? sql`notify_at = null, send_to = null` : sql`copy_at = null`
  await db.query(sql`
    update gift_card set ${done} where site = ${site} and id = ${card.id} and ${dueAt[kind]} = ${at} and sent_again = ${again}`)
}

/** What is due goes later; what was asked for meanwhile does not wait. */
export async function putOff(db: Db, site: string, { card, kind, at, again }: DueEmail, until: Date): Promise<void> {
  await db.query(sql`
    update gift_card set ${kind === 'CARD' ? sql`notify_at` : sql`copy_at`} = ${until}
    where site = ${site} and id = ${card.id} and ${dueAt[kind]} = ${at} and sent_again = ${again}`)
}

/** Has a card mailed now, once more or before its day; `false` where its code was not stored. */
export async function mailNow(context: Context, id: string, sendTo: string | null): Promise<boolean> {
  const { db, site, now } = context
  const rows = await db.query(sql`
    update gift_card set notify_at = ${now}, send_to = ${sendTo}, sent_again = sent_again + 1,
      -- What is sent before its day has its day now.
      document = case when notify_at > ${now} and ${sendTo}::text is null
        then jsonb_set(document, '{notification,notificationDate}', to_jsonb(${now.toISOString()}::text)) else document end
    where site = ${site} and id = ${id} and sealed is not null returning id`)
  if (rows.length === 0) return false
  await tellUpdated(context, [id], true)
  return true
}

/** Cards that are mailed, or end, between two moments. */
export async function fallingDueBetween(db: Db, site: string, { after, until, limit }: Between) {
  return db.query<{ type: 'GIFT_CARD_SENT' | 'GIFT_CARD_EXPIRES'; at: Date; amount: number; currency: string; name: string | null }>(sql`
    (select 'GIFT_CARD_SENT' as type, notify_at as at, balance as amount, currency, document #>> '{notification,recipient,name}' as name from gift_card
      where site = ${site} and notify_at > ${after} and notify_at <= ${until} order by notify_at limit ${limit})
    union all
    (select 'GIFT_CARD_EXPIRES', expires_at, balance, currency, null from gift_card
      where site = ${site} and balance > 0 and expires_at > ${after} and expires_at <= ${until} order by expires_at limit ${limit})
    order by at limit ${limit}`)
}
