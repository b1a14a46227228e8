import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Visit } from '../shop.server.ts'
import { listOrders } from './orders.server.ts'

const sent = '2026-11-03T09:00:00Z'
const came = '2026-11-09T11:10:00Z'

/** An order that left on one day, and came on another. */
const here = (status: string) =>
  ({
    client: {
      orders: {
        searchOrders: () =>
          Promise.resolve({
            orders: [{ id: 'a', status: 'APPROVED', fulfillmentStatus: 'FULFILLED', shippingInfo: {}, lineItems: [{ quantity: 1 }] }],
            metadata: { hasNext: false },
          }),
        getOrderStatus: () =>
          Promise.resolve({
            order: {
              timeline: [
                { stop: 'SENT', date: sent },
                { stop: 'DELIVERED', date: came },
              ],
            },
          }),
      },
      orderFulfillments: {
        listFulfillmentsForMultipleOrders: () =>
          Promise.resolve({ ordersWithFulfillments: [{ orderId: 'a', fulfillments: [{ createdDate: sent, completed: true, status }] }] }),
      },
    },
  }) as unknown as Visit

test('an order that has arrived says the day it came, one on its way the day it left', async () => {
  assert.equal((await listOrders(here('Delivered'), { limit: 1 }))?.rows[0]?.date, came)
  assert.equal((await listOrders(here('In_Delivery'), { limit: 1 }))?.rows[0]?.date, sent)
})
