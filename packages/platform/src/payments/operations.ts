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
import { chosenMethod, type PayersCheckout, type PaymentMethod, paymentMethods, showMethod } from './methods.ts'
import { type CardFace, type ProviderResult, type Providers, providerOf } from './provider.ts'
import type { Sandbox } from './sandbox.ts'
import { findCharge } from './sandbox-store.ts'
import { type OrderOfPayment, settle } from './settle.ts'
import { showTransactions } from './show.ts'
import {
  findActions,
  findPayment,
  findPayments,
  insertPayment,
  insertPaymentNow,
  keyOf,
  manual,
  type PaymentDocument,
  type StoredPayment,
} from './store.ts'

/** An order that waits for its payment. */
export interface PayableOrder {
  readonly id: string
  readonly number: number
  readonly total: number
  readonly currency: string
  /** Whether it stands already, because nothing was due or it was paid before. */
  readonly approved: boolean
  readonly email: string
  readonly delivery: PayersCheckout['delivery']
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
  readonly providers: Providers
  readonly sandbox: Sandbox
  readonly order: OrderOfPayment
  readonly openTill: OpenTill
  readonly placeForPayment: PlaceForPayment
  /** What ways to pay depend on; undefined where the caller has no such checkout. */
  readonly payersCheckout: (
    scope: Pick<StagedScope<'visitor'>, 'db' | 'site' | 'caller'>,
    checkoutId: string,
  ) => Promise<PayersCheckout | undefined>
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
  const { providers, sandbox } = deps

