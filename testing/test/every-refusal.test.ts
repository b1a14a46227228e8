// Refusals of selling that no other test has a reason to meet: each call says its own, and what was refused has changed nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { CouponSpecificationInput, Input } from '@vitrine/contract'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'

const nobody = '99999999-9999-4999-8999-999999999999'
const allProducts = '00000000-0000-0000-0000-000000000000'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
let office: ReturnType<typeof newOffice>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 5000 }, shop.clock.now())
  app = newApp()
  office = newOffice()
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

const codeOf = async (call: Promise<unknown>): Promise<string> => (await attempt(call))[0]?.code ?? 'done'
const returnUrl = 'http://localhost/back'
const lineOf = (product: TestProduct, quantity = 1) => ({ quantity, catalogReference: product.reference() })
const unknown = { quantity: 1, catalogReference: { appId: storesAppId, catalogItemId: nobody } }
const stocked = (name: string, stock: number) => addProduct(shop.platform, { site: shop.site, name, price: 2000, stock }, shop.clock.now())
const leave = (product: TestProduct, quantity: number) =>
  shop.platform.database.transact((db) =>
    setStock(db, shop.site, [{ productId: product.id, variantId: allProducts, quantity }], shop.clock.now()),
  )
const revisionOf = async (id: string) => {
  const [row] = await shop.platform.database.query<{ revision: number }>(
    sql`select revision from checkout where site = ${shop.site} and id = ${id}`,
  )
  return row!.revision
}

type NewOrder = Input<'POST /ecom/v1/orders'>['order']
const jar = (more: Partial<NewOrder> = {}): NewOrder => ({
  channelInfo: { type: 'BACKOFFICE_MERCHANT' },
  lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { custom: 'jar' } }],
  priceSummary: {},
  ...more,
})
const written = async (more: Partial<NewOrder> = {}) => (await app.orders.createOrder({ order: jar(more) })).order
async function rejected() {
  const order = await written({ status: 'PENDING' })
  await app.orders.updateOrderStatus({ orderId: order.id!, status: 'REJECTED' })
  return order
}

/** Somebody with a mug at the till. */
async function atCheckout(email = 'ada@example.com'): Promise<{ buyer: Buyer; id: string }> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }])
  await buyer.checkout.updateCheckout({ checkout: { id, buyerInfo: { email } } })
  return { buyer, id }
}
async function bought(): Promise<{ buyer: Buyer; id: string; orderId: string }> {
  const { buyer, id } = await atCheckout()
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl })
  return { buyer, id, orderId }
}

let codes = 0
async function coupon(more: CouponSpecificationInput = {}): Promise<{ id: string; code: string }> {
  const code = `SPOILT${++codes}`
  const { id } = await office.coupons.createCoupon({ specification: { name: code, code, percentOffRate: 10, ...more } })
  return { id, code }
}
const away = (ms: number) => String(shop.clock.now().getTime() + ms)

/** What can be wrong with a coupon: how one that was good is spoilt for a buyer with this e-mail. */
const spoils: Readonly<Record<string, (coupon: { id: string; code: string }, email: string) => Promise<unknown>>> = {
  ERROR_COUPON_DOES_NOT_EXIST: ({ id }) => office.coupons.deleteCoupon({ id }),
  ERROR_COUPON_IS_DISABLED: ({ id }) => office.coupons.updateCoupon({ id, specification: { active: false } }),
  ERROR_COUPON_HAS_EXPIRED: ({ id }) =>
    office.coupons.updateCoupon({ id, specification: { startTime: away(-2000), expirationTime: away(-1000) } }),
  ERROR_COUPON_IS_NOT_ACTIVE_YET: ({ id }) => office.coupons.updateCoupon({ id, specification: { startTime: away(60_000) } }),
  async ERROR_COUPON_USAGE_EXCEEDED({ id, code }) {
    await office.coupons.updateCoupon({ id, specification: { usageLimit: 1 } })
    await uses(code, 'grace@example.com')
  },
  async ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED({ id, code }, email) {
    await office.coupons.updateCoupon({ id, specification: { limitPerCustomer: 1 } })
    await uses(code, email)
  },
}
async function uses(couponCode: string, email: string): Promise<void> {
  const { buyer, id } = await atCheckout(email)
  await buyer.checkout.updateCheckout({ checkout: { id }, couponCode })
  await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl })
}

