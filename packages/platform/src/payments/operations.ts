import type { orderTransactions, PlacedOrder, payments } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import { type Handlers, type StagedScope, staged } from '../http/handlers.ts'
import { Refusal, refuse } from '../refusal.ts'
import { amounts } from '../selling/amounts.ts'
import type { OpenTill } from '../selling/till.ts'
import { scheduleOf } from './collector.ts'
import type { CardFace, PaymentProvider, ProviderResult } from './provider.ts'
import type { Sandbox } from './sandbox.ts'
import { findCharge } from './sandbox-store.ts'
import { type OrderOfPayment, settle } from './settle.ts'
import { showTransactions } from './show.ts'
import { findActions, findPayment, findPayments, insertPayment, type StoredPayment } from './store.ts'

/** An order that waits for its payment. */
export interface PayableOrder {
  readonly id: string
  readonly number: number
  readonly total: number
  readonly currency: string
  /** Whether it stands already, because nothing was due or it was paid before. */
  readonly approved: boolean
}

export type PlaceForPayment = (
  scope: StagedScope<'visitor'>,
  db: Db,
  wish: { readonly checkoutId: string; readonly expectedTotal: string | undefined },
) => Promise<
  | PayableOrder
  | Refusal<
      | 'INVALID_ARGUMENT'
      | 'CHECKOUT_NOT_FOUND'
      | 'CHECKOUT_ALREADY_PAID'
      | 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS'
      | 'EMPTY_CHECKOUT'
      | 'CHECKOUT_CHANGED'
      | 'NO_SELECTED_CARRIER_SERVICE_OPTION'
      | 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE'
      | 'CALCULATION_ERROR'
      | 'PARTIAL_OUT_OF_STOCK'
      | 'FULL_OUT_OF_STOCK'
    >
>

export interface PaymentDeps {
  readonly database: Database
  readonly clock: Clock
  readonly provider: PaymentProvider
  readonly sandbox: Sandbox
  readonly order: OrderOfPayment
  readonly openTill: OpenTill
  readonly placeForPayment: PlaceForPayment
  /** The order that a checkout of the caller's has become. */
  readonly orderOfCheckout: (scope: StagedScope<'visitor'>, checkoutId: string) => Promise<string | undefined>
  /** The order, if the caller may see it. */
  readonly findPayable: (
    scope: Pick<StagedScope<'visitor'>, 'db' | 'site' | 'caller'>,
    orderId: string,
  ) => Promise<PayableOrder | undefined>
  readonly orderExists: (db: Db, site: string, orderId: string) => Promise<boolean>
  /** What the link to an order's status carries as its proof. */
  readonly statusToken: (site: string, orderId: string) => Promise<string>
  /** Whether a browser may be sent to an address after 3-D Secure. */
  readonly mayReturnTo: (db: Db, site: string, url: string) => Promise<boolean>
}

const providerMs = 8000