  async function outcome(
    site: string,
    order: PayableOrder,
    payment: StoredPayment | undefined,
  ): Promise<PlacedOrder | Refusal<'PAYMENT_ERROR'>> {
    const placed = { orderId: order.id, orderNumber: String(order.number), statusToken: await deps.statusToken(site, order.id) }
    if (!payment || payment.provider === manual) return { ...placed, status: 'APPROVED' }
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

  async function pay(
    scope: StagedScope<'visitor'>,
    order: PayableOrder,
    payment: StoredPayment,
    token: string | undefined,
    returnUrl: string,
  ) {
    const result = await asked((signal) =>
      withLimit(
        providerOf(providers, payment).authorize(
          {
            site: scope.site,
            paymentId: payment.id,
            orderId: order.id,
            amount: payment.amount,
            currency: payment.currency,
            returnUrl,
            delayCapture: payment.document.delayCapture === true,
            orderNumber: String(order.number),
            ...(token !== undefined && { token }),
            ...(order.email && { email: order.email }),
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
    for (const payment of await findPayments(db, site, orderId)) {
      if (payment.status !== 'ACTION_REQUIRED') continue
      const place = { site, id: payment.id, orderId }
      const found = await providerOf(providers, payment).find(keyOf(site, payment), AbortSignal.timeout(providerMs))
      const asked = await settle(deps, place, found)
      if (asked.status === 'ACTION_REQUIRED') await settle(deps, place, { state: 'GIVEN_UP' })
    }
  }

  /** Goes on with what an earlier try under the same key has begun: the provider may have been asked by then or not. */
  async function resume(scope: StagedScope<'visitor'>, payment: StoredPayment, token: string | undefined, returnUrl: string) {
    const { site } = scope
    const order = await deps.findPayable(scope, payment.orderId)
    if (!order) return refuse('CHECKOUT_NOT_FOUND')
    if (payment.status !== 'PENDING' || payment.provider === manual) return outcome(site, order, payment)
    const found = await asked((signal) => providerOf(providers, payment).find(keyOf(site, payment), signal))
    if (found.state === 'UNKNOWN') return outcome(site, order, await pay(scope, order, payment, token, returnUrl))
    return outcome(site, order, await settle(deps, { site, id: payment.id, orderId: order.id }, found))
  }

  /** A checkout for which nothing was due, and which stands: asking for its order once more is not asking for another. */
  async function findFree(scope: StagedScope<'visitor'>, orderId: string): Promise<PayableOrder | undefined> {
    const order = await deps.findPayable(scope, orderId)
    return order?.approved && order.total === 0 ? order : undefined
  }

  /** How a payment begins, and how it is kept: to be asked for, or to be waited for. */
  function begin(scope: StagedScope<'visitor'>, order: PayableOrder, method: PaymentMethod, document: PaymentDocument): StoredPayment {
    const { attempt, now } = scope
    return {
      id: attempt,
      orderId: order.id,
      provider: method.kind === 'ONLINE' ? method.provider.id : manual,
      status: 'PENDING',
      amount: order.total,
      currency: order.currency,
      providerReference: null,
      document,
      voidOwed: false,
      scheduledAction: null,
      scheduledAt: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    }
  }

  return {
    async 'GET /vitrine/v1/checkouts/{id}/payment-methods'({ id }, scope) {
      const checkout = await deps.payersCheckout(scope, id)
      if (!checkout) return refuse('CHECKOUT_NOT_FOUND')
      const { settings } = await deps.openTill(scope.db, scope.site)
      return { paymentMethods: paymentMethods(providers, settings.payments ?? {}, checkout).map(showMethod) }
    },

    async 'POST /vitrine/v1/sandbox/card-tokens'({ cardNumber, expiryMonth, expiryYear }, { site }) {
      if (!sandbox.offered) return refuse('SITE_NOT_ACCEPTING_PAYMENTS')
      const made = await sandbox.tokenize(site, { number: cardNumber.replaceAll(' ', ''), expiryMonth, expiryYear })
      if ('wrong' in made) return violation(made.wrong, made.why)
      return { token: made.token, brand: made.card.brand as 'VISA', last4: made.card.last4 }
    },

    'POST /vitrine/v1/checkouts/{id}/place-order': staged(
      async ({ id, paymentMethodId, paymentToken: token, returnUrl, expectedTotal }, scope) => {
        const { site, attempt } = scope
        const begun = await findPayment(scope.db, site, attempt)
        if (begun) return resume(scope, begun, token, returnUrl)
        if (!(await deps.mayReturnTo(scope.db, site, returnUrl))) return refuse('REDIRECT_URI_NOT_ALLOWED', { url: returnUrl })
        let card: CardFace | undefined
        if (token !== undefined) {
          for (const provider of providers.values()) card ??= await provider.read(site, token)
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
          const { settings } = await deps.openTill(db, site)
          const methods = paymentMethods(providers, settings.payments ?? {}, order)
          if (methods.length === 0) return refuse('SITE_NOT_ACCEPTING_PAYMENTS')
          if (paymentMethodId === undefined && !card) return violation('paymentMethodId', 'something is due, so it has to be said how')
          const method = chosenMethod(methods, paymentMethodId, card !== undefined)
          if (!method) return refuse('PAYMENT_METHOD_NOT_AVAILABLE', { paymentMethodId: paymentMethodId ?? 'card' })
          if (method.kind === 'OFFLINE') {
            const { name, predefined } = method.offline
            const promised = begin(scope, order, method, { method: predefined ? { predefined } : { custom: name } })
            await insertPaymentNow(db, site, promised)
            await (await deps.order.lock({ db, site, now: scope.now }, order.id)).promised()
            return { order, payment: promised }
          }
          if (method.provider.asks === 'HERE' && !card) return violation('paymentToken', 'this way to pay asks for a card')
          const { delayedCapture: delayed } = settings.commerce
          const payment = {
            ...begin(scope, order, method, { returnUrl, ...(card && { card }), ...(delayed && { delayCapture: true }) }),
            ...scheduleOf(delayed, scope.now),
          }
          await insertPayment(db, site, payment)
          return { order, payment }
        })
        if (placed instanceof Refusal) return placed
        if (!('payment' in placed)) return outcome(site, placed, undefined)
        const { order, payment } = placed
        return outcome(site, order, payment.provider === manual ? payment : await pay(scope, order, payment, token, returnUrl))
      },
    ),

    'POST /vitrine/v1/orders/{id}/confirm-payment': staged(async ({ id, resultToken }, scope) => {
      const { site } = scope
      const order = await deps.findPayable(scope, id)
      if (!order) return refuse('ORDER_NOT_FOUND')
      for (const payment of await findPayments(scope.db, site, id)) {
        const result = await providers.get(payment.provider)?.confirm(keyOf(site, payment), resultToken, AbortSignal.timeout(providerMs))
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