describe('a coupon that cannot be used is refused by', () => {
  for (const [refusal, spoil] of Object.entries(spoils)) {
    test(`${refusal} in the cart, in a new checkout, in a checkout, and when it is ordered`, async () => {
      const email = `${refusal.toLowerCase()}@example.com`
      const good = await coupon()
      const [ordering, paying] = [await atCheckout(email), await atCheckout(email)]
      for (const { buyer, id } of [ordering, paying]) await buyer.checkout.updateCheckout({ checkout: { id }, couponCode: good.code })
      await spoil(good, email)

      const buyer = newBuyer(shop)
      await buyer.currentCart.addToCurrentCart({ lineItems: [lineOf(mug)] })
      const cartInfo = { buyerInfo: { email } }
      assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ cartInfo, couponCode: good.code })), refusal)
      assert.deepEqual((await buyer.currentCart.getCurrentCart({})).cart.appliedDiscounts, [])
      const fresh = { channelType: 'WEB' as const, lineItems: [lineOf(mug)], checkoutInfo: { buyerInfo: { email } } }
      assert.equal(await codeOf(buyer.checkout.createCheckout({ ...fresh, couponCode: good.code })), refusal)
      const { checkout } = await buyer.checkout.createCheckout(fresh)
      assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id: checkout.id! }, couponCode: good.code })), refusal)
      assert.equal(await revisionOf(checkout.id!), 1)

      assert.equal(await codeOf(ordering.buyer.checkout.createOrder({ id: ordering.id })), refusal)
      const paymentToken = await card(paying.buyer)
      const pay = () => paying.buyer.payments.placeOrder({ id: paying.id, paymentToken, returnUrl })
      assert.equal(await codeOf(pay()), refusal)
      await paying.buyer.checkout.removeCoupon({ id: paying.id })
      assert.equal((await pay()).status, 'APPROVED', 'without it nothing is in the way')
    })
  }
})

describe('a gift card that cannot pay is refused by', () => {
  let cards = 0
  async function giftCard(): Promise<{ id: string; code: string }> {
    const code = `SPOI-0000-${String(++cards).padStart(4, '0')}`
    const { giftCard } = await office.giftCards.createGiftCard({
      giftCard: {
        code,
        initialValue: { amount: '10' },
        currency: 'EUR',
        source: 'MANUAL',
        expirationDate: new Date(shop.clock.now().getTime() + 1000).toISOString(),
      },
    })
    return { id: giftCard.id, code }
  }
  const spoilt: Readonly<Record<string, () => Promise<string>>> = {
    GIFT_CARD_NOT_FOUND: async () => 'SPOI-9999-9999',
    GIFT_CARD_CODE_INVALID: async () => 'SHORT',
    async GIFT_CARD_IS_EMPTY() {
      const { id, code } = await giftCard()
      await office.giftCards.decreaseGiftCardBalance({ giftCardId: id, amount: { amount: '10' } })
      return code
    },
    async GIFT_CARD_DISABLED() {
      const { id, code } = await giftCard()
      await office.giftCards.disableGiftCard({ giftCardId: id })
      return code
    },
    async GIFT_CARD_EXPIRED() {
      const { code } = await giftCard()
      shop.clock.advance(1001)
      return code
    },
  }
  for (const [refusal, spoil] of Object.entries(spoilt)) {
    test(`${refusal} in a new checkout, and in one that is there`, async () => {
      const giftCardCode = await spoil()
      const buyer = newBuyer(shop)
      const fresh = { channelType: 'WEB' as const, lineItems: [lineOf(mug)] }
      assert.equal(await codeOf(buyer.checkout.createCheckout({ ...fresh, giftCardCode })), refusal)
      const { checkout } = await buyer.checkout.createCheckout(fresh)
      assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id: checkout.id! }, giftCardCode })), refusal)
      assert.equal((await buyer.checkout.getCheckout({ id: checkout.id! })).checkout.giftCard, undefined)
    })
  }
})

describe('a cart', () => {
  test('404 OWNED_CART_NOT_FOUND to estimate and to check out where there is none', async () => {
    const buyer = newBuyer(shop)
    assert.equal(await codeOf(buyer.currentCart.estimateCurrentCartTotals({})), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })), 'OWNED_CART_NOT_FOUND')
  })

  test('400 ITEM_NOT_FOUND_IN_CATALOG for what an update adds', async () => {
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [lineOf(mug)] })
    assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ lineItems: [unknown] })), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal((await buyer.currentCart.getCurrentCart({})).cart.lineItems.length, 1)
  })

  test('SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND where the address has no such delivery', async () => {
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [lineOf(mug)] })
    const asked = { channelType: 'WEB', shippingAddress: berlin.address, selectedShippingOption: { code: 'air' } } as const
    assert.equal(await codeOf(buyer.currentCart.createCheckoutFromCurrentCart(asked)), 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
  })
})

