import type {
  DelayedCaptureSettings,
  Order,
  paymentsCollector,
  RefundDetails,
  RefundDetailsInput,
  UserDefinedPaymentMethodNameInput,
} from '@vitrine/contract'
import { exponentOf, minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { counted, errorOf } from '../../kernel/http/bulk-results.ts'
import { type Handlers, type StagedScope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { shareOf } from '../selling/share-of.ts'
import { booksOf, chargedBack } from './books.ts'
import {
  type Account,
  type CollectDeps,
  carryOut,
  holdGoods,
  lockAccount,
  moneyOf,
  newAction,
  type OrderToCollect,
  readAccount,
  shownTransactions,
  unitsByLine,
} from './collect.ts'
import { capture, letGo, refund, refundability } from './collect-rules.ts'
import {
  type DelayedCapture,
  insertCollection,
  insertPaymentNow,
  manual,
  newPayment,
  type RefundAction,
  type StoredAction,
  type StoredPayment,
  savePayment,
} from './store.ts'

export interface CollectorDeps extends CollectDeps {
  readonly showOrder: (db: Db, site: string, orderId: string) => Promise<Order>
}

/** An amount as minor units, if the currency has such a one. */
export function units(
  price: { readonly amount: string } | null | undefined,
  currency: string,
): number | undefined | Refusal<'INVALID_AMOUNT'> {
  if (!price) return undefined
  const [, fraction = ''] = price.amount.split('.')
  if (fraction.replace(/0+$/, '').length > exponentOf(currency)) return refuse('INVALID_AMOUNT', {})
  try {
    return parseDecimal(fraction ? price.amount.replace(/0+$/, '').replace(/\.$/, '') : price.amount, currency)
  } catch (error) {
    // More than can be counted.
    if (error instanceof RangeError) return refuse('INVALID_AMOUNT', {})
    throw error
  }
}

/** What can still be asked for: what is due, without what is held or on its way. */
export function dueOf({ order, payments, actions }: Account): { readonly due: number; readonly open: number } {
  const { paid, authorized, pending } = booksOf(payments, actions)
  return { due: order.total - paid, open: order.total - paid - authorized - pending }
}

/** Whether a bank's taking back still stands: then nothing more is asked for. */
export const hasChargebacks = ({ payments }: Account): boolean => payments.some((payment) => chargedBack(payment) > 0)

export function delayedCaptureOf(settings: DelayedCaptureSettings | null | undefined): DelayedCapture | undefined {
  if (!settings) return undefined
  const { scheduledAction, delayDuration } = settings
  const unitMs = { MINUTES: 60_000, HOURS: 3_600_000, DAYS: 86_400_000 }
  return {
    ...(scheduledAction?.actionType && { action: scheduledAction.actionType }),
    ...(scheduledAction?.executionDate
      ? { at: scheduledAction.executionDate }
      : delayDuration && { afterMs: delayDuration.count * unitMs[delayDuration.unit] }),
  }
}

/** What the clock is to do with a payment that is held, and when. */
export function scheduleOf(delayed: DelayedCapture | undefined, now: Date): Pick<StoredPayment, 'scheduledAction' | 'scheduledAt'> {
  const at = delayed?.at ? new Date(delayed.at) : delayed?.afterMs !== undefined ? new Date(now.getTime() + delayed.afterMs) : null
  return delayed?.action && at ? { scheduledAction: delayed.action, scheduledAt: at } : { scheduledAction: null, scheduledAt: null }
}

type ByHandRefusal = Refusal<
  | 'ORDER_NOT_FOUND'
  | 'ORDER_CANCELED'
  | 'ORDER_IS_REJECTED'
  | 'ORDER_ALREADY_PAID'
  | 'INVALID_AMOUNT'
  | 'PARTIAL_OUT_OF_STOCK'
  | 'FULL_OUT_OF_STOCK'
>

export function collectorOperations(deps: CollectorDeps): Handlers<typeof paymentsCollector> {
  const transactionsOf = (db: Db, site: string, orderId: string) => shownTransactions(deps, db, site, orderId)

  /** Money that came by hand: everything still due, where no amount is named. */
  async function byHand(
    context: Context,
    orderId: string,
    price: { readonly amount: string } | undefined,
    name: UserDefinedPaymentMethodNameInput | null | undefined,
  ): Promise<ByHandRefusal | undefined> {
    const { db, site, now } = context
    const account = await lockAccount(deps, context, orderId)
    if (!account) return refuse('ORDER_NOT_FOUND')
    const { order } = account
    if (order.status === 'CANCELED') return refuse('ORDER_CANCELED')
    if (order.status === 'REJECTED') return refuse('ORDER_IS_REJECTED')
    const { due, open } = dueOf(account)
    if (due <= 0) return refuse('ORDER_ALREADY_PAID')
    const wanted = units(price, order.currency)
    if (wanted instanceof Refusal) return wanted
    const amount = wanted ?? open
    if (amount <= 0 || amount > open) return tooMuch(account, open)
    const short = await holdGoods(account)
    if (short) return short
    const promise = account.payments.find(({ provider, status }) => provider === manual && status === 'PENDING')
    const method = name?.predefined ? { predefined: name.predefined } : name?.custom ? { custom: name.custom } : promise?.document.method
    const came = { amount, status: 'APPROVED' as const, document: method ? { method } : {}, updatedAt: now }
    const kept = promise && { ...promise, revision: promise.revision + 1, updatedAt: now }
    if (kept && amount >= kept.amount) await savePayment(db, site, { ...kept, ...came })
    else {
      if (kept) await savePayment(db, site, { ...kept, amount: kept.amount - amount })
      await insertPaymentNow(db, site, newPayment({ orderId, provider: manual, currency: order.currency, ...came }, now))
    }
    await account.locked.keepBooks({ activities: [] })
    return undefined
  }

  /** An order for which money can be asked for. */
  async function collectable(context: Context & Pick<StagedScope<'user'>, 'author'>, orderId: string) {
    const account = await lockAccount(deps, context, orderId)
    if (!account) return refuse('NO_ASSOCIATED_ECOM_ORDER')
    if (account.order.status === 'CANCELED') return refuse('ORDER_CANCELED')
    if (account.order.status === 'REJECTED') return refuse('ORDER_IS_REJECTED')
    if (hasChargebacks(account)) return refuse('ORDER_HAS_CHARGEBACKS')
    return dueOf(account).due <= 0 ? refuse('ORDER_ALREADY_PAID') : account
  }

  return {
    async 'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/create-payment-gateway-order'({ ecomOrderId }, { db, site, now, author }) {
      const account = await collectable({ db, site, now, author }, ecomOrderId)
      if (account instanceof Refusal) return account
      const { open } = dueOf(account)
      if (open <= 0) return refuse('ORDER_ALREADY_PAID')
      const amount = account.order.status === 'INITIALIZED' ? account.order.dueNow : open
      const id = newId()
      await insertCollection(db, site, { id, orderId: ecomOrderId, amount, document: {}, createdAt: now })
      return { paymentGatewayOrderId: id }
    },

    async 'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/prepare-payment-collection'(input, { db, site, now, author }) {
      const account = await collectable({ db, site, now, author }, input.ecomOrderId)
      if (account instanceof Refusal) return account
      const { open } = dueOf(account)
      const amount = units(input.amount, account.order.currency)
      if (amount instanceof Refusal) return amount
      if (!amount || amount > open) return tooMuch(account, open)
      // The first payment pays for what is due with the order, all of it.
      if (account.order.status === 'INITIALIZED' && amount !== account.order.dueNow) return refuse('INVALID_AMOUNT', {})
      const delayed = delayedCaptureOf(input.delayedCaptureSettings) ?? (input.delayedCapture ? {} : undefined)
      const id = newId()
      await insertCollection(db, site, {
        id,
        orderId: input.ecomOrderId,
        amount,
        document: { ...(delayed && { delayedCapture: delayed }), ...(input.redirectUrls && { redirectUrls: given(input.redirectUrls) }) },
        createdAt: now,
      })
      return { paymentGatewayOrderId: id }
    },

    async 'GET /ecom/v1/payments-collector/orders/{ecomOrderId}/payment-collectability-status'({ ecomOrderId }, { db, site }) {
      const account = await readAccount(deps, db, site, ecomOrderId)
      if (!account) return refuse('ORDER_NOT_FOUND')
      const { due, open } = dueOf(account)
      const amount = (await moneyOf(deps, db, site, account)).plain(minor(Math.max(0, due)))
      switch (account.order.status) {
        case 'CANCELED':
          return { status: 'NONCOLLECTABLE_ORDER_IS_CANCELLED', amount }
        case 'REJECTED':
          return { status: 'NONCOLLECTABLE_ORDER_IS_REJECTED', amount }
        default:
          // What is on its way pays for it, unless it comes to nothing.
          if (account.order.status === 'INITIALIZED' && due > 0 && open <= 0) return { status: 'NONCOLLECTABLE_ORDER_IS_PENDING', amount }
          if (hasChargebacks(account)) return { status: 'NONCOLLECTABLE_ORDER_HAS_CHARGEBACKS', amount }
          return { status: open > 0 ? 'COLLECTABLE' : 'NONCOLLECTABLE_ORDER_IS_PAID', amount }
      }
    },

    async 'POST /ecom/v1/payments-collector/orders/{orderId}/manual-payment'(input, { db, site, now, author }) {
      return (await byHand({ db, site, now, author }, input.orderId, input.amount, input.userDefinedPaymentMethodName)) ?? {}
    },

    async 'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/mark-as-paid'(
      { ecomOrderId, userDefinedPaymentMethodName },
      { db, site, now, author },
    ) {
      const refused = await byHand({ db, site, now, author }, ecomOrderId, undefined, userDefinedPaymentMethodName)
      return refused ?? { order: await deps.showOrder(db, site, ecomOrderId) }
    },

    async 'POST /v1/bulk/payments-collector/mark-as-paid'({ ecomOrderIds }, { db, site, now, author }) {
      // Always in the same order, so that no two requests wait for each other.
      const refused = new Map<string, Refusal | undefined>()
      for (const id of [...new Set(ecomOrderIds)].sort()) refused.set(id, await byHand({ db, site, now, author }, id, undefined, undefined))
      const results = await Promise.all(
        ecomOrderIds.map(async (id, originalIndex) => {
          const refusal = refused.get(id)
          return refusal
            ? { itemMetadata: { id, originalIndex, success: false, error: errorOf(refusal) } }
            : { itemMetadata: { id, originalIndex, success: true }, item: await deps.showOrder(db, site, id) }
        }),
      )
      return counted(results)
    },

    async 'GET /ecom/v1/payments-collector/orders/{ecomOrderId}/refundability'({ ecomOrderId }, { db, site }) {
      const account = await readAccount(deps, db, site, ecomOrderId)
      if (!account) return refuse('ORDER_NOT_FOUND')
      const { order, payments, actions } = account
      return { refundabilities: payments.map((payment) => refundability(payment, actions, order.status)), refundablePerItem: true }
    },

    'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/trigger-refund': staged(async (input, scope) => {
      const { ecomOrderId: orderId, payments: wanted, details, sideEffects } = input
      const { paymentId, amount: price, externalRefund } = wanted[0]!
      const done = await carryOut(deps, of(scope, orderId), (account, { now }) => {
        const { order, payments, actions } = account
        const payment = payments.find(({ id }) => id === paymentId)
        if (!payment) return refuse('PAYMENTS_NOT_FOUND', { paymentId })
        const kept = keptDetails(details)
        const wrong = wrongUnits(order, actions, kept) ?? wrongStockItems(order, sideEffects?.restockInfo)
        if (wrong) return wrong
        const given = units(price, order.currency)
        if (given instanceof Refusal) return given
        const sum = given ?? sumOf(order, kept)
        if (sum instanceof Refusal) return sum
        const amount = refund(payment, actions, order.status, sum, externalRefund === true)
        if (amount instanceof Refusal) return amount
        return [
          newAction(
            payment,
            {
              kind: 'REFUND',
              amount,
              attempt: scope.attempt,
              document: {
                details: kept,
                external: externalRefund === true,
                ...(sideEffects && { sideEffects }),
                ...(scope.caller.kind === 'app' && { appId: scope.caller.appId }),
              },
            } satisfies Pick<RefundAction, 'kind' | 'amount' | 'attempt' | 'document'>,
            now,
          ),
        ]
      })
      if (done instanceof Refusal) return done
      const failed = done.flatMap((action, originalIndex) =>
        action.state === 'FAILED'
          ? [
              {
                id: action.paymentId,
                originalIndex,
                success: false,
                error: { code: action.document.failure!.reason, description: action.document.failure!.message },
              },
            ]
          : [],
      )
      return {
        orderTransactions: await transactionsOf(scope.db, scope.site, orderId),
        ...(done[0] && failed.length === 0 && { refundId: done[0].id }),
        failedPaymentIds: failed,
      }
    }),

    'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments': staged(
      async ({ ecomOrderId: orderId, paymentIds }, scope) => {
        const done = await carryOut(deps, of(scope, orderId), letThemGo(paymentIds, scope.attempt))
        return done instanceof Refusal ? done : { orderTransactions: await transactionsOf(scope.db, scope.site, orderId) }
      },
    ),

    'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments': staged(
      async ({ ecomOrderId: orderId, payments: wanted }, scope) => {
        const done = await carryOut(deps, of(scope, orderId), captureThese(wanted, scope.attempt))
        return done instanceof Refusal ? done : { orderTransactions: await transactionsOf(scope.db, scope.site, orderId) }
      },
    ),
  }
}

/** Decides that payments are let go: all of them or none. */
export const letThemGo =
  (paymentIds: readonly string[], attempt: string) =>
  ({ payments, actions }: Account, { now }: Context) => {
    const all: StoredAction[] = []
    for (const paymentId of new Set(paymentIds)) {
      const payment = payments.find(({ id }) => id === paymentId)
      if (!payment) return refuse('PAYMENT_NOT_FOUND', { paymentId })
      const refused = letGo(payment, actions)
      if (refused) return refused
      all.push(newAction(payment, { kind: 'VOID' as const, amount: payment.amount, attempt, document: { by: 'MANUAL' as const } }, now))
    }
    return all
  }

/** Decides that payments are taken: all of them or none. */
export const captureThese =
  (wanted: readonly { readonly paymentId: string; readonly amount?: { readonly amount: string } | null | undefined }[], attempt: string) =>
  ({ order, payments, actions }: Account, { now }: Context) => {
    const all: StoredAction[] = []
    for (const { paymentId, amount: price } of wanted) {
      const payment = payments.find(({ id }) => id === paymentId)
      if (!payment) return refuse('PAYMENT_NOT_FOUND', { paymentId })
      const sent = units(price, order.currency)
      if (sent instanceof Refusal) return sent
      const amount = capture(payment, [...actions, ...all], sent)
      if (amount instanceof Refusal) return amount
      all.push(newAction(payment, { kind: 'CAPTURE' as const, amount, attempt, document: { by: 'MANUAL' as const } }, now))
    }
    return all
  }

/** What was sent without what is empty in it. */
const given = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

const of = ({ site, author, attempt }: Pick<StagedScope, 'site' | 'author' | 'attempt'>, orderId: string) => ({
  site,
  author,
  orderId,
  attempt,
})

const tooMuch = ({ order }: Account, most: number): Refusal<'INVALID_AMOUNT'> =>
  refuse('INVALID_AMOUNT', { most: toDecimal(minor(Math.max(0, most)), order.currency) })

/** The details as they are stored: under today's names, without what is empty. */
function keptDetails(details: RefundDetailsInput | null | undefined): RefundDetails {
  const lines = details?.lineItems ?? details?.items ?? []
  const price = ({ amount }: { readonly amount: string }) => ({ amount, formattedAmount: '' })
  return {
    shippingIncluded: details?.shippingIncluded ?? details?.shipping != null,
    ...(lines.length > 0 && { lineItems: lines, items: lines }),
    ...(details?.reason && { reason: details.reason }),
    ...(details?.shipping && { shipping: { amount: price(details.shipping.amount) } }),
    ...(details?.additionalFees && {
      additionalFees: details.additionalFees.map(({ additionalFeeId, amount }) => ({ additionalFeeId, amount: price(amount) })),
    }),
  }
}

/** Units can be refunded once: those that were, and those that are about to be, count. */
function wrongUnits(
  { lines }: OrderToCollect,
  actions: readonly StoredAction[],
  { lineItems = [] }: RefundDetails,
): Refusal<'INVALID_ARGUMENT'> | undefined {
  const seen = new Map<string, number>()
  for (const action of actions)
    if (action.kind === 'REFUND' && action.state === 'PENDING')
      for (const { lineItemId, quantity } of action.document.details.lineItems ?? [])
        seen.set(lineItemId!, (seen.get(lineItemId!) ?? 0) + quantity!)
  for (const [i, { lineItemId, quantity }] of lineItems.entries()) {
    const line = lines.find(({ id }) => id === lineItemId)
    if (!line) return violation(`details.lineItems[${i}].lineItemId`, 'is no line of the order')
    const all = (seen.get(line.id) ?? 0) + quantity!
    seen.set(line.id, all)
    if (all > line.quantity - line.refunded) return violation(`details.lineItems[${i}].quantity`, 'is more than is left to be refunded')
  }
  return undefined
}

function wrongStockItems(
  { lines }: OrderToCollect,
  restock: { readonly items?: readonly { readonly lineItemId: string; readonly quantity: number }[] | null | undefined } | null | undefined,
): Refusal<'INVALID_ARGUMENT'> | undefined {
  const wanted = unitsByLine(restock?.items)
  for (const [i, { lineItemId }] of (restock?.items ?? []).entries()) {
    const line = lines.find(({ id }) => id === lineItemId)
    if (!line) return violation(`sideEffects.restockInfo.items[${i}].lineItemId`, 'is no line of the order')
    if (wanted.get(line.id)! > line.quantity - line.restocked)
      return violation(`sideEffects.restockInfo.items[${i}].quantity`, 'is more than is left to be put back')
  }
  return undefined
}

/** What the units, the shipping and the fees that are named cost; undefined where nothing is named. */
function sumOf({ lines, shipping, currency }: OrderToCollect, details: RefundDetails): number | undefined | Refusal<'INVALID_AMOUNT'> {
  const { lineItems = [], additionalFees = [], shipping: part, shippingIncluded } = details
  if (lineItems.length === 0 && additionalFees.length === 0 && !shippingIncluded) return undefined
  let sum = 0
  for (const { lineItemId, quantity } of lineItems) {
    const line = lines.find(({ id }) => id === lineItemId)!
    sum += shareOf(line.total, line.quantity, line.refunded, quantity!)
  }
  for (const price of [...additionalFees.map(({ amount }) => amount), ...(part ? [part.amount] : [])]) {
    const more = units(price, currency)
    if (more instanceof Refusal) return more
    sum += more ?? 0
  }
  return sum + (shippingIncluded && !part ? shipping : 0)
}
