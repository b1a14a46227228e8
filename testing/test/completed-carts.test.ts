import assert from 'node:assert/strict'
import { test } from 'node:test'
import { berlin, newBuyer } from '../src/buyer.ts'
import { startOfferingShop } from '../src/offering-shop.ts'
import { codeOf } from '../src/refused.ts'

const { mug, shop, coupon, giftCard, withMugs, app, balanceOf } = await startOfferingShop()
const items = [{ catalogReference: mug.reference(), quantity: 2 }]
const ready = {
  deliveryInfo: { address: berlin.address },
  customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
}

test('a current cart that the shop marks as completed is no longer current', async () => {
  const buyer = await withMugs(1)
  const { id } = (await buyer.currentCart.getCurrentCart()).cart
  await app.cartsV2.markCartAsCompleted({ cartId: id! })
  assert.equal(await codeOf(buyer.currentCart.getCurrentCart()), 'OWNED_CART_NOT_FOUND')
  assert.equal(await codeOf(buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })), 'OWNED_CART_NOT_FOUND')
  const { cart } = await buyer.currentCart.addToCurrentCart({ lineItems: items })
  assert.notEqual(cart.id, id)
  assert.equal(cart.lineItems[0]?.quantity, 2)
  const { cart: done } = await buyer.cartsV2.getCart({ cartId: id! })
  assert.deepEqual([done.orderPlaced, done.currentCart, done.lineItems[0]?.quantityInfo.requestedQuantity], [true, false, 1])
})

test('an order has what the cart has when it is placed, also if the cart had a checkout before', async () => {
  const buyer = newBuyer(shop)
  const { cartsV2: v2 } = buyer
  const { code, id: giftCardId } = await giftCard('100')
  const off = await coupon({ percentOffRate: 10 })
  const { cart: made } = await v2.createCart({
    cart: ready,
    catalogItems: items,
    deliveryMethod: { code: 'standard' },
    giftCards: [{ code }],
    coupons: [{ code: off.code }],
  })
  const cartId = made.id
  await v2.getCheckoutUrl({ cartId })
  await v2.removeGiftCard({ cartId, giftCardId })
  await v2.removeCoupon({ cartId, couponId: off.id })
  const address = { ...berlin.address, city: 'Potsdam' }
  await v2.updateCart({
    cart: { id: cartId, note: 'Ring twice', deliveryInfo: { address }, customerInfo: { email: 'grace@example.com' } },
  })
  const { cart, summary } = await v2.calculateCart({ cartId })
  const { orderId, completed } = await v2.placeOrder({ cartId, priceVerificationToken: summary.priceVerificationToken })
  const { order } = await app.orders.getOrder({ id: orderId })
  assert.deepEqual([completed, await balanceOf(giftCardId), order.appliedDiscounts], [false, '100.00', []])
  assert.equal(order.shippingInfo?.logistics?.shippingDestination?.address?.city, 'Potsdam')
  assert.deepEqual([order.buyerInfo?.email, order.buyerNote], ['grace@example.com', cart.note])
  await v2.removeDeliveryMethod({ cartId })
  assert.equal(await codeOf(v2.placeOrder({ cartId })), 'MISSING_DELIVERY_METHOD')
})
