import type { OrderStatus } from '@vitrine/contract'
import { parseDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { approve } from './approve.ts'
import type { BooksOfOrder } from './books.ts'
import type { Perks } from './perks.ts'
import type { Stock } from './stock.ts'
import { addActivitiesNow, lockOrder, saveOrder } from './store.ts'
import { type StoredOrder } from './stored-order.ts'

export interface DecideDeps {
  readonly openPricing: OpenPricing
  readonly stock: Stock
  readonly perks: Perks
  readonly completeCheckout: (db: Db, site: string, checkoutId: string, orderId: string, now: Date) => Promise<void>
}

type Undecidable = Refusal<
  | 'ORDER_NOT_FOUND'
  | 'STATUS_NOT_SUPPORTED'
  | 'UNSUPPORTED_TRANSITION'
  | 'STATUS_ALREADY_SET'
  | 'PARTIAL_OUT_OF_STOCK'
  | 'FULL_OUT_OF_STOCK'
>

/** An order that waits, for its payment or for somebody's word, comes to stand or is turned away. */
export async function decide(context: Context, id: string, to: OrderStatus, deps: DecideDeps): Promise<StoredOrder | Undecidable> {
  const { db, site, now } = context
  if (to === 'CANCELED' || to === 'INITIALIZED') return refuse('STATUS_NOT_SUPPORTED')
  const order = await lockOrder(db, site, id)
  if (!order) return refuse('ORDER_NOT_FOUND')
  const { status: from } = order
  if (from === to) return refuse('STATUS_ALREADY_SET')
  const books = booksOf(order)
  const waits = from === 'PENDING' || from === 'INITIALIZED'
  if (!waits || (to === 'REJECTED' && books.paid + books.authorized > 0)) return refuse('UNSUPPORTED_TRANSITION', { from, to })

  if (to !== 'REJECTED' && !order.holdsStock) {
    // Its units went back when a card was declined.
    const short = await deps.stock.take(context, order)
    if (short.length > 0)
      return refuse(short.length === order.document.lineItems.length ? 'FULL_OUT_OF_STOCK' : 'PARTIAL_OUT_OF_STOCK', {
        lineItemIds: [...short],
      })
  }
  if (to === 'APPROVED') return approve(context, { ...order, holdsStock: true }, deps, { books, activities: [], isShown: true })
  if (to === 'REJECTED') await deps.perks.giveBack(context, id)
  if (to === 'REJECTED' && order.holdsStock) await deps.stock.putBack(context, order)
  const decided: StoredOrder = { ...order, status: to, holdsStock: to === 'PENDING', revision: order.revision + 1, updatedAt: now }
  await saveOrder(db, site, decided)
  const type = to === 'PENDING' ? 'ORDER_PENDING' : 'ORDER_REJECTED'
  await addActivitiesNow(context, id, [{ type, activityType: type }])
  await append(db, site, now, [{ type: 'wix.ecom.v1.order_updated', entityId: id, payload: { revision: decided.revision } }])
  return decided
}

/** What its payments came to when they were last written into it. */
function booksOf({ document: { balanceSummary }, currency }: StoredOrder): BooksOfOrder {
  const of = (price: { readonly amount: string } | undefined): number => (price ? parseDecimal(price.amount, currency) : 0)
  const { paid, authorized, pending, refunded, pendingRefund } = balanceSummary ?? {}
  return { paid: of(paid), authorized: of(authorized), pending: of(pending), refunded: of(refunded), pendingRefund: of(pendingRefund) }
}
