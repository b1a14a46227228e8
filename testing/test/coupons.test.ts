import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CouponSpecificationInput } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { minute, startOfferingShop } from '../src/offering-shop.ts'
import { storesAppId } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const { shop, office, app, mug, voucher, coupon, usesOf, withMugs, update, order } = await startOfferingShop()

describe('a coupon in the cart', () => {
  test('takes off what it says, is shown, and is left again', async () => {
    const { id, code } = await coupon({ percentOffRate: 10 })
    const buyer = await withMugs(2)
    const { cart } = await buyer.currentCart.updateCurrentCart({ couponCode: code.toLowerCase() })
    assert.deepEqual(cart.appliedDiscounts, [
      { coupon: { id, code }, discountType: 'GLOBAL', lineItemIds: cart.lineItems.map((line) => line.id) },
    ])
    assert.deepEqual([cart.subtotal?.amount, cart.discount?.amount, cart.subtotalAfterDiscounts?.amount], ['52.00', '5.20', '46.80'])
    assert.deepEqual((await buyer.currentCart.getCurrentCart()).cart, cart)
    const estimate = await buyer.currentCart.estimateCurrentCartTotals({
      shippingAddress: { country: 'DE' },
      selectedShippingOption: { code: 'standard' },
    })
    assert.equal(estimate.priceSummary.total?.amount, '51.70')
    assert.deepEqual(estimate.appliedDiscounts, [
      {
        coupon: { id, code, name: `Coupon ${code.slice('CODE'.length)}`, amount: estimate.priceSummary.discount },
        discountType: 'GLOBAL',
        lineItemIds: cart.lineItems.map((line) => line.id),
      },
    ])
    const left = (await buyer.currentCart.removeCouponFromCurrentCart({})).cart
    assert.deepEqual([left.appliedDiscounts, left.discount?.amount], [[], '0.00'])
  })

  test('one replaces the other', async () => {
    const [first, second] = [await coupon({ percentOffRate: 10 }), await coupon({ moneyOffAmount: 5 })]
    const buyer = await withMugs()
    await buyer.currentCart.updateCurrentCart({ couponCode: first.code })
    const { cart } = await buyer.currentCart.updateCurrentCart({ couponCode: second.code })
    assert.deepEqual([cart.appliedDiscounts.map((one) => one.coupon), cart.discount?.amount], [[second], '5.00'])
  })

  test('each refusal by its own code', async () => {
    const buyer = await withMugs()
    const refusal = async (specification: CouponSpecificationInput) =>
      codeOf(buyer.currentCart.updateCurrentCart({ couponCode: (await coupon({ percentOffRate: 10, ...specification })).code }))
    const at = (ms: number) => String(shop.clock.now().getTime() + ms)
    assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ couponCode: 'NOSUCH' })), 'ERROR_COUPON_DOES_NOT_EXIST')
    assert.equal(await refusal({ active: false }), 'ERROR_COUPON_IS_DISABLED')
    assert.equal(await refusal({ startTime: at(1) }), 'ERROR_COUPON_IS_NOT_ACTIVE_YET')
    assert.equal(await refusal({ startTime: at(-2), expirationTime: at(-1) }), 'ERROR_COUPON_HAS_EXPIRED')
    const used = await coupon({ percentOffRate: 10, usageLimit: 1 })
    const checkout = await toCheckout(newBuyer(shop), [{ product: mug }])
    assert.ok(checkout)
    const other = newBuyer(shop)
    const id = await toCheckout(other, [{ product: mug }])
    await update(other, id, { couponCode: used.code })
    await order(other, id)
    assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ couponCode: used.code })), 'ERROR_COUPON_USAGE_EXCEEDED')
    assert.equal((await buyer.currentCart.getCurrentCart()).cart.appliedDiscounts.length, 0)
  })

  test('that is good but not for these goods is kept, and the estimate says why it takes nothing', async () => {
    const { code } = await coupon({ moneyOffAmount: 10, minimumSubtotal: 50 })
    const buyer = await withMugs()
    const { cart } = await buyer.currentCart.updateCurrentCart({ couponCode: code })
    assert.deepEqual([cart.discount?.amount, cart.appliedDiscounts.length], ['0.00', 1])
    const { calculationErrors } = await buyer.currentCart.estimateCurrentCartTotals({})
    const error = calculationErrors?.couponCalculationError?.applicationError
    assert.deepEqual([error?.code, error?.data], ['MIN_SUBTOTAL_NOT_REACHED', { couponCode: code, requiredMinimumSubtotal: '50.00' }])
    const line = cart.lineItems[0]!.id!
    const more = await buyer.currentCart.updateCurrentCartLineItemQuantity({ lineItems: [{ id: line, quantity: 2 }] })
    assert.equal(more.cart.discount?.amount, '10.00')
  })

  test('that expires while it is in the cart takes nothing any more', async () => {
    const { code } = await coupon({ percentOffRate: 50, expirationTime: String(shop.clock.now().getTime() + minute) })
    const buyer = await withMugs()
    await buyer.currentCart.updateCurrentCart({ couponCode: code })
    shop.clock.advance(minute)
    assert.equal((await buyer.currentCart.getCurrentCart()).cart.discount?.amount, '0.00')
    const { calculationErrors } = await buyer.currentCart.estimateCurrentCartTotals({})
    assert.equal(calculationErrors?.couponCalculationError?.applicationError?.code, 'ERROR_COUPON_HAS_EXPIRED')
  })

  test('for the delivery makes that free', async () => {
    const { code } = await coupon({ freeShipping: true })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const checkout = await update(buyer, id, { couponCode: code })
    const { shipping, discount, total } = checkout.priceSummary!
    assert.deepEqual([shipping?.amount, discount?.amount, total?.amount], ['4.90', '4.90', '26.00'])
    assert.equal(checkout.appliedDiscounts[0]?.discountType, 'SHIPPING')
    assert.equal(checkout.shippingInfo?.selectedCarrierServiceOption?.cost?.totalDiscount?.amount, '4.90')
    const { orderId } = await order(buyer, id)
    assert.equal((await app.orders.getOrder({ id: orderId })).order.shippingInfo?.cost?.discount?.amount, '4.90')
  })
})

