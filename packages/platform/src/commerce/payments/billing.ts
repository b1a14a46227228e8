import type { CalculatedRefund, OrderRefundability, orderBilling, PaymentRefundability, RefundDetails } from '@vitrine/contract'
import { refusals } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { Amounts } from '../selling/amounts.ts'
import { calculated, feeGone, type Part, shippingGone, sumOfParts, unitsGone } from './billing-rules.ts'
import { refundable, refundsOf, takenOf } from './books.ts'
import {
  type Account,
  type CollectDeps,
  carryOut,
  holdGoods,
  lockAccount,
  moneyOf,
  newAction,
  readAccount,
  shownTransactions,
  unitsByLine,
} from './collect.ts'
import { refund, refundability } from './collect-rules.ts'
import { captureThese, dueOf, hasChargebacks, letThemGo, units } from './collector.ts'
import { manual, type RefundAction, savePayment } from './store.ts'

export interface BillingDeps extends CollectDeps {
  /** Pays off a gift card; the answer is the payment. */
  readonly payWithGiftCard: (
    context: Context,
    request: { readonly orderId: string; readonly code: string; readonly amount: number; readonly currency: string },
  ) => Promise<
    | string
    | Refusal<
        | 'GIFT_CARD_NOT_FOUND'
        | 'GIFT_CARD_EXPIRED'
        | 'GIFT_CARD_DISABLED'
        | 'INSUFFICIENT_FUNDS'
        | 'ALREADY_REDEEMED'
        | 'CURRENCY_NOT_SUPPORTED'
      >
  >
}

