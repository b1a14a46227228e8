// The events of buying and what causes them: how often each was emitted for its entity.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { EventType } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'

const shop = await startPlatformForFile()
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 100 }, shop.clock.now())
const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const lineItems = [{ quantity: 1, catalogReference: mug.reference() }]

/** How often an event was emitted for an entity. */
async function timesTold(type: EventType, entityId: string): Promise<number> {
  const rows = await shop.platform.database.query(
    sql`select from outbox where site = ${shop.site} and type = ${type} and entity_id = ${entityId}`,
  )
  return rows.length
}

/** A checkout that is ready to be ordered, and its cart. */
async function atCheckout() {
  const buyer = newBuyer(shop)
  const { cart } = await buyer.currentCart.addToCurrentCart({ lineItems })
  const { checkoutId } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: 'ada@example.com' })
  const shippingInfo = { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } }
  await buyer.checkout.updateCheckout({ checkout: { id: checkoutId, shippingInfo } })
  return { buyer, cartId: cart.id!, checkoutId }
}

async function bought() {
  const { buyer, cartId, checkoutId } = await atCheckout()
  const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  return { orderId, cartId, checkoutId }
}

describe('a cart and its checkout', () => {
  test('the first item emits cart_created, each further change cart_updated, deletion cart_deleted', async () => {
    const { currentCart } = newBuyer(shop)
    const id = (await currentCart.addToCurrentCart({ lineItems })).cart.id!
    assert.deepEqual([await timesTold('wix.ecom.v1.cart_created', id), await timesTold('wix.ecom.v1.cart_updated', id)], [1, 0])
    await currentCart.updateCurrentCart({ cartInfo: { buyerNote: 'Ring twice.' } })
    await currentCart.addToCurrentCart({ lineItems })
    assert.deepEqual([await timesTold('wix.ecom.v1.cart_created', id), await timesTold('wix.ecom.v1.cart_updated', id)], [1, 2])
    await currentCart.deleteCurrentCart({})
    assert.equal(await timesTold('wix.ecom.v1.cart_deleted', id), 1)
  })

  test('creation emits checkout_created, a change checkout_updated, order and payment checkout_completed', async () => {
    const { buyer, checkoutId } = await atCheckout()
    const told = async () => [
      await timesTold('wix.ecom.v1.checkout_created', checkoutId),
      await timesTold('wix.ecom.v1.checkout_updated', checkoutId),
      await timesTold('wix.ecom.v1.checkout_completed', checkoutId),
    ]
    assert.deepEqual(await told(), [1, 1, 0])
    await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    assert.deepEqual(await told(), [1, 1, 1])
  })
})

describe('an order', () => {
  test('a paid purchase emits order_created, order_approved and order_payment_status_updated', async () => {
    const { orderId, cartId } = await bought()
    for (const type of ['order_created', 'order_approved', 'order_payment_status_updated'] as const)
      assert.equal(await timesTold(`wix.ecom.v1.${type}`, orderId), 1, type)
    assert.equal(await timesTold('wix.ecom.v1.cart_deleted', cartId), 1)
  })

  test('a change emits order_updated; a shipment fulfillments_updated, and order_fulfilled once all is sent', async () => {
    const { orderId } = await bought()
    await app.orders.updateOrder({ order: { id: orderId, buyerNote: 'Ring twice.' } })
    assert.ok((await timesTold('wix.ecom.v1.order_updated', orderId)) >= 1)
    const { order } = await app.orders.getOrder({ id: orderId })
    await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: order.lineItems[0]!.id, quantity: 1 }] } })
    assert.deepEqual(
      [await timesTold('wix.ecom.v1.fulfillments_updated', orderId), await timesTold('wix.ecom.v1.order_fulfilled', orderId)],
      [1, 1],
    )
  })

  test('a refund emits order_transactions_refund_completed, a cancellation order_canceled', async () => {
    const { orderId } = await bought()
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    await app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId: orderTransactions.payments[0]!.id! }] })
    assert.equal(await timesTold('wix.ecom.v1.order_transactions_refund_completed', orderId), 1)
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await timesTold('wix.ecom.v1.order_canceled', orderId), 1)
  })
})

