import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { orders, orderTransactions } from '@wix/ecom'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'
import { testSections } from '../src/shop.ts'

let shop: TestPlatform
let mug: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
  const commerce = { ...testSections.commerce, delayedCapture: {} }
  await writeSettings(shop.platform.database, shop.site, 'commerce', commerce, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

/** An order whose money is held: two mugs and their delivery, 56.90. */
async function held(): Promise<string> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
  return (await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })).orderId
}

const merchant = () =>
  createClient({ modules: { orders, orderTransactions }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) })

/** Functions that the published client has and its types do not name. */
interface Untyped {
  triggerRefund(
    id: string,
    payments: object[],
    options?: object,
  ): Promise<{ orderTransactions: { refunds: { _id: string }[] }; refundId: string }>
  getRefundabilityStatus(id: string): Promise<{ refundabilities: { refundabilityStatus: string }[] }>
  paymentCollectionCreatePaymentGatewayOrder(id: string): Promise<{ paymentGatewayOrderId: string }>
  paymentCollectionMarkOrderAsPaid(id: string): Promise<{ order: { paymentStatus: string } }>
}

test('the published client searches, gets, updates, captures, refunds and cancels', async () => {
  const client = merchant()
  const untyped = client.orders as unknown as Untyped
  const [first, second, third] = [await held(), await held(), await held()]

  const page = await client.orders.searchOrders({
    filter: { paymentStatus: 'PENDING' },
    sort: [{ fieldName: 'number', order: 'ASC' }],
    cursorPaging: { limit: 2 },
  })
  assert.deepEqual(
    page.orders?.map(({ _id }) => _id),
    [first, second],
  )
  assert.equal(page.metadata?.hasNext, true)
  const next = await client.orders.searchOrders({ cursorPaging: { limit: 2, cursor: page.metadata.cursors!.next } })
  assert.deepEqual(
    next.orders?.map(({ _id }) => _id),
    [third],
  )
  assert.ok(next.orders?.[0]?._createdDate instanceof Date)

  const order = await client.orders.getOrder(first)
  assert.equal(order.balanceSummary?.authorized?.amount, '56.90')
  assert.equal(
    (await client.orders.updateOrder(first, { archived: true, buyerInfo: { email: 'new@example.com' } })).buyerInfo?.email,
    'new@example.com',
  )
  const bulk = await client.orders.bulkUpdateOrders([{ order: { _id: first, seenByAHuman: true } }], { returnEntity: true })
  assert.equal(bulk.results?.[0]?.item?.seenByAHuman, true)
  const tagged = await client.orders.bulkUpdateOrderTags([first, second], { assignTags: { privateTags: { tagIds: ['gift'] } } })
  assert.equal(tagged.bulkActionMetadata?.totalSuccesses, 2)

  const { payments } = (await client.orderTransactions.listTransactionsForSingleOrder(first)).orderTransactions!
  const paymentId = payments![0]!._id!
  assert.deepEqual((await client.orders.getPaymentCollectabilityStatus(first)).status, 'NONCOLLECTABLE_ORDER_IS_PAID')
  const captured = await client.orders.captureAuthorizedPayments(first, [{ paymentId, amount: { amount: '50.00' } }])
  assert.equal(captured.orderTransactions?.payments?.[0]?.status, 'APPROVED')
  assert.equal((await untyped.getRefundabilityStatus(first)).refundabilities[0]?.refundabilityStatus, 'REFUNDABLE')
  const refunded = await untyped.triggerRefund(first, [{ paymentId, amount: { amount: '20.00' } }], { details: { reason: 'A chip' } })
  assert.equal(refunded.orderTransactions.refunds[0]?._id, refunded.refundId)
  assert.equal((await untyped.paymentCollectionMarkOrderAsPaid(first)).order.paymentStatus, 'PARTIALLY_REFUNDED')

  const held2 = (await client.orderTransactions.listTransactionsForSingleOrder(second)).orderTransactions!.payments![0]!._id!
  const busy = await client.orders.cancelOrder(second).catch((error: { details: { applicationError: { code: string } } }) => error)
  assert.ok('details' in busy && busy.details.applicationError.code === 'ORDER_HAS_AUTHORIZED_TRANSACTION')
  await client.orders.voidAuthorizedPayments(second, [held2])
  const asked = await client.orders.preparePaymentCollection(second, { amount: '56.90' })
  assert.match(asked.paymentGatewayOrderId!, /^[0-9a-f-]{36}$/)
  const whole = await untyped.paymentCollectionCreatePaymentGatewayOrder(second)
  assert.match(whole.paymentGatewayOrderId, /^[0-9a-f-]{36}$/)
  const canceled = await client.orders.cancelOrder(second, { restockAllItems: true, sendOrderCanceledEmail: true })
  assert.equal(canceled.order?.status, 'CANCELED')
  const many = await client.orderTransactions.listTransactionsForMultipleOrders([first, second])
  assert.deepEqual(
    many.orderTransactions?.map(({ orderId }) => orderId),
    [first, second],
  )
})