describe('a checkout', () => {
  test('400 ITEM_NOT_FOUND_IN_CATALOG when it is made, changed and added to', async () => {
    const buyer = newBuyer(shop)
    assert.equal(await codeOf(buyer.checkout.createCheckout({ channelType: 'WEB', lineItems: [unknown] })), 'ITEM_NOT_FOUND_IN_CATALOG')
    const { checkout } = await buyer.checkout.createCheckout({ channelType: 'WEB', lineItems: [lineOf(mug)] })
    const id = checkout.id!
    assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id }, lineItems: [unknown] })), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal(await codeOf(buyer.checkout.addToCheckout({ id, lineItems: [unknown] })), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal(await revisionOf(id), 1)
  })

  test('SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND where the address has no such delivery', async () => {
    const shippingInfo = { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'air' } }
    const made = newBuyer(shop).checkout.createCheckout({ channelType: 'WEB', lineItems: [lineOf(mug)], checkoutInfo: { shippingInfo } })
    assert.equal(await codeOf(made), 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
  })

  test('404 LINE_ITEM_NOT_FOUND for lines that it has not', async () => {
    const { buyer, id } = await atCheckout()
    const before = await revisionOf(id)
    assert.equal(await codeOf(buyer.checkout.removeLineItems({ id, lineItemIds: [nobody] })), 'LINE_ITEM_NOT_FOUND')
    assert.equal(
      await codeOf(buyer.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: nobody, quantity: 2 }] })),
      'LINE_ITEM_NOT_FOUND',
    )
    assert.equal(await revisionOf(id), before)
  })

  test('CHECKOUT_IS_COMPLETE to every change once it is paid', async () => {
    const { buyer, id } = await bought()
    const before = await revisionOf(id)
    const { checkout } = await buyer.checkout.getCheckout({ id })
    const [line] = checkout.lineItems.map((one) => one.id!)
    const changes = [
      buyer.checkout.updateCheckout({ checkout: { id, buyerNote: 'Wait!' } }),
      buyer.checkout.removeCoupon({ id }),
      buyer.checkout.removeGiftCard({ id }),
      buyer.checkout.removeOverrideCheckoutUrl({ id }),
      buyer.checkout.addToCheckout({ id, lineItems: [lineOf(mug)] }),
      buyer.checkout.removeLineItems({ id, lineItemIds: [line!] }),
      buyer.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: line!, quantity: 2 }] }),
      app.checkout.markCheckoutAsCompleted({ id }),
    ]
    assert.deepEqual(
      await Promise.all(changes.map(codeOf)),
      changes.map(() => 'CHECKOUT_IS_COMPLETE'),
    )
    assert.equal(await revisionOf(id), before)
  })
})

describe('ordering', () => {
  /** Both calls that make an order. */
  async function both({ buyer, id }: { buyer: Buyer; id: string }): Promise<readonly string[]> {
    const paymentToken = await card(buyer)
    return [await codeOf(buyer.checkout.createOrder({ id })), await codeOf(buyer.payments.placeOrder({ id, paymentToken, returnUrl }))]
  }

  test('EMPTY_CHECKOUT when everything was taken out', async () => {
    const { buyer, id } = await atCheckout()
    const { checkout } = await buyer.checkout.getCheckout({ id })
    await buyer.checkout.removeLineItems({ id, lineItemIds: checkout.lineItems.map((line) => line.id!) })
    assert.deepEqual(await both({ buyer, id }), ['EMPTY_CHECKOUT', 'EMPTY_CHECKOUT'])
  })

  test('PARTIAL_OUT_OF_STOCK and FULL_OUT_OF_STOCK name the lines, and take nothing', async () => {
    const [lamp, vase] = [await stocked('Lamp', 3), await stocked('Vase', 3)]
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [
      { product: lamp, quantity: 2 },
      { product: vase, quantity: 2 },
    ])
    await leave(lamp, 1)
    assert.deepEqual(await both({ buyer, id }), ['PARTIAL_OUT_OF_STOCK', 'PARTIAL_OUT_OF_STOCK'])
    await leave(vase, 0)
    const [refused] = await attempt(buyer.checkout.createOrder({ id }))
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.deepEqual(refused?.data, { lineItemIds: checkout.lineItems.map((line) => line.id) })
    assert.deepEqual(await both({ buyer, id }), ['FULL_OUT_OF_STOCK', 'FULL_OUT_OF_STOCK'])
  })

  test('NO_SELECTED_CARRIER_SERVICE_OPTION, and SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE', async () => {
    const buyer = newBuyer(shop)
    const { checkout } = await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [lineOf(mug)],
      checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, shippingInfo: { shippingDestination: berlin } },
    })
    const id = checkout.id!
    await buyer.checkout.updateCheckout({ checkout: { id, shippingInfo: { selectedCarrierServiceOption: null } } })
    const none = await both({ buyer, id })
    const chosen = await atCheckout()
    const { shipping } = testSections
    const [germany, ...others] = shipping.zones
    const zones = [{ ...germany!, options: germany!.options.filter(({ code }) => code === 'express') }, ...others]
    await writeSettings(shop.platform.database, shop.site, 'shipping', { ...shipping, zones }, shop.clock.now())
    const gone = await both(chosen)
    await writeSettings(shop.platform.database, shop.site, 'shipping', shipping, shop.clock.now())
    assert.deepEqual(none, ['NO_SELECTED_CARRIER_SERVICE_OPTION', 'NO_SELECTED_CARRIER_SERVICE_OPTION'])
    assert.deepEqual(gone, ['SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE', 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE'])
  })

  test('CALCULATION_ERROR where nothing is delivered', async () => {
    const buyer = newBuyer(shop)
    const { checkout } = await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [lineOf(mug)],
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: { ...berlin, address: { country: 'JP', city: 'Tokyo', postalCode: '100-0001' } } },
      },
    })
    assert.deepEqual(await both({ buyer, id: checkout.id! }), ['CALCULATION_ERROR', 'CALCULATION_ERROR'])
  })

  test('CHECKOUT_CHANGED when it costs something else than the buyer was shown', async () => {
    const { buyer, id } = await atCheckout()
    const paymentToken = await card(buyer)
    assert.equal(await codeOf(buyer.payments.placeOrder({ id, paymentToken, returnUrl, expectedTotal: '1.00' })), 'CHECKOUT_CHANGED')
  })

  test('CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS while the bank thinks about it', async () => {
    const { buyer, id } = await atCheckout()
    const late = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 0408'), returnUrl })
    assert.equal(late.status, 'PENDING')
    assert.deepEqual(await both({ buyer, id }), ['CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS', 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS'])
    shop.clock.advance(31_000)
    await shop.platform.tellBank()
    assert.equal((await app.orders.getOrder({ id: late.orderId })).order.paymentStatus, 'PAID')
  })
})

