import type {
  AuthorizedPaymentAction,
  PaymentCollection,
  RefundDetails,
  RefundSideEffectsInput,
  UserDefinedPaymentMethodName,
} from '@vitrine/contract'
import type { Between } from '../../kernel/clock/between.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, lastly, type Sql, sql } from '../../kernel/db/sql.ts'
import type { CardFace, PaymentKey } from './provider.ts'

export type PaymentState = 'PENDING' | 'ACTION_REQUIRED' | 'APPROVED' | 'AUTHORIZED' | 'DECLINED' | 'CANCELED' | 'VOIDED'

export interface PaymentDocument {
  readonly card?: CardFace
  readonly reason?: string
  readonly message?: string
  readonly actionUrl?: string
  /** The secret that the provider's form confirms it with; removed once the payment is settled. */
  readonly clientSecret?: string
  /** Whether a service for payment settings demands 3-D Secure; absent where none was asked. Asked once: another try sends the same. */
  readonly requires3dSecure?: boolean
  /** Whether the buyer confirms it in the provider's form on the page. */
  readonly withElement?: boolean
  readonly returnUrl?: string
  /** The money is only held until it is captured. */
  readonly delayCapture?: boolean
  /** What was asked for and is paid by it. */
  readonly collectionId?: string
  /** How money is to come by hand, in the shop's words of that time, and when nobody waits for it any more. */
  readonly offline?: { readonly name: string; readonly instructions?: string; readonly onCollection: boolean; readonly expiresAt?: string }
  /** Recorded, and the merchant has still to say whether it came. */
  readonly waitsForMerchant?: boolean
  readonly receiptId?: string
  /** Nobody is to give it back. */
  readonly refundDisabled?: boolean
  /** What the buyer's bank took back. */
  readonly chargebacks?: readonly StoredChargeback[]
  /** Made without us, and only written down. */
  readonly elsewhere?: PaidElsewhere
  /** How money came by hand. */
  readonly method?: UserDefinedPaymentMethodName
  /** For whom the card is saved once it has paid. */
  readonly keepFor?: string
  /** The words to which its holder agreed, where it is saved for other orders too. */
  readonly keepAgreed?: string
  /** The card that was saved with it, or that it is charged to. */
  readonly savedMethodId?: string
  /** Charged to a saved card, while its holder is absent. */
  readonly again?: { readonly orderNumber: string }
  /** Paid by its holder with a saved card: what the provider calls that card. */
  readonly kept?: string
  /** The cycle of a subscription that it is for. */
  readonly cycle?: { readonly contractId: string; readonly number: number }
  /** How many credits of the shop's own membership it took. */
  readonly credits?: number
  /** The charge of a service's membership. */
  readonly membershipCharge?: string
  /** The gift card that paid. */
  readonly giftCard?: { readonly cardId: string; readonly suffix: string; readonly appId?: string }
}

/** Money that comes by hand: no provider knows of it. As long as it is only promised, it is `PENDING`. */
export const manual = 'manual'

/** Money off a gift card of the shop. */
export const byGiftCard = 'gift-card'

