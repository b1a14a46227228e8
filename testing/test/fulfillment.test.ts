import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import type { FulfillmentStatus } from '@vitrine/contract'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let plate: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
  plate = await addProduct(shop.platform, { site: shop.site, name: 'Table Plate', price: 3200, stock: 500 }, shop.clock.now())
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** Three mugs and a plate, paid. */
async function placed(buyer: Buyer = newBuyer(shop), code = 'standard') {
  const id = await toCheckout(buyer, [{ product: mug, quantity: 3 }, { product: plate }], code)
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  const { order } = await app.orders.getOrder({ id: orderId })
  const lineOf = (name: string) => order.lineItems.find(({ productName }) => productName?.original === name)!.id
  return { orderId, mugs: lineOf('Morning Mug'), plates: lineOf('Table Plate') }
}
const statusOf = async (id: string): Promise<FulfillmentStatus> => (await app.orders.getOrder({ id })).order.fulfillmentStatus
const activitiesOf = async (id: string) => (await app.orders.getOrder({ id })).order.activities.slice(2)
const storyOf = async (id: string) => (await activitiesOf(id)).flatMap(({ activityType }) => activityType ?? [])
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const dhl = { shippingProvider: 'dhl', trackingNumber: '003404341612' }
const dhlLink = 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=003404341612'

