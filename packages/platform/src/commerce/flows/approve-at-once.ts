import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { notMissed } from '../abandoned/store.ts'
import { dropCart } from '../cart/store.ts'
import { finishLastly } from '../checkout/store.ts'
import { approve } from '../orders/approve.ts'
import { booksOf } from '../payments/books.ts'
import { heldNews } from '../payments/payment-news.ts'
import { onlyPayment } from '../payments/store.ts'
import { dueOf, type StandsAtOnce, stock } from './place-order.ts'

/**
 * How an order that was just written comes to stand, all of it left to the end and by what was written: its checkout and its cart are done
 * with, unless somebody changed them meanwhile.
 */
export const standsAtOnce: StandsAtOnce = (checkout, order, pricing) => {
  const { cartId, document } = checkout
  const { fromCart } = document
  if (order.status !== 'INITIALIZED' || !order.holdsStock || order.revision !== 1 || dueOf(order) !== order.total) return undefined
  if (cartId !== null && (cartId !== fromCart?.cartId || fromCart.stays)) return undefined
  const ordered = { id: checkout.id, revision: checkout.revision + 1, orderId: order.id }

  const endCheckout = async (db: Db, site: string, checkoutId: string, _: string, now: Date) => {
    await finishLastly(db, site, ordered, now)
    await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_completed', entityId: checkoutId, payload: {} }])
    if (cartId === null || !fromCart) return
    await dropCart(db, site, { id: cartId, revision: fromCart.revision })
    await append(db, site, now, [{ type: 'wix.ecom.v1.cart_deleted', entityId: cartId, payload: {} }])
  }

  return async (context, payment) => {
    context.db.assume?.(onlyPayment(context.site, payment))
    context.db.assume?.(notMissed(context.site, checkout.id))
    const activities = payment.status === 'AUTHORIZED' ? [heldNews(payment)] : []
    const deps = { openPricing: async () => pricing, stock, completeCheckout: endCheckout }
    await approve(context, order, deps, { books: booksOf([payment], []), activities })
  }
}
