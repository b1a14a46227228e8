import type { BalanceSummary, FulfillmentStatus, OrderActivity, PaymentStatus } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Amounts } from '../selling/amounts.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { settled } from './automatic-fulfillment.ts'
import { asksForInvoice } from './automatic-invoice.ts'
import { addActivitiesNow, type NewActivity, saveOrder } from './store.ts'
import { type StoredOrder } from './stored-order.ts'

/** What the payments of an order come to, in minor units. `paid` counts what was refunded since, as the wire does. */
export interface BooksOfOrder {
  readonly paid: number
  readonly authorized: number
  readonly pending: number
  readonly refunded: number
  readonly pendingRefund: number
  readonly chargeback?: number
  readonly chargebackReversal?: number
  readonly waitsForMerchant?: boolean
  readonly declined?: boolean
}

export const nothingPaid: BooksOfOrder = { paid: 0, authorized: 0, pending: 0, refunded: 0, pendingRefund: 0 }

/**
 * What is paid, held, on its way and given back, and what is still due. An order that was edited may be paid for more than it comes to: that is
 * below zero, until it is given back.
 */
export const balance = (total: number, books: BooksOfOrder, money: Amounts): BalanceSummary => ({
  balance: money.plain(minor(total - books.paid + Math.min(books.refunded, Math.max(0, books.paid - total)))),
  paid: money.plain(minor(books.paid)),
  refunded: money.plain(minor(books.refunded)),
  authorized: money.plain(minor(books.authorized)),
  pendingRefund: money.plain(minor(books.pendingRefund)),
  pending: money.plain(minor(books.pending)),
  ...(books.chargeback && {
    chargeback: money.plain(minor(books.chargeback)),
    chargebackReversal: money.plain(minor(books.chargebackReversal ?? 0)),
  }),
})

/** The one word for how an order stands with its money. */
export function paymentStatusOf(total: number, books: BooksOfOrder): PaymentStatus {
  const { paid, authorized, pending, refunded } = books
  if (refunded > 0) return refunded >= paid ? 'FULLY_REFUNDED' : 'PARTIALLY_REFUNDED'
  if (paid >= total) return 'PAID'
  if (paid > 0) return 'PARTIALLY_PAID'
  if (authorized > 0 || pending > 0) return 'PENDING'
  if (books.waitsForMerchant) return 'PENDING_MERCHANT'
  return books.declined ? 'DECLINED' : 'NOT_PAID'
}

/** What happened to the order beside its money. */
export interface BooksNews {
  readonly activities: readonly NewActivity[]
  /** What the event carries beside the revision. */
  readonly payload?: object
  /** Units that were refunded and put back, by line. */
  readonly lines?: readonly { readonly lineItemId: string; readonly refunded?: number; readonly restocked?: number }[]
  /** How much of it is handed over, now that fewer units are to be. */
  readonly fulfillmentStatus?: FulfillmentStatus
}

/** Writes into an order what its payments come to now. */
export async function keepBooks(
  context: Context,
  order: StoredOrder,
  books: BooksOfOrder,
  openPricing: OpenPricing,
  news: BooksNews,
): Promise<StoredOrder> {
  const { db, site, now } = context
  const { moneyIn, settings } = await openPricing(db, site)
  const money = moneyIn(order.currency)
  const calculated = paymentStatusOf(order.total, books)
  // An order that was given up for want of money stays so.
  const paymentStatus = calculated === 'NOT_PAID' && order.paymentStatus === 'CANCELED' ? 'CANCELED' : calculated
  const changed = new Map(news.lines?.map((line) => [line.lineItemId, line]))
  const handed = news.fulfillmentStatus ?? order.fulfillmentStatus
  const { fulfillmentStatus, activities: byItself, happenings } = settled({ ...order, fulfillmentStatus: handed }, paymentStatus)
  const saved: StoredOrder = {
    ...order,
    fulfillmentStatus,
    paymentStatus,
    document: {
      ...order.document,
      balanceSummary: balance(order.total, books, money),
      lineItems: order.document.lineItems.map((line) => {
        const { refunded = 0, restocked = 0 } = changed.get(line.id) ?? {}
        return {
          ...line,
          ...(refunded !== 0 && { refundQuantity: (line.refundQuantity ?? 0) + refunded }),
          ...(restocked > 0 && { restockQuantity: (line.restockQuantity ?? 0) + restocked }),
        }
      }),
    },
    revision: order.revision + 1,
    updatedAt: now,
  }
  await saveOrder(db, site, saved)
  const fulfilled = handed === 'FULFILLED' && order.fulfillmentStatus !== 'FULFILLED'
  await addActivitiesNow(context, order.id, [
    ...news.activities,
    ...paidNews(order.paymentStatus, paymentStatus),
    ...(fulfilled ? [{ type: 'ORDER_FULFILLED' as const, activityType: 'ORDER_FULFILLED' as const }] : []),
    ...byItself,
  ])
  await append(db, site, now, [
    {
      type: 'wix.ecom.v1.order_updated',
      entityId: order.id,
      payload: { revision: saved.revision, ...news.payload, ...asksForInvoice(settings, order.paymentStatus, paymentStatus) },
    },
    ...(fulfilled
      ? [
          {
            type: 'wix.ecom.v1.order_fulfilled' as const,
            entityId: order.id,
            payload: { previousFulfillmentStatus: order.fulfillmentStatus, newFulfillmentStatus: handed, action: 'REFUND' },
          },
        ]
      : []),
    ...happenings,
  ])
  return saved
}

/** Said when it becomes so, and not again when money goes back. */
function paidNews(before: PaymentStatus, after: PaymentStatus): Pick<OrderActivity, 'type' | 'activityType'>[] {
  if (before === after) return []
  if (after === 'PAID') return [{ type: 'ORDER_PAID', activityType: 'ORDER_PAID' }]
  return after === 'PARTIALLY_PAID' ? [{ type: 'ORDER_PARTIALLY_PAID', activityType: 'ORDER_PARTIALLY_PAID' }] : []
}