describe('creating', () => {
  test('its order is found by the tracking number, by the number that it was changed to, and by none once it is deleted', async () => {
    const { orderId, mugs } = await placed()
    const found = async (words: string) => (await app.orders.searchOrders({ search: { filter: { words } } })).orders.map(({ id }) => id)
    const { fulfillmentId } = await app.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: [{ id: mugs, quantity: 1 }], trackingInfo: { shippingProvider: 'ups', trackingNumber: '1Z 999 AA1 01' } },
    })
    assert.deepEqual(await found('1z999aa101'), [orderId])
    assert.deepEqual(await found('morning mug 1z 999'), [orderId])
    await app.orderFulfillments.updateFulfillment({
      orderId,
      fulfillment: { id: fulfillmentId, trackingInfo: { shippingProvider: 'ups', trackingNumber: 'RR123456785DE' } },
    })
    assert.deepEqual(await found('1z999aa101'), [])
    assert.deepEqual(await found('rr12345'), [orderId])
    await app.orders.updateOrder({ order: { id: orderId, buyerNote: 'Ring twice' } })
    assert.deepEqual(await found('rr12345'), [orderId], 'another change of the order keeps it')
    await app.orderFulfillments.deleteFulfillment({ orderId, fulfillmentId })
    assert.deepEqual(await found('rr12345'), [])
  })

  test('in parts, until all of it is fulfilled; the order and its story say so', async () => {
    const { orderId, mugs, plates } = await placed()
    const one = await app.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: [{ id: mugs, quantity: 2 }], trackingInfo: dhl },
    })
    assert.deepEqual(one.orderWithFulfillments, {
      orderId,
      fulfillments: [
        {
          id: one.fulfillmentId,
          createdDate: shop.clock.now().toISOString(),
          lineItems: [{ id: mugs, quantity: 2 }],
          trackingInfo: { ...dhl, trackingLink: dhlLink },
          completed: true,
        },
      ],
    })
    assert.equal(await statusOf(orderId), 'PARTIALLY_FULFILLED')
    const two = await app.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: [{ id: mugs }, { id: plates }], customInfo: { fieldsData: { courier: 'Erna' } } },
    })
    assert.deepEqual(two.orderWithFulfillments.fulfillments[1]?.lineItems, [
      { id: mugs, quantity: 1 },
      { id: plates, quantity: 1 },
    ])
    assert.deepEqual(two.orderWithFulfillments.fulfillments[1]?.customInfo, { fieldsData: { courier: 'Erna' } })
    assert.equal(await statusOf(orderId), 'FULFILLED')
    const { orders } = await app.orders.searchOrders({ search: { filter: { id: orderId, fulfillmentStatus: 'FULFILLED' } } })
    assert.equal(orders.length, 1)
    assert.deepEqual(
      (await storyOf(orderId)).filter((type) => !type?.endsWith('EMAIL_SENT')),
      ['TRACKING_NUMBER_ADDED', 'TRACKING_LINK_ADDED', 'ORDER_FULFILLED'],
    )
  })

  test('each shipment is one entry of the timeline, with its number, its units and what it travels under', async () => {
    const { orderId, mugs, plates } = await placed()
    const { fulfillmentId } = await app.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: [{ id: mugs, quantity: 2 }], trackingInfo: dhl },
    })
    await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: plates }] } })
    await app.orderFulfillments.deleteFulfillment({ orderId, fulfillmentId })
    const sent = { shipment: '1', quantity: '2', carrier: 'DHL', trackingNumber: dhl.trackingNumber }
    assert.deepEqual(
      (await activitiesOf(orderId)).flatMap(({ customActivity }) =>
        customActivity ? [[customActivity.type, customActivity.additionalData]] : [],
      ),
      [
        ['SHIPMENT_SENT', sent],
        ['SHIPMENT_SENT', { shipment: '2', quantity: '1' }],
        ['SHIPMENT_VOIDED', sent],
      ],
    )
  })

  test('its buyer is not written to where the shop says so: not when it goes, and not when its number comes', async () => {
    const { orderId, mugs, plates } = await placed()
    const { fulfillmentId: id } = await app.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: [{ id: mugs }], sendShippingEmail: false },
    })
    await app.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id, trackingInfo: dhl, sendShippingEmail: false } })
    await shop.platform.jobs.settle()
    assert.equal((await storyOf(orderId)).includes('SHIPPING_CONFIRMATION_EMAIL_SENT'), false)
    await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: plates }] } })
    await shop.platform.jobs.settle()
    assert.equal((await storyOf(orderId)).includes('SHIPPING_CONFIRMATION_EMAIL_SENT'), true)
  })

  test('409 FULFILLMENT_EXCEEDS_ORDER says how many are left, and changes nothing', async () => {
    const { orderId, mugs } = await placed()
    const fulfillment = { lineItems: [{ id: mugs, quantity: 4 }] }
    const [refused] = await attempt(app.orderFulfillments.createFulfillment({ orderId, fulfillment }))
    assert.deepEqual([refused?.status, refused?.code, refused?.data], [409, 'FULFILLMENT_EXCEEDS_ORDER', { lineItemId: mugs, left: 3 }])
    const { orderWithFulfillments } = await app.orderFulfillments.listFulfillmentsForSingleOrder({ orderId })
    assert.deepEqual(orderWithFulfillments.fulfillments, [])
  })

  test('of twenty at once never more go out than were bought', async () => {
    const { orderId, mugs } = await placed()
    const fulfillment = { lineItems: [{ id: mugs, quantity: 1 }] }
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(app.orderFulfillments.createFulfillment({ orderId, fulfillment }))),
    )
    assert.equal(codes.filter((code) => code === 'done').length, 3)
    assert.equal(codes.filter((code) => code === 'FULFILLMENT_EXCEEDS_ORDER').length, 17)
  })

  test('cancelled at the same moment: either nothing went out, or it had before', async () => {
    for (let round = 0; round < 6; round++) {
      const { orderId, mugs } = await placed()
      const [code] = await Promise.all([
        codeOf(app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: mugs }] } })),
        app.orders.cancelOrder({ id: orderId }),
      ])
      const { fulfillments } = (await app.orderFulfillments.listFulfillmentsForSingleOrder({ orderId })).orderWithFulfillments
      const { order } = await app.orders.getOrder({ id: orderId })
      assert.equal(order.status, 'CANCELED')
      assert.deepEqual([code, fulfillments.length], code === 'done' ? ['done', 1] : ['ORDER_CANCELED', 0])
    }
  })

  test('404 ORDER_LINE_ITEM_NOT_FOUND, 409 TRACKING_NUMBER_ALREADY_EXISTS', async () => {
    const { orderId, mugs } = await placed()
    const create = (fulfillment: Parameters<typeof app.orderFulfillments.createFulfillment>[0]['fulfillment']) =>
      codeOf(app.orderFulfillments.createFulfillment({ orderId, fulfillment }))
    assert.equal(await create({ lineItems: [{ id: crypto.randomUUID() }] }), 'ORDER_LINE_ITEM_NOT_FOUND')
    assert.equal(await create({ lineItems: [{ id: mugs, quantity: 1 }], trackingInfo: dhl }), 'done')
    assert.equal(await create({ lineItems: [{ id: mugs, quantity: 1 }], trackingInfo: dhl }), 'TRACKING_NUMBER_ALREADY_EXISTS')
    assert.equal(
      await create({ lineItems: [{ id: mugs }], trackingInfo: dhl, customInfo: { fieldsData: {} } }),
      'INVALID_ARGUMENT',
      'tracking or own fields',
    )
  })

  test('404 ORDER_NOT_FOUND for none and for one that nobody paid for; 409 ORDER_CANCELED; 403 to buyers', async () => {
    const buyer = newBuyer(shop)
    const { orderId, mugs } = await placed(buyer)
    const create = (id: string, client: Pick<Buyer, 'orderFulfillments'> = app) =>
      codeOf(client.orderFulfillments.createFulfillment({ orderId: id, fulfillment: { lineItems: [{ id: mugs }] } }))
    assert.equal(await create(crypto.randomUUID()), 'ORDER_NOT_FOUND')
    assert.equal(await create(orderId, buyer), 'PERMISSION_DENIED')
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await create(orderId), 'ORDER_CANCELED')
    const waiting = await buyer.checkout.createOrder({ id: await toCheckout(buyer, [{ product: mug }]) })
    assert.equal(await create(waiting.orderId), 'ORDER_NOT_FOUND')
  })
})

