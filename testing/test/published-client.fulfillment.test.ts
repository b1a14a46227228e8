import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { orderFulfillments, orderInvoices, orders } from '@wix/ecom'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let mug: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

async function placed(): Promise<string> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
  return (await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })).orderId
}

const merchant = () =>
  createClient({ modules: { orders, orderFulfillments, orderInvoices }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) })

/** Functions that the published client has and its types do not name. */
interface Untyped {
  generateInvoice(orderId: string): Promise<{ invoiceId: string }>
  bulkGenerateInvoices(orderIds: string[]): Promise<{ bulkActionMetadata: { totalSuccesses: number; totalFailures: number } }>
  addInvoiceToOrder(orderId: string, invoiceInfo: object): Promise<{ orderInvoices: { _id: string; appId: string }[] }>
}

test('the published client fulfils in parts, changes, lists, takes back and fulfils several', async () => {
  const client = merchant()
  const [one, two] = [await placed(), await placed()]
  const lineOf = async (id: string) => (await client.orders.getOrder(id)).lineItems![0]!._id!
  const line = await lineOf(one)

  const { fulfillmentId } = await client.orderFulfillments.createFulfillment(one, {
    lineItems: [{ _id: line, quantity: 1 }],
    trackingInfo: { trackingNumber: '77', shippingProvider: 'ups' },
  })
  assert.equal((await client.orders.getOrder(one)).fulfillmentStatus, 'PARTIALLY_FULFILLED')
  const changed = await client.orderFulfillments.updateFulfillment(
    { fulfillmentId: fulfillmentId!, orderId: one },
    { fulfillment: { trackingInfo: { trackingNumber: '78' } } },
  )
  const [shipment] = (changed as { fulfillments?: orderFulfillments.Fulfillment[] }).fulfillments!
  assert.deepEqual(
    [shipment?._id, shipment?._createdDate instanceof Date, shipment?.trackingInfo],
    [fulfillmentId, true, { trackingNumber: '78', shippingProvider: 'ups', trackingLink: 'https://www.ups.com/track?tracknum=78' }],
  )
  await assert.rejects(
    client.orderFulfillments.createFulfillment(one, { lineItems: [{ _id: line, quantity: 2 }] }),
    (error: Error & { details: { applicationError: { code: string } } }) =>
      error.details.applicationError.code === 'FULFILLMENT_EXCEEDS_ORDER',
  )
  const { ordersWithFulfillments } = await client.orderFulfillments.listFulfillmentsForMultipleOrders([two, one])
  assert.deepEqual(
    ordersWithFulfillments?.map(({ orderId, fulfillments }) => [orderId, fulfillments?.length]),
    [
      [two, 0],
      [one, 1],
    ],
  )
  const { orderWithFulfillments } = await client.orderFulfillments.deleteFulfillment({ fulfillmentId: fulfillmentId!, orderId: one })
  assert.deepEqual(orderWithFulfillments?.fulfillments, [])
  const { bulkActionMetadata } = await client.orderFulfillments.bulkCreateFulfillments([
    { orderId: one, fulfillments: [{ lineItems: [{ _id: line }] }] },
    { orderId: two, fulfillments: [{ lineItems: [{ _id: await lineOf(two) }] }] },
  ])
  assert.equal(bulkActionMetadata?.totalSuccesses, 2)
  assert.equal((await client.orders.getOrder(two)).fulfillmentStatus, 'FULFILLED')
  const single = await client.orderFulfillments.listFulfillmentsForSingleOrder(two)
  assert.equal(single.orderWithFulfillments?.fulfillments?.length, 1)
})

test('the published client makes, adds and lists invoices', async () => {
  const client = merchant()
  const untyped = client.orderInvoices as unknown as Untyped
  const [one, two] = [await placed(), await placed()]
  const { invoiceId } = await untyped.generateInvoice(one)
  const { bulkActionMetadata } = await untyped.bulkGenerateInvoices([one, two])
  assert.deepEqual([bulkActionMetadata.totalSuccesses, bulkActionMetadata.totalFailures], [1, 1])
  await untyped.addInvoiceToOrder(one, { _id: 'X-1', appId: 'books' })
  const { invoicesForOrder } = await client.orderInvoices.listInvoicesForMultipleOrders([one])
  assert.deepEqual(
    invoicesForOrder?.[0]?.invoicesInfo?.map(({ _id }) => _id),
    [invoiceId, 'X-1'],
  )
})
