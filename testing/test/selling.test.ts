import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'

const shop = await startPlatformForFile()
const { platform, site, clock } = shop
const mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, colours: { Sage: 5, Ink: 0 } }, clock.now())
const print = await addProduct(platform, { site, name: 'Print', price: 900, stock: null, itemType: 'DIGITAL' }, clock.now())

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

const add = (buyer: Buyer, product: TestProduct, colour?: string, quantity = 1) =>
  buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity, catalogReference: product.reference(colour) }] })

describe('the current cart', () => {
  test('404 OWNED_CART_NOT_FOUND when there is none', async () => {
    const [refused] = await attempt(newBuyer(shop).currentCart.getCurrentCart({}))
    assert.equal(refused?.code, 'OWNED_CART_NOT_FOUND')
    assert.equal(refused.status, 404)
  })

  test('holds what is added, as the wire has it; the same thing again raises its line', async () => {
    const buyer = newBuyer(shop)
    await add(buyer, mug, 'Sage')
    const { cart } = await add(buyer, mug, 'Sage', 2)
    assert.equal(cart.lineItems.length, 1)
    const [line] = cart.lineItems
    assert.equal(line?.quantity, 3)
    assert.equal(line?.productName?.original, 'Morning Mug')
    assert.equal(line?.price?.amount, '26.00')
    assert.equal(line?.price?.formattedAmount, '€26.00')
    assert.equal(line?.lineItemPrice?.amount, '78.00')
    assert.deepEqual(line?.availability, { status: 'AVAILABLE', quantityAvailable: 5 })
    assert.equal(line?.descriptionLines?.[0]?.colorInfo?.original, 'Sage')
    assert.equal(cart.subtotal?.amount, '78.00')
    assert.equal(cart.currency, 'EUR')
    assert.deepEqual(await buyer.currentCart.getCurrentCart({}), { cart })
  })

  test('an option by its name is the same thing as its variant', async () => {
    const buyer = newBuyer(shop)
    await add(buyer, mug, 'Sage')
    const { cart } = await buyer.currentCart.addToCurrentCart({
      lineItems: [
        { quantity: 1, catalogReference: { appId: storesAppId, catalogItemId: mug.id, options: { options: { Glaze: 'Sage' } } } },
      ],
    })
    assert.deepEqual(
      cart.lineItems.map(({ quantity }) => quantity),
      [2],
    )
  })

  test('a line says that fewer are left, or none', async () => {
    const buyer = newBuyer(shop)
    await add(buyer, mug, 'Sage', 9)
    const { cart } = await add(buyer, mug, 'Ink')
    assert.deepEqual(
      cart.lineItems.map(({ availability }) => availability),
      [
        { status: 'PARTIALLY_AVAILABLE', quantityAvailable: 5 },
        { status: 'NOT_AVAILABLE', quantityAvailable: 0 },
      ],
    )
    assert.equal(cart.subtotal?.amount, '234.00', 'what is gone does not count')
  })

  test('400 ITEM_NOT_FOUND_IN_CATALOG, and no cart is made', async () => {
    const buyer = newBuyer(shop)
    const [refused] = await attempt(
      buyer.currentCart.addToCurrentCart({
        lineItems: [{ quantity: 1, catalogReference: { appId: storesAppId, catalogItemId: crypto.randomUUID() } }],
      }),
    )
    assert.equal(refused?.code, 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal((await attempt(buyer.currentCart.getCurrentCart({})))[0]?.code, 'OWNED_CART_NOT_FOUND')
  })

  // attack: Money | a buyer sets their own price | 403 PERMISSION_DENIED
  test('403 to a buyer who names a price; an app may', async () => {
    const custom = { price: '1.00', itemType: { preset: 'PHYSICAL' as const }, productName: { original: 'Wrapping' }, quantity: 2 }
    const [refused] = await attempt(newBuyer(shop).currentCart.addToCurrentCart({ customLineItems: [custom] }))
    assert.equal(refused?.code, 'PERMISSION_DENIED')
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const { cart } = await app.currentCart.addToCurrentCart({ customLineItems: [custom] })
    assert.equal(cart.lineItems[0]?.lineItemPrice?.amount, '2.00')
    assert.equal(cart.lineItems[0]?.customLineItem, true)
    await app.currentCart.deleteCurrentCart({})
  })

  test('quantities are set, lines removed, notes written and cleared, the cart deleted', async () => {
    const buyer = newBuyer(shop)
    const { cart } = await add(buyer, mug, 'Sage')
    const id = cart.lineItems[0]!.id!
    const set = await buyer.currentCart.updateCurrentCartLineItemQuantity({ lineItems: [{ id, quantity: 2 }] })
    assert.equal(set.cart.lineItems[0]?.quantity, 2)
    const noted = await buyer.currentCart.updateCurrentCart({ cartInfo: { buyerNote: 'Wrap it, please', contactInfo: berlin } })
    assert.equal(noted.cart.buyerNote, 'Wrap it, please')
    assert.equal(noted.cart.contactInfo?.address?.countryFullname, 'Germany')
    const cleared = await buyer.currentCart.updateCurrentCart({ cartInfo: { buyerNote: null } })
    assert.equal(cleared.cart.buyerNote, undefined)
    assert.equal(cleared.cart.contactInfo?.address?.city, 'Berlin', 'what was not sent is kept')
    const masked = await buyer.currentCart.updateCurrentCart({ cartInfo: { buyerNote: 'ignored' }, cartFieldmask: 'contactInfo.address' })
    assert.equal(masked.cart.buyerNote, undefined)
    assert.equal(masked.cart.contactInfo?.address, undefined, 'in the mask but not sent: cleared')
    assert.equal((await buyer.currentCart.removeCouponFromCurrentCart({})).cart.lineItems.length, 1)
    const emptied = await buyer.currentCart.removeLineItemsFromCurrentCart({ lineItemIds: [id] })
    assert.deepEqual(emptied.cart.lineItems, [])
    const [missing] = await attempt(buyer.currentCart.removeLineItemsFromCurrentCart({ lineItemIds: [id] }))
    assert.equal(missing?.code, 'LINE_ITEM_NOT_FOUND')
    assert.deepEqual(await buyer.currentCart.deleteCurrentCart({}), {})
  })

  test('is estimated with delivery and the tax within, changing nothing', async () => {
    const buyer = newBuyer(shop)
    await add(buyer, mug, 'Sage', 2)
    const estimate = await buyer.currentCart.estimateCurrentCartTotals({
      shippingAddress: berlin.address,
      selectedShippingOption: { code: 'standard' },
      calculateShipping: true,
      calculateTax: true,
    })
    assert.equal(estimate.priceSummary.subtotal?.amount, '52.00')
    assert.equal(estimate.priceSummary.shipping?.amount, '4.90')
    assert.equal(estimate.priceSummary.total?.amount, '56.90')
    assert.equal(estimate.priceSummary.tax?.amount, '9.08')
    assert.equal(estimate.taxSummary?.calculationDetails?.rateType, 'MANUAL_RATE')
    assert.deepEqual(
      estimate.shippingInfo?.carrierServiceOptions[0]?.shippingOptions?.map(({ code, cost }) => [code, cost?.price?.amount]),
      [
        ['standard', '4.90'],
        ['express', '12.90'],
        ['pickup', '0.00'],
      ],
    )
    assert.equal(estimate.shippingInfo?.selectedCarrierServiceOption?.cost?.totalPriceAfterTax?.amount, '4.90')
    assert.deepEqual(
      estimate.reasons?.map(({ step, amount }) => [step, amount]),
      [
        ['LINES', '52.00'],
        ['SHIPPING', '4.90'],
        ['TAX', '9.08'],
        ['TOTAL', '56.90'],
      ],
      'and says how the total comes about',
    )
    const abroad = await buyer.currentCart.estimateCurrentCartTotals({ shippingAddress: { country: 'IS' } })
    assert.equal(abroad.calculationErrors?.generalShippingCalculationError?.applicationError?.code, 'NO_ZONE')
    const newYork = await buyer.currentCart.estimateCurrentCartTotals({
      shippingAddress: { country: 'US', subdivision: 'US-NY' },
      selectedShippingOption: { code: 'air' },
    })
    assert.equal(newYork.priceSummary.tax?.amount, '2.08')
    assert.equal(newYork.priceSummary.total?.amount, '78.08')
  })

  test('a write answers with the token that later reads send along', async () => {
    const { access_token } = (await (await post('/oauth2/token', { grantType: 'anonymous', clientId: shop.clientId })).json()) as {
      access_token: string
    }
    const added = await post(
      '/ecom/v1/carts/current/add-to-cart',
      { lineItems: [{ quantity: 1, catalogReference: print.reference() }] },
      { authorization: access_token },
    )
    const token = added.headers.get('x-wix-consistent')
    assert.match(token ?? '', /^[0-9a-z]+$/)
    const read = await fetch(`${shop.url}/ecom/v1/carts/current`, { headers: { authorization: access_token, 'x-wix-consistent': token! } })
    assert.equal(read.status, 200)
    assert.equal(read.headers.get('x-wix-consistent'), null)
  })

  test('two tabs that add at once lose no line', async () => {
    const buyer = newBuyer(shop)
    await Promise.all(Array.from({ length: 8 }, (_, i) => add(buyer, i % 2 ? mug : print, i % 2 ? 'Sage' : undefined)))
    const { cart } = await buyer.currentCart.getCurrentCart({})
    assert.deepEqual(
      cart.lineItems.map(({ quantity }) => quantity),
      [4, 4],
    )
  })

  // attack: Money | negative, zero, fractional and huge quantities | 400 INVALID_ARGUMENT
  test('amounts beyond all bounds are refused, not calculated wrongly', async () => {
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const [refused] = await attempt(
      app.currentCart.addToCurrentCart({
        customLineItems: [{ price: '999999999999999.00', itemType: { preset: 'PHYSICAL' }, quantity: 100_000 }],
      }),
    )
    assert.equal(refused?.status, 400)
  })
})

describe('the checkout', () => {
  test('takes the cart over, is updated by the fields present, and stays tied to its cart', async () => {
    const buyer = newBuyer(shop)
    const { cart } = await add(buyer, mug, 'Sage', 2)
    const { checkoutId } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })
    assert.equal((await buyer.currentCart.createCheckoutFromCurrentCart({})).checkoutId, checkoutId, 'the cart has one checkout')
    const [byId, byCart] = await Promise.all([
      buyer.checkout.getCheckout({ id: checkoutId }),
      buyer.checkout.getCheckoutByCartId({ id: cart.id! }),
    ])
    assert.deepEqual(byId, byCart)
    assert.equal(byId.checkout.priceSummary?.total?.amount, '52.00')
    assert.equal((await buyer.currentCart.getCurrentCart({})).cart.checkoutId, checkoutId)
    const { checkout } = await buyer.checkout.updateCheckout({
      checkout: { id: checkoutId, buyerInfo: { email: 'ada@example.com' }, shippingInfo: { shippingDestination: berlin } },
    })
    assert.equal(checkout.buyerInfo?.email, 'ada@example.com')
    assert.equal(checkout.shippingInfo?.carrierServiceOptions[0]?.shippingOptions?.length, 3)
    const [refused] = await attempt(
      buyer.checkout.updateCheckout({ checkout: { id: checkoutId, shippingInfo: { selectedCarrierServiceOption: { code: 'balloon' } } } }),
    )
    assert.equal(refused?.code, 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
    const chosen = await buyer.checkout.updateCheckout({
      checkout: { id: checkoutId, shippingInfo: { selectedCarrierServiceOption: { code: 'express' } } },
    })
    assert.equal(chosen.checkout.priceSummary?.total?.amount, '64.90')
    assert.equal(chosen.checkout.shippingInfo?.shippingDestination?.address?.city, 'Berlin')
  })

  test('is made directly; lines are added, changed and removed', async () => {
    const buyer = newBuyer(shop)
    const { checkout } = await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: mug.reference('Sage') }],
    })
    const id = checkout.id!
    const more = await buyer.checkout.addToCheckout({ id, lineItems: [{ quantity: 1, catalogReference: print.reference() }] })
    assert.equal(more.checkout.lineItems.length, 2)
    const [first, second] = more.checkout.lineItems
    const set = await buyer.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: first!.id!, quantity: 3 }] })
    assert.equal(set.checkout.lineItems[0]?.quantity, 3)
    const removed = await buyer.checkout.removeLineItems({ id, lineItemIds: [second!.id!] })
    assert.equal(removed.checkout.priceSummary?.total?.amount, '78.00')
    assert.equal((await buyer.checkout.removeCoupon({ id })).checkout.lineItems.length, 1)
    assert.equal((await buyer.checkout.removeGiftCard({ id })).checkout.lineItems.length, 1)
  })

  // attack: Other people's data | a checkout is read and changed without its link | 404 CHECKOUT_NOT_FOUND
  test('is nobody else’s, unless they hold its link', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug, colour: 'Sage' }])
    const unauthenticated = newBuyer(shop)
    const refusals = [
      (await attempt(unauthenticated.checkout.getCheckout({ id })))[0],
      (await attempt(unauthenticated.checkout.createOrder({ id })))[0],
      (await attempt(unauthenticated.checkout.openCheckout({ id, key: 'guessed' })))[0],
      (await attempt(unauthenticated.payments.placeOrder({ id, returnUrl: shop.url })))[0],
    ]
    assert.deepEqual(
      refusals.map((refused) => refused?.code),
      Array(4).fill('CHECKOUT_NOT_FOUND'),
    )
    const { checkoutUrl } = await buyer.checkout.getCheckoutUrl({ id })
    const { checkout } = await unauthenticated.checkout.openCheckout({ id, key: new URL(checkoutUrl).searchParams.get('key')! })
    assert.equal(checkout.id, id)
    assert.equal((await unauthenticated.checkout.getCheckout({ id })).checkout.id, id)
  })

  test('404 CHECKOUT_NOT_FOUND', async () => {
    const [refused] = await attempt(newBuyer(shop).checkout.getCheckout({ id: crypto.randomUUID() }))
    assert.equal(refused?.code, 'CHECKOUT_NOT_FOUND')
  })

  test('an app says that it is done with; after that nothing changes', async () => {
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const { checkout } = await app.checkout.createCheckout({
      channelType: 'POS',
      lineItems: [{ quantity: 1, catalogReference: print.reference() }],
    })
    assert.deepEqual(await app.checkout.markCheckoutAsCompleted({ id: checkout.id! }), {})
    assert.equal((await app.checkout.getCheckout({ id: checkout.id! })).checkout.completed, true)
    const [refused] = await attempt(app.checkout.removeCoupon({ id: checkout.id! }))
    assert.equal(refused?.code, 'CHECKOUT_IS_COMPLETE')
    const [forbidden] = await attempt(newBuyer(shop).checkout.markCheckoutAsCompleted({ id: checkout.id! }))
    assert.equal(forbidden?.code, 'PERMISSION_DENIED')
  })
})

