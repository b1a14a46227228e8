import type { CollectedOrder, PaymentCollection, paymentCollections } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { type Caller, nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { holdsBeforePayment } from '../../kernel/settings/order-settings.ts'
import { violation } from '../../kernel/violation.ts'
import { type Account, type CollectDeps, lockAccount, moneyOf, readAccount } from './collect.ts'
import { dueOf, scheduleOf } from './collector.ts'
import { chosenMethod, paymentMethods, promiseOf, showMethod } from './methods.ts'
import { begun, cardOf, keeping, type PayDeps, paying } from './pay.ts'
import { type PayableOrder } from './payable-order.ts'
import { findSavedMethod } from './saved.ts'
import { findCollection, findPayment, insertPaymentNow, manual, type StoredCollection, type StoredPayment } from './store.ts'

export interface CollectionDeps extends CollectDeps, PayDeps {
  /** The order as it is needed for paying, whoever pays. */
  readonly payableOrder: (db: Db, site: string, orderId: string) => Promise<PayableOrder | undefined>
  readonly mayReturnTo: (db: Db, site: string, url: string) => Promise<boolean>
  /** The address of the page at which it is paid, with its proof. */
  readonly paymentLink: (site: string, collectionId: string) => Promise<string>
  readonly provesLink: (site: string, token: string, collectionId: string) => Promise<boolean>
  /** What is paid for. */
  readonly collectedOrder: (db: Db, site: string, orderId: string) => Promise<CollectedOrder | undefined>
}

/** The payments that were made for what was asked. */
const paymentsFor = ({ payments }: Pick<Account, 'payments'>, { id }: StoredCollection): readonly StoredPayment[] =>
  payments.filter(({ document }) => document.collectionId === id)

function statusOf(account: Account, collection: StoredCollection): PaymentCollection['status'] {
  const own = paymentsFor(account, collection)
  if (own.some(({ status }) => status === 'APPROVED' || status === 'AUTHORIZED')) return 'PAID'
  if (own.some(({ status }) => status === 'PENDING')) return 'PENDING'
  return closed(account, collection) ? 'CLOSED' : 'OPEN'
}

/** Why nothing can be paid on it any more. What waits for the buyer's word at the bank gives way to another try. */
function closed(
  account: Account,
  collection: StoredCollection,
): Refusal<'ORDER_CANCELED' | 'ORDER_IS_REJECTED' | 'ORDER_ALREADY_PAID' | 'INVALID_AMOUNT'> | undefined {
  const { order } = account
  if (order.status === 'CANCELED') return refuse('ORDER_CANCELED')
  if (order.status === 'REJECTED') return refuse('ORDER_IS_REJECTED')
  const { due, open } = dueOf(account)
  if (due <= 0) return refuse('ORDER_ALREADY_PAID')
  const waiting = paymentsFor(account, collection).filter(({ status }) => status === 'ACTION_REQUIRED')
  const most = open + waiting.reduce((all, { amount }) => all + amount, 0)
  // An order that waits for its first payment has been written anew since, at another price.
  const wrong = order.status === 'INITIALIZED' ? collection.amount !== order.dueNow : collection.amount > most
  return wrong ? refuse('INVALID_AMOUNT', {}) : undefined
}

export function collectionOperations(deps: CollectionDeps): Handlers<typeof paymentCollections> {
  const { providers } = deps
  const { outcome, pay, giveUpWaiting, resume, confirm } = paying(deps)

  return {
    async 'GET /vitrine/v1/payment-collections/{id}'({ id, token }, { db, site, caller }) {
      const collection = await findCollection(db, site, id)
      const account = collection && (await readAccount(deps, db, site, collection.orderId))
      const order = collection && (await deps.payableOrder(db, site, collection.orderId))
      if (!account || !order) return refuse('PAYMENT_COLLECTION_NOT_FOUND')
      const { settings, moneyIn } = await deps.openPricing(db, site)
      const status = statusOf(account, collection)
      const methods = status === 'OPEN' ? methodsFor(account, order, settings.payments ?? {}) : []
      const proven = token !== undefined && (await deps.provesLink(site, token, id))
      const shown = proven ? await deps.collectedOrder(db, site, order.id) : undefined
      return {
        paymentCollection: {
          id,
          orderId: order.id,
          orderNumber: String(order.number),
          shop: settings.shop.name,
          currency: order.currency,
          amount: moneyIn(order.currency).plain(minor(collection.amount)),
          status,
          paymentMethods: methods.map((method) => showMethod(method)),
          ...(methods.length > 0 && takesCardsOf(order, caller) && { takesSavedPaymentMethods: true as const }),
          ...(shown && { order: shown }),
          ...(collection.document.redirectUrls && { redirectUrls: collection.document.redirectUrls }),
        },
      }
    },

    'POST /vitrine/v1/payment-collections/{id}/pay': staged(async (request, scope) => {
      const { id, paymentMethodId, paymentToken: token, savedPaymentMethodId, returnUrl } = request
      const { site, attempt, now, caller } = scope
      if (savedPaymentMethodId !== undefined && (token !== undefined || paymentMethodId !== undefined))
        return violation('savedPaymentMethodId', 'a card that is kept takes the place of any other way to pay')
      const collection = await findCollection(scope.db, site, id)
      const order = collection && (await deps.payableOrder(scope.db, site, collection.orderId))
      if (!order) return refuse('PAYMENT_COLLECTION_NOT_FOUND')
      const before = await findPayment(scope.db, site, attempt)
      if (before) return resume(scope, order, before, token, returnUrl)
      if (!(await deps.mayReturnTo(scope.db, site, returnUrl))) return refuse('REDIRECT_URI_NOT_ALLOWED', { url: returnUrl })
      const card = await cardOf(providers, site, token)
      if (card instanceof Refusal) return card
      const saved = savedPaymentMethodId === undefined ? undefined : await findSavedMethod(scope.db, site, savedPaymentMethodId)
      if (savedPaymentMethodId !== undefined && (caller.kind !== 'member' || saved?.owner !== nameOf(caller)))
        return refuse('SAVED_PAYMENT_METHOD_NOT_FOUND')
      const unknown = await giveUpWaiting(scope, order.id, ({ document }) => !order.approved || document.collectionId === id)
      if (unknown) return unknown

      const written = await scope.transact(async (db) => {
        // Committed by an earlier try, whose COMMIT was not answered.
        const kept = await findPayment(db, site, attempt)
        if (kept) return kept
        const account = await lockAccount(deps, { db, site, now }, order.id)
        if (!account) return refuse('PAYMENT_COLLECTION_NOT_FOUND')
        const status = statusOf(account, collection)
        if (status === 'PAID') return refuse('PAYMENT_ALREADY_APPROVED')
        const others = account.order.status === 'INITIALIZED' && account.payments.some((payment) => payment.status === 'PENDING')
        if (status === 'PENDING' || others) return refuse('PAYMENT_ALREADY_IN_PROGRESS')
        const refused = closed(account, collection)
        if (refused) return refused
        const { settings } = await deps.openPricing(db, site)
        const methods = methodsFor(account, order, settings.payments ?? {})
        if (methods.length === 0) return refuse('SITE_NOT_ACCEPTING_PAYMENTS')
        const named = saved ? saved.provider : paymentMethodId
        if (named === undefined && !card) return violation('paymentMethodId', 'It has to be said how')
        const method = chosenMethod(methods, named, card !== undefined)
        const keeps = method?.kind === 'ONLINE' && method.provider.keeping !== undefined
        if (!method || (saved && !(keeps && takesCardsOf(order, caller))))
          return refuse('PAYMENT_METHOD_NOT_AVAILABLE', { paymentMethodId: named ?? 'card' })
        const waits = method.kind === 'ONLINE' && !holdsBeforePayment(settings)
        const short = waits ? [] : await account.locked.hold()
        if (short.length > 0)
          return refuse(short.length === account.order.lines.length ? 'FULL_OUT_OF_STOCK' : 'PARTIAL_OUT_OF_STOCK', {
            lineItemIds: [...short],
          })
        if (method.kind === 'OFFLINE') {
          const document = { collectionId: id, ...promiseOf(method.offline, { now, expires: !order.approved }) }
          const promised = begun(scope, order, method, document, collection.amount)
          await insertPaymentNow(db, site, promised)
          await (await deps.order.lock({ db, site, now }, order.id)).promised()
          return promised
        }
        if (method.provider.asks === 'HERE' && !card && !saved) return violation('paymentToken', 'this way to pay asks for a card')
        const delayed = collection.document.delayedCapture
        const document = {
          collectionId: id,
          returnUrl,
          ...(card && { card }),
          ...(delayed && { delayCapture: true }),
          ...(saved
            ? {
                kept: saved.reference,
                ...(saved.card && { card: saved.card }),
                // A card of somebody else than the buyer pays this once: nobody charges it again for the order.
                ...(saved.owner === order.owner && { savedMethodId: saved.id }),
              }
            : keeping(order, method, collection.document.savePaymentMethod)),
        }
        const payment = { ...begun(scope, order, method, document, collection.amount), ...scheduleOf(delayed, now) }
        await insertPaymentNow(db, site, payment)
        return payment
      })
      if (written instanceof Refusal) return written
      const asks = written.status === 'PENDING' && written.provider !== manual
      return outcome(site, order, asks ? await pay(scope, order, written, token, returnUrl) : written)
    }),

    async 'GET /vitrine/v1/payment-collections/{id}/link'({ id }, { db, site }) {
      if (!(await findCollection(db, site, id))) return refuse('PAYMENT_COLLECTION_NOT_FOUND')
      return { url: await deps.paymentLink(site, id) }
    },

    async 'POST /vitrine/v1/payment-collections/{id}/send'({ id, email, customMessage }, { db, site, now, author }) {
      const collection = await findCollection(db, site, id)
      const account = collection && (await lockAccount(deps, { db, site, now, author }, collection.orderId))
      const order = collection && (await deps.payableOrder(db, site, collection.orderId))
      if (!account || !order) return refuse('PAYMENT_COLLECTION_NOT_FOUND')
      if (statusOf(account, collection) === 'PAID') return refuse('PAYMENT_ALREADY_APPROVED')
      const refused = closed(account, collection)
      if (refused) return refused
      const sentTo = email ?? order.email
      if (!sentTo) return violation('email', 'the order has none, so it has to be said')
      await account.locked.note({
        activities: [
          {
            type: 'MERCHANT_COMMENT',
            activityType: 'MERCHANT_COMMENT',
            merchantComment: {
              message: `${(await moneyOf(deps, db, site, account)).text(minor(collection.amount))} asked for by email to ${sentTo}`,
            },
          },
        ],
        payload: { paymentAsked: { collectionId: id, to: sentTo, message: customMessage ?? '' } },
      })
      return { url: await deps.paymentLink(site, id), sentTo }
    },

    'POST /vitrine/v1/payment-collections/{id}/confirm': staged(async ({ id, resultToken }, scope) => {
      const { db, site } = scope
      const collection = await findCollection(db, site, id)
      const account = collection && (await readAccount(deps, db, site, collection.orderId))
      const order = collection && (await deps.payableOrder(db, site, collection.orderId))
      if (!account || !order) return refuse('PAYMENT_COLLECTION_NOT_FOUND')
      return confirm(site, order, paymentsFor(account, collection), resultToken)
    }),
  }

  /** An order that stands already is paid for with a provider; that it may be paid by hand needs no saying. */
  function methodsFor(account: Account, order: PayableOrder, settings: Parameters<typeof paymentMethods>[1]) {
    const methods = paymentMethods(providers, settings, order)
    return account.order.status === 'INITIALIZED' ? methods : methods.filter(({ kind }) => kind === 'ONLINE')
  }
}

/** A subscription is charged to a card saved for the order's owner, so nobody else's saved card may pay its first order. */
const takesCardsOf = ({ owner, subscribes }: PayableOrder, caller: Caller): boolean =>
  caller.kind === 'member' && (!subscribes || owner === nameOf(caller))
