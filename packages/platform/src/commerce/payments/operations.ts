import type { orderTransactions, payments } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import { claimedInside, type Handlers, type StagedScope, staged, type Turn } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { heldMoney, keepingText, keepsCards } from '../../kernel/settings/checkout-page.ts'
import { violation } from '../../kernel/violation.ts'
import type { OrderingRefusal, Said } from '../selling/ordering-refusals.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { shownTransactions } from './collect.ts'
import { scheduleOf } from './collector.ts'
import { chosenMethod, elementOf, type PayersCheckout, paymentMethods, promiseOf, showMethod } from './methods.ts'
import { begun, cardOf, keeping, type PayDeps, paying } from './pay.ts'
import { type PayableOrder } from './payable-order.ts'
import type { Sandbox } from './sandbox.ts'
import { findCharge } from './sandbox-store.ts'
import { findSavedMethod } from './saved.ts'
import { findPayment, findPayments, insertPayment, insertPaymentNow, manual } from './store.ts'

export type PlaceForPayment = (
  scope: StagedScope<'visitor'>,
  db: Db,
  request: {
    readonly checkoutId: string
    /** What the buyer was shown. */
    readonly expected: { readonly total: string | undefined; readonly currency: string | undefined }
    /** What the buyer has ticked. */
    readonly said: Said
    /** Nothing in the transaction asks for the order, so it may be written at its end, and be given its number there. */
    readonly numberLater?: boolean
    /** It is to be paid by hand: it stands with the promise, so its goods leave the stock with it. */
    readonly byHand?: boolean
    /** It has an order already that is to be looked at first. */
    readonly unlessOrdered?: boolean
  },
) => Promise<PayableOrder | { readonly earlier: string } | Refusal<'CHECKOUT_NOT_FOUND' | 'TOO_MANY_REQUESTS' | OrderingRefusal>>

export interface PaymentDeps extends PayDeps {
  readonly sandbox: Sandbox
  /** The order, if the caller may see it. */
  readonly findPayable: (
    scope: Pick<StagedScope<'visitor'>, 'db' | 'site' | 'caller' | 'merchant'>,
    orderId: string,
  ) => Promise<PayableOrder | undefined>
  readonly openPricing: OpenPricing
  readonly placeForPayment: PlaceForPayment
  /** What ways to pay depend on; undefined where the caller has no such checkout. */
  readonly payersCheckout: (
    scope: Pick<StagedScope<'visitor'>, 'db' | 'site' | 'caller' | 'merchant'>,
    checkoutId: string,
  ) => Promise<PayersCheckout | undefined>
  readonly orderExists: (db: Db, site: string, orderId: string) => Promise<boolean>
  /** Whether a browser may be sent to an address after 3-D Secure. */
  readonly mayReturnTo: (db: Db, site: string, url: string) => Promise<boolean>
}