describe('the order', () => {
  const stockOf = async (colour: string): Promise<number> => {
    const { cart } = await add(newBuyer(shop), mug, colour)
    return cart.lineItems[0]!.availability!.quantityAvailable!
  }

  test('is made, paid and approved in one go: stock taken, number given, cart empty, mail in the inbox', async () => {
    const buyer = newBuyer(shop)
    const before = await stockOf('Sage')
    const id = await toCheckout(buyer, [{ product: mug, colour: 'Sage' }, { product: print }])
    const placed = await buyer.payments.placeOrder({
      id,
      paymentToken: await card(buyer),
      returnUrl: `${shop.url}/back`,
      expectedTotal: '39.90',
    })
    assert.equal(placed.status, 'APPROVED')
    assert.match(placed.orderNumber, /^\d{5}$/)
    assert.equal(await stockOf('Sage'), before - 1)
    const { order } = await buyer.orders.getOrder({ id: placed.orderId })
    assert.equal(order.status, 'APPROVED')
    assert.equal(order.paymentStatus, 'PAID')
    assert.equal(order.priceSummary?.total?.amount, '39.90')
    assert.deepEqual(
      order.activities.map(({ activityType }) => activityType),
      ['ORDER_PLACED', 'ORDER_PAID'],
    )
    assert.equal((await attempt(buyer.currentCart.getCurrentCart({})))[0]?.code, 'OWNED_CART_NOT_FOUND')
    const [again] = await attempt(buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url }))
    assert.equal(again?.code, 'CHECKOUT_ALREADY_PAID')
    await shop.platform.jobs.settle()
    const { messages } = await buyer.inbox.listMessages({})
    const mail = messages.find(({ subject }) => subject.includes(placed.orderNumber))
    assert.deepEqual(mail?.to, ['ada@example.com'])
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: placed.orderId })
    assert.equal(orderTransactions.payments.length, 1)
    assert.equal(orderTransactions.payments[0]?.regularPaymentDetails?.creditCardDetails?.lastFourDigits, '4242')
    assert.equal((await attempt(newBuyer(shop).orders.getOrder({ id: placed.orderId })))[0]?.code, 'ORDER_NOT_FOUND', 'nobody else’s')
  })

  test('402 PAYMENT_ERROR gives the stock back, and another card makes the same order', async () => {
    const buyer = newBuyer(shop)
    const before = await stockOf('Sage')
    const id = await toCheckout(buyer, [{ product: mug, colour: 'Sage' }])
    const [declined] = await attempt(
      buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 9995'), returnUrl: shop.url }),
    )
    assert.ok(declined?.code === 'PAYMENT_ERROR')
    assert.equal(declined.status, 402)
    assert.equal((declined.data as { reason: string }).reason, 'INSUFFICIENT_FUNDS')
    assert.equal(await stockOf('Sage'), before)
    const paid = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
    assert.equal(paid.status, 'APPROVED')
    const { order } = await buyer.orders.getOrder({ id: paid.orderId })
    assert.deepEqual(
      order.activities.map(({ activityType }) => activityType),
      ['ORDER_PLACED', 'PAYMENT_DECLINED', 'ORDER_PAID'],
    )
    assert.equal(await stockOf('Sage'), before - 1)
  })

  test('3-D Secure sends the buyer to the bank and back', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: print }])
    const waiting = await buyer.payments.placeOrder({
      id,
      paymentToken: await card(buyer, '4000 0000 0000 3220'),
      returnUrl: `${shop.url}/back`,
    })
    assert.equal(waiting.status, 'REQUIRES_ACTION')
    const paymentId = waiting.actionUrl!.split('/').at(-1)!
    assert.equal((await buyer.payments.getSandboxAuthentication({ id: paymentId })).amount, '9.00')
    const { resultToken, returnUrl } = await buyer.payments.answerSandboxAuthentication({ id: paymentId, answer: 'CONFIRM' })
    assert.ok(returnUrl.startsWith(`${shop.url}/back?resultToken=`))
    const paid = await buyer.payments.confirmPayment({ id: waiting.orderId, resultToken })
    assert.equal(paid.status, 'APPROVED')
    assert.deepEqual((await buyer.payments.confirmPayment({ id: waiting.orderId, resultToken })).status, 'APPROVED', 'twice is once')
    const [forged] = await attempt(buyer.payments.confirmPayment({ id: waiting.orderId, resultToken: `${resultToken}x` }))
    assert.equal(forged?.code, 'PAYMENT_TOKEN_INVALID')
  })

  test('3-D Secure refused is a declined card', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: print }])
    const waiting = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 3220'), returnUrl: shop.url })
    const { resultToken } = await buyer.payments.answerSandboxAuthentication({
      id: waiting.actionUrl!.split('/').at(-1)!,
      answer: 'REFUSE',
    })
    const [declined] = await attempt(buyer.payments.confirmPayment({ id: waiting.orderId, resultToken }))
    assert.equal(declined?.code, 'PAYMENT_ERROR')
  })

  test('a buyer who leaves the bank’s page may pay with another card; the first payment is given up', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: print }])
    const waiting = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 3220'), returnUrl: shop.url })
    const paid = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
    assert.equal(paid.status, 'APPROVED')
    assert.equal(paid.orderId, waiting.orderId)
    const [late] = await attempt(
      buyer.payments.answerSandboxAuthentication({ id: waiting.actionUrl!.split('/').at(-1)!, answer: 'CONFIRM' }),
    )
    assert.equal(late?.code, 'PAYMENT_NOT_WAITING')
  })

  test('a late answer pays the order when it comes; answers that come twice pay once', async () => {
    const late = newBuyer(shop)
    const id = await toCheckout(late, [{ product: print }])
    const pending = await late.payments.placeOrder({ id, paymentToken: await card(late, '4000 0000 0000 0408'), returnUrl: shop.url })
    assert.equal(pending.status, 'PENDING')
    const [busy] = await attempt(late.payments.placeOrder({ id, paymentToken: await card(late), returnUrl: shop.url }))
    assert.equal(busy?.code, 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS')
    const twice = newBuyer(shop)
    const other = await toCheckout(twice, [{ product: print }])
    const paid = await twice.payments.placeOrder({ id: other, paymentToken: await card(twice, '4000 0000 0000 0507'), returnUrl: shop.url })
    for (let i = 0; i < 4; i++) {
      shop.clock.advance(6000)
      await shop.platform.tellBank()
    }
    assert.equal((await late.orders.getOrder({ id: pending.orderId })).order.paymentStatus, 'PAID')
    const { order } = await twice.orders.getOrder({ id: paid.orderId })
    assert.equal(order.activities.filter(({ activityType }) => activityType === 'ORDER_PAID').length, 1)
  })

  test('an order that nobody pays for gives its stock back after half an hour', async () => {
    const buyer = newBuyer(shop)
    const before = await stockOf('Sage')
    const id = await toCheckout(buyer, [{ product: mug, colour: 'Sage' }])
    const { orderId } = await buyer.checkout.createOrder({ id })
    assert.equal(await stockOf('Sage'), before - 1)
    assert.equal((await buyer.checkout.createOrder({ id })).orderId, orderId, 'one checkout, one order')
    assert.equal(await stockOf('Sage'), before - 1)
    shop.clock.advance(31 * 60_000)
    await shop.platform.everyMinute()
    assert.equal(await stockOf('Sage'), before)
    assert.equal((await buyer.orders.getOrder({ id: orderId })).order.status, 'CANCELED')
  })

  // attack: Money | place-order with an expectedTotal below the total | 409 CHECKOUT_CHANGED
  test('refusals name what is missing: delivery, stock, a card, the total that was shown', async () => {
    const buyer = newBuyer(shop)
    await add(buyer, mug, 'Sage')
    const { checkoutId: id } = await buyer.currentCart.createCheckoutFromCurrentCart({
      email: 'ada@example.com',
      shippingAddress: berlin.address,
    })
    assert.equal((await attempt(buyer.checkout.createOrder({ id })))[0]?.code, 'NO_SELECTED_CARRIER_SERVICE_OPTION')
    await buyer.checkout.updateCheckout({ checkout: { id, shippingInfo: { selectedCarrierServiceOption: { code: 'standard' } } } })
    assert.equal((await attempt(buyer.payments.placeOrder({ id, returnUrl: shop.url })))[0]?.code, 'INVALID_ARGUMENT')
    const paymentToken = await card(buyer)
    assert.equal(
      (await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl: shop.url, expectedTotal: '1.00' })))[0]?.code,
      'CHECKOUT_CHANGED',
    )
    assert.equal(
      (await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl: 'https://evil.example' })))[0]?.code,
      'REDIRECT_URI_NOT_ALLOWED',
    )
    assert.equal(
      (await attempt(buyer.payments.placeOrder({ id, paymentToken: 'x', returnUrl: shop.url })))[0]?.code,
      'PAYMENT_TOKEN_INVALID',
    )
    await buyer.checkout.addToCheckout({ id, lineItems: [{ quantity: 1, catalogReference: mug.reference('Ink') }] })
    const [short] = await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl: shop.url }))
    assert.equal(short?.code, 'PARTIAL_OUT_OF_STOCK')
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.equal(checkout.violations[0]?.target?.lineItem?.suggestedFix, 'REMOVE_LINE_ITEM')
  })

  // attack: Other people's data | an order is read by its link with a wrong email | its progress only
  test('the status link tells how far it is, and the rest only to whom the e-mail belongs', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: print }])
    const { orderId, statusToken } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
    const unauthenticated = newBuyer(shop)
    assert.equal((await attempt(unauthenticated.orders.getOrderStatus({ id: orderId })))[0]?.code, 'ORDER_NOT_FOUND')
    const linked = await unauthenticated.orders.getOrderStatus({ id: orderId, token: statusToken })
    assert.equal(linked.order.details, undefined)
    assert.equal(linked.order.timeline[1]?.stop, 'PAID')
    const known = await unauthenticated.orders.getOrderStatus({ id: orderId, token: statusToken, email: 'ADA@example.com' })
    assert.equal(known.order.details?.lineItems[0]?.productName?.original, 'Print')
    assert.equal(
      (await attempt(unauthenticated.orders.getOrderStatus({ id: orderId, email: 'eve@example.com' })))[0]?.code,
      'ORDER_NOT_FOUND',
    )
  })
})

