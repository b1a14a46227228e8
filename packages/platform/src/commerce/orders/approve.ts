import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { goodsNews, settled } from './automatic-fulfillment.ts'
import { asksForInvoice } from './automatic-invoice.ts'
import { type BooksOfOrder, balance, nothingPaid, paymentStatusOf } from './books.ts'
import type { Perks } from './perks.ts'
import type { Stock } from './stock.ts'
import { addActivities, addActivitiesNow, type NewActivity, saveOrder, saveOrderLastly } from './store.ts'
import { type StoredOrder } from './stored-order.ts'

interface Deps {
  readonly openPricing: OpenPricing
  readonly stock: Stock
  readonly completeCheckout: (db: Db, site: string, checkoutId: string, orderId: string, now: Date) => Promise<void>
}

/**
 * The order stands: it is paid for, its money is held, or nothing was due. Its checkout and cart are done with, and the buyer is written to.
 * Without books everything due is paid. Where the answer shows the order, it is written down at once and not with the transaction's end.
 */
export async function approve(
  { db, site, now, author }: Context,
  order: StoredOrder,
  { openPricing, completeCheckout }: Deps,
  {
    books,
    activities,
    isShown = false,
  }: { readonly books: BooksOfOrder; readonly activities: readonly NewActivity[]; readonly isShown?: boolean } = {
    books: { ...nothingPaid, paid: order.total },
    activities: [],
  },
): Promise<StoredOrder> {
  const { moneyIn, settings } = await openPricing(db, site)
  const money = moneyIn(order.currency)
  const paymentStatus = paymentStatusOf(order.total, books)
  const { fulfillmentStatus, activities: byItself, happenings } = settled(order, paymentStatus)
  const approved: StoredOrder = {
    ...order,
    fulfillmentStatus,
    status: 'APPROVED',
    paymentStatus,
    document: {
      ...order.document,
      balanceSummary: balance(order.total, books, money),
      ...(order.status === 'INITIALIZED' && { purchasedDate: now.toISOString() }),
    },
    revision: order.revision + 1,
    updatedAt: now,
  }
  const paid: NewActivity[] =
    paymentStatus === 'PAID' && order.paymentStatus !== 'PAID' ? [{ type: 'ORDER_PAID', activityType: 'ORDER_PAID' }] : []
  const story = [...activities, ...paid, ...byItself]
  if (isShown) await addActivitiesNow({ db, site, now, author }, order.id, story)
  else await addActivities(db, site, order.id, now, story)
  await append(db, site, now, [
    {
      type: 'wix.ecom.v1.order_approved',
      entityId: order.id,
      payload: {
        revision: approved.revision,
        ...(order.document.tellsBuyer === false && { tellsBuyer: false }),
        ...goodsNews(order),
        ...begins(order),
        ...asksForInvoice(settings, order.paymentStatus, paymentStatus),
      },
    },
    ...happenings,
  ])
  if (isShown) await saveOrder(db, site, approved)
  else await saveOrderLastly(db, site, approved)
  if (order.checkoutId) await completeCheckout(db, site, order.checkoutId, order.id, now)
  return approved
}

/** Whether something begins with it that is bought again and again. */
const begins = ({ document: { lineItems } }: StoredOrder): { subscribes?: true } =>
  lineItems.some(({ subscriptionInfo }) => subscriptionInfo?.cycleNumber === 1) ? { subscribes: true } : {}

/** The payment came to nothing: the stock is free again, the order waits for another try. */
export async function giveStockBack(
  context: Context,
  order: StoredOrder,
  { stock }: Pick<Deps, 'stock'>,
  activity?: NewActivity,
): Promise<StoredOrder> {
  const { db, site, now } = context
  if (order.holdsStock) await stock.putBack(context, order)
  const waiting = { ...order, holdsStock: false, revision: order.revision + 1, updatedAt: now }
  await saveOrder(db, site, waiting)
  if (activity) await addActivities(db, site, order.id, now, [activity])
  return waiting
}

/** Nobody paid in time: the order is given up and its stock is free. */
export async function giveUp(
  context: Context,
  order: StoredOrder,
  { stock, perks }: Pick<Deps, 'stock'> & { readonly perks: Perks },
): Promise<void> {
  const { db, site, now } = context
  await perks.giveBack(context, order.id)
  if (order.holdsStock) await stock.putBack(context, order)
  await saveOrder(db, site, {
    ...order,
    status: 'CANCELED',
    paymentStatus: 'CANCELED',
    holdsStock: false,
    revision: order.revision + 1,
    updatedAt: now,
  })
  await addActivities(db, site, order.id, now, [{ type: 'ORDER_CANCELED', activityType: 'ORDER_CANCELED' }])
  await append(db, site, now, [
    { type: 'wix.ecom.v1.order_canceled', entityId: order.id, payload: { restockAllItems: true, sendOrderCanceledEmail: false } },
  ])
}
