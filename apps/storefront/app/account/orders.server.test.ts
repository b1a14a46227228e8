import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Visit } from '../shop.server.ts'
import { listOrders } from './orders.server.ts'

const sent = '2026-11-03T09:00:00Z'
const came = '2026-11-09T11:10:00Z'

const back = '2026-11-20T08:00:00Z'

/** An order that left on one day, and came on another. */
const here = (
  status: string,
  { today = '2026-11-08', more = {}, became = 'REFUNDED' }: { today?: string; more?: object; became?: string } = {},
) =>
  ({
    shop: { locale: 'en', country: 'DE', timeZone: 'Europe/Berlin', today },
    client: {
      orders: {
        searchOrders: () =>
          Promise.resolve({
            orders: [
              { id: 'a', status: 'APPROVED', fulfillmentStatus: 'FULFILLED', shippingInfo: {}, lineItems: [{ quantity: 1 }], ...more },
            ],
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
      returns: { listMyReturns: () => Promise.resolve({ returns: [{ orderId: 'a', status: became, history: [{ date: back }] }] }) },
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

test('an order of which pieces were sent back says so, with the day its money went', async () => {
  const refunded = { balanceSummary: { refunded: { amount: '44.00' } } }
  const row = (await listOrders(here('In_Delivery', { more: refunded }), { limit: 1 }))?.rows[0]
  assert.deepEqual([row?.state, row?.refunded, row?.date], ['back', '44.00', back])
  const other = (await listOrders(here('In_Delivery', { more: refunded, became: 'EXCHANGED' }), { limit: 1 }))?.rows[0]
  assert.deepEqual([other?.state, other?.date], ['exchanged', back])
})

test('an order on its way says when it arrives, until that is over', async () => {
  const deliveryTimeSlot = { from: '2026-11-09T08:00:00Z', to: '2026-11-10T18:00:00Z' }
  const more = { shippingInfo: { logistics: { deliveryTimeSlot } } }
  const arrives = async (status: string, today: string) => (await listOrders(here(status, { today, more }), { limit: 1 }))?.rows[0]?.arrives
  assert.equal(await arrives('In_Delivery', '2026-11-10'), 'Mon 9 – Tue 10 Nov')
  assert.equal(await arrives('In_Delivery', '2026-11-11'), undefined)
  assert.equal(await arrives('Delivered', '2026-11-10'), undefined)
})
