import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Input } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { startOfferingShop } from '../src/offering-shop.ts'
import { addProduct } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'
import { testSections } from '../src/shop.ts'

const { shop, office, mug, voucher, coupon, giftCard, withMugs, app, balanceOf } = await startOfferingShop()
const nobody = '33333333-3333-4333-8333-333333333333'
const catalogItems = [{ catalogReference: mug.reference(), quantity: 2 }]
const lineItems = [{ catalogReference: mug.reference(), quantity: 2 }]
const unknown = { ...mug.reference(), catalogItemId: nobody }
const elsewhere = 'https://elsewhere.example'
const germany = { deliveryInfo: { address: berlin.address } }
const ready = { ...germany, customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' } }
type Client = Pick<Buyer, 'cartsV2'>
type NewCart = Input<'POST /ecom/v2/carts'>

const made = async (buyer: Client, more: Partial<NewCart> = {}) => (await buyer.cartsV2.createCart({ catalogItems, ...more })).cart
/** A cart that is ready to be ordered. */
const readyCart = (buyer: Client, more: Partial<NewCart> = {}) =>
  made(buyer, { cart: ready, deliveryMethod: { code: 'standard' }, ...more })
const box = (more: object = {}) => ({
  name: { original: 'Box' },
  quantityInfo: { requestedQuantity: 1 },
  pricing: { price: { amount: '20' } },
  attributes: { itemType: { preset: 'SERVICE' as const } },
  ...more,
})

const takesGiftCards = (giftCardRedeemEnabled: boolean) =>
  office.shopSettings.updateCheckoutSettings({ checkoutSettings: { checkoutFields: { giftCardRedeemEnabled } } })

/** Every call that reads or changes a cart by its id, in both versions. */
function calls(buyer: Buyer, id: string) {
  const v2 = buyer.cartsV2
  const cartId = id
  const changes = {
    update: () => buyer.carts.updateCart({ cartInfo: { id, buyerNote: 'x' } }),
    add: () => buyer.carts.addToCart({ id, lineItems }),
    removeLines: () => buyer.carts.removeLineItems({ id, lineItemIds: [nobody] }),
    setQuantities: () => buyer.carts.updateLineItemsQuantity({ id, lineItems: [{ id: nobody, quantity: 1 }] }),
    removeCoupon: () => buyer.carts.removeCoupon({ id }),
    removeLocation: () => buyer.carts.removeBusinessLocation({ id }),
    createCheckout: () => buyer.carts.createCheckout({ id }),
    updateV2: () => v2.updateCart({ cart: { id, note: 'x' } }),
    addV2: () => v2.addLineItems({ cartId, catalogItems }),
    updateLinesV2: () => v2.updateLineItems({ cartId, lineItems: [{ lineItemId: nobody, quantity: { newQuantity: 1 } }] }),
    removeLinesV2: () => v2.removeLineItems({ cartId, lineItemIds: [nobody] }),
    addCoupon: () => v2.addCoupon({ cartId, coupon: { code: 'X' } }),
    removeCouponV2: () => v2.removeCoupon({ cartId, couponId: nobody }),
    addGiftCard: () => v2.addGiftCard({ cartId, giftCard: { code: 'GIVE-0000-0000' } }),
    removeGiftCard: () => v2.removeGiftCard({ cartId, giftCardId: nobody }),
    setDelivery: () => v2.setDeliveryMethod({ cartId, deliveryMethod: { code: 'standard' } }),
    removeDelivery: () => v2.removeDeliveryMethod({ cartId }),
    updateForms: () => v2.updateFormSubmissions({ cartId, formSubmissions: [{ id: 'a', formSubmissionId: 'b' }] }),
    checkoutUrl: () => v2.getCheckoutUrl({ cartId }),
    placeOrder: () => v2.placeOrder({ cartId }),
  }
  const others = {
    get: () => buyer.carts.getCart({ id }),
    drop: () => buyer.carts.deleteCart({ id }),
    estimate: () => buyer.carts.estimateTotals({ id }),
    byCheckout: () => buyer.carts.getCartByCheckoutId({ id: nobody }),
    getV2: () => v2.getCart({ cartId }),
    dropV2: () => v2.deleteCart({ cartId }),
    refresh: () => v2.refreshCart({ cartId }),
    calculate: () => v2.calculateCart({ cartId }),
    estimateV2: () => v2.estimateCart({ cartId }),
    upsells: () => v2.getUpsellOptions({ cartId }),
  }
  return { changes, others }
}

async function codesOf(all: Readonly<Record<string, () => Promise<unknown>>>) {
  const codes: Record<string, string> = {}
  for (const [name, call] of Object.entries(all)) codes[name] = await codeOf(call())
  return codes
}

describe('a cart by its id', () => {
  test('belongs to its owner and the shop: 404 CART_NOT_FOUND for other callers and for unknown ids', async () => {
    const [owner, other] = [newBuyer(shop), newBuyer(shop)]
    const { id } = await made(owner)
    for (const target of [id, nobody]) {
      const { changes, others } = calls(other, target)
      assert.deepEqual(new Set(Object.values(await codesOf({ ...changes, ...others }))), new Set(['CART_NOT_FOUND']))
    }
    assert.equal(await codeOf(app.cartsV2.markCartAsCompleted({ cartId: nobody })), 'CART_NOT_FOUND')
    assert.equal((await owner.carts.getCart({ id })).cart.revision, '1')
    assert.equal(
      (await app.carts.getCart({ id })).cart.buyerInfo?.visitorId,
      (await owner.cartsV2.getCart({ cartId: id })).cart.customerInfo.visitorId,
    )
    assert.equal((await app.carts.updateCart({ cartInfo: { id, buyerNote: 'By the shop' } })).cart.buyerNote, 'By the shop')
  })

  test('is not the current cart, which can also be read by id; both versions read the same row', async () => {
    const buyer = await withMugs(1)
    const { id } = await made(buyer)
    const { cart: current } = await buyer.currentCart.getCurrentCart()
    assert.notEqual(current.id, id)
    assert.deepEqual((await buyer.carts.getCart({ id: current.id! })).cart, current)
    assert.equal((await buyer.cartsV2.getCart({ cartId: current.id! })).cart.currentCart, true)
    await buyer.carts.addToCart({ id: current.id!, lineItems })
    assert.equal((await buyer.currentCart.getCurrentCart()).cart.lineItems[0]?.quantity, 3)
    assert.equal((await buyer.cartsV2.getCart({ cartId: id })).cart.lineItems[0]?.quantityInfo.requestedQuantity, 2)
    await buyer.currentCart.deleteCurrentCart({})
    assert.equal((await buyer.carts.getCart({ id })).cart.lineItems.length, 1)
  })

  test('409 CART_ALREADY_ORDERED once it is ordered: it can be read and no longer changes', async () => {
    const buyer = newBuyer(shop)
    const { id } = await made(buyer)
    assert.equal(await codeOf(buyer.cartsV2.markCartAsCompleted({ cartId: id })), 'PERMISSION_DENIED')
    const { cart } = await app.cartsV2.markCartAsCompleted({ cartId: id, orderId: nobody })
    assert.deepEqual([cart.orderPlaced, cart.orderId], [true, nobody])
    assert.deepEqual(new Set(Object.values(await codesOf(calls(buyer, id).changes))), new Set(['CART_ALREADY_ORDERED']))
    const refused = await refusedWith(buyer.cartsV2.placeOrder({ cartId: id }))
    assert.deepEqual(refused?.data, { cartId: id, orderId: nobody })
    assert.equal(await codeOf(app.cartsV2.markCartAsCompleted({ cartId: id })), 'CART_ALREADY_ORDERED')
    assert.equal((await buyer.carts.getCart({ id })).cart.lineItems[0]?.quantity, 2)
    await buyer.cartsV2.deleteCart({ cartId: id })
  })

  test('the first version refuses an empty new cart, unknown items, unknown lines, and foreign pages', async () => {
    const buyer = newBuyer(shop)
    const { carts } = buyer
    assert.equal(await codeOf(carts.createCart({})), 'CANT_CREATE_CART_WITHOUT_ITEMS')
    const wrong = [{ catalogReference: unknown, quantity: 1 }]
    assert.equal(await codeOf(carts.createCart({ lineItems: wrong })), 'ITEM_NOT_FOUND_IN_CATALOG')
    const page = { overrideCheckoutUrl: elsewhere }
    assert.equal(await codeOf(carts.createCart({ lineItems, cartInfo: page })), 'REDIRECT_URI_NOT_ALLOWED')
    const { id } = await made(buyer)
    assert.equal(await codeOf(carts.addToCart({ id, lineItems: wrong })), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal(await codeOf(carts.updateCart({ cartInfo: { id }, lineItems: wrong })), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal(await codeOf(carts.updateCart({ cartInfo: { id, ...page } })), 'REDIRECT_URI_NOT_ALLOWED')
    assert.equal(await codeOf(carts.removeLineItems({ id, lineItemIds: [nobody] })), 'LINE_ITEM_NOT_FOUND')
    assert.equal(await codeOf(carts.updateLineItemsQuantity({ id, lineItems: [{ id: nobody, quantity: 1 }] })), 'LINE_ITEM_NOT_FOUND')
    const air = { id, channelType: 'WEB', shippingAddress: berlin.address, selectedShippingOption: { code: 'air' } } as const
    assert.equal(await codeOf(carts.createCheckout(air)), 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
    const { cart } = await carts.getCart({ id })
    assert.equal(cart.revision, '1')
    await carts.removeLineItems({ id, lineItemIds: cart.lineItems.map((line) => line.id!) })
    assert.equal(await codeOf(carts.createCheckout({ id })), 'EMPTY_CHECKOUT')
    assert.equal(await codeOf(buyer.cartsV2.getCheckoutUrl({ cartId: id })), 'EMPTY_CART')
    assert.equal(await codeOf(buyer.cartsV2.placeOrder({ cartId: id })), 'EMPTY_CART')
  })

  test('coupons of the first version: each refusal by its code, in a new and an existing cart', async () => {
    const buyer = newBuyer(shop)
    const { id } = await made(buyer)
    const off = await coupon({ percentOffRate: 10, active: false })
    const soon = await coupon({ percentOffRate: 10, startTime: String(shop.clock.now().getTime() + 86_400_000) })
    const over = await coupon({
      percentOffRate: 10,
      startTime: String(shop.clock.now().getTime() - 9_000_000),
      expirationTime: String(shop.clock.now().getTime() - 1000),
    })
    const [used, mine] = [await coupon({ percentOffRate: 10, usageLimit: 1 }), await coupon({ percentOffRate: 10, limitPerCustomer: 1 })]
    for (const { code } of [used, mine]) await buyer.cartsV2.placeOrder({ cartId: (await readyCart(buyer, { coupons: [{ code }] })).id })
    const expected = {
      NOSUCH: 'ERROR_COUPON_DOES_NOT_EXIST',
      [off.code]: 'ERROR_COUPON_IS_DISABLED',
      [over.code]: 'ERROR_COUPON_HAS_EXPIRED',
      [soon.code]: 'ERROR_COUPON_IS_NOT_ACTIVE_YET',
      [used.code]: 'ERROR_COUPON_USAGE_EXCEEDED',
      [mine.code]: 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED',
    }
    for (const [couponCode, code] of Object.entries(expected)) {
      assert.equal(await codeOf(buyer.carts.createCart({ lineItems, couponCode })), code)
      assert.equal(await codeOf(buyer.carts.updateCart({ cartInfo: { id }, couponCode })), code)
    }
  })
})

describe('a cart by its id in its second version', () => {
  test('refuses empty additions, unknown items, unknown lines, foreign pages and unsupported fields', async () => {
    const { cartsV2: v2, currentCartV2 } = newBuyer(shop)
    const wrong = [{ catalogReference: unknown, quantity: 1 }]
    for (const create of [v2.createCart, currentCartV2.createCurrentCart]) {
      assert.equal(await codeOf(create({ catalogItems: wrong })), 'ITEM_NOT_FOUND_IN_CATALOG')
      assert.equal(await codeOf(create({ catalogItems, cart: { customCheckoutUrl: elsewhere } })), 'REDIRECT_URI_NOT_ALLOWED')
      const deliveryMethod = { code: 'standard' }
      assert.equal(await codeOf(create({ catalogItems, deliveryMethod })), 'DELIVERY_METHOD_MISSING_ADDRESS')
      assert.equal(await codeOf(create({ cart: germany, deliveryMethod })), 'DELIVERY_METHOD_MISSING_LINE_ITEMS')
      assert.equal(await codeOf(create({ catalogItems, cart: germany, deliveryMethod: { code: 'air' } })), 'DELIVERY_METHOD_NOT_FOUND')
      assert.equal(await codeOf(create({ catalogItems, coupons: [{ code: 'NOSUCH' }] })), 'INVALID_COUPON_CODE')
      assert.equal(await codeOf(create({ catalogItems, giftCards: [{ code: 'GIVE-9999-9999' }] })), 'INVALID_GIFT_CARD_CODE')
    }
    const inventoryAppId = nobody as never
    assert.equal(await codeOf(v2.createCart({ catalogItems: [{ ...catalogItems[0]!, inventoryAppId }] })), 'INVALID_ARGUMENT')
    const { id: cartId } = (await v2.createCart({ catalogItems })).cart
    assert.equal(await codeOf(v2.addLineItems({ cartId })), 'NO_LINE_ITEMS_TO_ADD')
    assert.equal(await codeOf(v2.addLineItems({ cartId, catalogItems: wrong })), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal(await codeOf(v2.removeLineItems({ cartId, lineItemIds: [nobody] })), 'LINE_ITEM_NOT_FOUND_IN_CART')
    const update = [{ lineItemId: nobody, quantity: { newQuantity: 1 } }]
    assert.equal(await codeOf(v2.updateLineItems({ cartId, lineItems: update })), 'LINE_ITEM_NOT_FOUND_IN_CART')
    assert.equal(await codeOf(v2.updateCart({ cart: { id: cartId, customCheckoutUrl: elsewhere } })), 'REDIRECT_URI_NOT_ALLOWED')
    assert.equal(await codeOf(v2.setDeliveryMethod({ cartId, deliveryMethod: { code: 'standard' } })), 'DELIVERY_METHOD_MISSING_ADDRESS')
    await v2.updateCart({ cart: { id: cartId, ...germany } })
    assert.equal(await codeOf(v2.setDeliveryMethod({ cartId, deliveryMethod: { code: 'air' } })), 'DELIVERY_METHOD_NOT_FOUND')
    const { cart } = await v2.getCart({ cartId })
    assert.equal(cart.revision, '2')
    await v2.removeLineItems({ cartId, lineItemIds: cart.lineItems.map(({ id }) => id) })
    assert.equal(await codeOf(v2.setDeliveryMethod({ cartId, deliveryMethod: { code: 'standard' } })), 'DELIVERY_METHOD_MISSING_LINE_ITEMS')
  })

  test('only the shop may set prices and add custom lines: 403 for buyers', async () => {
    const override = [{ ...catalogItems[0]!, catalogOverrideFields: { name: { original: 'Chipped mug' }, salePrice: '10' } }]
    const buyer = newBuyer(shop)
    const mine = await made(buyer)
    for (const [client, cartId] of [
      [buyer, mine.id],
      [app, (await made(app)).id],
    ] as const) {
      const allowed = client === app ? 'done' : 'PERMISSION_DENIED'
      assert.equal(await codeOf(client.cartsV2.addLineItems({ cartId, catalogItems: override })), allowed)
      assert.equal(await codeOf(client.cartsV2.addLineItems({ cartId, customItems: [box()] })), allowed)
      assert.equal(await codeOf(client.cartsV2.createCart({ catalogItems: override })), allowed)
      assert.equal(await codeOf(client.cartsV2.createCart({ customItems: [box()] })), allowed)
      assert.equal(await codeOf(client.cartsV2.createCart({ catalogItems, cart: { settings: { lockCouponCode: true } } })), allowed)
    }
    const { lineItems: shown } = await made(app, { catalogItems: override, customItems: [box({ pricing: { price: { amount: '7.5' } } })] })
    assert.deepEqual(
      shown.map(({ name, pricing, customLineItem }) => [name.original, pricing.unitPrice.amount, customLineItem]),
      [
        ['Chipped mug', '10.00', false],
        ['Box', '7.50', true],
      ],
    )
    assert.equal((await buyer.cartsV2.getCart({ cartId: mine.id })).cart.revision, '1')
  })

  test('coupons and gift cards: one of each, each refusal by its own code', async () => {
    const { cartsV2: v2 } = newBuyer(shop)
    const { id: cartId } = (await v2.createCart({ catalogItems })).cart
    const [first, second, off] = [
      await coupon({ percentOffRate: 10 }),
      await coupon({ percentOffRate: 20 }),
      await coupon({ percentOffRate: 10, active: false }),
    ]
    const add = (code: string) => v2.addCoupon({ cartId, coupon: { code } })
    assert.equal(await codeOf(add('NOSUCH')), 'INVALID_COUPON_CODE')
    assert.equal(await codeOf(add(off.code)), 'INVALID_COUPON_STATUS')
    await add(first.code)
    assert.equal(await codeOf(add(first.code)), 'COUPON_ALREADY_EXISTS')
    assert.equal(await codeOf(add(second.code)), 'MAX_COUPONS_PER_CART_EXCEEDED')
    assert.equal(await codeOf(v2.removeCoupon({ cartId, couponId: second.id })), 'COUPON_NOT_FOUND_IN_CART')
    await v2.removeCoupon({ cartId, couponId: first.id })

    const [one, other, spent] = [await giftCard('10'), await giftCard('10'), await giftCard('10')]
    await office.giftVouchers.redeemGiftCard({ code: spent.code, amount: { value: '10' } })
    const give = (code: string) => v2.addGiftCard({ cartId, giftCard: { code } })
    assert.equal(await codeOf(give('GIVE-9999-9999')), 'INVALID_GIFT_CARD_CODE')
    const refused = await refusedWith(give(spent.code))
    assert.deepEqual([refused?.code, refused?.data], ['INVALID_GIFT_CARD_STATUS', { giftCardCode: spent.code, reason: 'EMPTY_BALANCE' }])
    await give(one.code)
    assert.equal(await codeOf(give(one.code)), 'GIFT_CARD_ALREADY_EXISTS')
    assert.equal(await codeOf(give(other.code)), 'MAX_GIFT_CARDS_PER_CART_EXCEEDED')
    assert.equal(await codeOf(v2.removeGiftCard({ cartId, giftCardId: other.id })), 'GIFT_CARD_NOT_FOUND_IN_CART')
    assert.deepEqual((await v2.removeGiftCard({ cartId, giftCardId: one.id })).cart.paymentInfo.giftCards, [])
    for (const create of [v2.createCart, newBuyer(shop).currentCartV2.createCurrentCart]) {
      assert.equal(await codeOf(create({ catalogItems, coupons: [{ code: off.code }] })), 'INVALID_COUPON_STATUS')
      assert.equal(await codeOf(create({ catalogItems, giftCards: [{ code: spent.code }] })), 'INVALID_GIFT_CARD_STATUS')
    }
  })

  test('gift cards of the current cart: one, each refusal by its own code', async () => {
    const { currentCartV2: v2 } = newBuyer(shop)
    const [one, other, spent] = [await giftCard('10'), await giftCard('10'), await giftCard('10')]
    await office.giftVouchers.redeemGiftCard({ code: spent.code, amount: { value: '10' } })
    const give = (code: string) => v2.addGiftCardToCurrentCart({ giftCard: { code } })
    assert.equal(await codeOf(give(one.code)), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(v2.removeGiftCardFromCurrentCart({ giftCardId: one.id })), 'OWNED_CART_NOT_FOUND')
    const forms = { formSubmissions: [{ id: 'engraving', formSubmissionId: 'sent-1' }] }
    assert.equal(await codeOf(v2.updateFormSubmissionsInCurrentCart(forms)), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(v2.getUpsellOptionsForCurrentCart()), 'OWNED_CART_NOT_FOUND')
    await v2.createCurrentCart({ catalogItems })
    assert.equal(await codeOf(v2.createCurrentCart({ catalogItems })), 'CURRENT_CART_ALREADY_EXISTS')
    assert.equal(await codeOf(give('GIVE-9999-9999')), 'INVALID_GIFT_CARD_CODE')
    assert.equal(await codeOf(give(spent.code)), 'INVALID_GIFT_CARD_STATUS')
    await give(one.code)
    assert.equal(await codeOf(give(one.code)), 'GIFT_CARD_ALREADY_EXISTS')
    assert.equal(await codeOf(give(other.code)), 'MAX_GIFT_CARDS_PER_CART_EXCEEDED')
    assert.equal(await codeOf(v2.removeGiftCardFromCurrentCart({ giftCardId: other.id })), 'GIFT_CARD_NOT_FOUND_IN_CART')
    const { cart } = await v2.updateFormSubmissionsInCurrentCart(forms)
    assert.deepEqual(cart.forms, forms.formSubmissions)
    const { cart: cleared } = await v2.updateFormSubmissionsInCurrentCart({
      formSubmissions: [{ id: 'engraving', formSubmissionId: null }],
    })
    assert.deepEqual(cleared.forms, [])
  })

  test('settings from its creation hold for buyers: COUPON_LOCKED, GIFT_CARD_LOCKED', async () => {
    const [{ code }, { code: give }] = [await coupon({ percentOffRate: 10 }), await giftCard('10')]
    const settings = { lockCouponCode: true, lockGiftCard: true, policyAgreementCheckboxDisabled: true, manualPaymentDisabled: true }
    const cart = await made(app, { cart: { settings }, coupons: [{ code }], giftCards: [{ code: give }] })
    const buyer = newBuyer(shop)
    const { visitorId } = (await made(buyer)).customerInfo
    await shop.platform.database.query(sql`update cart set owner = ${`visitor:${visitorId}`} where site = ${shop.site} and id = ${cart.id}`)
    const { cartsV2: v2, carts } = buyer
    const cartId = cart.id
    assert.deepEqual((await v2.getCart({ cartId })).cart.settings, settings)
    const couponId = cart.coupons[0]!.id
    const codes = await codesOf({
      add: () => v2.addCoupon({ cartId, coupon: { code } }),
      remove: () => v2.removeCoupon({ cartId, couponId }),
      removeFirst: () => carts.removeCoupon({ id: cartId }),
      clear: () => carts.updateCart({ cartInfo: { id: cartId }, couponCode: null }),
    })
    assert.deepEqual(new Set(Object.values(codes)), new Set(['COUPON_LOCKED']))
    const giftCardId = cart.paymentInfo.giftCards[0]!.id
    assert.equal(await codeOf(v2.addGiftCard({ cartId, giftCard: { code: give } })), 'GIFT_CARD_LOCKED')
    assert.equal(await codeOf(v2.removeGiftCard({ cartId, giftCardId })), 'GIFT_CARD_LOCKED')
    assert.equal(await codeOf(app.cartsV2.removeGiftCard({ cartId, giftCardId })), 'done')
  })

  test('a shop without codes: COUPON_LOCKED and GIFT_CARD_LOCKED in new and existing carts', async () => {
    const [{ code }, { code: give }] = [await coupon({ percentOffRate: 10 }), await giftCard('10')]
    const buyer = newBuyer(shop)
    const { id: cartId } = await made(buyer)
    const current = await withMugs()
    await office.checkoutForm.updateCheckoutForm({ checkoutForm: { couponsAccepted: false } })
    const coupons = await codesOf({
      create: () => buyer.cartsV2.createCart({ catalogItems, coupons: [{ code }] }),
      createCurrent: () => buyer.currentCartV2.createCurrentCart({ catalogItems, coupons: [{ code }] }),
      createFirst: () => buyer.carts.createCart({ lineItems, couponCode: code }),
      update: () => buyer.carts.updateCart({ cartInfo: { id: cartId }, couponCode: code }),
      add: () => buyer.cartsV2.addCoupon({ cartId, coupon: { code } }),
    })
    await office.checkoutForm.updateCheckoutForm({ checkoutForm: { couponsAccepted: true } })
    assert.deepEqual(new Set(Object.values(coupons)), new Set(['COUPON_LOCKED']))
    await takesGiftCards(false)
    const cards = await codesOf({
      create: () => buyer.cartsV2.createCart({ catalogItems, giftCards: [{ code: give }] }),
      createCurrent: () => newBuyer(shop).currentCartV2.createCurrentCart({ catalogItems, giftCards: [{ code: give }] }),
      add: () => buyer.cartsV2.addGiftCard({ cartId, giftCard: { code: give } }),
      addCurrent: () => current.currentCartV2.addGiftCardToCurrentCart({ giftCard: { code: give } }),
    })
    await takesGiftCards(true)
    assert.deepEqual(new Set(Object.values(cards)), new Set(['GIFT_CARD_LOCKED']))
  })

  test('200: upsells are the subscription options of a line with their prices', async () => {
    const subscriptionOption = { title: 'Monthly', subscriptionSettings: { frequency: 'MONTH' as const, autoRenewal: true } }
    const tea = await addProduct(shop.platform, { site: shop.site, name: 'Tea', price: 1000, stock: 50 }, shop.clock.now())
    const optionId = (await office.subscriptionOptions.createSubscriptionOption({ subscriptionOption })).subscriptionOption.id
    await office.subscriptionOptions.assignSubscriptionOptionsToProduct({
      productId: tea.id,
      assignedSubscriptionOptions: [{ id: optionId, hidden: false }],
    })
    await office.subscriptionOptions.allowOneTimePurchases({ productId: tea.id, allowed: true })
    const { cartsV2: v2 } = newBuyer(shop)
    const { cart } = await v2.createCart({ catalogItems: [{ catalogReference: tea.reference(), quantity: 1 }] })
    const { itemsUpsells } = await v2.getUpsellOptions({ cartId: cart.id })
    const [upsell] = itemsUpsells[0]!.upsells
    assert.deepEqual([upsell?.title, upsell?.catalogReference.options?.['subscriptionOptionId']], ['Monthly', optionId])
    const { cart: bought } = await v2.createCart({ catalogItems: [{ catalogReference: upsell!.catalogReference, quantity: 1 }] })
    assert.equal(bought.lineItems[0]?.pricing.breakdown?.salePrice.amount, upsell?.priceDetails?.price)
    assert.deepEqual((await v2.getUpsellOptions({ cartId: bought.id })).itemsUpsells[0]?.upsells, [])
  })
})

describe('an order placed from a cart', () => {
  test('200: with nothing due it is placed at once, and the cart is marked as ordered', async () => {
    const buyer = newBuyer(shop)
    const { code, id: cardId } = await giftCard('100')
    const { id: cartId } = await readyCart(buyer, { giftCards: [{ code }] })
    const { orderId, completed, paymentGatewayOrderId } = await buyer.cartsV2.placeOrder({ cartId })
    assert.deepEqual([completed, paymentGatewayOrderId], [true, undefined])
    const { cart } = await buyer.cartsV2.getCart({ cartId })
    assert.deepEqual([cart.orderPlaced, cart.orderId, await balanceOf(cardId)], [true, orderId, '43.10'])
    const refused = await refusedWith(buyer.cartsV2.placeOrder({ cartId }))
    assert.deepEqual([refused?.code, refused?.data], ['CART_ALREADY_ORDERED', { cartId, orderId }])
    assert.equal((await app.orders.getOrder({ id: orderId })).order.status, 'APPROVED')
  })

  test('200: it waits for its payment and stays the same order; the current cart is deleted once it is paid', async () => {
    const buyer = await withMugs(1)
    const { cart } = await buyer.currentCartV2.getCurrentCart()
    const cartId = cart.id
    await buyer.cartsV2.updateCart({ cart: { id: cartId, ...ready } })
    await buyer.cartsV2.setDeliveryMethod({ cartId, deliveryMethod: { code: 'standard' } })
    const first = await buyer.cartsV2.placeOrder({ cartId })
    const second = await buyer.cartsV2.placeOrder({ cartId })
    assert.equal(second.orderId, first.orderId)
    await buyer.payments.payCollection({
      id: second.paymentGatewayOrderId!,
      paymentToken: await card(buyer),
      returnUrl: `${shop.url}/back`,
    })
    assert.equal((await app.orders.getOrder({ id: first.orderId })).order.paymentStatus, 'PAID')
    assert.equal(await codeOf(buyer.cartsV2.getCart({ cartId })), 'CART_NOT_FOUND')
  })

  test('a token of a calculation is accepted only for its total', async () => {
    const { cartsV2: v2 } = newBuyer(shop)
    const { id: cartId } = await readyCart({ cartsV2: v2 })
    const { priceVerificationToken } = (await v2.calculateCart({ cartId })).summary
    assert.equal(await codeOf(v2.placeOrder({ cartId, priceVerificationToken: 'nonsense' })), 'INVALID_PRICE_VERIFICATION_TOKEN')
    await v2.addLineItems({ cartId, catalogItems })
    assert.equal(await codeOf(v2.placeOrder({ cartId, priceVerificationToken })), 'CART_PRICES_OUT_OF_SYNC')
    const { summary } = await v2.calculateCart({ cartId })
    assert.equal(await codeOf(v2.placeOrder({ cartId, priceVerificationToken: summary.priceVerificationToken })), 'done')
  })

  test('each refusal has the code of the second version', async () => {
    const buyer = newBuyer(shop)
    const place = (cartId: string, client: Client = buyer) => codeOf(client.cartsV2.placeOrder({ cartId }))
    assert.equal(await place((await made(buyer, { cart: ready })).id), 'MISSING_DELIVERY_METHOD')
    const japan = { ...ready, deliveryInfo: { address: { country: 'JP', city: 'Tokyo', postalCode: '100-0001' } } }
    assert.equal(await place((await made(buyer, { cart: japan })).id), 'CALCULATION_ERROR')
    const rare = await addProduct(shop.platform, { site: shop.site, name: 'Rare lamp', price: 2600, stock: 1 }, shop.clock.now())
    const tooMany = await readyCart(buyer, { catalogItems: [{ catalogReference: rare.reference(), quantity: 2 }] })
    assert.equal(await place(tooMany.id), 'LINE_ITEMS_OUT_OF_STOCK')
    const { shipping } = testSections
    const chosen = await readyCart(buyer)
    const zones = shipping.zones.map((zone) => ({ ...zone, options: zone.options.filter(({ code }) => code !== 'standard') }))
    await writeSettings(shop.platform.database, shop.site, 'shipping', { ...shipping, zones }, shop.clock.now())
    const moved = await place(chosen.id)
    await writeSettings(shop.platform.database, shop.site, 'shipping', shipping, shop.clock.now())
    assert.equal(moved, 'DELIVERY_METHOD_NO_LONGER_AVAILABLE')

    const [gone, dead, emptied] = [await coupon({ percentOffRate: 10 }), await coupon({ percentOffRate: 10 }), await giftCard('10')]
    const withGone = await readyCart(buyer, { coupons: [{ code: gone.code }] })
    const withDead = await readyCart(buyer, { coupons: [{ code: dead.code }] })
    const withEmptied = await readyCart(buyer, { giftCards: [{ code: emptied.code }] })
    await office.coupons.deleteCoupon({ id: gone.id })
    await office.coupons.updateCoupon({ id: dead.id, specification: { active: false } })
    await office.giftVouchers.redeemGiftCard({ code: emptied.code, amount: { value: '10' } })
    assert.deepEqual(
      [await place(withGone.id), await place(withDead.id), await place(withEmptied.id)],
      ['INVALID_COUPON_CODE', 'INVALID_COUPON_STATUS', 'GIFT_CARD_REDEEM_ERROR'],
    )
    const vouchers = [{ catalogReference: voucher.reference(), quantity: 1 }]
    const [{ code: give }, { code }] = [await giftCard('10'), await coupon({ percentOffRate: 10 })]
    assert.equal(
      await place((await readyCart(buyer, { catalogItems: vouchers, deliveryMethod: null, giftCards: [{ code: give }] })).id),
      'CANNOT_PAY_FOR_GIFT_CARD_WITH_GIFT_CARD',
    )
    assert.equal(
      await place((await readyCart(buyer, { catalogItems: vouchers, deliveryMethod: null, coupons: [{ code }] })).id),
      'CANNOT_REDEEM_COUPON_WHEN_PURCHASING_GIFT_CARD',
    )
    const service = { preset: 'SERVICE' as const }
    const monthly = box({ attributes: { itemType: service, subscriptionInfo: { subscriptionSettings: { frequency: 'MONTH' as const } } } })
    const subscribed = await made(app, { catalogItems: null, customItems: [monthly], cart: ready, giftCards: [{ code: give }] })
    assert.equal(await place(subscribed.id, app), 'CANNOT_PAY_FOR_SUBSCRIPTION_WITH_GIFT_CARD')
    const forMembers = box({ paymentConfig: { paymentOption: 'MEMBERSHIP' as const } })
    assert.equal(
      await place((await made(app, { catalogItems: null, customItems: [forMembers], cart: ready })).id, app),
      'MEMBERS_ONLY_ITEM',
    )
  })

  test('requirements of the shop: MINIMUM_ORDER_NOT_REACHED, POLICY_AGREEMENT_REQUIRED', async () => {
    const buyer = newBuyer(shop)
    const { id: cartId } = await readyCart(buyer)
    await office.checkoutForm.updateCheckoutForm({ checkoutForm: { minimumSubtotal: '500' } })
    const below = await codeOf(buyer.cartsV2.placeOrder({ cartId }))
    await office.checkoutForm.updateCheckoutForm({ checkoutForm: { minimumSubtotal: null } })
    assert.equal(below, 'MINIMUM_ORDER_NOT_REACHED')
    const boxes = (visible: boolean) =>
      office.shopSettings.updateCheckoutSettings({ checkoutSettings: { checkoutFields: { policyAgreementCheckbox: { visible } } } })
    await boxes(true)
    const unsaid = await codeOf(buyer.cartsV2.placeOrder({ cartId }))
    const said = await codeOf(buyer.cartsV2.placeOrder({ cartId, policiesAgreed: true }))
    await boxes(false)
    assert.deepEqual([unsaid, said], ['POLICY_AGREEMENT_REQUIRED', 'done'])
  })

  test('PAYMENT_ALREADY_IN_PROGRESS while the bank has not answered', async () => {
    const buyer = newBuyer(shop)
    const { id: cartId } = await readyCart(buyer)
    const { paymentGatewayOrderId } = await buyer.cartsV2.placeOrder({ cartId })
    const paymentToken = await card(buyer, '4000 0000 0000 0408')
    const paid = await buyer.payments.payCollection({ id: paymentGatewayOrderId!, paymentToken, returnUrl: `${shop.url}/back` })
    assert.equal(paid.status, 'PENDING')
    assert.equal(await codeOf(buyer.cartsV2.placeOrder({ cartId })), 'PAYMENT_ALREADY_IN_PROGRESS')
    assert.deepEqual(shop.faults, [])
  })
})
