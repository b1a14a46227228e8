import type { FulfillmentStatus } from '@vitrine/contract'
import { parseDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { fulfillmentStatusOf } from '../fulfillment/rules.ts'
import { findFulfillments } from '../fulfillment/store.ts'
import { approve, giveStockBack } from '../orders/approve.ts'
import { goesByItself } from '../orders/automatic-fulfillment.ts'
import { type BooksOfOrder, keepBooks, nothingPaid } from '../orders/books.ts'
import { addActivitiesNow, findOrder, lockOrder, type NewActivity, saveOrder } from '../orders/store.ts'
import { type StoredOrder } from '../orders/stored-order.ts'
import { booksOf } from '../payments/books.ts'
import type { OrderToCollect } from '../payments/collect.ts'
import { heldNews, paymentNews } from '../payments/payment-news.ts'
import type { OrderOfPayment } from '../payments/settle.ts'
import { endPromises, findActions, findPayments, insertPaymentNow, manual, newPayment, type StoredPayment } from '../payments/store.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { completeCheckout, dueOf, stock } from './place-order.ts'

/** After so long nobody sits before the screen any more to be told that their payment failed. */
const lateMs = 2 * 60 * 1000

/** What the payments of an order mean for what is bought with it again and again. */
export interface Cycles {
  /** Its money came, or is held; `whole` tells whether that is all of it. */
  paid(context: Context, order: StoredOrder, payment: StoredPayment | undefined, whole: boolean): Promise<void>
  /** A payment came to nothing. */
  unpaid(context: Context, order: StoredOrder, payment: StoredPayment): Promise<void>
}

const subscribes = ({ document: { lineItems } }: StoredOrder): boolean => lineItems.some(({ subscriptionInfo }) => subscriptionInfo)

/** What the life of a payment means for its order. */
export function orderOfPayment(openPricing: OpenPricing, cycles: Cycles): OrderOfPayment {
  const deps = { openPricing, stock, completeCheckout }

  return {
    async lock(context, orderId) {
      const { db, site } = context
      // The settings come along: the end of a payment wants them.
      const [found] = await Promise.all([lockOrder(db, site, orderId), openPricing(db, site)])
      if (!found) throw new Error(`order ${orderId} is gone`)
      let order = found
      return {
        async paid(payment) {
          const activities = [
            ...(payment.status === 'AUTHORIZED' ? [heldNews(payment)] : []),
            ...(payment.document.keepFor !== undefined && payment.document.savedMethodId !== undefined ? [savedNews(payment)] : []),
          ]
          if (order.status === 'INITIALIZED') {
            // The order was changed since and has another total: a payment has to pay all that is due now.
            if (payment.amount !== dueOf(order) || payment.currency !== order.currency) return false
            if (!order.holdsStock && (await stock.take(context, order)).length > 0) return false
            // It is the first that came to something.
            await approve(context, { ...order, holdsStock: true }, deps, { books: await booksWith(context, payment), activities })
            return true
          }
          const books = await booksWith(context, payment)
          const wanted = (order.status === 'APPROVED' || order.status === 'PENDING') && books.paid + books.authorized <= order.total
          // Units that went back into stock while nobody paid are fetched again.
          const fetches = wanted && order.status === 'PENDING' && !order.holdsStock
          if (!wanted || (fetches && (await stock.take(context, order)).length > 0)) {
            const without = await booksWith(context, { ...payment, status: 'VOIDED' })
            await saved(context, order, without, { activities: [paymentNews('PAYMENT_CANCELED', payment)] })
            return false
          }
          await saved(context, fetches ? { ...order, holdsStock: true } : order, books, { activities }, payment)
          if (payment.status === 'APPROVED' && payment.document.collectionId)
            await append(db, site, context.now, [
              {
                type: 'wix.ecom.v1.order_transactions_updated',
                entityId: orderId,
                payload: { paymentIds: [payment.id], received: { paymentId: payment.id } },
              },
            ])
          return true
        },

        async promised() {
          const books = booksOf(await findPayments(db, site, orderId), [])
          await approve(context, order, deps, { books: { ...nothingPaid, paid: books.paid }, activities: [] })
        },

        async hold() {
          if (order.status !== 'INITIALIZED' || order.holdsStock) return []
          const short = await stock.take(context, order)
          if (short.length === 0) {
            order = { ...order, holdsStock: true, revision: order.revision + 1, updatedAt: context.now }
            await saveOrder(db, site, order)
          }
          return short
        },

        async pending(payment) {
          const news = [paymentNews('PAYMENT_PENDING', payment)]
          if (order.status === 'INITIALIZED') {
            await saveOrder(db, site, { ...order, revision: order.revision + 1, updatedAt: context.now })
            await addActivitiesNow(context, orderId, news)
          } else await saved(context, order, await booksWith(context, payment), { activities: news })
        },

        async unpaid(payment) {
          const news = paymentNews(payment.status === 'CANCELED' ? 'PAYMENT_CANCELED' : 'PAYMENT_DECLINED', payment)
          if (payment.status === 'DECLINED' && context.now.getTime() - payment.createdAt.getTime() >= lateMs)
            await append(db, site, context.now, [
              {
                type: 'wix.ecom.v1.order_transactions_updated',
                entityId: orderId,
                payload: { paymentIds: [payment.id], failedLate: payment.id },
              },
            ])
          if (order.status === 'INITIALIZED') await giveStockBack(context, order, { stock }, news)
          else await saved(context, order, await booksWith(context, payment), { activities: [news] })
          if (subscribes(order)) await cycles.unpaid(context, order, payment)
        },

        async note({ activities, payload }) {
          const noted = { ...order, revision: order.revision + 1, updatedAt: context.now }
          await saveOrder(db, site, noted)
          await addActivitiesNow(context, orderId, activities)
          await append(db, site, context.now, [
            { type: 'wix.ecom.v1.order_updated', entityId: orderId, payload: { revision: noted.revision, ...payload } },
          ])
        },

        async keepBooks({ activities, lines = [] }) {
          const books = booksOf(await findPayments(db, site, orderId), await findActions(db, site, orderId))
          const back = order.holdsStock ? lines.filter(({ restocked }) => restocked > 0) : []
          if (back.length > 0)
            await stock.putBack(
              context,
              order,
              back.map(({ lineItemId, restocked }) => ({ lineItemId, quantity: restocked })),
            )
          const handed = back.length > 0 ? await handedOver(context, order, back) : undefined
          await saved(context, order, books, {
            activities,
            lines: lines.map((line) => (order.holdsStock ? line : { ...line, restocked: 0 })),
            ...(handed && { fulfillmentStatus: handed }),
          })
        },
      }
    },

    async waits(db, site, orderId) {
      const order = await findOrder(db, site, orderId)
      return order?.status === 'INITIALIZED' || ((order?.status === 'APPROVED' || order?.status === 'PENDING') && owes(order))
    },
  }

  /** An order that waited for its payment to be approved is, when it comes. */
  async function saved(
    context: Context,
    order: StoredOrder,
    books: BooksOfOrder,
    news: Parameters<typeof keepBooks>[4],
    payment?: StoredPayment,
  ): Promise<void> {
    const after = await keepBooks(context, order, books, openPricing, news)
    if (books.paid + books.authorized >= order.total) await endPromises(context.db, context.site, order.id, context.now)
    if ((order.status === 'PENDING' || order.status === 'INITIALIZED') && books.paid + books.authorized > 0)
      await approve(context, after, deps, { books, activities: [], isShown: true })
    if (subscribes(order)) await cycles.paid(context, order, payment, books.paid + books.authorized >= order.total)
  }
}

/** How much of an order is handed over once some units are back: those need not be any more. */
async function handedOver(
  { db, site }: Context,
  order: StoredOrder,
  back: readonly { readonly lineItemId: string; readonly restocked: number }[],
): Promise<FulfillmentStatus> {
  const now = new Map(back.map(({ lineItemId, restocked }) => [lineItemId, restocked]))
  const lines = order.document.lineItems.map(({ id, quantity, restockQuantity = 0, itemType }) => ({
    id,
    quantity,
    restocked: restockQuantity + (now.get(id) ?? 0),
    byHand: !goesByItself({ itemType }),
  }))
  return fulfillmentStatusOf({ lines, fulfillmentStatus: order.fulfillmentStatus }, await findFulfillments(db, site, [order.id]))
}

/** Whether money is still due that is neither paid nor held. */
function owes({ total, document: { balanceSummary }, currency }: StoredOrder): boolean {
  const amount = (price: { readonly amount: string } | undefined) => (price ? parseDecimal(price.amount, currency) : 0)
  return amount(balanceSummary?.paid) + amount(balanceSummary?.authorized) < total
}

/** The books of an order with a payment in the state in which it is about to be stored. */
async function booksWith({ db, site }: Context, payment: StoredPayment): Promise<BooksOfOrder> {
  const [payments, actions] = await Promise.all([findPayments(db, site, payment.orderId), findActions(db, site, payment.orderId)])
  return booksOf([...payments.filter(({ id }) => id !== payment.id), payment], actions)
}

/** Said of the card with which it was paid, under the name that people know it by. */
function savedNews({ document: { card } }: StoredPayment): NewActivity {
  const savedPaymentMethod = { name: card ? `${card.brand} ${card.last4}` : 'Card' }
  return { type: 'SAVED_PAYMENT_METHOD', activityType: 'SAVED_PAYMENT_METHOD', savedPaymentMethod }
}

/** An order as the payments slice sees it. */
export async function orderToCollect(db: Db, site: string, orderId: string): Promise<OrderToCollect | undefined> {
  const order = await findOrder(db, site, orderId)
  return order && asToCollect(order)
}

export function asToCollect(order: StoredOrder): OrderToCollect {
  const { id, status, total, currency, document } = order
  const amount = (price: { readonly amount: string } | undefined): number => (price ? parseDecimal(price.amount, currency) : 0)
  return {
    id,
    status,
    total,
    dueNow: dueOf(order),
    currency,
    shipping: amount(
      document.shippingInfo?.cost?.totalPriceAfterTax ?? document.shippingInfo?.cost?.price ?? document.priceSummary?.shipping,
    ),
    taxIncluded: document.taxIncludedInPrices,
    shippingTax: amount(document.shippingInfo?.cost?.taxInfo?.taxAmount),
    fees: document.additionalFees.map((fee) => ({
      id: fee.id,
      total: amount(fee.priceAfterTax ?? fee.price),
      tax: amount(fee.taxInfo?.taxAmount),
    })),
    lines: document.lineItems.map((line) => ({
      id: line.id,
      quantity: line.quantity,
      refunded: line.refundQuantity ?? 0,
      restocked: line.restockQuantity ?? 0,
      total: amount(line.totalPriceAfterTax ?? line.lineItemPrice),
      tax: amount(line.taxInfo?.taxAmount ?? line.taxDetails?.totalTax),
      discount: amount(line.totalDiscount),
    })),
  }
}

/** Notes that all of an order came by hand. */
export async function paidByHand(
  { db, site, now }: Context,
  { id: orderId, total, currency }: Pick<StoredOrder, 'id' | 'total' | 'currency'>,
): Promise<void> {
  await insertPaymentNow(db, site, newPayment({ orderId, provider: manual, status: 'APPROVED', amount: total, currency }, now))
}

/** Payments whose money is held. */
export async function heldPayments(db: Db, site: string, orderId: string): Promise<readonly string[]> {
  return (await findPayments(db, site, orderId)).filter(({ status }) => status === 'AUTHORIZED').map(({ id }) => id)
}
