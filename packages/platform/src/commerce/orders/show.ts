import type { Order, OrderActivity } from '@vitrine/contract'
import type { StoredOrder } from './stored-order.ts'

/** An order as the wire wants it. */
export function showOrder(order: StoredOrder, activities: readonly OrderActivity[]): Order {
  const { reasons: _, due: __, tellsBuyer: ___, editableBy: ____, ...document } = order.document
  return {
    ...document,
    id: order.id,
    number: String(order.number),
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    createdDate: order.createdAt.toISOString(),
    updatedDate: order.updatedAt.toISOString(),
    activities: [...activities],
  }
}
