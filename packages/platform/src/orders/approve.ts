import { minor } from '@vitrine/pricing'
import type { Moment } from '../db/moment.ts'
import type { Db } from '../db/sql.ts'
import { append } from '../events/outbox.ts'
import type { OpenTill } from '../selling/till.ts'
import { balance } from './sold.ts'
import type { Stock } from './stock.ts'
import { addActivities, type NewActivity, type StoredOrder, saveOrder } from './store.ts'

interface Deps {
  readonly openTill: OpenTill
  readonly stock: Stock
  readonly completeCheckout: (db: Db, site: string, checkoutId: string, now: Date) => Promise<void>
}

/** The order stands: it is paid for, or nothing was due. Its checkout and cart are done with, and the buyer is written to. */
export async function approve({ db, site, now }: Moment, order: StoredOrder, { openTill, completeCheckout }: Deps): Promise<StoredOrder> {
  const { money } = await openTill(db, site)
  const total = minor(order.total)
  const approved: StoredOrder = {
    ...order,
    status: 'APPROVED',
    paymentStatus: 'PAID',
    document: { ...order.document, balanceSummary: balance(total, total, money), purchasedDate: now.toISOString() },
    revision: order.revision + 1,
    updatedAt: now,
  }
  await addActivities(db, site, order.id, now, [{ type: 'ORDER_PAID', activityType: 'ORDER_PAID' }])
  await append(db, site, now, [{ type: 'wix.ecom.v1.order_approved', entityId: order.id, payload: { revision: approved.revision } }])
  await Promise.all([saveOrder(db, site, approved), order.checkoutId && completeCheckout(db, site, order.checkoutId, now)])
  return approved
}

/** The payment came to nothing: the stock is free again, the order waits for another try. */
export async function giveStockBack(
  moment: Moment,
  order: StoredOrder,
  { stock }: Pick<Deps, 'stock'>,
  activity?: NewActivity,
): Promise<StoredOrder> {
  const { db, site, now } = moment
  if (order.holdsStock) await stock.putBack(moment, order)
  const waiting = { ...order, holdsStock: false, revision: order.revision + 1, updatedAt: now }
  await saveOrder(db, site, waiting)
  if (activity) await addActivities(db, site, order.id, now, [activity])
  return waiting
}

/** Nobody paid in time: the order is given up and its stock is free. */
export async function giveUp(moment: Moment, order: StoredOrder, { stock }: Pick<Deps, 'stock'>): Promise<void> {
  const { db, site, now } = moment
  if (order.holdsStock) await stock.putBack(moment, order)
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