export interface StoredChargeback {
  readonly id: string
  readonly amount: number
  /** How much of it came back. */
  readonly reversed: number
  readonly status: 'APPROVED' | 'REVERSED'
  readonly externalId?: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** How a payment was made that an app only wrote down. */
export interface PaidElsewhere {
  readonly regular?: {
    readonly offline: boolean
    readonly gatewayTransactionId?: string
    readonly providerTransactionId?: string
    readonly paymentOrderId?: string
  }
  readonly giftCard?: { readonly id: string; readonly appId: string; readonly code?: string }
  readonly membership?: {
    readonly id: string
    readonly lineItemId: string
    readonly appId: string
    readonly name: string
    readonly transactionId?: string
  }
}

export interface StoredPayment {
  readonly id: string
  readonly orderId: string
  readonly provider: string
  readonly status: PaymentState
  readonly amount: number
  readonly currency: string
  readonly providerReference: string | null
  readonly document: PaymentDocument
  /** The provider has still to be told that it is given up. */
  readonly voidOwed: boolean
  /** What the clock does with it, if it is still authorised then. */
  readonly scheduledAction: AuthorizedPaymentAction | null
  readonly scheduledAt: Date | null
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A payment at its beginning: nothing of it is owed, and no clock is set. */
export const newPayment = (
  payment: Pick<StoredPayment, 'orderId' | 'provider' | 'status' | 'amount' | 'currency'> &
    Partial<Pick<StoredPayment, 'id' | 'document' | 'providerReference' | 'createdAt'>>,
  now: Date,
): StoredPayment => ({
  id: payment.id ?? newId(),
  providerReference: null,
  document: {},
  voidOwed: false,
  scheduledAction: null,
  scheduledAt: null,
  revision: 1,
  createdAt: now,
  updatedAt: now,
  ...payment,
})

/** A payment as its provider knows it. */
export const keyOf = (site: string, { id, providerReference, document: { kept } }: StoredPayment): PaymentKey => ({
  site,
  paymentId: id,
  reference: providerReference,
  ...(kept !== undefined && { kept }),
})

const columns = sql`id, order_id as "orderId", provider, status, amount, currency, provider_reference as "providerReference", document,
  void_owed as "voidOwed", scheduled_action as "scheduledAction", scheduled_at as "scheduledAt", revision, created_at as "createdAt", updated_at as "updatedAt"`

const insertion = (site: string, p: StoredPayment): Sql => sql`
  insert into payment (site, id, order_id, provider, status, amount, currency, provider_reference, document, scheduled_action, scheduled_at, revision,
    created_at, updated_at)
  values (${site}, ${p.id}, ${p.orderId}, ${p.provider}, ${p.status}, ${p.amount}, ${p.currency}, ${p.providerReference},
    ${JSON.stringify(p.document)}::jsonb, ${p.scheduledAction}, ${p.scheduledAt}, ${p.revision}, ${p.createdAt}, ${p.updatedAt})`

/** A payment that nothing reads before its transaction ends. */
export async function insertPayment(db: Db, site: string, payment: StoredPayment): Promise<void> {
  await lastly(db, insertion(site, payment))
}

/** A payment that counts at once. */
export async function insertPaymentNow(db: Db, site: string, payment: StoredPayment): Promise<void> {
  await db.query(insertion(site, payment))
}

export async function lockPayment(db: Db, site: string, id: string): Promise<StoredPayment | undefined> {
  const [row] = await db.query<StoredPayment>(sql`select ${columns} from payment where site = ${site} and id = ${id} for update`)
  return row
}

/** Notes what was demanded of a payment that is about to be sent to its provider; of two tries at once the first to note it counts. */
export async function noteSecure(db: Db, site: string, id: string, requires3dSecure: boolean): Promise<boolean> {
  const said = JSON.stringify({ requires3dSecure })
  const [row] = await db.query<{ requires3dSecure: boolean }>(sql`
    update payment set document = ${said}::jsonb || document where site = ${site} and id = ${id}
    returning (document ->> 'requires3dSecure')::boolean as "requires3dSecure"`)
  return row?.requires3dSecure ?? requires3dSecure
}

export async function findPayment(db: Db, site: string, id: string): Promise<StoredPayment | undefined> {
  const [row] = await db.query<StoredPayment>(sql`select ${columns} from payment where site = ${site} and id = ${id}`)
  return row
}

/** One order by its own key: the database caches its plan, and would plan anew for each list of keys. */
const ofOrder = (id: string): Sql => sql`order_id = ${id}`
const ofOrders = (ids: readonly string[]): Sql => sql`order_id = any(${ids}::uuid[])`

const paymentsWhere = (db: Db, site: string, condition: Sql): Promise<readonly StoredPayment[]> =>
  db.query<StoredPayment>(sql`select ${columns} from payment where site = ${site} and ${condition} order by created_at, id`)

export const findPayments = (db: Db, site: string, orderId: string) => paymentsWhere(db, site, ofOrder(orderId))

/** Those of several orders; those of each stand as `findPayments` has them. */
export const findPaymentsOf = (db: Db, site: string, orderIds: readonly string[]) => paymentsWhere(db, site, ofOrders(orderIds))

/** Which payment of which shop, and since when it has been as it is. */
export interface PaymentPlace {
  readonly site: string
  readonly id: string
}

const pageSize = 200
const beginning: PaymentPlace = { site: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' }

/** All payments of a kind, of all shops, page after page; for the one job that asks the providers. */
async function* pages(page: (after: PaymentPlace) => Promise<readonly PaymentPlace[]>): AsyncGenerator<PaymentPlace> {
  for (let after = beginning; ; ) {
    const found = await page(after)
    yield* found
    if (found.length < pageSize) return
    after = found.at(-1)!
  }
}

/** Payments whose outcome has been unknown since then: those without an answer, and those whose buyer was sent to the bank. */
export const findOpenPayments = (db: Db, before: Date): AsyncGenerator<PaymentPlace> =>
  pages(({ site, id }) =>
    db.query<PaymentPlace>(sql`
      select site, id from payment
      where status in ('PENDING', 'ACTION_REQUIRED') and provider <> ${manual} and updated_at < ${before} and (site, id) > (${site}, ${id})
      order by site, id limit ${pageSize}`),
  )

/** Payments that are given up and of which the provider has not heard yet. */
export const findOwedVoids = (db: Db, before: Date): AsyncGenerator<PaymentPlace> =>
  pages(({ site, id }) =>
    db.query<PaymentPlace>(sql`
      select site, id from payment where void_owed and updated_at < ${before} and (site, id) > (${site}, ${id}) order by site, id limit ${pageSize}`),
  )

/** The provider has heard of it. */
export async function noteVoided(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`update payment set void_owed = false where site = ${site} and id = ${id}`)
}

const update = (site: string, p: StoredPayment): Sql => sql`
  update payment set status = ${p.status}, amount = ${p.amount}, provider_reference = ${p.providerReference}, document = ${JSON.stringify(p.document)}::jsonb,
    void_owed = ${p.voidOwed}, revision = ${p.revision}, updated_at = ${p.updatedAt}
  where site = ${site} and id = ${p.id} and revision = ${p.revision - 1}`

export async function savePayment(db: Db, site: string, payment: StoredPayment): Promise<void> {
  const rows = await db.query(sql`${update(site, payment)} returning id`)
  if (rows.length === 0) throw new Error(`payment ${payment.id} was changed while it was locked`)
}

/** That an order has no other payment. */
export const onlyPayment = (site: string, { id, orderId }: Pick<StoredPayment, 'id' | 'orderId'>): Sql =>
  sql`not exists (select from payment where site = ${site} and order_id = ${orderId} and id <> ${id})`

/** Saves a payment that nothing reads before its transaction ends. */
export async function savePaymentLastly(db: Db, site: string, payment: StoredPayment): Promise<void> {
  await lastly(db, update(site, payment), 1)
}

/** Nobody waits any more for what was promised to come by hand. */
export async function endPromises(db: Db, site: string, orderId: string, now: Date): Promise<void> {
  await db.query(sql`
    update payment set status = 'CANCELED', revision = revision + 1, updated_at = ${now}
    where site = ${site} and order_id = ${orderId} and provider = ${manual} and status = 'PENDING'`)
}

/** Orders whose promised money has not come in time, and by which way it was to come. */
export const findExpiredPromises = (db: Db, site: string, now: Date): Promise<{ orderId: string; name: string }[]> =>
  db.query(sql`
    select distinct on (order_id) order_id as "orderId", document #>> '{offline,name}' as name from payment
    where site = ${site} and status in ('PENDING', 'ACTION_REQUIRED') and status = 'PENDING' and provider = ${manual}
      and (document #>> '{offline,expiresAt}')::timestamptz <= ${now}
    order by order_id limit ${pageSize}`)

/** What was promised is waited for without an end. */
export async function waitOn(db: Db, site: string, orderId: string): Promise<void> {
  await db.query(sql`
    update payment set document = document #- '{offline,expiresAt}'
    where site = ${site} and order_id = ${orderId} and order_id is not null and provider = ${manual} and status = 'PENDING'`)
}

/** Whether any money of an order came, or is held, but for what its gift cards paid; what a membership paid at the checkout is none. */
export async function hasMoney(db: Db, site: string, orderId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from payment where site = ${site} and order_id = ${orderId} and order_id is not null
      and status in ('APPROVED', 'AUTHORIZED', 'ACTION_REQUIRED') and provider <> ${byGiftCard}
      and not (amount = 0 and document ? 'membershipCharge') limit 1`)
  return rows.length > 0
}

/** Orders that are cancelled between two moments because their promised money has not come. */
export const expiringBetween = (db: Db, site: string, { after, until, limit }: Between) =>
  db.query<{ type: 'ORDER_GIVEN_UP'; orderId: string; at: Date; amount: number; currency: string }>(sql`
    select 'ORDER_GIVEN_UP' as type, order_id as "orderId", (document #>> '{offline,expiresAt}')::timestamptz as at, amount, currency from payment
    where site = ${site} and status in ('PENDING', 'ACTION_REQUIRED') and status = 'PENDING' and provider = ${manual}
      and (document #>> '{offline,expiresAt}')::timestamptz > ${after} and (document #>> '{offline,expiresAt}')::timestamptz <= ${until}
    order by at limit ${limit}`)

/** What was promised to come by hand is another amount now. */
export async function promiseAgain(db: Db, site: string, orderId: string, amount: number, now: Date): Promise<void> {
  await db.query(sql`
    update payment set amount = ${amount}, revision = revision + 1, updated_at = ${now}
    where site = ${site} and order_id = ${orderId} and provider = ${manual} and status = 'PENDING'`)
}

/** Authorised payments whose time has come. */
export const findScheduled = (db: Db, now: Date): AsyncGenerator<PaymentPlace> =>
  pages(({ site, id }) =>
    db.query<PaymentPlace>(sql`
      select site, id from payment where status = 'AUTHORIZED' and scheduled_at <= ${now} and (site, id) > (${site}, ${id})
      order by site, id limit ${pageSize}`),
  )

interface Action {
  readonly id: string
  readonly paymentId: string
  readonly orderId: string
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED'
  readonly amount: number
  readonly attempt: string
  readonly reference: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Why something was not done, in the provider's words. */
export interface Failure {
  readonly reason: string
  readonly message: string
}

export interface RefundDocument {
  readonly details: RefundDetails
  /** Given back on the provider's own pages; it is only followed. */
  readonly there?: boolean
  /** The money went back another way. */
  readonly external: boolean
  readonly sideEffects?: RefundSideEffectsInput
  readonly appId?: string
  readonly failure?: Failure
  /** The refund that it is a part of, where money goes back over several payments at once. */
  readonly together?: string
  /** What an app said of it since. */
  readonly said?: Failure
}

export type RefundAction = Action & { readonly kind: 'REFUND'; readonly document: RefundDocument }
export type HoldAction = Action & {
  readonly kind: 'CAPTURE' | 'VOID'
  readonly document: { readonly by: 'MANUAL' | 'SCHEDULED'; readonly failure?: Failure }
}

/** What is done with a payment after it was made. */
export type StoredAction = RefundAction | HoldAction

const actionColumns = sql`id, payment_id as "paymentId", order_id as "orderId", kind, state, amount, attempt, reference, document,
  created_at as "createdAt", updated_at as "updatedAt"`

export async function insertAction(db: Db, site: string, action: StoredAction): Promise<void> {
  const a = action
  await db.query(sql`
    insert into payment_action (site, id, payment_id, order_id, kind, state, amount, attempt, reference, document, created_at, updated_at)
    values (${site}, ${a.id}, ${a.paymentId}, ${a.orderId}, ${a.kind}, ${a.state}, ${a.amount}, ${a.attempt}, ${a.reference},
      ${JSON.stringify(a.document)}::jsonb, ${a.createdAt}, ${a.updatedAt})`)
}

export async function saveAction(db: Db, site: string, action: StoredAction): Promise<void> {
  const a = action
  await db.query(sql`
    update payment_action set state = ${a.state}, reference = ${a.reference}, document = ${JSON.stringify(a.document)}::jsonb, updated_at = ${a.updatedAt}
    where site = ${site} and id = ${a.id}`)
}

const actionsWhere = (db: Db, site: string, condition: Sql): Promise<readonly StoredAction[]> =>
  db.query<StoredAction>(sql`select ${actionColumns} from payment_action where site = ${site} and ${condition} order by id`)

export const findActions = (db: Db, site: string, orderId: string) => actionsWhere(db, site, ofOrder(orderId))

/** Those of several orders; those of each stand as `findActions` has them. */
export const findActionsOf = (db: Db, site: string, orderIds: readonly string[]) => actionsWhere(db, site, ofOrders(orderIds))

export async function findAction(db: Db, site: string, id: string): Promise<StoredAction | undefined> {
  const [row] = await db.query<StoredAction>(sql`select ${actionColumns} from payment_action where site = ${site} and id = ${id}`)
  return row
}

/** Emails the buyer once refunds of an order that are on their way have arrived, also where those who asked for them did not ask for that. */
export async function emailPendingRefunds(db: Db, site: string, orderId: string): Promise<void> {
  const whole = sql`coalesce(document->>'together', id::text)`
  await db.query(sql`
    update payment_action
    set document = document || jsonb_build_object('sideEffects', coalesce(document->'sideEffects', '{}') || '{"sendOrderRefundedEmail": true}')
    where site = ${site} and order_id = ${orderId} and kind = 'REFUND' and ${whole} in (
      select ${whole} from payment_action where site = ${site} and order_id = ${orderId} and kind = 'REFUND' and state = 'PENDING')`)
}

/** What a request has begun, when it is sent again. */
export const findAttempt = (db: Db, site: string, attempt: string) => actionsWhere(db, site, sql`attempt = ${attempt}`)

/** Actions whose outcome has been unknown since then. */
export const findOpenActions = (db: Db, before: Date): AsyncGenerator<PaymentPlace> =>
  pages(({ site, id }) =>
    db.query<PaymentPlace>(sql`
      select site, id from payment_action where state = 'PENDING' and updated_at < ${before} and (site, id) > (${site}, ${id})
      order by site, id limit ${pageSize}`),
  )

/** What is to be collected for an order, by whom it is paid. */
export interface StoredCollection {
  readonly id: string
  readonly orderId: string
  readonly amount: number
  readonly document: {
    readonly delayedCapture?: DelayedCapture
    readonly savePaymentMethod?: boolean
    readonly redirectUrls?: NonNullable<PaymentCollection['redirectUrls']>
  }
  readonly createdAt: Date
}

/** The money is held first; after so long the clock takes it or lets it go. */
export interface DelayedCapture {
  readonly action?: AuthorizedPaymentAction
  readonly afterMs?: number
  /** At that date, rather than after so long. */
  readonly at?: string
}

export async function insertCollection(
  db: Db,
  site: string,
  { id, orderId, amount, document, createdAt }: StoredCollection,
): Promise<void> {
  await db.query(sql`
    insert into payment_collection (site, id, order_id, amount, document, created_at)
    values (${site}, ${id}, ${orderId}, ${amount}, ${JSON.stringify(document)}::jsonb, ${createdAt}) on conflict (site, id) do nothing`)
}

/** What was asked for of an order, the last one first. */
export async function findCollectionsOf(db: Db, site: string, orderId: string): Promise<readonly StoredCollection[]> {
  return db.query<StoredCollection>(sql`
    select id, order_id as "orderId", amount, document, created_at as "createdAt" from payment_collection
    where site = ${site} and order_id = ${orderId} order by created_at desc, id desc`)
}

export async function findCollection(db: Db, site: string, id: string): Promise<StoredCollection | undefined> {
  const [row] = await db.query<StoredCollection>(sql`
    select id, order_id as "orderId", amount, document, created_at as "createdAt" from payment_collection where site = ${site} and id = ${id}`)
  return row
}

/** Held money whose time comes between two moments, and what the clock does with it then. */
export async function scheduledBetween(db: Db, site: string, { after, until, limit }: Between) {
  return db.query<{
    type: 'AUTHORIZATION_CAPTURED' | 'AUTHORIZATION_VOIDED'
    at: Date
    orderId: string
    amount: number
    currency: string
  }>(sql`
    select case scheduled_action when 'CAPTURE' then 'AUTHORIZATION_CAPTURED' else 'AUTHORIZATION_VOIDED' end as type,
      scheduled_at as at, order_id as "orderId", amount, currency
    from payment where status = 'AUTHORIZED' and scheduled_at > ${after} and scheduled_at <= ${until} and site = ${site}
    order by scheduled_at limit ${limit}`)
}