describe('changing', () => {
  test('writes what was sent, keeps the rest; a mask clears', async () => {
    const { orderId, mugs } = await placed()
    const { fulfillmentId: id } = await app.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: [{ id: mugs, quantity: 1 }], status: 'Pending' },
    })
    assert.equal(await statusOf(orderId), 'NOT_FULFILLED', 'what is not on its way does not count')
    const change = async (fulfillment: object, fieldMask?: string) =>
      (await app.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id, ...fulfillment }, ...(fieldMask && { fieldMask }) }))
        .orderWithFulfillments.fulfillments[0]!
    assert.deepEqual((await change({ trackingInfo: dhl })).trackingInfo, { ...dhl, trackingLink: dhlLink })
    const moved = await change({ status: 'In_Delivery' })
    assert.deepEqual([moved.status, moved.completed, moved.trackingInfo?.trackingNumber], ['In_Delivery', true, dhl.trackingNumber])
    assert.equal(await statusOf(orderId), 'PARTIALLY_FULFILLED')
    assert.equal((await change({ trackingInfo: { trackingNumber: '7' } })).trackingInfo?.trackingNumber, '7')
    assert.equal((await change({ lineItems: [{ id: mugs, quantity: 3 }] })).lineItems[0]?.quantity, 3)
    assert.equal((await change({ status: 'ignored' }, 'trackingInfo')).trackingInfo, undefined)
    assert.deepEqual(
      (await storyOf(orderId)).filter((type) => type?.startsWith('TRACKING')),
      ['TRACKING_NUMBER_ADDED', 'TRACKING_LINK_ADDED', 'TRACKING_NUMBER_EDITED', 'TRACKING_LINK_ADDED'],
    )
  })

  test('404 FULFILLMENT_NOT_FOUND for none, and for one of another order; 409 FULFILLMENT_EXCEEDS_ORDER', async () => {
    const [one, two] = [await placed(), await placed()]
    const { fulfillmentId } = await app.orderFulfillments.createFulfillment({
      orderId: one.orderId,
      fulfillment: { lineItems: [{ id: one.mugs }] },
    })
    const change = (orderId: string, fulfillment: object = { status: 'Delivered' }) =>
      codeOf(app.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id: fulfillmentId, ...fulfillment } }))
    assert.equal(await change(two.orderId), 'FULFILLMENT_NOT_FOUND')
    assert.equal(await change(crypto.randomUUID()), 'ORDER_NOT_FOUND')
    assert.equal(await change(one.orderId, { lineItems: [{ id: one.mugs, quantity: 4 }] }), 'FULFILLMENT_EXCEEDS_ORDER')
    assert.equal(await codeOf(app.orderFulfillments.deleteFulfillment({ orderId: two.orderId, fulfillmentId })), 'FULFILLMENT_NOT_FOUND')
    await app.orders.cancelOrder({ id: one.orderId })
    assert.equal(await change(one.orderId), 'ORDER_CANCELED')
    assert.equal(await codeOf(app.orderFulfillments.deleteFulfillment({ orderId: one.orderId, fulfillmentId })), 'ORDER_CANCELED')
  })
})

