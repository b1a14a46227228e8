import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'

/** A gift card of somebody else's service. */
export interface ServiceCard {
  readonly id: string
  readonly pluginId: string
  readonly sealed: Buffer
  readonly suffix: string
}

export interface NamedCard extends Omit<ServiceCard, 'id'> {
  readonly hash: Buffer
}

/** The same card however often it is named. */
export async function keepCard({ db, site, now }: Context, { pluginId, hash, sealed, suffix }: NamedCard): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into service_gift_card (site, id, plugin_id, hash, sealed, suffix, named_at)
    values (${site}, ${newId()}, ${pluginId}, ${hash}, ${sealed}, ${suffix}, ${now})
    on conflict (site, plugin_id, hash) do update set named_at = excluded.named_at returning id`)
  return row!.id
}

/** A card that was named before. */
export async function findNamedCard(db: Db, site: string, pluginId: string, hash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from service_gift_card where site = ${site} and plugin_id = ${pluginId} and hash = ${hash}`,
  )
  return row?.id
}

export async function findServiceCard(db: Db, site: string, id: string): Promise<ServiceCard | undefined> {
  const [row] = await db.query<ServiceCard>(
    sql`select id, plugin_id as "pluginId", sealed, suffix from service_gift_card where site = ${site} and id = ${id}`,
  )
  return row
}

/** Orders that pay with one card wait for each other; and what asks for the lock is a transaction from its beginning. */
export async function lockServiceCard(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`select from service_gift_card where site = ${site} and id = ${id} for update`)
}

export type RedemptionState = 'ASKED' | 'UNKNOWN' | 'REDEEMED' | 'USED' | 'RELEASED' | 'VOIDING' | 'VOIDED' | 'REFUSED' | 'LOST'

/** What a service was asked to take off a card. */
export interface StoredRedemption {
  readonly id: string
  readonly cardId: string
  readonly checkoutId: string
  readonly orderId: string
  readonly owner: string
  readonly amount: number
  readonly currency: string
  readonly state: RedemptionState
  /** What the service calls it; null where its answer was lost. */
  readonly transactionId: string | null
  /** When its order took it. */
  readonly usedAt: Date | null
  readonly createdAt: Date
}

const columns = sql`id, card_id as "cardId", checkout_id as "checkoutId", order_id as "orderId", owner, amount, currency, state,
  transaction_id as "transactionId", used_at as "usedAt", created_at as "createdAt"`

export const redemptionsOfCard = (db: Db, site: string, cardId: string) =>
  db.query<StoredRedemption>(
    sql`select ${columns} from service_gift_card_redemption where site = ${site} and card_id = ${cardId} order by created_at, id`,
  )

export const redemptionsOfCheckout = (db: Db, site: string, checkoutId: string) =>
  db.query<StoredRedemption>(
    sql`select ${columns} from service_gift_card_redemption where site = ${site} and checkout_id = ${checkoutId} order by created_at, id`,
  )

export async function findServiceRedemption(db: Db, site: string, id: string): Promise<StoredRedemption | undefined> {
  const [row] = await db.query<StoredRedemption>(
    sql`select ${columns} from service_gift_card_redemption where site = ${site} and id = ${id}`,
  )
  return row
}

export type NewRedemption = Pick<StoredRedemption, 'cardId' | 'checkoutId' | 'orderId' | 'owner' | 'amount' | 'currency'>

/** Writes down what is about to be asked; undefined where something of the checkout is under way already. */
export async function beginRedemption({ db, site, now }: Context, wanted: NewRedemption): Promise<string | undefined> {
  const { cardId, checkoutId, orderId, owner, amount, currency } = wanted
  const [row] = await db.query<{ id: string }>(sql`
    insert into service_gift_card_redemption (site, id, card_id, checkout_id, order_id, owner, amount, currency, state, created_at, updated_at)
    values (${site}, ${newId()}, ${cardId}, ${checkoutId}, ${orderId}, ${owner}, ${amount}, ${currency}, 'ASKED', ${now}, ${now})
    on conflict do nothing returning id`)
  return row?.id
}

export interface Step {
  readonly from: readonly RedemptionState[]
  readonly to: RedemptionState
  readonly transactionId?: string
}

/** One of those who want to go on with a redemption goes on; the others get undefined. */
export async function stepRedemption(
  { db, site, now }: Context,
  id: string,
  { from, to, transactionId }: Step,
): Promise<StoredRedemption | undefined> {
  const [row] = await db.query<StoredRedemption>(sql`
    update service_gift_card_redemption set state = ${to}, updated_at = ${now}, transaction_id = coalesce(${transactionId ?? null}, transaction_id),
      used_at = case when ${to} = 'USED' then coalesce(used_at, ${now}) else used_at end
    where site = ${site} and id = ${id} and state = any(${[...from]})
      and not exists (
        select from service_gift_card_redemption as other
        where ${to} = 'ASKED' and other.site = ${site} and other.checkout_id = service_gift_card_redemption.checkout_id
          and other.id <> service_gift_card_redemption.id and other.state in ('ASKED', 'REDEEMED'))
    returning ${columns}`)
  return row
}

/** An order takes what was redeemed for it, or has again what it let go of in the same write. */
export async function useRedemption(
  { db, site, now }: Context,
  { orderId, cardId, amount }: Pick<StoredRedemption, 'orderId' | 'cardId' | 'amount'>,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    update service_gift_card_redemption set state = 'USED', used_at = coalesce(used_at, ${now}), updated_at = ${now}
    where site = ${site} and order_id = ${orderId} and card_id = ${cardId} and amount = ${amount} and state in ('REDEEMED', 'RELEASED') returning id`)
  return row?.id
}

/** What an order does not want any more. */
export async function releaseRedemption({ db, site, now }: Context, id: string): Promise<void> {
  await db.query(sql`
    update service_gift_card_redemption set state = 'RELEASED', updated_at = ${now}
    where site = ${site} and id = ${id} and state = 'USED'`)
}

/** Those with which something is to be done: what nobody took, what did not answer, and what has to go back. */
export const openRedemptions = (
  db: Db,
  site: string,
  { askedBefore, unknownBefore }: Readonly<Record<'askedBefore' | 'unknownBefore', Date>>,
) =>
  db.query<StoredRedemption>(sql`
    select ${columns} from service_gift_card_redemption
    where site = ${site} and state in ('ASKED', 'UNKNOWN', 'REDEEMED', 'RELEASED', 'VOIDING')
      and (state in ('RELEASED', 'VOIDING') or (state = 'UNKNOWN' and updated_at < ${unknownBefore})
        or (state in ('ASKED', 'REDEEMED') and updated_at < ${askedBefore}))
    order by updated_at limit 100`)

/** Cards that nobody has named for long, and that never paid, are forgotten. */
export async function forgetCards(db: Db, site: string, before: Date): Promise<void> {
  await db.query(sql`
    delete from service_gift_card where site = ${site} and named_at < ${before}
      and not exists (select from service_gift_card_redemption as taken where taken.site = ${site} and taken.card_id = service_gift_card.id)`)
}