describe('what pays in part, or asks for a membership', () => {
  const giving = async (code: string) => {
    await office.giftCards.createGiftCard({ giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL' } })
    return code
  }
  /** Two checkouts of the same things, by somebody who may name prices: one to order, one to pay. */
  async function refusedBoth(
    input: Partial<Input<'POST /ecom/v1/checkouts'>>,
    { choice = {}, meanwhile = async () => {} }: { choice?: object; meanwhile?: () => Promise<unknown> } = {},
  ) {
    const made = async () => {
      const checkoutInfo = {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
      }
      const { checkout } = await app.checkout.createCheckout({ channelType: 'WEB', checkoutInfo, ...input, ...choice })
      return checkout.id!
    }
    const [one, other] = [await made(), await made()]
    await meanwhile()
    const paymentToken = await card(app)
    return [
      await codeOf(app.checkout.createOrder({ id: one })),
      await codeOf(app.payments.placeOrder({ id: other, paymentToken, returnUrl })),
    ]
  }

  test('REDEEM_GIFT_CARD_ERROR when the card was emptied elsewhere', async () => {
    const code = await giving('EMPT-0000-0001')
    const meanwhile = () => office.giftVouchers.redeemGiftCard({ code, amount: { value: '10' } })
    const ends = await refusedBoth({ lineItems: [lineOf(mug)] }, { choice: { giftCardCode: code }, meanwhile })
    assert.deepEqual(ends, ['REDEEM_GIFT_CARD_ERROR', 'REDEEM_GIFT_CARD_ERROR'])
  })

  test('gift cards are bought with neither: GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD, COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD', async () => {
    const voucher = await addProduct(
      shop.platform,
      { site: shop.site, name: 'Gift card', price: 5000, stock: 50, itemType: 'GIFT_CARD' },
      shop.clock.now(),
    )
    const lineItems = [lineOf(voucher)]
    const byCard = await refusedBoth({ lineItems }, { choice: { giftCardCode: await giving('GIVE-0000-0002') } })
    assert.deepEqual(new Set(byCard), new Set(['GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD']))
    const byCoupon = await refusedBoth({ lineItems }, { choice: { couponCode: (await coupon()).code } })
    assert.deepEqual(new Set(byCoupon), new Set(['COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD']))
  })

  test('SUBSCRIPTION_WITH_GIFT_CARD, MEMBERS_ONLY_ITEM', async () => {
    const service = { quantity: 1, price: '20', productName: { original: 'Box' }, itemType: { preset: 'SERVICE' as const } }
    const monthly = { ...service, subscriptionOptionInfo: { subscriptionSettings: { frequency: 'MONTH' as const } } }
    const byCard = await refusedBoth({ customLineItems: [monthly] }, { choice: { giftCardCode: await giving('SUBS-0000-0003') } })
    assert.deepEqual(new Set(byCard), new Set(['SUBSCRIPTION_WITH_GIFT_CARD']))
    const forMembers = await refusedBoth({ customLineItems: [{ ...service, paymentOption: 'MEMBERSHIP' }] })
    assert.deepEqual(new Set(forMembers), new Set(['MEMBERS_ONLY_ITEM']))
  })
})

describe('money that was asked for', () => {
  test('is not taken for an order that was turned away meanwhile: ORDER_IS_REJECTED', async () => {
    const { id } = await written({ status: 'PENDING' })
    const asked = await app.orders.preparePaymentCollection({ ecomOrderId: id!, amount: { amount: '10' } })
    await app.orders.updateOrderStatus({ orderId: id!, status: 'REJECTED' })
    const payer = newBuyer(shop)
    const paymentToken = await card(payer)
    assert.equal(
      await codeOf(payer.payments.payCollection({ id: asked.paymentGatewayOrderId, paymentToken, returnUrl })),
      'ORDER_IS_REJECTED',
    )
  })

  test('nor when the buyer refuses at the bank: PAYMENT_ERROR', async () => {
    const { id } = await written()
    const asked = await app.orders.preparePaymentCollection({ ecomOrderId: id!, amount: { amount: '10' } })
    const payer = newBuyer(shop)
    const begun = await payer.payments.payCollection({
      id: asked.paymentGatewayOrderId,
      paymentToken: await card(payer, '4000 0000 0000 3220'),
      returnUrl,
    })
    const authentication = begun.actionUrl!.split('/').at(-1)!
    const { resultToken } = await payer.payments.answerSandboxAuthentication({ id: authentication, answer: 'REFUSE' })
    assert.equal(await codeOf(payer.payments.confirmCollection({ id: asked.paymentGatewayOrderId, resultToken })), 'PAYMENT_ERROR')
    assert.equal((await app.orders.getOrder({ id: id! })).order.balanceSummary?.paid?.amount, '0.00')
  })

  test('nor where pieces went to others while the card was declined: PARTIAL_OUT_OF_STOCK, FULL_OUT_OF_STOCK, also to whoever approves', async () => {
    const [lamp, vase] = [await stocked('Rare lamp', 1), await stocked('Rare vase', 1)]
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: lamp }, { product: vase }])
    const { orderId, paymentGatewayOrderId: collection } = await buyer.checkout.createOrder({ id })
    const pay = async (number?: string) =>
      codeOf(buyer.payments.payCollection({ id: collection!, paymentToken: await card(buyer, number), returnUrl }))
    const approve = () => codeOf(app.orders.updateOrderStatus({ orderId, status: 'APPROVED' }))
    assert.equal(await pay('4000 0000 0000 0002'), 'PAYMENT_ERROR')
    await leave(lamp, 0)
    assert.deepEqual([await pay(), await approve()], ['PARTIAL_OUT_OF_STOCK', 'PARTIAL_OUT_OF_STOCK'])
    await leave(vase, 0)
    assert.deepEqual([await pay(), await approve()], ['FULL_OUT_OF_STOCK', 'FULL_OUT_OF_STOCK'])
    await leave(lamp, 1)
    await leave(vase, 1)
    assert.equal(await pay(), 'done')
  })
})