describe('redirect sessions', () => {
  test('lead to the hosted checkout, and back only where the app allows', async () => {
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: print }])
    const { redirectSession } = await buyer.redirects.createRedirectSession({
      ecomCheckout: { checkoutId },
      callbacks: { postFlowUrl: 'https://shop.example/done', thankYouPageUrl: 'http://localhost:5173/thanks' },
    })
    assert.ok(redirectSession.fullUrl.startsWith(`${shop.url}/checkout/${checkoutId}?key=`))
    const found = await buyer.redirects.getRedirectSession({ id: redirectSession.id })
    assert.equal(found.callbacks.thankYouPageUrl, 'http://localhost:5173/thanks')
    const [foreign] = await attempt(
      buyer.redirects.createRedirectSession({ ecomCheckout: { checkoutId }, callbacks: { postFlowUrl: 'https://evil.example/' } }),
    )
    assert.equal(foreign?.code, 'REDIRECT_URI_NOT_ALLOWED')
    const [none] = await attempt(buyer.redirects.createRedirectSession({ callbacks: {} }))
    assert.equal(none?.code, 'REDIRECT_INTENT_REQUIRED')
    const [later] = await attempt(buyer.redirects.createRedirectSession({ bookingsCheckout: {} }))
    assert.equal(later?.code, 'REDIRECT_INTENT_NOT_SERVED')
  })
})