export function paymentOperations(deps: PaymentDeps): Handlers<typeof payments & typeof orderTransactions> {
  const { provider, sandbox } = deps

  async function outcome(
    site: string,
    order: PayableOrder,
    payment: StoredPayment | undefined,
  ): Promise<PlacedOrder | Refusal<'PAYMENT_ERROR'>> {
    const placed = { orderId: order.id, orderNumber: String(order.number), statusToken: await deps.statusToken(site, order.id) }
    if (!payment) return { ...placed, status: 'APPROVED' }
    switch (payment.status) {
      case 'APPROVED':
      case 'AUTHORIZED':
        return { ...placed, status: 'APPROVED' }
      case 'ACTION_REQUIRED':
        return { ...placed, status: 'REQUIRES_ACTION', actionUrl: payment.document.actionUrl! }
      case 'PENDING':
        return { ...placed, status: 'PENDING' }
      default:
        return refuse('PAYMENT_ERROR', {
          reason: payment.document.reason ?? payment.status,
          message: payment.document.message ?? 'The payment was given up.',
          retryable: true,
        })
    }
  }

  /** The provider's answer; its silence is an answer too: nobody knows yet. */
  async function asked(ask: (signal: AbortSignal) => Promise<ProviderResult>): Promise<ProviderResult> {
    try {
      return await ask(AbortSignal.timeout(providerMs))
    } catch {
      return { state: 'PENDING', reference: '' }
    }
  }

  async function pay(scope: StagedScope<'visitor'>, order: PayableOrder, payment: StoredPayment, token: string, returnUrl: string) {
    const result = await asked((signal) =>
      withLimit(
        provider.authorize(
          {
            site: scope.site,
            paymentId: payment.id,
            orderId: order.id,
            amount: payment.amount,
            currency: payment.currency,
            token,
            returnUrl,
            delayCapture: payment.document.delayCapture === true,
          },
          signal,
        ),
        signal,
      ),
    )
    if (result.state === 'PENDING' && result.reference === '') return payment
    return settle(deps, { site: scope.site, id: payment.id, orderId: order.id }, result)
  }

  /**
   * A payment that waits for a buyer who has come back to try again is given up first, unless the buyer has confirmed it meanwhile.
   * We give it up under our own lock before the bank hears of it: one that is paid in that moment stays paid.
   */
  async function giveUpWaiting({ db, site }: StagedScope<'visitor'>, orderId: string): Promise<void> {
    for (const { id, status } of await findPayments(db, site, orderId)) {
      if (status !== 'ACTION_REQUIRED') continue
      const place = { site, id, orderId }
      const asked = await settle(deps, place, await provider.find({ site, paymentId: id }, AbortSignal.timeout(providerMs)))
      if (asked.status === 'ACTION_REQUIRED') await settle(deps, place, { state: 'GIVEN_UP' })
    }
  }

  /** Goes on with what an earlier try under the same key has begun: the provider may have been asked by then or not. */
  async function resume(scope: StagedScope<'visitor'>, payment: StoredPayment, token: string, returnUrl: string) {
    const { site } = scope
    const order = await deps.findPayable(scope, payment.orderId)
    if (!order) return refuse('CHECKOUT_NOT_FOUND')
    if (payment.status !== 'PENDING') return outcome(site, order, payment)
    const found = await asked((signal) => provider.find({ site, paymentId: payment.id }, signal))
    if (found.state === 'UNKNOWN') return outcome(site, order, await pay(scope, order, payment, token, returnUrl))
    return outcome(site, order, await settle(deps, { site, id: payment.id, orderId: order.id }, found))
  }

  /** A checkout for which nothing was due, and which stands: asking for its order once more is not asking for another. */
  async function findFree(scope: StagedScope<'visitor'>, orderId: string): Promise<PayableOrder | undefined> {
    const order = await deps.findPayable(scope, orderId)
    return order?.approved && order.total === 0 ? order : undefined
  }

  return {
    async 'POST /vitrine/v1/sandbox/card-tokens'({ cardNumber, expiryMonth, expiryYear }, { site }) {
      const made = await sandbox.tokenize(site, { number: cardNumber.replaceAll(' ', ''), expiryMonth, expiryYear })
      if ('wrong' in made) return violation(made.wrong, made.why)
      return { token: made.token, brand: made.card.brand as 'VISA', last4: made.card.last4 }
    },

    'POST /vitrine/v1/checkouts/{id}/place-order': staged(async ({ id, paymentToken, returnUrl, expectedTotal }, scope) => {
      const { site, now, attempt } = scope
      const begun = await findPayment(scope.db, site, attempt)
      if (begun) return resume(scope, begun, paymentToken!, returnUrl)
      if (!(await deps.mayReturnTo(scope.db, site, returnUrl))) return refuse('REDIRECT_URI_NOT_ALLOWED', { url: returnUrl })
      let card: CardFace | undefined
      if (paymentToken !== undefined) {
        card = await provider.read(site, paymentToken)
        if (!card) return refuse('PAYMENT_TOKEN_INVALID')
      }
      const earlier = await deps.orderOfCheckout(scope, id)
      if (earlier) await giveUpWaiting(scope, earlier)
      const free = earlier && (await findFree(scope, earlier))
      if (free) return outcome(site, free, undefined)

      const placed = await scope.transact(async (db) => {
        // Kept by a try before this one, whose COMMIT was not answered.
        const kept = await findPayment(db, site, attempt)
        if (kept) return { order: (await deps.findPayable({ ...scope, db }, kept.orderId))!, payment: kept }
        const order = await deps.placeForPayment(scope, db, { checkoutId: id, expectedTotal })
        if (order instanceof Refusal || order.approved) return order
        const { delayedCapture: delayed } = (await deps.openTill(db, site)).settings.commerce
        if (!card) return violation('paymentToken', 'something is due, so a card is needed')
        const payment: StoredPayment = {
          id: attempt,
          orderId: order.id,
          provider: provider.id,
          status: 'PENDING',
          amount: order.total,
          currency: order.currency,
          providerReference: null,
          document: { card, returnUrl, ...(delayed && { delayCapture: true }) },
          voidOwed: false,
          ...scheduleOf(delayed, now),
          revision: 1,
          createdAt: now,
          updatedAt: now,
        }
        await insertPayment(db, site, payment)
        return { order, payment }
      })
      if (placed instanceof Refusal) return placed
      if (!('payment' in placed)) return outcome(site, placed, undefined)
      return outcome(site, placed.order, await pay(scope, placed.order, placed.payment, paymentToken!, returnUrl))
    }),

    'POST /vitrine/v1/orders/{id}/confirm-payment': staged(async ({ id, resultToken }, scope) => {
      const { site } = scope
      const order = await deps.findPayable(scope, id)
      if (!order) return refuse('ORDER_NOT_FOUND')
      for (const payment of await findPayments(scope.db, site, id)) {
        const result = await provider.confirm({ site, paymentId: payment.id }, resultToken, AbortSignal.timeout(providerMs))
        if (result) return outcome(site, order, await settle(deps, { site, id: payment.id, orderId: id }, result))
      }
      return refuse('PAYMENT_TOKEN_INVALID')
    }),

    async 'GET /vitrine/v1/sandbox/authentications/{id}'({ id }, { db, site }) {
      const charge = await findCharge(db, site, id)
      if (!charge) return refuse('PAYMENT_NOT_WAITING')
      const { settings } = await deps.openTill(db, charge.site)
      const money = amounts(charge.currency, settings.commerce.locale)
      const { amount, formattedAmount } = money.plain(minor(charge.amount))
      return { shop: settings.shop.name, amount, formattedAmount, returnUrl: charge.returnUrl, open: charge.state === 'ACTION_REQUIRED' }
    },

    'POST /vitrine/v1/sandbox/authentications/{id}': staged(async ({ id, answer }, { db, site }) => {
      const charge = await findCharge(db, site, id)
      const resultToken = charge && (await sandbox.answer(charge, answer))
      if (!charge || !resultToken) return refuse('PAYMENT_NOT_WAITING')
      const returnUrl = new URL(charge.returnUrl)
      returnUrl.searchParams.set('resultToken', resultToken)
      return { returnUrl: returnUrl.href, resultToken }
    }),

    async 'POST /ecom/v1/payments/list-by-ids'({ orderIds }, { db, site }) {
      const { money } = await deps.openTill(db, site)
      const all = []
      for (const id of new Set(orderIds))
        if (await deps.orderExists(db, site, id))
          all.push(showTransactions(id, await findPayments(db, site, id), await findActions(db, site, id), money))
      return { orderTransactions: all }
    },

    async 'GET /ecom/v1/payments/orders/{orderId}'({ orderId }, { db, site }) {
      if (!(await deps.orderExists(db, site, orderId))) return refuse('ORDER_NOT_FOUND')
      const { money } = await deps.openTill(db, site)
      return {
        orderTransactions: showTransactions(orderId, await findPayments(db, site, orderId), await findActions(db, site, orderId), money),
      }
    },
  }
}

const violation = (field: string, description: string) =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule: 'VALIDATION', data: {} }] })

/** Some clients listen to no signal: what comes after the limit is left to the job that asks. */
async function withLimit<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const limit = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('the provider took too long')), { once: true }),
  )
  return Promise.race([work, limit])
}