test('a paid payment request emits order_transactions_updated', async () => {
  const lines = [{ productName: { original: 'A kiln' }, quantity: 1, price: { amount: '100' }, itemType: { preset: 'PHYSICAL' as const } }]
  const { order } = await app.orders.createOrder({ order: { channelInfo: { type: 'POS' }, lineItems: lines, priceSummary: {} } })
  const asked = await app.orders.preparePaymentCollection({ ecomOrderId: order.id!, amount: { amount: '4.00' } })
  const payer = newBuyer(shop)
  const id = asked.paymentGatewayOrderId
  await payer.payments.payCollection({ id, paymentToken: await card(payer), returnUrl: `${shop.url}/back` })
  assert.equal(await timesTold('wix.ecom.v1.order_transactions_updated', order.id!), 1)
})

test('a session of the hosted pages emits redirect_session_created', async () => {
  const { redirectSession } = await newBuyer(shop).redirects.createRedirectSession({
    login: {},
    callbacks: { postFlowUrl: shop.url },
  })
  assert.equal(await timesTold('wix.headless.v1.redirect_session_created', redirectSession.id), 1)
})

test('an email that is waited for is back_in_stock_notification_request_created; once told back_in_stock_notification_request_updated; back_in_stock_notification_request_deleted', async () => {
  const gone = await addProduct(shop.platform, { site: shop.site, name: 'Gone vase', price: 2600, stock: 0 }, shop.clock.now())
  const asked = await app.backInStock.requestEmail({
    request: { email: 'ada@example.com', catalogReference: gone.reference() },
    itemDetails: { name: 'Gone vase', price: '26.00' },
  })
  const id = asked.request.id!
  assert.equal(await timesTold('wix.ecom.v1.back_in_stock_notification_request_created', id), 1)
  await office.waitingList.markAsNotificationSent({ id })
  assert.equal(await timesTold('wix.ecom.v1.back_in_stock_notification_request_updated', id), 1)
  await office.waitingList.deleteRequest({ id })
  assert.equal(await timesTold('wix.ecom.v1.back_in_stock_notification_request_deleted', id), 1)
})

test('somebody who is registered is member_created, changed member_updated, deleted member_deleted', async () => {
  const { member } = await office.memberManagement.createMember({
    member: { loginEmail: 'grace@example.com', profile: { nickname: 'Grace' } },
  })
  const id = member.id!
  await office.memberManagement.blockMember({ id })
  await office.memberManagement.deleteMember({ id })
  assert.equal(await timesTold('wix.members.v1.member_created', id), 1)
  assert.ok((await timesTold('wix.members.v1.member_updated', id)) >= 1)
  assert.equal(await timesTold('wix.members.v1.member_deleted', id), 1)
})

test('a review is review_created; let through review_moderation_status_changed and review_review_published; then review_updated, review_deleted', async () => {
  const buyer = newBuyer(shop)
  const { review } = await buyer.reviews.createReview({
    review: {
      namespace: 'stores',
      entityId: mug.id,
      content: { rating: 4, title: 'Bluer in the morning', body: 'By noon it is grey.' },
      author: { authorName: 'Joost v.' },
    },
  })
  const id = review.id
  assert.equal(await timesTold('wix.reviews.v1.review_created', id), 1)
  const { review: published } = await office.reviewManagement.updateModerationStatus({ reviewId: id, status: 'APPROVED' })
  for (const type of ['review_moderation_status_changed', 'review_review_published'] as const)
    assert.equal(await timesTold(`wix.reviews.v1.${type}`, id), 1, type)
  await buyer.reviews.updateReview({
    review: { id, revision: published.revision!, content: { rating: 5, title: 'Blue', body: 'All day.' } },
  })
  assert.ok((await timesTold('wix.reviews.v1.review_updated', id)) >= 1)
  await buyer.reviews.deleteReview({ reviewId: id })
  assert.equal(await timesTold('wix.reviews.v1.review_deleted', id), 1)
})