describe('rules', () => {
  test('give themselves, are in the discount and named by the cart, begin and end by the clock, and are counted', async () => {
    const start = new Date(shop.clock.now().getTime() + minute).toISOString()
    const end = new Date(shop.clock.now().getTime() + 2 * minute).toISOString()
    const { discountRule } = await office.discountRules.createDiscountRule({
      discountRule: {
        name: 'Three of a kind',
        active: true,
        activeTimeInfo: { start, end },
        trigger: { itemQuantityRange: { from: 3 } },
        discounts: {
          values: [
            {
              percentage: 10,
              specificItemsInfo: { scopes: [{ catalogItemFilter: { catalogAppId: storesAppId, catalogItemIds: [mug.id] } }] },
            },
          ],
        },
      },
    })
    const buyer = await withMugs(3)
    const after = async () => (await buyer.currentCart.getCurrentCart()).cart.subtotalAfterDiscounts?.amount
    assert.equal(await after(), '78.00')
    shop.clock.advance(minute)
    assert.equal(await after(), '70.20')
    const cart = (await buyer.currentCart.getCurrentCart()).cart
    assert.deepEqual([cart.subtotal?.amount, cart.discount?.amount, cart.lineItems[0]?.lineItemPrice?.amount], ['78.00', '7.80', '70.20'])
    assert.deepEqual(
      cart.appliedDiscounts.map(({ discountRule: rule }) => [rule?.id, rule?.amount?.amount]),
      [[discountRule.id, '7.80']],
    )
    const id = await toCheckout(buyer, [])
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.deepEqual([checkout.priceSummary?.subtotal?.amount, checkout.priceSummary?.discount?.amount], ['78.00', '7.80'])
    const { orderId } = await order(buyer, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      made.appliedDiscounts.map(({ discountRule: rule, discountType }) => [rule?.name?.original, rule?.amount?.amount, discountType]),
      [['Three of a kind', '7.80', 'SPECIFIC_ITEMS']],
    )
    assert.equal(made.lineItems[0]?.totalDiscount?.amount, '7.80')
    assert.deepEqual([made.priceSummary?.subtotal?.amount, made.priceSummary?.discount?.amount], ['78.00', '7.80'])
    const { discountRule: counted } = await office.discountRules.getDiscountRule({ discountRuleId: discountRule.id })
    assert.equal(counted.usageCount, 1)
    const late = await withMugs(3)
    shop.clock.advance(minute)
    assert.equal((await late.currentCart.getCurrentCart()).cart.subtotalAfterDiscounts?.amount, '78.00')
    await office.discountRules.deleteDiscountRule({ discountRuleId: discountRule.id })
  })
})

