import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { carrierName } from '../fulfillment/carriers.ts'
import type { FulfillmentDeps } from '../fulfillment/operations.ts'
import { type LineToFulfil, type ShipmentTold, trackingNumbersOf } from '../fulfillment/rules.ts'
import { findFulfillments } from '../fulfillment/store.ts'
import { goesByItself } from '../orders/automatic-fulfillment.ts'
import type { BuyersShipment } from '../orders/buyer.ts'
import { mayRead } from '../orders/operations.ts'
import { addActivitiesNow, findOwners, lockOrder, type NewActivity, saveOrder } from '../orders/store.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { storesApp } from '../selling/apps.ts'

/** The lines of an order as far as they are to be handed over. */
export const linesToFulfil = ({ document }: { readonly document: Pick<StoredOrder['document'], 'lineItems'> }): LineToFulfil[] =>
  document.lineItems.map(({ id, quantity, restockQuantity, itemType }) => ({
    id,
    quantity,
    restocked: restockQuantity ?? 0,
    byHand: !goesByItself({ itemType }),
  }))

/** What is told of a shipment, as the wire has room for it. */
export const shipmentActivity = (told: ShipmentTold): NewActivity => ({
  type: 'CUSTOM_ACTIVITY',
  customActivity: { appId: storesApp, type: told.type, additionalData: { ...told.additionalData } },
})

/** Orders as the fulfilment slice sees them. */
export const fulfillmentDeps: FulfillmentDeps = {
  async readable(db, site, actor, orderIds) {
    const orders = await findOwners(db, site, orderIds)
    return new Set(orders.filter((order) => mayRead(actor, order)).map(({ id }) => id))
  },

  async lockOrder(context, orderId) {
    const { db, site, now } = context
    const order = await lockOrder(db, site, orderId)
    if (!order) return undefined
    const { status, fulfillmentStatus, document } = order
    return {
      status,
      fulfillmentStatus,
      collected: document.shippingInfo?.logistics?.pickupDetails !== undefined,
      lines: linesToFulfil(order),
      async keep(newStatus, trackingNumbers, activities, shipments) {
        const revision = order.revision + 1
        await saveOrder(db, site, { ...order, fulfillmentStatus: newStatus, trackingNumbers, revision, updatedAt: now })
        await addActivitiesNow(context, orderId, [
          ...shipments.map(shipmentActivity),
          ...activities.map((type) => ({ type, activityType: type })),
        ])
        const payload = { previousFulfillmentStatus: fulfillmentStatus, newFulfillmentStatus: newStatus, action: 'FULFILLMENT' }
        await append(db, site, now, [
          { type: 'wix.ecom.v1.order_updated', entityId: orderId, payload: { revision } },
          ...(newStatus === 'FULFILLED' && fulfillmentStatus !== 'FULFILLED'
            ? [{ type: 'wix.ecom.v1.order_fulfilled' as const, entityId: orderId, payload }]
            : []),
        ])
      },
    }
  },
}

/** What the shipments of orders travel under, by the orders that have any. */
export async function trackingNumbers(db: Db, site: string, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const shipments = Map.groupBy(await findFulfillments(db, site, orderIds), ({ orderId }) => orderId)
  return new Map([...shipments].map(([orderId, those]) => [orderId, trackingNumbersOf(those)]))
}

/** The shipments of an order as its buyer sees them. */
export async function findShipments(db: Db, site: string, orderId: string): Promise<BuyersShipment[]> {
  const all = await findFulfillments(db, site, [orderId])
  return all.map(({ id, lines, stage, completed, reached, tracking }) => ({
    stage,
    completed,
    reached,
    shown: {
      id,
      lineItems: lines.map((line) => ({ ...line })),
      stage,
      ...(tracking?.shippingProvider !== undefined && { carrier: carrierName(tracking.shippingProvider) }),
      ...(tracking?.trackingNumber !== undefined && { trackingNumber: tracking.trackingNumber }),
      ...(tracking?.trackingLink !== undefined && { trackingLink: tracking.trackingLink }),
      ...(reached[stage] !== undefined && { date: reached[stage] }),
    },
  }))
}
