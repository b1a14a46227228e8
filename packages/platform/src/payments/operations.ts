import type { orderTransactions, PlacedOrder, payments } from '@vitrine/contract'
import type { Database } from '../db/pool.ts'
import { newId } from '../db/id.ts'
import type { Db } from '../db/sql.ts'
import type { Clock } from '../clock/clock.ts'
import { type Handlers, type StagedScope, staged } from '../http/handlers.ts'
import { Refusal, refuse } from '../refusal.ts'
import type { OpenTill } from '../selling/till.ts'
import { minor } from '@vitrine/pricing'
import { amounts } from '../selling/amounts.ts'
import type { CardFace, PaymentProvider, ProviderResult } from './provider.ts'
import type { Sandbox } from './sandbox.ts'
import { findChargeOfPayment } from './sandbox-store.ts'
import { type OrderOfPayment, settle } from './settle.ts'
import { showTransactions } from './show.ts'
import { findPayments, insertPayment, type StoredPayment } from './store.ts'

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
  readonly findPayable: (scope: StagedScope<'visitor'>, orderId: string) => Promise<PayableOrder | undefined>
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
            delayCapture: false,
          },
          signal,
        ),
        signal,
      ),
    )
    if (result.state === 'PENDING' && result.reference === '') return payment
    return settle(deps, { site: scope.site, id: payment.id, orderId: order.id }, result)
  }

  /** A payment that waits for a buyer who has come back to try again is given up first. */
  async function giveUpWaiting(scope: StagedScope<'visitor'>, orderId: string): Promise<void> {
    for (const waiting of await findPayments(scope.db, scope.site, orderId)) {
      if (waiting.status !== 'ACTION_REQUIRED') continue
      const { id, amount, currency } = waiting
      await provider.void({ site: scope.site, paymentId: id, orderId, amount, currency }, AbortSignal.timeout(providerMs))
      const now = await provider.find({ site: scope.site, paymentId: id }, AbortSignal.timeout(providerMs))
      await settle(deps, { site: scope.site, id, orderId }, now)
    }
  }

  return {
    async 'POST /vitrine/v1/sandbox/card-tokens'({ cardNumber, expiryMonth, expiryYear }, { site }) {
      const made = await sandbox.tokenize(site, { number: cardNumber.replaceAll(' ', ''), expiryMonth, expiryYear })
      if ('wrong' in made) return violation(made.wrong, made.why)
      return { token: made.token, brand: made.card.brand as 'VISA', last4: made.card.last4 }
    },

    'POST /vitrine/v1/checkouts/{id}/place-order': staged(async ({ id, paymentToken, returnUrl, expectedTotal }, scope) => {
      const { site, now } = scope
      if (!(await deps.mayReturnTo(scope.db, site, returnUrl))) return refuse('REDIRECT_URI_NOT_ALLOWED', { url: returnUrl })
      let card: CardFace | undefined
      if (paymentToken !== undefined) {
        card = await provider.read(site, paymentToken)
        if (!card) return refuse('PAYMENT_TOKEN_INVALID')
      }
      const earlier = await deps.orderOfCheckout(scope, id)
      if (earlier) await giveUpWaiting(scope, earlier)

      const placed = await scope.transact(async (db) => {
        const order = await deps.placeForPayment(scope, db, { checkoutId: id, expectedTotal })
        if (order instanceof Refusal || order.approved) return order
        if (!card) return violation('paymentToken', 'something is due, so a card is needed')
        const payment: StoredPayment = {
          id: newId(),
          orderId: order.id,
          provider: provider.id,
          status: 'PENDING',
          amount: order.total,
          currency: order.currency,
          providerReference: null,
          document: { card, returnUrl },
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

    async 'GET /vitrine/v1/sandbox/authentications/{id}'({ id }, { db }) {
      const charge = await findChargeOfPayment(db, id)
      if (!charge) return refuse('PAYMENT_NOT_WAITING')
      const { settings } = await deps.openTill(db, charge.site)
      const money = amounts(charge.currency, settings.commerce.locale)
      const { amount, formattedAmount } = money.plain(minor(charge.amount))
      return { shop: settings.shop.name, amount, formattedAmount, returnUrl: charge.returnUrl, open: charge.state === 'ACTION_REQUIRED' }
    },

    'POST /vitrine/v1/sandbox/authentications/{id}': staged(async ({ id, answer }, { db }) => {
      const charge = await findChargeOfPayment(db, id)
      const resultToken = charge && (await sandbox.answer(charge, answer))
      if (!charge || !resultToken) return refuse('PAYMENT_NOT_WAITING')
      const returnUrl = new URL(charge.returnUrl)
      returnUrl.searchParams.set('resultToken', resultToken)
      return { returnUrl: returnUrl.href, resultToken }
    }),

    async 'GET /ecom/v1/payments/orders/{orderId}'({ orderId }, { db, site }) {
      if (!(await deps.orderExists(db, site, orderId))) return refuse('ORDER_NOT_FOUND')
      const { money } = await deps.openTill(db, site)
      return { orderTransactions: showTransactions(orderId, await findPayments(db, site, orderId), money) }
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