test('deleted, its units can be shipped again, and the order says so', async () => {
  const { orderId, mugs, plates } = await placed()
  const all = { lineItems: [{ id: mugs }, { id: plates }] }
  const { fulfillmentId } = await app.orderFulfillments.createFulfillment({ orderId, fulfillment: all })
  assert.equal(await statusOf(orderId), 'FULFILLED')
  const { orderWithFulfillments } = await app.orderFulfillments.deleteFulfillment({ orderId, fulfillmentId })
  assert.deepEqual(orderWithFulfillments, { orderId, fulfillments: [] })
  assert.equal(await statusOf(orderId), 'NOT_FULFILLED')
  assert.equal(await codeOf(app.orderFulfillments.createFulfillment({ orderId, fulfillment: all })), 'done')
  assert.deepEqual(
    (await storyOf(orderId)).filter((type) => type?.includes('FULFILLED')),
    ['ORDER_FULFILLED', 'ORDER_NOT_FULFILLED', 'ORDER_FULFILLED'],
  )
})

test('of several orders each by itself, and of an order all or nothing', async () => {
  const [one, two] = [await placed(), await placed()]
  const nobody = crypto.randomUUID()
  const { results, bulkActionMetadata } = await app.orderFulfillments.bulkCreateFulfillments({
    ordersWithFulfillments: [
      { orderId: two.orderId, fulfillments: [{ lineItems: [{ id: two.mugs }] }, { lineItems: [{ id: two.plates }] }] },
      { orderId: nobody, fulfillments: [{ lineItems: [{ id: two.mugs }] }] },
      { orderId: one.orderId, fulfillments: [{ lineItems: [{ id: one.plates }] }, { lineItems: [{ id: one.mugs, quantity: 9 }] }] },
    ],
  })
  assert.deepEqual(bulkActionMetadata, { totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 })
  assert.deepEqual(
    results.map(({ itemMetadata: { id, originalIndex, error }, ordersWithFulfillments }) => [
      id,
      originalIndex,
      error?.code,
      ordersWithFulfillments?.fulfillments.length,
    ]),
    [
      [two.orderId, 0, undefined, 2],
      [nobody, 1, 'ORDER_NOT_FOUND', undefined],
      [one.orderId, 2, 'FULFILLMENT_EXCEEDS_ORDER', undefined],
    ],
  )
  assert.deepEqual([await statusOf(two.orderId), await statusOf(one.orderId)], ['FULFILLED', 'NOT_FULFILLED'])
})

test('a buyer finds those of their own orders, and of no others', async () => {
  const buyer = newBuyer(shop)
  const [own, other] = [await placed(buyer), await placed()]
  for (const { orderId, mugs } of [own, other])
    await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: mugs }] } })
  const { ordersWithFulfillments } = await buyer.orderFulfillments.listFulfillmentsForMultipleOrders({
    orderIds: [other.orderId, own.orderId, own.orderId],
  })
  assert.deepEqual(
    ordersWithFulfillments.map(({ orderId, fulfillments }) => [orderId, fulfillments.length]),
    [[own.orderId, 1]],
  )
  assert.equal(await codeOf(buyer.orderFulfillments.listFulfillmentsForSingleOrder({ orderId: other.orderId })), 'ORDER_NOT_FOUND')
  const both = await app.orderFulfillments.listFulfillmentsForMultipleOrders({ orderIds: [other.orderId, own.orderId] })
  assert.deepEqual(
    both.ordersWithFulfillments.map(({ orderId }) => orderId),
    [other.orderId, own.orderId],
  )
})