describe('an order with a coupon', () => {
  test('costs what was quoted, says what was taken off, and counts the use', async () => {
    const { id: couponId, code } = await coupon({ percentOffRate: 10 })
    const buyer = await withMugs(2)
    await buyer.currentCart.updateCurrentCart({ couponCode: code })
    const id = await toCheckout(buyer, [])
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.equal(checkout.priceSummary?.total?.amount, '51.70')
    const { orderId } = await order(buyer, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual([made.priceSummary?.total?.amount, made.priceSummary?.discount?.amount, made.paymentStatus], ['51.70', '5.20', 'PAID'])
    const [applied] = made.appliedDiscounts
    assert.deepEqual(
      [applied?.coupon?.id, applied?.coupon?.code, applied?.coupon?.amount?.amount, applied?.lineItemDiscounts?.[0]?.totalDiscount?.amount],
      [couponId, code, '5.20', '5.20'],
    )
    assert.equal(await usesOf(couponId), 1)
  })

  test('gives the use back when it is given up, or cancelled', async () => {
    const { id: couponId, code } = await coupon({ percentOffRate: 10, usageLimit: 1 })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { couponCode: code })
    await buyer.checkout.createOrder({ id })
    assert.equal(await usesOf(couponId), 1)
    await buyer.checkout.createOrder({ id })
    assert.equal(await usesOf(couponId), 1, 'ordered once more it is the same order')
    const { checkout: waiting } = await buyer.checkout.getCheckout({ id })
    assert.deepEqual([waiting.priceSummary?.discount?.amount, waiting.calculationErrors?.couponCalculationError], ['2.60', undefined])
    shop.clock.advance(31 * minute)
    await shop.platform.everyMinute()
    assert.equal(await usesOf(couponId), 0)
    const { orderId } = await order(buyer, id)
    assert.equal(await usesOf(couponId), 1)
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await usesOf(couponId), 0)
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await usesOf(couponId), 0)
  })

  test('is refused to a customer who has used it, by their e-mail', async () => {
    const { code } = await coupon({ percentOffRate: 10, limitPerCustomer: 1 })
    const [first, second] = [newBuyer(shop), newBuyer(shop)]
    const id = await toCheckout(first, [{ product: mug }])
    await update(first, id, { couponCode: code })
    const again = await toCheckout(second, [{ product: mug }])
    await update(second, again, { couponCode: code })
    await order(first, id)
    assert.equal(await codeOf(order(second, again)), 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED')
    assert.equal(await codeOf(update(second, again, { couponCode: code })), 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED')
    await update(second, again, { couponCode: code, checkout: { id: again, buyerInfo: { email: 'grace@example.com' } } })
    await order(second, again)
  })

  test('the last use goes to one of fifty buyers', async () => {
    const { id: couponId, code } = await coupon({ moneyOffAmount: 1, usageLimit: 1 })
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const buyer = newBuyer(shop)
        const id = await toCheckout(buyer, [{ product: mug }])
        await update(buyer, id, { couponCode: code, checkout: { id, buyerInfo: { email: `buyer-${n}@example.com` } } })
        return { buyer, id }
      }),
    )
    const outcomes = await Promise.all(buyers.map(({ buyer, id }) => codeOf(buyer.checkout.createOrder({ id }))))
    assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 1)
    assert.ok(
      outcomes.every((outcome) => outcome === 'done' || outcome === 'ERROR_COUPON_USAGE_EXCEEDED'),
      outcomes.join(),
    )
    assert.equal(await usesOf(couponId), 1)
    const [row] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from orders where site = ${shop.site} and email like 'buyer-%'`,
    )
    assert.equal(row?.count, 1)
  })

  test('COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD where nothing else is bought', async () => {
    const { code } = await coupon({ percentOffRate: 10 })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: voucher }])
    await update(buyer, id, { couponCode: code })
    assert.equal(await codeOf(order(buyer, id)), 'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD')
  })
})