export function paymentOperations(deps: PaymentDeps): Handlers<typeof payments & typeof orderTransactions> {
  const { providers, sandbox } = deps
  const { outcome, pay, giveUpWaiting, resume, confirm } = paying(deps)

  /** A checkout for which nothing was due, and which stands: asking for its order once more is not asking for another. */
  async function findFree(scope: StagedScope<'visitor'>, orderId: string): Promise<PayableOrder | undefined> {
    const order = await deps.findPayable(scope, orderId)
    return order?.approved && order.total === 0 ? order : undefined
  }

  return {
    async 'GET /vitrine/v1/checkouts/{id}/payment-methods'({ id }, scope) {
      const checkout = await deps.payersCheckout(scope, id)
      if (!checkout) return refuse('CHECKOUT_NOT_FOUND')
      const { settings } = await deps.openPricing(scope.db, scope.site)
      const keep = scope.caller.kind === 'member' ? keepingText(settings) : undefined
      return {
        paymentMethods: paymentMethods(providers, settings.payments ?? {}, checkout).map((method) =>
          showMethod(method, keep, elementOf(method, checkout, settings)),
        ),
      }
    },

    async 'POST /vitrine/v1/sandbox/card-tokens'({ cardNumber, expiryMonth, expiryYear }, { db, site }) {
      const { settings } = await deps.openPricing(db, site)
      if (!sandbox.takesPayments(settings.payments ?? {})) return refuse('SITE_NOT_ACCEPTING_PAYMENTS')
      const made = await sandbox.tokenize(site, { number: cardNumber.replaceAll(' ', ''), expiryMonth, expiryYear })
      if ('wrong' in made) return violation(made.wrong, made.why)
      return { token: made.token, brand: made.card.brand as 'VISA', last4: made.card.last4 }
    },

    'POST /vitrine/v1/checkouts/{id}/place-order': claimedInside(
      async (
        {
          id,
          paymentMethodId,
          paymentToken: token,
          savedPaymentMethodId,
          returnUrl,
          expectedTotal,
          expectedCurrency,
          savePaymentMethod,
          policiesAgreed,
          subscribed,
          withElement,
        },
        scope,
      ) => {
        const said = { policiesAgreed: policiesAgreed ?? false, subscribed: subscribed ?? false }
        const expected = { total: expectedTotal, currency: expectedCurrency }
        const { site, caller } = scope
        if (savedPaymentMethodId !== undefined && (token !== undefined || paymentMethodId !== undefined))
          return violation('savedPaymentMethodId', 'a card that is kept takes the place of any other way to pay')
        const card = await cardOf(providers, site, token)

        const place = async (db: Db, { attempt, again, retried }: Turn, unlessOrdered: boolean) => {
          // Committed by an earlier try, which went no further or whose COMMIT was not answered.
          const kept = again ? await findPayment(db, site, attempt) : undefined
          if (kept) return { order: await deps.findPayable({ ...scope, db }, kept.orderId), payment: kept, again }
          if (!(await deps.mayReturnTo(db, site, returnUrl))) return refuse('REDIRECT_URI_NOT_ALLOWED', { url: returnUrl })
          if (card instanceof Refusal) return card
          const saved = savedPaymentMethodId === undefined ? undefined : await findSavedMethod(db, site, savedPaymentMethodId)
          if (savedPaymentMethodId !== undefined && (caller.kind !== 'member' || saved?.owner !== nameOf(caller)))
            return refuse('SAVED_PAYMENT_METHOD_NOT_FOUND')
          const named = saved ? saved.provider : paymentMethodId
          const byHand = named !== undefined && !providers.has(named)
          const numberLater = !retried && !byHand && (named !== undefined || card !== undefined)
          const order = await deps.placeForPayment(scope, db, { checkoutId: id, expected, said, numberLater, byHand, unlessOrdered })
          if (order instanceof Refusal || 'earlier' in order || order.approved) return order
          const { settings } = await deps.openPricing(db, site)
          const methods = paymentMethods(providers, settings.payments ?? {}, order)
          if (methods.length === 0) return refuse('SITE_NOT_ACCEPTING_PAYMENTS')
          if (named === undefined && !card) return violation('paymentMethodId', 'something is due, so it has to be said how')
          const method = chosenMethod(methods, named, card !== undefined)
          if (!method || (saved && (method.kind === 'OFFLINE' || !method.provider.keeping)))
            return refuse('PAYMENT_METHOD_NOT_AVAILABLE', { paymentMethodId: named ?? 'card' })
          if (method.kind === 'OFFLINE') {
            const promised = begun({ ...scope, attempt }, order, method, promiseOf(method.offline, { now: scope.now, expires: true }))
            await insertPaymentNow(db, site, promised)
            await (await deps.order.lock({ db, site, now: scope.now }, order.id)).promised()
            return { order, payment: promised }
          }
          if (method.provider.asks === 'HERE' && !card && !saved) return violation('paymentToken', 'this way to pay asks for a card')
          const due = { amount: order.total, currency: order.currency, subscribes: order.subscribes }
          if (withElement && (saved || !elementOf(method, { ...order, due }, settings)))
            return refuse('PAYMENT_METHOD_NOT_AVAILABLE', { paymentMethodId: named ?? 'card' })
          const delayed = heldMoney(settings)
          const payment = {
            ...begun({ ...scope, attempt }, order, method, {
              returnUrl,
              ...(withElement && { withElement }),
              ...(card && { card }),
              ...(delayed && { delayCapture: true }),
              ...(saved
                ? { savedMethodId: saved.id, kept: saved.reference, ...(saved.card && { card: saved.card }) }
                : keeping(
                    order,
                    method,
                    savePaymentMethod || keepsCards(settings),
                    savePaymentMethod && caller.kind === 'member' ? keepingText(settings) : undefined,
                  )),
            }),
            ...scheduleOf(delayed, scope.now),
          }
          await insertPayment(db, site, payment)
          return { order, payment }
        }

        let attempt = scope.attempt
        let placed = await scope.begin((db, turn) => {
          attempt = turn.attempt
          return place(db, turn, true)
        })
        if (!(placed instanceof Refusal) && 'earlier' in placed) {
          const unknown = await giveUpWaiting(scope, placed.earlier)
          if (unknown) return unknown
          const free = await findFree(scope, placed.earlier)
          if (free) return outcome(site, free, undefined)
          placed = await scope.transact((db, again) => place(db, { attempt, again, retried: again }, false))
        }
        if (placed instanceof Refusal) return placed
        if ('earlier' in placed) throw new Error(`checkout ${id} was ordered, and was to be ordered again`)
        if (!('payment' in placed)) return outcome(site, placed, undefined)
        const { order, payment } = placed
        if (!order) return refuse('CHECKOUT_NOT_FOUND')
        if ('again' in placed) return resume(scope, order, payment, token, returnUrl)
        return outcome(site, order, payment.provider === manual ? payment : await pay(scope, order, payment, token, returnUrl))
      },
    ),

    'POST /vitrine/v1/orders/{id}/confirm-payment': staged(async ({ id, resultToken }, scope) => {
      const { site } = scope
      const order = await deps.findPayable(scope, id)
      if (!order) return refuse('ORDER_NOT_FOUND')
      return confirm(site, order, await findPayments(scope.db, site, id), resultToken)
    }),

    async 'GET /vitrine/v1/sandbox/authentications/{id}'({ id }, { db, site }) {
      const charge = await findCharge(db, site, id)
      if (!charge) return refuse('PAYMENT_NOT_WAITING')
      const { settings, moneyIn } = await deps.openPricing(db, charge.site)
      const { amount, formattedAmount } = moneyIn(charge.currency).plain(minor(charge.amount))
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
      const all = []
      for (const id of new Set(orderIds)) if (await deps.orderExists(db, site, id)) all.push(await shownTransactions(deps, db, site, id))
      return { orderTransactions: all }
    },

    async 'GET /ecom/v1/payments/orders/{orderId}'({ orderId }, { db, site }) {
      if (!(await deps.orderExists(db, site, orderId))) return refuse('ORDER_NOT_FOUND')
      return { orderTransactions: await shownTransactions(deps, db, site, orderId) }
    },
  }
}
