import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toCheckout } from '../src/buyer.ts'
import { startOfferingShop } from '../src/offering-shop.ts'
import { codeOf } from '../src/refused.ts'

const { shop, office, mug, coupon, withMugs, order, app } = await startOfferingShop()
const nobody = '33333333-3333-4333-8333-333333333333'
const germany = { deliveryInfo: { address: { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Markt 1' } } }

/** A tenth off each mug, for as long as the work takes. */
async function withRule(work: (ruleId: string) => Promise<void>) {
  const { discountRule } = await office.discountRules.createDiscountRule({
    discountRule: {
      name: 'A tenth',
      active: true,
      trigger: { itemQuantityRange: { from: 2 } },
      discounts: {
        values: [
          {
            percentage: 10,
            specificItemsInfo: {
              scopes: [{ catalogItemFilter: { catalogAppId: mug.reference().appId, catalogItemIds: [mug.id] } }],
            },
          },
        ],
      },
    },
  })
  await work(discountRule.id)
  await office.discountRules.deleteDiscountRule({ discountRuleId: discountRule.id })
}

describe('the second version of the current cart', () => {
  test('200: is the cart of the first version, read and changed by either', async () => {
    const buyer = await withMugs(2)
    const { cart: first } = await buyer.currentCart.getCurrentCart()
    const { cart } = await buyer.currentCartV2.getCurrentCart()
    assert.deepEqual([cart.id, cart.revision, cart.currentCart, cart.orderPlaced], [first.id, first.revision, true, false])
    const [line] = cart.lineItems
    assert.deepEqual(
      [
        line?.name.original,
        line?.quantityInfo.confirmedQuantity,
        line?.pricing.unitPrice.amount,
        line?.pricing.totalPrice.amount,
        line?.status,
      ],
      ['Morning Mug', 2, '26.00', '52.00', 'IN_STOCK'],
    )
    const added = await buyer.currentCartV2.addLineItemsToCurrentCart({
      catalogItems: [{ catalogReference: mug.reference(), quantity: 1 }],
    })
    assert.deepEqual(
      added.cart.lineItems.map(({ quantityInfo }) => quantityInfo.requestedQuantity),
      [3],
    )
    assert.equal((await buyer.currentCart.getCurrentCart()).cart.lineItems[0]?.quantity, 3)
    const { cart: less } = await buyer.currentCartV2.updateLineItemsInCurrentCart({
      lineItems: [{ lineItemId: line!.id, quantity: { newQuantity: 1 } }],
    })
    assert.deepEqual([less.subtotal.amount, Number(less.revision)], ['26.00', Number(cart.revision) + 2])
    const { cart: empty } = await buyer.currentCartV2.removeLineItemsFromCurrentCart({ lineItemIds: [line!.id] })
    assert.deepEqual(empty.lineItems, [])
    assert.deepEqual((await buyer.currentCart.getCurrentCart()).cart.lineItems, [])
  })

  test('200: a cart is made by the first thing that is added, and deleted', async () => {
    const buyer = await withMugs()
    assert.deepEqual(await buyer.currentCartV2.deleteCurrentCart({}), {})
    assert.equal(await codeOf(buyer.currentCartV2.getCurrentCart()), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCartV2.deleteCurrentCart({})), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCartV2.calculateCurrentCart({})), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCartV2.estimateCurrentCart({})), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCartV2.refreshCurrentCart({})), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCartV2.updateCurrentCart({ cart: { note: 'x' } })), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCartV2.removeDeliveryMethodFromCurrentCart({})), 'OWNED_CART_NOT_FOUND')
    const code = 'standard'
    assert.equal(await codeOf(buyer.currentCartV2.setDeliveryMethodForCurrentCart({ deliveryMethod: { code } })), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCartV2.removeCouponFromCurrentCart({ couponId: nobody })), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCartV2.removeLineItemsFromCurrentCart({ lineItemIds: [nobody] })), 'OWNED_CART_NOT_FOUND')
    const lineItems = [{ lineItemId: nobody, quantity: { newQuantity: 1 } }]
    assert.equal(await codeOf(buyer.currentCartV2.updateLineItemsInCurrentCart({ lineItems })), 'OWNED_CART_NOT_FOUND')
    const known = await coupon({ percentOffRate: 10 })
    assert.equal(await codeOf(buyer.currentCartV2.addCouponToCurrentCart({ coupon: { code: known.code } })), 'OWNED_CART_NOT_FOUND')
    const { cart } = await buyer.currentCartV2.addLineItemsToCurrentCart({
      catalogItems: [{ catalogReference: mug.reference(), quantity: 2 }],
    })
    assert.equal(cart.subtotal.amount, '52.00')
  })

  test('lines that are not there are named, and nothing is sent for nothing', async () => {
    const buyer = await withMugs()
    const v2 = buyer.currentCartV2
    assert.equal(await codeOf(v2.addLineItemsToCurrentCart({})), 'NO_LINE_ITEMS_TO_ADD')
    const gone = { ...mug.reference(), catalogItemId: nobody }
    assert.equal(
      await codeOf(v2.addLineItemsToCurrentCart({ catalogItems: [{ catalogReference: gone, quantity: 1 }] })),
      'ITEM_NOT_FOUND_IN_CATALOG',
    )
    assert.equal(await codeOf(v2.removeLineItemsFromCurrentCart({ lineItemIds: [nobody] })), 'LINE_ITEM_NOT_FOUND_IN_CART')
    const lineItems = [{ lineItemId: nobody, quantity: { newQuantity: 1 } }]
    assert.equal(await codeOf(v2.updateLineItemsInCurrentCart({ lineItems })), 'LINE_ITEM_NOT_FOUND_IN_CART')
    assert.equal((await v2.getCurrentCart()).cart.revision, '1')
  })

  test('200: what is sent is kept, what is absent stays, null clears; a mask narrows it', async () => {
    const { currentCartV2: v2, currentCart } = await withMugs()
    const customerInfo = { email: 'ada@example.com', firstName: 'Ada', phone: '+49 341 1' }
    const { cart } = await v2.updateCurrentCart({ cart: { note: 'Ring twice.', customerInfo, ...germany } })
    assert.deepEqual(
      [cart.note, cart.customerInfo.email, cart.customerInfo.firstName, cart.deliveryInfo.address?.city],
      ['Ring twice.', 'ada@example.com', 'Ada', 'Leipzig'],
    )
    assert.equal((await currentCart.getCurrentCart()).cart.contactInfo?.contactDetails?.firstName, 'Ada')
    const { cart: after } = await v2.updateCurrentCart({ cart: { note: null, customerInfo: { firstName: 'Grace' } }, fieldMask: 'note' })
    assert.deepEqual([after.note, after.customerInfo.firstName, after.deliveryInfo.address?.city], [undefined, 'Ada', 'Leipzig'])
    assert.equal(
      await codeOf(v2.updateCurrentCart({ cart: { customCheckoutUrl: 'https://elsewhere.example' } })),
      'REDIRECT_URI_NOT_ALLOWED',
    )
  })

  test('coupons: one a cart, each refusal by its own code', async () => {
    const { currentCartV2: v2 } = await withMugs(2)
    const [first, second, off] = [
      await coupon({ percentOffRate: 10 }),
      await coupon({ percentOffRate: 20 }),
      await coupon({ percentOffRate: 10, active: false }),
    ]
    const add = (code: string) => v2.addCouponToCurrentCart({ coupon: { code } })
    assert.equal(await codeOf(add('NOSUCH')), 'INVALID_COUPON_CODE')
    assert.equal(await codeOf(add(off.code)), 'INVALID_COUPON_STATUS')
    const { cart } = await add(first.code)
    assert.deepEqual([cart.coupons, cart.subtotal.amount], [[first], '52.00'])
    assert.equal(await codeOf(add(first.code)), 'COUPON_ALREADY_EXISTS')
    assert.equal(await codeOf(add(second.code)), 'MAX_COUPONS_PER_CART_EXCEEDED')
    assert.equal(await codeOf(v2.removeCouponFromCurrentCart({ couponId: second.id })), 'COUPON_NOT_FOUND_IN_CART')
    assert.deepEqual((await v2.removeCouponFromCurrentCart({ couponId: first.id })).cart.coupons, [])
  })

  test('200: a coupon that the shop deleted meanwhile does not stand in the way of another', async () => {
    const { currentCartV2: v2 } = await withMugs(2)
    const [gone, other] = [await coupon({ percentOffRate: 10 }), await coupon({ percentOffRate: 20 })]
    await v2.addCouponToCurrentCart({ coupon: { code: gone.code } })
    await office.coupons.deleteCoupon({ id: gone.id })
    assert.deepEqual((await v2.getCurrentCart()).cart.coupons, [])
    assert.deepEqual((await v2.addCouponToCurrentCart({ coupon: { code: other.code } })).cart.coupons, [other])
  })

  test('409 COUPON_LOCKED where the shop takes no coupons', async () => {
    const { currentCartV2: v2 } = await withMugs()
    const { code } = await coupon({ percentOffRate: 10 })
    await office.checkoutForm.updateCheckoutForm({
      checkoutForm: { couponsAccepted: false },
    })
    assert.equal(await codeOf(v2.addCouponToCurrentCart({ coupon: { code } })), 'COUPON_LOCKED')
    await office.checkoutForm.updateCheckoutForm({ checkoutForm: { couponsAccepted: true } })
  })

  test('delivery: it takes goods, an address, and a way that is offered there', async () => {
    const { currentCartV2: v2 } = await withMugs()
    const set = (code: string) => v2.setDeliveryMethodForCurrentCart({ deliveryMethod: { code } })
    assert.equal(await codeOf(set('standard')), 'DELIVERY_METHOD_MISSING_ADDRESS')
    await v2.updateCurrentCart({ cart: germany })
    assert.equal(await codeOf(set('by-balloon')), 'DELIVERY_METHOD_NOT_FOUND')
    assert.equal((await set('standard')).cart.deliveryInfo.method?.code, 'standard')
    assert.equal((await v2.removeDeliveryMethodFromCurrentCart({})).cart.deliveryInfo.method, undefined)
    const { cart } = await v2.getCurrentCart()
    await v2.removeLineItemsFromCurrentCart({ lineItemIds: cart.lineItems.map(({ id }) => id) })
    assert.equal(await codeOf(set('standard')), 'DELIVERY_METHOD_MISSING_LINE_ITEMS')
  })

  test('200: the summary adds up, item discounts are within the subtotal, and its total is what is ordered', () =>
    withRule(async () => {
      const buyer = await withMugs(2)
      const { currentCartV2: v2 } = buyer
      const { code, id: couponId } = await coupon({ percentOffRate: 10 })
      await v2.addCouponToCurrentCart({ coupon: { code } })
      const codes = async () => (await v2.calculateCurrentCart({})).summary.violations.map((one) => one.code)
      assert.deepEqual(await codes(), ['MISSING_DELIVERY_ADDRESS'])
      await v2.updateCurrentCart({ cart: germany })
      assert.deepEqual(await codes(), ['MISSING_DELIVERY_METHOD'])
      await v2.setDeliveryMethodForCurrentCart({ deliveryMethod: { code: 'standard' } })
      const { cart, summary } = await v2.calculateCurrentCart({})
      assert.deepEqual(summary.violations, [])
      const { subtotal, discount, delivery, additionalFees, tax, total } = summary.priceSummary
      assert.deepEqual(
        [subtotal.amount, discount.amount, delivery.amount, additionalFees.amount, tax.amount, total.amount],
        ['46.80', '4.68', '4.90', '0.00', '0.00', '47.02'],
      )
      assert.deepEqual(
        summary.discounts.map((one) => [one.scope, one.source?.sourceType, one.source?.couponCode, one.total.amount]),
        [
          ['LINE_ITEM', 'AUTOMATIC_RULE', undefined, '5.20'],
          ['CART_SUBTOTAL', 'COUPON', code, '4.68'],
        ],
      )
      assert.deepEqual([cart.coupons[0]?.id, cart.subtotal.amount], [couponId, '46.80'])
      assert.deepEqual(
        [summary.lineItems[0]?.unitPrice.amount, summary.deliverySummary?.price.amount, summary.paymentSummary.payNow.amount],
        ['23.40', '4.90', '47.02'],
      )
      const { summary: bare } = await v2.estimateCurrentCart({})
      assert.deepEqual([bare.priceSummary.delivery.amount, bare.priceSummary.total.amount], ['0.00', '42.12'])
      const { summary: delivered } = await v2.estimateCurrentCart({ calculateDelivery: true, validationConfig: 'SKIP_VALIDATIONS' })
      assert.equal(delivered.priceSummary.total.amount, '47.02')
      assert.deepEqual((await v2.refreshCurrentCart({})).cart, (await v2.getCurrentCart()).cart)

      const checkoutId = await toCheckout(buyer, [])
      const { orderId } = await order(buyer, checkoutId)
      assert.equal((await app.orders.getOrder({ id: orderId })).order.priceSummary?.total?.amount, '47.02')
    }))

  test('violations: an empty cart, what is sold out, and goods below the minimum', async () => {
    const { currentCartV2: v2 } = await withMugs()
    const violations = async () => (await v2.estimateCurrentCart({})).summary.violations
    await office.checkoutForm.updateCheckoutForm({
      checkoutForm: { minimumSubtotal: '30' },
    })
    assert.deepEqual(
      (await violations()).map((one) => [one.code, one.subtotalBelowOrderMinimumData?.remainingAmount.amount]),
      [['SUBTOTAL_BELOW_ORDER_MINIMUM', '4.00']],
    )
    await office.checkoutForm.updateCheckoutForm({ checkoutForm: { minimumSubtotal: null } })
    const { cart } = await v2.getCurrentCart()
    const [line] = cart.lineItems
    await v2.updateLineItemsInCurrentCart({ lineItems: [{ lineItemId: line!.id, quantity: { newQuantity: 99_999 } }] })
    assert.deepEqual(
      (await violations()).map((one) => [one.code, one.severity, one.lineItemsOutOfStockData?.lineItemIds]),
      [['LINE_ITEMS_OUT_OF_STOCK', 'WARNING', [line!.id]]],
    )
    await v2.removeLineItemsFromCurrentCart({ lineItemIds: [line!.id] })
    assert.deepEqual(
      (await violations()).map((one) => one.code),
      ['EMPTY_CART'],
    )
    assert.deepEqual(shop.faults, [])
  })
})