export function billingOperations(deps: BillingDeps): Handlers<typeof orderBilling> {
  const transactionsOf = (db: Db, site: string, orderId: string) => shownTransactions(deps, db, site, orderId)

  return {
    'POST /ecom/v1/order-billing/capture-authorized-payments': staged(async ({ orderId, payments }, { db, site, attempt, author }) => {
      const done = await carryOut(deps, { site, orderId, attempt, author }, (account, context) =>
        hasChargebacks(account) ? refuse('ORDER_HAS_CHARGEBACKS') : captureThese(payments, attempt)(account, context),
      )
      return done instanceof Refusal ? done : { orderTransactions: await transactionsOf(db, site, orderId) }
    }),

    'POST /ecom/v1/order-billing/void-authorized-payments': staged(async ({ orderId, paymentIds }, { db, site, attempt, author }) => {
      const done = await carryOut(deps, { site, orderId, attempt, author }, letThemGo(paymentIds, attempt))
      return done instanceof Refusal ? done : { orderTransactions: await transactionsOf(db, site, orderId) }
    }),

    async 'POST /ecom/v1/order-billing/get-order-refundability'({ orderId }, { db, site }) {
      const account = await readAccount(deps, db, site, orderId)
      if (!account) return refuse('ORDER_NOT_FOUND')
      return showRefundability(account, await moneyOf(deps, db, site, account))
    },

    async 'POST /ecom/v1/order-billing/calculate-refund'({ orderId, refundItems }, { db, site }) {
      const account = await readAccount(deps, db, site, orderId)
      if (!account) return refuse('ORDER_NOT_FOUND')
      return showCalculation(account, calculated(account.order, account.actions, refundItems), await moneyOf(deps, db, site, account))
    },

    'POST /ecom/v1/order-billing/refund-payments': staged(async (input, scope) => {
      const { orderId, paymentRefunds, refundItems, sideEffects, customerReason } = input
      const { db, site, attempt, author, caller } = scope
      const pricing = await deps.openPricing(db, site)
      const done = await carryOut(deps, { site, orderId, attempt, author }, ({ order, payments, actions }, { now }) => {
        const money = pricing.moneyIn(order.currency)
        const items = calculated(order, actions, refundItems)
        if (items.errors[0]) return items.errors[0].wrong
        const back = [...unitsByLine(sideEffects?.restock?.lineItems)].map(([lineItemId, quantity]) => ({ lineItemId, quantity }))
        for (const unit of back) {
          const line = order.lines.find(({ id }) => id === unit.lineItemId)
          if (!line) return refuse('ORDER_LINE_ITEM_NOT_FOUND', { lineItemId: unit.lineItemId })
          if (unit.quantity > line.quantity - line.restocked) return refuse('INVALID_LINE_ITEM_RESTOCK_QUANTITY', unit)
        }
        const parts = [...items.lines, ...items.fees].map(({ part }) => part)
        const sum = sumOfParts(items.shipping ? [...parts, items.shipping] : parts).total
        const details: RefundDetails = {
          shippingIncluded: false,
          ...(items.lines.length > 0 && { lineItems: items.lines.map(({ item }) => item), items: items.lines.map(({ item }) => item) }),
          ...(items.fees.length > 0 && {
            additionalFees: items.fees.map(({ id, part }) => ({ additionalFeeId: id, amount: money.plain(minor(part.total)) })),
          }),
          ...(items.shipping && { shipping: { amount: money.plain(minor(items.shipping.total)) } }),
          ...(customerReason && { reason: customerReason }),
        }
        const email = {
          sendOrderRefundedEmail: sideEffects?.notifications?.sendCustomerEmail ?? false,
          ...(sideEffects?.notifications?.customMessage && { customMessage: sideEffects.notifications.customMessage }),
        }
        const all: RefundAction[] = []
        for (const { paymentId, amount: price, externalRefund } of paymentRefunds) {
          const payment = payments.find(({ id }) => id === paymentId)
          if (!payment) return refuse('PAYMENT_NOT_FOUND', { paymentId })
          const external = externalRefund === true
          const named = units(price, order.currency) ?? (paymentRefunds.length === 1 && sum > 0 ? sum : undefined)
          const before = [...actions, ...all]
          const can = refundability(payment, before, order.status)
          if (can.refundabilityStatus === 'NOT_REFUNDABLE')
            return refuse('PAYMENT_NOT_REFUNDABLE', { paymentId, nonRefundableReason: can.nonRefundableReason! })
          if (can.refundabilityStatus === 'MANUAL' && !external) return refuse('EXTERNAL_REFUND_EXPECTED', { paymentId })
          const amount = named instanceof Refusal ? named : refund(payment, before, order.status, named, external)
          if (amount instanceof Refusal) return refuse('INVALID_PAYMENT_REFUND_AMOUNT', { paymentId })
          const [first] = all
          all.push(
            newAction(
              payment,
              {
                kind: 'REFUND' as const,
                amount,
                attempt,
                document: {
                  // Units go back once, however many payments give money back for them.
                  details: first ? { shippingIncluded: false, ...(customerReason && { reason: customerReason }) } : details,
                  external,
                  sideEffects: {
                    ...email,
                    ...(!first && back.length > 0 && { restockInfo: { type: 'SOME_ITEMS' as const, items: back } }),
                  },
                  ...(first && { together: first.id }),
                  ...(caller.kind === 'app' && { appId: caller.appId }),
                },
              },
              now,
            ),
          )
        }
        return all
      })
      if (done instanceof Refusal) return done
      const orderTransactions = await transactionsOf(db, site, orderId)
      const refundId = done.flatMap((action) => (action.kind === 'REFUND' ? (action.document.together ?? action.id) : []))[0]
      return { refund: orderTransactions.refunds.find(({ id }) => id === refundId)!, orderTransactions }
    }),

    async 'POST /ecom/v1/order-billing/redeem-gift-card'({ orderId, giftCardCode, amount: price, currency }, { db, site, now, author }) {
      const context = { db, site, now, author }
      const account = await lockAccount(deps, context, orderId)
      if (!account) return refuse('ORDER_NOT_FOUND')
      const { order } = account
      if (order.status === 'CANCELED') return refuse('ORDER_CANCELED')
      if (order.status === 'REJECTED') return refuse('ORDER_IS_REJECTED')
      if (currency !== order.currency) return refuse('CURRENCY_NOT_SUPPORTED')
      const { due, open } = dueOf(account)
      if (due <= 0) return refuse('ORDER_ALREADY_PAID')
      const amount = units(price, order.currency)
      if (typeof amount !== 'number' || amount <= 0 || amount > open) return refuse('INVALID_AMOUNT', {})
      const short = await holdGoods(account)
      if (short) return short
      const paymentId = await deps.payWithGiftCard(context, { orderId, code: giftCardCode, amount, currency })
      if (paymentId instanceof Refusal) return paymentId
      await account.locked.keepBooks({ activities: [] })
      const orderTransactions = await transactionsOf(db, site, orderId)
      return { orderTransactions, payment: orderTransactions.payments.find(({ id }) => id === paymentId)! }
    },

    async 'POST /ecom/v1/order-billing/generate-receipts'({ orderId, paymentIds }, { db, site, now }) {
      const paymentId = paymentIds[0]!
      const account = await lockAccount(deps, { db, site, now }, orderId)
      if (!account) return refuse('ORDER_NOT_FOUND')
      const payment = account.payments.find(({ id }) => id === paymentId)
      if (!payment) return refuse('PAYMENT_NOT_FOUND', { paymentId })
      if (payment.document.receiptId) return refuse('RECEIPT_ALREADY_EXIST')
      if (payment.document.elsewhere?.membership) return refuse('INVALID_PAYMENT_TYPE')
      if (takenOf(payment, account.actions) === 0) return refuse('INVALID_PAYMENT_STATUS')
      const receiptId = newId()
      await savePayment(db, site, {
        ...payment,
        document: { ...payment.document, receiptId },
        revision: payment.revision + 1,
        updatedAt: now,
      })
      const receipt = { paymentId, wixReceipt: { receiptId } }
      await account.locked.keepBooks({
        activities: [{ type: 'RECEIPT_CREATED', activityType: 'RECEIPT_CREATED', receiptCreated: receipt }],
      })
      await append(db, site, now, [
        {
          type: 'wix.ecom.v1.order_transactions_updated',
          entityId: orderId,
          payload: { paymentIds: [paymentId], received: { paymentId, receiptId } },
        },
      ])
      return { receipts: [{ paymentId, receiptId }] }
    },
  }
}