test('a shop without any way to pay takes no card and no order: SITE_NOT_ACCEPTING_PAYMENTS', async () => {
  await using closed = await startTestPlatform({ sandbox: false })
  const print = await addProduct(closed.platform, { site: closed.site, name: 'Print', price: 900, stock: 5 }, closed.clock.now())
  const buyer = newBuyer(closed)
  assert.equal(await codeOf(card(buyer)), 'SITE_NOT_ACCEPTING_PAYMENTS')
  const id = await toCheckout(buyer, [{ product: print }])
  assert.equal(await codeOf(buyer.payments.placeOrder({ id, returnUrl })), 'SITE_NOT_ACCEPTING_PAYMENTS')
  const { paymentGatewayOrderId } = await buyer.checkout.createOrder({ id })
  const paying = buyer.payments.payCollection({ id: paymentGatewayOrderId!, returnUrl })
  assert.equal(await codeOf(paying), 'SITE_NOT_ACCEPTING_PAYMENTS')
})

describe('the admin', () => {
  test('ORDER_NOT_FOUND, PAYMENT_NOT_FOUND, PAYMENT_NOT_AUTHORIZED, NOT_REGULAR_ONLINE_PAYMENT, PAYMENT_ALREADY_CAPTURED, PAYMENT_ALREADY_VOIDED and INVALID_AMOUNT', async () => {
    const { orderBilling: admin } = office
    const capture = (orderId: string, paymentId: string, more: object = {}) =>
      codeOf(admin.captureAuthorizedPayments({ orderId, payments: [{ paymentId, ...more }] }))
    const letGo = (orderId: string, paymentId: string) => codeOf(admin.voidAuthorizedPayments({ orderId, paymentIds: [paymentId] }))
    const { id: byHand } = await written({ paymentStatus: 'PAID' })
    const paymentOf = async (orderId: string) =>
      (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments.at(-1)!.id!
    assert.deepEqual([await capture(nobody, nobody), await letGo(nobody, nobody)], ['ORDER_NOT_FOUND', 'ORDER_NOT_FOUND'])
    assert.deepEqual([await capture(byHand!, nobody), await letGo(byHand!, nobody)], ['PAYMENT_NOT_FOUND', 'PAYMENT_NOT_FOUND'])
    assert.equal(await capture(byHand!, await paymentOf(byHand!)), 'NOT_REGULAR_ONLINE_PAYMENT')

    const declined = (await written()).id!
    const asked = await app.orders.preparePaymentCollection({ ecomOrderId: declined, amount: { amount: '10' } })
    const payer = newBuyer(shop)
    const paymentToken = await card(payer, '4000 0000 0000 9995')
    assert.equal(await codeOf(payer.payments.payCollection({ id: asked.paymentGatewayOrderId, paymentToken, returnUrl })), 'PAYMENT_ERROR')
    const refused = await paymentOf(declined)
    assert.deepEqual(
      [await capture(declined, refused), await letGo(declined, refused)],
      ['PAYMENT_NOT_AUTHORIZED', 'PAYMENT_NOT_AUTHORIZED'],
    )

    const { orderId } = await bought()
    assert.equal(await capture(orderId, await paymentOf(orderId)), 'PAYMENT_ALREADY_CAPTURED')

    const held = (await written()).id!
    const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({
      ecomOrderId: held,
      amount: { amount: '10' },
      delayedCapture: true,
    })
    await payer.payments.payCollection({ id, paymentToken: await card(payer), returnUrl })
    const payment = await paymentOf(held)
    assert.equal(await capture(held, payment, { amount: { amount: '10.01' } }), 'INVALID_AMOUNT')
    assert.deepEqual([await letGo(held, payment), await letGo(held, payment)], ['done', 'PAYMENT_ALREADY_VOIDED'])
  })

  test('takes nothing off a gift card: ORDER_IS_REJECTED, GIFT_CARD_DISABLED, GIFT_CARD_EXPIRED', async () => {
    const { orderBilling: admin, giftCards } = office
    const made = async (code: string) => {
      const expirationDate = new Date(shop.clock.now().getTime() + 1000).toISOString()
      const { giftCard } = await giftCards.createGiftCard({
        giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL', expirationDate },
      })
      return { id: giftCard.id, code }
    }
    const redeem = (orderId: string, giftCardCode: string) =>
      codeOf(admin.redeemGiftCard({ orderId, giftCardCode, amount: { amount: '5' }, currency: 'EUR' }))
    const [good, off] = [await made('DESK-0000-0001'), await made('DESK-0000-0002')]
    await giftCards.disableGiftCard({ giftCardId: off.id })
    const { id } = await written()
    assert.equal(await redeem((await rejected()).id!, good.code), 'ORDER_IS_REJECTED')
    assert.equal(await redeem(id!, off.code), 'GIFT_CARD_DISABLED')
    shop.clock.advance(1001)
    assert.equal(await redeem(id!, good.code), 'GIFT_CARD_EXPIRED')
    assert.equal((await giftCards.getGiftCard({ giftCardId: good.id })).giftCard.balance.amount, '10.00')
  })
})

describe('settings of taxes', () => {
  const german = '55555555-5555-4555-8555-555555555555'
  const onlyGermany = {
    id: '77777777-7777-4777-8777-777777777777',
    name: 'Knows Germany',
    unsupportedCountries: ['FR'],
    ratesFor: async () => ({ taxIncludedInPrice: false, shippingTaxed: true, rates: {} }),
  }

  test('CALCULATOR_ID_NOT_FOUND, CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION and INVALID_SUBDIVISION_FORMAT when a region is made or changed', async () => {
    await using other = await startTestPlatform({ taxProviders: [onlyGermany] })
    const { taxRegions } = createClient({ baseUrl: other.url, auth: apiKey(other.apiKey), modules: backOffice })
    const create = (more: object) => codeOf(taxRegions.createTaxRegion({ taxRegion: { country: 'FR', appId: onlyGermany.id, ...more } }))
    assert.equal(await create({}), 'CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION')
    const change = (more: object) => codeOf(taxRegions.updateTaxRegion({ taxRegion: { id: german, revision: '1', ...more } }))
    assert.equal(await change({ appId: nobody }), 'CALCULATOR_ID_NOT_FOUND')
    assert.equal(await change({ subdivision: 'Prussia' }), 'INVALID_SUBDIVISION_FORMAT')
    assert.equal((await taxRegions.getTaxRegion({ taxRegionId: german })).taxRegion.revision, '1')
  })

  test('TAX_REGION_ID_NOT_FOUND, TAX_GROUP_ID_NOT_FOUND and MANUAL_TAX_MAPPING_ALREADY_EXISTS when a rate is changed', async () => {
    const { manualTaxMappings, taxGroups } = office
    const { taxGroup } = await taxGroups.createTaxGroup({ taxGroup: { name: 'Books' } })
    const rate = {
      taxRegionId: german,
      taxName: 'VAT',
      taxRate: '0.07',
      taxType: 'VAT',
      jurisdiction: 'Germany',
      jurisdictionType: 'COUNTRY',
    }
    const { manualTaxMapping: made } = await manualTaxMappings.createManualTaxMapping({
      manualTaxMapping: { ...rate, jurisdictionType: 'COUNTRY', taxGroupId: taxGroup.id },
    })
    const change = (more: object) =>
      codeOf(manualTaxMappings.updateManualTaxMapping({ manualTaxMapping: { id: made.id, revision: made.revision, ...more } }))
    assert.equal(await change({ taxRegionId: nobody }), 'TAX_REGION_ID_NOT_FOUND')
    assert.equal(await change({ taxGroupId: nobody }), 'TAX_GROUP_ID_NOT_FOUND')
    assert.equal(await change({ taxGroupId: 'standard' }), 'MANUAL_TAX_MAPPING_ALREADY_EXISTS')
  })
})

describe('settings of delivery', () => {
  const [germany, states] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'] as const

  test('STALE_REVISION and DESTINATIONS_COLLISION when the profile and its regions are changed', async () => {
    const { deliveryProfile: calls } = office
    const [profile] = (await calls.queryDeliveryProfiles()).deliveryProfiles
    const { id } = profile!
    assert.equal(await codeOf(calls.updateDeliveryProfile({ deliveryProfile: { id, revision: '999', name: 'Mine' } })), 'STALE_REVISION')
    const change = (more: object, revision?: string) =>
      codeOf(
        calls.updateDeliveryRegion({
          deliveryProfileId: id,
          deliveryRegion: { id: states, ...more },
          ...(revision !== undefined && { revision }),
        }),
      )
    assert.equal(await change({ destinations: [{ countryCode: 'DE' }] }), 'DESTINATIONS_COLLISION')
    assert.equal(await change({ name: 'Overseas' }, '999'), 'STALE_REVISION')
    const remove = calls.removeDeliveryRegion({ deliveryProfileId: id, deliveryRegionId: states, revision: '999' })
    assert.equal(await codeOf(remove), 'STALE_REVISION')
    assert.deepEqual((await calls.queryDeliveryProfiles()).deliveryProfiles[0]?.deliveryRegions, profile!.deliveryRegions)
  })

  test('LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED by every way into a region that is full', async () => {
    const [zone, others] = testSections.shipping.zones
    const options = Array.from({ length: 100 }, (_, i) => ({ ...zone!.options[0]!, code: `way-${i}` }))
    const zones = [{ ...zone!, options }, others!]
    await writeSettings(shop.platform.database, shop.site, 'shipping', { ...testSections.shipping, zones }, shop.clock.now())
    const { shippingOptions: ways, pickupLocations: places, localDeliveryOptions: bikes } = office
    const [elsewhere, here] = [{ deliveryRegionIds: [states] }, { deliveryRegionIds: [germany] }]
    const full = { deliveryRegionId: germany }

    const way = { title: 'By ship', rates: [{ amount: '1' }] }
    const { id: shippingOptionId } = (await ways.createShippingOption({ shippingOption: { ...way, ...elsewhere } })).shippingOption
    const place = { name: 'Corner shop', address: { country: 'US', city: 'New York', postalCode: '10001', addressLine: '1 5th Av' } }
    const { id: pickupLocationId } = (await places.createPickupLocation({ pickupLocation: { ...place, ...elsewhere } })).pickupLocation
    const bike = { areaName: 'By bike', zipConfig: { zipCodes: ['100*'] } }
    const { localDeliveryOption } = await bikes.createLocalDeliveryOption({ localDeliveryOption: { ...bike, ...elsewhere } })
    const { id: localDeliveryOptionId } = localDeliveryOption
    const calls = [
      ways.createShippingOption({ shippingOption: { ...way, ...here } }),
      ways.updateShippingOption({ shippingOption: { id: shippingOptionId, revision: '1', ...here } }),
      ways.addDeliveryRegion({ shippingOptionId, ...full }),
      places.createPickupLocation({ pickupLocation: { ...place, ...here } }),
      places.updatePickupLocation({ pickupLocation: { id: pickupLocationId, revision: '1', ...here } }),
      places.addDeliveryRegion({ pickupLocationId, ...full }),
      bikes.createLocalDeliveryOption({ localDeliveryOption: { ...bike, ...here } }),
      bikes.updateLocalDeliveryOption({ localDeliveryOption: { id: localDeliveryOptionId, revision: '1', ...here } }),
      bikes.addDeliveryRegion({ localDeliveryOptionId, ...full }),
    ]
    const codes = await Promise.all(calls.map(codeOf))
    await writeSettings(shop.platform.database, shop.site, 'shipping', testSections.shipping, shop.clock.now())
    assert.deepEqual(
      codes,
      calls.map(() => 'LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED'),
    )
  })
})

describe('an order', () => {
  test('that was cancelled: ORDER_CANCELED to whoever asks for money, or brings it', async () => {
    const { id } = await written()
    await app.orders.cancelOrder({ id: id! })
    assert.equal(await codeOf(app.orders.preparePaymentCollection({ ecomOrderId: id!, amount: { amount: '10' } })), 'ORDER_CANCELED')
    assert.equal(await codeOf(app.orders.recordManuallyCollectedPayment({ orderId: id!, amount: { amount: '10' } })), 'ORDER_CANCELED')
  })

  test('that is none: ORDER_NOT_FOUND', async () => {
    const calls = [
      app.orders.voidAuthorizedPayments({ ecomOrderId: nobody, paymentIds: [nobody] }),
      app.orders.recordManuallyCollectedPayment({ orderId: nobody, amount: { amount: '10' } }),
      app.orders.updateActivity({ id: nobody, activityId: nobody, activity: { merchantComment: { message: 'Hm' } } }),
    ]
    assert.deepEqual(
      await Promise.all(calls.map(codeOf)),
      calls.map(() => 'ORDER_NOT_FOUND'),
    )
  })

  test('whose story has no such part: ACTIVITY_NOT_FOUND', async () => {
    const { id } = await written()
    const change = { id: id!, activityId: nobody, activity: { merchantComment: { message: 'Hm' } } }
    assert.equal(await codeOf(app.orders.updateActivity(change)), 'ACTIVITY_NOT_FOUND')
  })

  test('whose card was declined has nothing to capture: PAYMENT_NOT_AUTHORIZED', async () => {
    const { id } = await written()
    const asked = await app.orders.preparePaymentCollection({ ecomOrderId: id!, amount: { amount: '10' } })
    const payer = newBuyer(shop)
    const paymentToken = await card(payer, '4000 0000 0000 9995')
    assert.equal(await codeOf(payer.payments.payCollection({ id: asked.paymentGatewayOrderId, paymentToken, returnUrl })), 'PAYMENT_ERROR')
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: id! })
    const payments = [{ paymentId: orderTransactions.payments[0]!.id! }]
    assert.equal(await codeOf(app.orders.captureAuthorizedPayments({ ecomOrderId: id!, payments })), 'PAYMENT_NOT_AUTHORIZED')
  })

  test('that was turned away: ORDER_IS_REJECTED to money and to parcels', async () => {
    const order = await rejected()
    const lineItems = order.lineItems.map(({ id, quantity }) => ({ id, quantity }))
    const asked = { orderId: order.id!, fulfillment: { lineItems } }
    assert.equal(await codeOf(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: order.id! })), 'ORDER_IS_REJECTED')
    const payments = [{ amount: { amount: '10' }, regularPaymentDetails: { offlinePayment: true } }]
    assert.equal(await codeOf(app.orderTransactions.addPayments({ orderId: order.id!, payments })), 'ORDER_IS_REJECTED')
    assert.equal(await codeOf(app.orderFulfillments.createFulfillment(asked)), 'ORDER_IS_REJECTED')
    assert.equal(
      await codeOf(app.orderFulfillments.updateFulfillment({ orderId: order.id!, fulfillment: { id: nobody } })),
      'ORDER_IS_REJECTED',
    )
    assert.equal(await codeOf(app.orderFulfillments.deleteFulfillment({ orderId: order.id!, fulfillmentId: nobody })), 'ORDER_IS_REJECTED')
  })

  test('that waits for somebody’s word: ORDER_IS_PENDING to parcels', async () => {
    const order = await written({ status: 'PENDING' })
    const lineItems = order.lineItems.map(({ id, quantity }) => ({ id, quantity }))
    assert.equal(
      await codeOf(app.orderFulfillments.createFulfillment({ orderId: order.id!, fulfillment: { lineItems } })),
      'ORDER_IS_PENDING',
    )
    assert.equal(
      await codeOf(app.orderFulfillments.updateFulfillment({ orderId: order.id!, fulfillment: { id: nobody } })),
      'ORDER_IS_PENDING',
    )
    assert.equal(await codeOf(app.orderFulfillments.deleteFulfillment({ orderId: order.id!, fulfillmentId: nobody })), 'ORDER_IS_PENDING')
  })

  test('whose parcel is changed to hold what it has not, or to a number that another has', async () => {
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl })
    const { order } = await app.orders.getOrder({ id: orderId })
    const lineItems = [{ id: order.lineItems[0]!.id, quantity: 1 }]
    const shipment = async (trackingNumber: string) => {
      const fulfillment = { lineItems, trackingInfo: { trackingNumber, shippingProvider: 'dhl' } }
      return (await app.orderFulfillments.createFulfillment({ orderId, fulfillment })).fulfillmentId
    }
    const [, second] = [await shipment('1'), await shipment('2')]
    const change = (more: object) => codeOf(app.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id: second, ...more } }))
    assert.equal(await change({ lineItems: [{ id: nobody, quantity: 1 }] }), 'ORDER_LINE_ITEM_NOT_FOUND')
    assert.equal(await change({ trackingInfo: { trackingNumber: '1', shippingProvider: 'dhl' } }), 'TRACKING_NUMBER_ALREADY_EXISTS')
  })
})
