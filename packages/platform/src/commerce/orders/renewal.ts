import type { SubscriptionInfo } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import { ownerOf } from '../selling/owner.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { approve } from './approve.ts'
import { nothingPaid } from './books.ts'
import { type Sale, sold } from './order-from-sale.ts'
import type { Stock } from './stock.ts'
import { addActivitiesNow, insertOrder } from './store.ts'
import { type OrderDocument, type StoredOrder } from './stored-order.ts'

export interface RenewalDeps {
  readonly openPricing: OpenPricing
  readonly stock: Stock
  readonly completeCheckout: Parameters<typeof approve>[2]['completeCheckout']
}

/** What a cycle of a subscription sells, and how it is delivered. */
export type CycleSold = Pick<Sale, 'lines' | 'quote' | 'delivery' | 'offered'>

/** The order of a cycle as it would be now, after the order before it: for the same buyer, to the same place. */
export async function cycleDocument(
  { db, site, now }: Context,
  before: StoredOrder,
  what: CycleSold,
  subscription: SubscriptionInfo,
  openPricing: OpenPricing,
): Promise<OrderDocument> {
  const { moneyIn, settings } = await openPricing(db, site)
  const { document } = before
  const { checkoutId: _, ...made } = sold(
    {
      ...what,
      checkoutId: '',
      purchaseFlowId: document.purchaseFlowId ?? '',
      buyer: ownerOf(before.owner),
      email: before.email,
      shippingDestination: document.recipientInfo,
      billingInfo: document.billingInfo,
      buyerNote: document.buyerNote,
      customFields: [],
      channelType: document.channelInfo?.type ?? 'WEB',
      language: document.buyerLanguage ?? settings.commerce.locale.slice(0, 2),
      weightUnit: settings.commerce.weightUnit,
    },
    moneyIn(before.currency),
    now,
  )
  return {
    ...made,
    lineItems: made.lineItems.map((line) => ({ ...line, subscriptionInfo: subscription })),
    ...(document.buyerInfo && { buyerInfo: { ...made.buyerInfo, ...document.buyerInfo } }),
  }
}

/**
 * Writes the order of a cycle down and takes its units. It waits for its money, as orders do that are approved when they are paid; where
 * nothing is due it stands at once. `SHORT`: the stock item has not enough.
 */
export async function writeCycle(
  context: Context,
  before: StoredOrder,
  document: OrderDocument,
  { total, due, stockItems }: Pick<StoredOrder, 'total' | 'stockItems'> & { readonly due: number },
  deps: RenewalDeps,
): Promise<StoredOrder | 'SHORT'> {
  const { db, site, now } = context
  const { settings } = await deps.openPricing(db, site)
  const order: Omit<StoredOrder, 'number'> = {
    id: newId(),
    checkoutId: null,
    checkoutRevision: null,
    owner: before.owner,
    guests: before.guests,
    email: before.email,
    status: 'PENDING',
    paymentStatus: 'NOT_PAID',
    fulfillmentStatus: 'NOT_FULFILLED',
    currency: document.currency ?? before.currency,
    total,
    holdsStock: true,
    stockItems,
    revision: 1,
    trackingNumbers: [],
    document,
    createdAt: now,
    updatedAt: now,
  }
  const short = await deps.stock.take(context, order)
  if (short.length > 0) return 'SHORT'
  await append(db, site, now, [{ type: 'wix.ecom.v1.order_created', entityId: order.id, payload: { revision: 1 } }])
  const written = { ...order, number: await insertOrder(db, site, order, settings.commerce.firstOrderNumber) }
  await addActivitiesNow(context, order.id, [
    { type: 'ORDER_PLACED', activityType: 'ORDER_PLACED' },
    { type: 'ORDER_PENDING', activityType: 'ORDER_PENDING' },
  ])
  return due > 0 ? written : approve(context, written, deps, { books: nothingPaid, activities: [], isShown: true })
}
