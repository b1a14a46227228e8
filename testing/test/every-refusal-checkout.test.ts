import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { lineOf, nobody, returnUrl, startRefusingShop, unknownLine } from '../src/refusing-shop.ts'
import { testSections } from '../src/shop.ts'

const { shop, mug, app, written, atCheckout, stocked, leave, revisionOf, bought } = await startRefusingShop()

describe('a cart', () => {
  test('404 OWNED_CART_NOT_FOUND to estimate and to check out where there is none', async () => {
    const buyer = newBuyer(shop)
    assert.equal(await codeOf(buyer.currentCart.estimateCurrentCartTotals({})), 'OWNED_CART_NOT_FOUND')
    assert.equal(await codeOf(buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })), 'OWNED_CART_NOT_FOUND')
  })

  test('400 ITEM_NOT_FOUND_IN_CATALOG for what an update adds', async () => {
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [lineOf(mug)] })
    assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ lineItems: [unknownLine] })), 'ITEM_NOT_FOUND_IN_CATALOG')
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
    assert.equal(await codeOf(buyer.checkout.createCheckout({ channelType: 'WEB', lineItems: [unknownLine] })), 'ITEM_NOT_FOUND_IN_CATALOG')
    const { checkout } = await buyer.checkout.createCheckout({ channelType: 'WEB', lineItems: [lineOf(mug)] })
    const id = checkout.id!
    assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id }, lineItems: [unknownLine] })), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal(await codeOf(buyer.checkout.addToCheckout({ id, lineItems: [unknownLine] })), 'ITEM_NOT_FOUND_IN_CATALOG')
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

  test('CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS while the bank has not answered', async () => {
    const { buyer, id } = await atCheckout()
    const late = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 0408'), returnUrl })
    assert.equal(late.status, 'PENDING')
    assert.deepEqual(await both({ buyer, id }), ['CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS', 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS'])
    shop.clock.advance(31_000)
    await shop.platform.tellBank()
    assert.equal((await app.orders.getOrder({ id: late.orderId })).order.paymentStatus, 'PAID')
  })
})

describe('money that was asked for', () => {
  test('is not taken for an order that was rejected meanwhile: ORDER_IS_REJECTED', async () => {
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

  test('nor where units went to others while the card was declined: PARTIAL_OUT_OF_STOCK, FULL_OUT_OF_STOCK, also to whoever approves', async () => {
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
