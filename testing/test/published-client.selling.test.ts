// A sale from the first look to the last cent, said with nothing but the published client; only the card is given to the sandbox bank's own page.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient as ourClient, token } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { checkout, currentCart, orderFulfillments, orders, orderTransactions } from '@wix/ecom'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { products } from '@wix/stores'
import { card } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'
import { testSections } from '../src/shop.ts'

let shop: TestPlatform
let mug: TestProduct
let bowl: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, colours: { Sage: 10, Ink: 10 } }, clock.now())
  bowl = await addProduct(platform, { site, name: 'Evening Bowl', price: 1999, stock: 10 }, clock.now())
  await writeSettings(platform.database, site, 'commerce', { ...testSections.commerce, delayedCapture: {} }, clock.now())
  hosts = publishedHosts(shop.url)
})
after(async () => {
  hosts[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const address = { country: 'DE', subdivision: 'DE-BE', city: 'Berlin', postalCode: '10997', addressLine1: 'Oberbaumstraße 7' }
const contactDetails = { firstName: 'Ada', lastName: 'Lovelace', phone: '+49 30 1234' }

const shopper = () =>
  createClient({ modules: { products, currentCart, checkout, orders }, auth: OAuthStrategy({ clientId: shop.clientId }) })
const merchant = () =>
  createClient({
    modules: { orders, orderTransactions, orderFulfillments, products },
    auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }),
  })

/** What the published client has and its types do not name. */
interface Untyped {
  triggerRefund(
    id: string,
    payments: object[],
    options?: object,
  ): Promise<{ orderTransactions: { refunds: { _id: string; transactions: { refundStatus: string }[] }[] }; refundId: string }>
}

const amounts = (prices: object | undefined): Record<string, string | null | undefined> =>
  Object.fromEntries(
    Object.entries(prices ?? {}).map(([name, price]: [string, { amount?: string | null }]) => [name, price.amount ?? undefined]),
  )
const stockOf = async (id: string) => (await merchant().products.getProduct(id)).product?.stock?.quantity

test('cart, estimate with coupon, checkout, order, payment, search, capture, refund, shipment, cancellation', async () => {
  const ada = shopper()
  const clerk = merchant()
  const office = ourClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const tenth = await office.coupons.createCoupon({
    specification: { name: 'A tenth off', code: 'SLOWSUNDAY', percentOffRate: 10, usageLimit: 1 },
  })

  // The cart.
  const { items } = await ada.products.queryProducts().eq('slug', mug.slug).find()
  assert.equal(items[0]?.name, 'Morning Mug')
  const { cart } = await ada.currentCart.addToCurrentCart({
    lineItems: [
      { quantity: 2, catalogReference: mug.reference('Sage') },
      { quantity: 1, catalogReference: bowl.reference() },
    ],
  })
  assert.deepEqual(
    cart!.lineItems!.map(({ quantity, price }) => [quantity, price?.amount]),
    [
      [2, '26.00'],
      [1, '19.99'],
    ],
  )

  // A coupon that is none, and one that is.
  const none = await ada.currentCart.updateCurrentCart({ couponCode: 'SLOWMONDAY' }).catch((error: PublishedError) => error)
  assert.ok(none instanceof Error)
  assert.equal(none.details.applicationError?.code, 'ERROR_COUPON_DOES_NOT_EXIST')
  await ada.currentCart.updateCurrentCart({ couponCode: 'slowsunday' })
  const estimate = await ada.currentCart.estimateCurrentCartTotals({
    shippingAddress: address,
    selectedShippingOption: { code: 'standard' },
    calculateShipping: true,
    calculateTax: true,
  })
  assert.deepEqual(amounts(estimate.priceSummary), {
    subtotal: '71.99',
    shipping: '4.90',
    tax: '11.13',
    discount: '7.20',
    additionalFees: '0.00',
    total: '69.69',
  })
  assert.equal(estimate.appliedDiscounts?.[0]?.coupon?.code, 'SLOWSUNDAY')
  assert.equal(estimate.appliedDiscounts?.[0]?.discountType, 'GLOBAL')

  // The checkout costs what was estimated.
  const { checkoutId = '' } = await ada.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: 'ada@example.com' })
  const ready = await ada.checkout.updateCheckout(checkoutId, {
    shippingInfo: { shippingDestination: { address, contactDetails }, selectedCarrierServiceOption: { code: 'standard' } },
    billingInfo: { address, contactDetails },
  })
  assert.deepEqual(amounts(ready.priceSummary), amounts(estimate.priceSummary))
  assert.equal(ready.payNow?.total?.amount, '69.69')
  assert.equal(ready.appliedDiscounts?.[0]?.coupon?.code, 'SLOWSUNDAY')

  // The order costs what the checkout did; the units are hers from then on, and so is the coupon's only use.
  const { orderId = '' } = await ada.checkout.createOrder(checkoutId)
  const waiting = await ada.orders.getOrder(orderId)
  assert.deepEqual([waiting.status, waiting.paymentStatus, waiting.fulfillmentStatus], ['INITIALIZED', 'NOT_PAID', 'NOT_FULFILLED'])
  assert.equal(waiting.priceSummary?.total?.amount, '69.69')
  assert.equal(await stockOf(bowl.id), 9)
  assert.equal((await office.coupons.getCoupon({ id: tenth.id })).coupon.numberOfUsages, 1)
  const tooLate = shopper()
  await tooLate.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: bowl.reference() }] })
  const usedUp = await tooLate.currentCart.updateCurrentCart({ couponCode: 'SLOWSUNDAY' }).catch((error: PublishedError) => error)
  assert.ok(usedUp instanceof Error)
  assert.equal(usedUp.details.applicationError?.code, 'ERROR_COUPON_USAGE_EXCEEDED')

  // The payment, which this shop takes only when it sends.
  const { payments } = ourClient({ baseUrl: shop.url, auth: token(ada.auth.getTokens().accessToken.value) })
  const paid = await payments.placeOrder({
    id: checkoutId,
    paymentToken: await card({ payments }),
    returnUrl: 'https://shop.example/thanks',
    expectedTotal: '69.69',
  })
  assert.deepEqual([paid.orderId, paid.status], [orderId, 'APPROVED'])

  // The merchant finds it.
  const found = await clerk.orders.searchOrders({
    filter: { 'buyerInfo.email': 'ada@example.com', paymentStatus: 'PENDING', status: 'APPROVED' },
    sort: [{ fieldName: '_createdDate', order: 'DESC' }],
  })
  assert.deepEqual(
    found.orders!.map(({ _id }) => _id),
    [orderId],
  )
  assert.equal((await clerk.orders.getPaymentCollectabilityStatus(orderId)).status, 'NONCOLLECTABLE_ORDER_IS_PAID')
  const held = (await clerk.orderTransactions.listTransactionsForSingleOrder(orderId)).orderTransactions!.payments![0]!
  assert.deepEqual([held.amount?.amount, held.regularPaymentDetails?.status], ['69.69', 'AUTHORIZED'])

  // The shipment with the mugs leaves, and the money is taken.
  const [mugs, bowls] = found.orders![0]!.lineItems!.map(({ _id }) => _id!)
  const sent = await clerk.orderFulfillments.createFulfillment(orderId, {
    lineItems: [{ _id: mugs!, quantity: 2 }],
    trackingInfo: { shippingProvider: 'dhl', trackingNumber: '00340434161094042557' },
  })
  assert.equal(sent.orderWithFulfillments?.fulfillments?.[0]?._id, sent.fulfillmentId)
  assert.equal((await ada.orders.getOrder(orderId)).fulfillmentStatus, 'PARTIALLY_FULFILLED')
  const captured = await clerk.orders.captureAuthorizedPayments(orderId, [{ paymentId: held._id! }])
  assert.equal(captured.orderTransactions?.payments?.[0]?.status, 'APPROVED')
  assert.equal((await ada.orders.getOrder(orderId)).paymentStatus, 'PAID')

  // The bowl is missing: its money goes back, and the bowl is restocked.
  const back = await (clerk.orders as unknown as Untyped).triggerRefund(orderId, [{ paymentId: held._id, amount: { amount: '17.99' } }], {
    details: { lineItems: [{ lineItemId: bowls, quantity: 1 }], reason: 'It broke' },
    sideEffects: { restockInfo: { type: 'SOME_ITEMS', items: [{ lineItemId: bowls, quantity: 1 }] } },
  })
  assert.deepEqual(
    back.orderTransactions.refunds.map(({ _id, transactions }) => [_id, transactions.map(({ refundStatus }) => refundStatus)]),
    [[back.refundId, ['SUCCEEDED']]],
  )
  const lessened = await ada.orders.getOrder(orderId)
  assert.deepEqual([lessened.paymentStatus, lessened.balanceSummary?.refunded?.amount], ['PARTIALLY_REFUNDED', '17.99'])
  assert.equal(await stockOf(bowl.id), 10)

  // The rest of it is called off.
  const { order: canceled } = await clerk.orders.cancelOrder(orderId, {
    restockAllItems: true,
    sendOrderCanceledEmail: true,
    customMessage: 'Sorry!',
  })
  assert.equal(canceled?.status, 'CANCELED')
  const end = await ada.orders.getOrder(orderId)
  assert.deepEqual([end.status, end.paymentStatus], ['CANCELED', 'PARTIALLY_REFUNDED'])
  assert.deepEqual(
    end.lineItems!.map(({ quantity, refundQuantity, restockQuantity }) => [quantity, refundQuantity ?? 0, restockQuantity ?? 0]),
    [
      [2, 0, 2],
      [1, 1, 1],
    ],
  )
  const told = end.activities!.map(({ type }) => type)
  for (const type of [
    'ORDER_PLACED',
    'AUTHORIZED_PAYMENT_CREATED',
    'AUTHORIZED_PAYMENT_CAPTURED',
    'ORDER_PAID',
    'TRACKING_NUMBER_ADDED',
    'ORDER_CANCELED',
  ])
    assert.ok(
      told.some((said) => said === type),
      `${type} in ${told.join()}`,
    )
  // Emails are told of as they go out, so the other activities may grow meanwhile.
  const { order: again } = await clerk.orders.cancelOrder(orderId)
  assert.equal(again?.activities?.filter(({ type }) => type === 'ORDER_CANCELED').length, 1, 'once is enough')

  // Everything of it was sent to the hosts that the published client knows.
  assert.ok(hosts.takeSeen().every(({ host }) => host.endsWith('wixapis.com')))
})

interface PublishedError extends Error {
  readonly details: { readonly applicationError?: { readonly code: string } }
}