function showRefundability({ order, payments, actions }: Account, money: Amounts): OrderRefundability {
  const price = (amount: number) => money.plain(minor(amount))
  const monetary = (of: readonly (typeof payments)[number][]) => {
    const sum = (each: (payment: (typeof payments)[number]) => number) => price(of.reduce((all, payment) => all + each(payment), 0))
    return {
      paid: sum((payment) => takenOf(payment, actions)),
      refunded: sum((payment) => refundsOf(payment, actions, 'SUCCEEDED')),
      refundPending: sum((payment) => refundsOf(payment, actions, 'PENDING')),
      maxRefund: sum((payment) => Math.max(0, refundable(payment, actions))),
    }
  }
  const shipping = shippingGone(order, actions)
  return {
    payments: payments.map((payment): PaymentRefundability => {
      const { refundabilityStatus: status, nonRefundableReason, manuallyRefundableReason } = refundability(payment, actions, order.status)
      const { card, method } = payment.document
      const name = method?.custom ?? method?.predefined
      return {
        ...(status === 'REFUNDABLE' && { refundable: true }),
        ...(status === 'MANUAL' && { manuallyRefundable: { reason: manuallyRefundableReason! } }),
        ...(status === 'NOT_REFUNDABLE' && { nonRefundable: { reason: nonRefundableReason! } }),
        payment: {
          paymentId: payment.id,
          monetary: monetary([payment]),
          ...(card && { creditCardDetails: { brand: card.brand, lastFourDigits: card.last4 } }),
          ...(name && { paymentMethod: name.slice(0, 50) }),
          offlinePayment: payment.provider === manual && payment.document.elsewhere?.regular?.offline !== false,
        },
      }
    }),
    paymentsSummary: { monetary: monetary(payments) },
    lineItems: order.lines.map((line) => {
      const gone = unitsGone(actions, line)
      return { lineItemId: line.id, originalQuantity: line.quantity, refundedQuantity: gone, availableRefundQuantity: line.quantity - gone }
    }),
    ...(order.shipping > 0 && {
      shipping: { amount: price(order.shipping), refundedAmount: price(shipping), availableRefundAmount: price(order.shipping - shipping) },
    }),
    additionalFees: order.fees.map(({ id, total }) => {
      const gone = feeGone(order, actions, id)
      return { additionalFeeId: id, amount: price(total), refundedAmount: price(gone), availableRefundAmount: price(total - gone) }
    }),
  }
}

function showCalculation(
  { order }: Account,
  { lines, fees, shipping, errors }: ReturnType<typeof calculated>,
  money: Amounts,
): CalculatedRefund {
  const price = (amount: number) => money.plain(minor(amount))
  const summary = ({ total, tax, discount, subtotal }: Part) => ({
    total: price(total),
    tax: price(tax),
    discount: price(discount),
    subtotal: price(subtotal),
  })
  const ofLines = sumOfParts(lines.map(({ part }) => part))
  const ofFees = sumOfParts(fees.map(({ part }) => part))
  const amountOf = (sent: { readonly amount: string } | null | undefined) => {
    const amount = units(sent, order.currency)
    return typeof amount === 'number' ? { amount: price(amount) } : {}
  }
  return {
    ...(errors.length === 0
      ? { available: true }
      : {
          notAvailable: {
            errors: errors.map(({ of: { line, fee, shipping: delivery }, wrong: { code, data } }) => ({
              ...(line && { lineItem: line }),
              ...(fee && { additionalFee: { additionalFeeId: fee.additionalFeeId, ...amountOf(fee.amount) } }),
              ...(delivery && { shipping: {} }),
              error: {
                applicationError: { code, description: refusals[code].description, ...(data !== undefined && { data: { ...data } }) },
              },
            })),
          },
        }),
    summary: {
      ...summary(sumOfParts([ofLines, ofFees, ...(shipping ? [shipping] : [])])),
      lineItemsSubtotal: price(ofLines.subtotal),
      additionalFeesTotal: price(ofFees.total),
    },
    calculatedRefundItems: {
      lineItems: lines.map(({ item, part }) => ({ item, summary: summary(part) })),
      additionalFees: fees.map(({ id, part }) => ({
        additionalFee: { additionalFeeId: id, amount: price(part.total) },
        summary: summary(part),
      })),
      ...(shipping && { shipping: { shipping: { amount: price(shipping.total) }, summary: summary(shipping) } }),
    },
  }
}
