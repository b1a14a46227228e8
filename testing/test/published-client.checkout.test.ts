import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { createClient } from '@vitrine/client'
import { storesAppId } from '../src/products.ts'
import { address, contactDetails, home, lineOf, nobody, type PublishedClient, startPublishedCallers } from '../src/published-callers.ts'
import { codeOf, errorOf } from '../src/published-error.ts'

/** A function that the published client has and its types do not name. */
interface Untyped {
  getWixCheckoutUrl(id: string): Promise<{ checkoutUrl: string }>
}

const { platform, stocked, visitor, app, callers, filledCheckout } = await startPublishedCallers()

for (const { who, client, own } of callers) {
  /** The cart of a program goes on from test to test; every visitor comes with one of their own. */
  const emptied = async () => {
    if (client === app)
      await app()
        .currentCart.deleteCurrentCart()
        .catch(() => {})
  }

  describe(`${who}: current cart`, () => {
    afterEach(emptied)

    test('none yet: 404 OWNED_CART_NOT_FOUND', async () => {
      const error = await errorOf(client().currentCart.getCurrentCart())
      assert.deepEqual([error.status, error.details.applicationError?.code], [404, 'OWNED_CART_NOT_FOUND'])
    })

    test('what is added has everything a cart page shows', async () => {
      const { id, choice, name } = stocked.withOptions
      const { currentCart } = client()
      const { cart } = await currentCart.addToCurrentCart({ lineItems: [lineOf(id, 2, { options: choice })] })
      assert.ok(cart)
      assert.match(cart._id!, /^[0-9a-f-]{36}$/)
      assert.ok(cart._createdDate instanceof Date && cart._updatedDate instanceof Date)
      assert.equal(cart.currency, stocked.currency)
      assert.deepEqual(cart.appliedDiscounts, [])
      const [line] = cart.lineItems!
      assert.ok(line)
      assert.equal(line.quantity, 2)
      assert.equal(line.productName?.original, name)
      assert.equal(line.catalogReference?.catalogItemId, id)
      assert.equal(line.catalogReference?.appId, storesAppId)
      assert.match(line.price!.amount!, /^\d+\.\d{2}$/)
      assert.match(line.price!.formattedAmount!, /\d/)
      assert.equal(line.price!.amount, line.price!.convertedAmount)
      assert.ok(line.fullPrice)
      assert.match(line.image!, /^wix:image:\/\/v1\/[^/]+\/[^/#]+#originWidth=\d+&originHeight=\d+$/)
      assert.doesNotMatch(line.image!, /undefined/)
      assert.match(line.url!, /^https?:\/\/.+\/products\//)
      assert.equal(line.availability?.status, 'AVAILABLE')
      assert.equal(line.itemType?.preset, 'PHYSICAL')
      assert.equal(line.physicalProperties?.shippable, true)
      assert.equal(typeof line.physicalProperties?.weight, 'number')
      assert.deepEqual(
        Object.fromEntries(
          line.descriptionLines!.map(({ name, plainText, colorInfo }) => [name?.original, (plainText ?? colorInfo)?.original]),
        ),
        choice,
      )
      assert.equal(line.paymentOption, 'FULL_PAYMENT_ONLINE')
      if (client === visitor) assert.match(cart.buyerInfo!.visitorId!, /^[0-9a-f-]{36}$/)
      assert.deepEqual(await currentCart.getCurrentCart().then(({ lineItems }) => lineItems), cart.lineItems)
    })

    test('every other call: quantities, update, estimate, coupon, remove, delete', async () => {
      const { currentCart } = client()
      await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id), lineOf(stocked.other.id, 3)] })
      const again = await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id, 2)] })
      assert.deepEqual(
        again.cart!.lineItems!.map(({ quantity }) => quantity),
        [3, 3],
      )
      const [plain, other] = again.cart!.lineItems!.map(({ _id }) => _id!)

      const fewer = await currentCart.updateCurrentCartLineItemQuantity([{ _id: other!, quantity: 1 }])
      assert.deepEqual(
        fewer.cart!.lineItems!.map(({ quantity }) => quantity),
        [3, 1],
      )

      const noted = await currentCart.updateCurrentCart({
        cartInfo: { buyerNote: 'Please ring twice', buyerInfo: { email: 'ada@example.com' }, contactInfo: { address, contactDetails } },
      })
      const cart = 'cart' in noted ? (noted as { cart: typeof noted }).cart : noted
      assert.equal(cart.buyerNote, 'Please ring twice')
      assert.equal(cart.buyerInfo?.email, 'ada@example.com')
      assert.equal(cart.contactInfo?.address?.addressLine1, address.addressLine1)
      assert.equal(cart.contactInfo?.address?.city, 'Berlin')
      assert.equal(cart.contactInfo?.contactDetails?.firstName, 'Ada')

      const estimate = await currentCart.estimateCurrentCartTotals({
        shippingAddress: address,
        calculateShipping: true,
        calculateTax: true,
      })
      assert.equal(estimate.calculatedLineItems!.length, 2)
      const [option] = estimate.shippingInfo!.carrierServiceOptions!.flatMap(({ shippingOptions }) => shippingOptions ?? [])
      assert.ok(option?.code && option.title && option.cost?.price)
      const { priceSummary } = estimate
      const cents = (price: { amount?: string } | undefined) => Math.round(Number(price?.amount) * 100)
      assert.equal(
        cents(priceSummary!.subtotal),
        again.cart!.lineItems!.reduce((sum, line, i) => sum + cents(line.price) * [3, 1][i]!, 0),
      )
      assert.ok(cents(priceSummary!.total) >= cents(priceSummary!.subtotal))
      const chosen = await currentCart.estimateCurrentCartTotals({
        shippingAddress: address,
        selectedShippingOption: { code: option.code },
      })
      assert.equal(chosen.shippingInfo!.selectedCarrierServiceOption!.code, option.code)
      assert.equal(cents(chosen.priceSummary!.shipping), cents(option.cost.price))

      await currentCart.removeCouponFromCurrentCart()
      const left = await currentCart.removeLineItemsFromCurrentCart([plain!])
      assert.deepEqual(
        left.cart!.lineItems!.map(({ _id }) => _id),
        [other],
      )
      assert.equal(await codeOf(currentCart.removeLineItemsFromCurrentCart([plain!])), 'LINE_ITEM_NOT_FOUND')
      await currentCart.deleteCurrentCart()
      assert.equal(await codeOf(currentCart.getCurrentCart()), 'OWNED_CART_NOT_FOUND')
    })

    test('an item that the catalogue does not have: 400 ITEM_NOT_FOUND_IN_CATALOG', async () => {
      const error = await errorOf(client().currentCart.addToCurrentCart({ lineItems: [lineOf(nobody)] }))
      assert.deepEqual([error.status, error.details.applicationError?.code], [400, 'ITEM_NOT_FOUND_IN_CATALOG'])
      assert.deepEqual(error.details.applicationError?.data, { catalogItemId: nobody })
    })
  })

  describe(`${who}: checkout and order`, () => {
    afterEach(emptied)

    test('from the cart: create, get, by cart, url, address, delivery, lines, order, and the order itself', async () => {
      const one = client()
      const { checkout, currentCart, orders } = one
      const { cart } = await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id, 2)] })
      const { checkoutId = '' } = await currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })
      assert.match(checkoutId, /^[0-9a-f-]{36}$/)

      const { checkoutUrl } = await (checkout as unknown as Untyped).getWixCheckoutUrl(checkoutId)
      assert.match(checkoutUrl, new RegExp(`/checkout/${checkoutId}\\?key=`))
      const made = await checkout.getCheckout(checkoutId)
      assert.equal(made._id, checkoutId)
      assert.equal(made.cartId, cart!._id)
      assert.ok(made._createdDate instanceof Date)
      assert.equal(made.completed, false)
      assert.match(made.lineItems![0]!.media!, /^wix:image:\/\/v1\//)
      assert.equal((await checkout.getCheckoutByCartId(cart!._id!)).checkout?._id, checkoutId)
      assert.match((await checkout.getCheckoutUrl(checkoutId)).checkoutUrl!, /^https?:\/\//)

      const addressed = await checkout.updateCheckout(checkoutId, {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: { address, contactDetails } },
        billingInfo: { address, contactDetails },
      })
      assert.equal(addressed.buyerInfo?.email, 'ada@example.com')
      assert.equal(addressed.shippingInfo?.shippingDestination?.address?.addressLine1, address.addressLine1)
      assert.equal(addressed.billingInfo?.address?.country, 'DE')
      const [option] = addressed.shippingInfo.carrierServiceOptions!.flatMap(({ shippingOptions }) => shippingOptions ?? [])
      assert.ok(option?.code)

      const delivered = await checkout.updateCheckout(checkoutId, { shippingInfo: { selectedCarrierServiceOption: { code: option.code } } })
      assert.equal(delivered.shippingInfo?.selectedCarrierServiceOption?.code, option.code)
      assert.equal(delivered.shippingInfo?.shippingDestination?.address?.city, 'Berlin', 'what is not sent stays')
      assert.equal(delivered.buyerInfo?.email, 'ada@example.com')

      const more = await checkout.addToCheckout(checkoutId, { lineItems: [lineOf(stocked.other.id)] })
      assert.equal(more.checkout!.lineItems!.length, 2)
      const [first, second] = more.checkout!.lineItems!.map(({ _id }) => _id!)
      const changed = await checkout.updateLineItemsQuantity(checkoutId, [{ _id: second!, quantity: 2 }])
      assert.equal(changed.checkout!.lineItems![1]!.quantity, 2)
      const fewer = await checkout.removeLineItems(checkoutId, [first!])
      assert.deepEqual(
        fewer.checkout!.lineItems!.map(({ _id }) => _id),
        [second],
      )
      for (const remove of [checkout.removeCoupon, checkout.removeGiftCard, checkout.removeOverrideCheckoutUrl]) {
        assert.equal((await remove(checkoutId)).checkout?._id, checkoutId)
      }

      const { orderId } = await checkout.createOrder(checkoutId)
      assert.match(orderId!, /^[0-9a-f-]{36}$/)
      const order = await orders.getOrder(orderId!)
      assert.equal(order._id, orderId)
      assert.equal(order.checkoutId, checkoutId)
      assert.ok(order._createdDate instanceof Date)
      assert.match(order.number!, /^\d+$/)
      assert.equal(order.buyerInfo?.email, 'ada@example.com')
      assert.equal(order.lineItems![0]!.quantity, 2)
      assert.match(order.lineItems![0]!.image!, /^wix:image:\/\/v1\//)
      assert.equal(order.priceSummary!.total!.amount, fewer.checkout!.priceSummary!.total!.amount)
      assert.equal(order.shippingInfo!.code, option.code)
      assert.equal(
        order.recipientInfo?.contactDetails?.firstName ?? order.shippingInfo?.logistics?.shippingDestination?.contactDetails?.firstName,
        'Ada',
      )
      assert.deepEqual([order.status, order.paymentStatus, order.fulfillmentStatus], ['INITIALIZED', 'NOT_PAID', 'NOT_FULFILLED'])
      assert.equal((await checkout.getCheckout(checkoutId)).completed, false, 'it waits for its payment')

      const { payments } = createClient({ baseUrl: platform.url, auth: own(one) })
      const card = { cardNumber: '4242 4242 4242 4242', expiryMonth: 12, expiryYear: 2099, securityCode: '123', holder: 'Ada Lovelace' }
      const paid = await payments.placeOrder({
        id: checkoutId,
        paymentToken: (await payments.createCardToken(card)).token,
        returnUrl: `${home}/thanks`,
        expectedTotal: order.priceSummary!.total!.amount!,
      })
      assert.deepEqual([paid.orderId, paid.status], [orderId, 'APPROVED'])
      const settled = await orders.getOrder(orderId!)
      assert.deepEqual([settled.status, settled.paymentStatus], ['APPROVED', 'PAID'])
      assert.ok(settled.activities!.some(({ type }) => type === 'ORDER_PLACED'))
      assert.ok(settled.activities!.some(({ type }) => type === 'ORDER_PAID'))
      assert.ok(settled.activities!.every(({ _createdDate }) => _createdDate instanceof Date))
      assert.equal((await checkout.getCheckout(checkoutId)).completed, true)
      assert.equal(await codeOf(checkout.addToCheckout(checkoutId, { lineItems: [lineOf(stocked.other.id)] })), 'CHECKOUT_IS_COMPLETE')
      assert.equal(await codeOf(checkout.createOrder(checkoutId)), 'CHECKOUT_ALREADY_PAID')
      assert.equal(
        await codeOf(currentCart.getCurrentCart()),
        'OWNED_CART_NOT_FOUND',
        'what was bought or taken out at the checkout is gone',
      )
    })

    test('an order of nothing but gifts needs no payment and is complete at once', async () => {
      const { checkout, orders } = client()
      const { _id } = await checkout.createCheckout({
        channelType: 'WEB',
        lineItems: [lineOf(stocked.gratis.id)],
        checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: { address, contactDetails } },
      })
      const { orderId } = await checkout.createOrder(_id!)
      const order = await orders.getOrder(orderId!)
      assert.equal(order.status, 'APPROVED')
      assert.equal(Number(order.priceSummary!.total!.amount), 0)
      assert.equal((await checkout.getCheckout(_id!)).completed, true)
    })

    test('directly, with an address from the start', async () => {
      const { checkout } = client()
      const made = await checkout.createCheckout({
        channelType: 'WEB',
        lineItems: [lineOf(stocked.plain.id)],
        checkoutInfo: { shippingInfo: { shippingDestination: { address, contactDetails } }, buyerInfo: { email: 'ada@example.com' } },
      })
      assert.equal(made.lineItems!.length, 1)
      assert.equal(made.shippingInfo?.shippingDestination?.address?.addressLine1, address.addressLine1)
      assert.equal(made.buyerInfo?.email, 'ada@example.com')
      assert.equal(made.channelType, 'WEB')
    })

    test('none such: 404 CHECKOUT_NOT_FOUND, 404 ORDER_NOT_FOUND', async () => {
      const { checkout, orders } = client()
      assert.equal(await codeOf(checkout.getCheckout(nobody)), 'CHECKOUT_NOT_FOUND')
      assert.equal(await codeOf(orders.getOrder(nobody)), 'ORDER_NOT_FOUND')
    })

    test('nothing in it: 400 EMPTY_CHECKOUT', async () => {
      assert.equal(await codeOf(client().checkout.createCheckout({ channelType: 'WEB' })), 'EMPTY_CHECKOUT')
    })
  })
}

describe('whose it is', () => {
  test('another visitor finds neither the checkout nor the order; a program with a key finds both', async () => {
    const buyer = visitor()
    const { checkoutId, orderId } = await boughtOrder(buyer)
    const other = visitor()
    assert.equal(await codeOf(other.checkout.getCheckout(checkoutId)), 'CHECKOUT_NOT_FOUND')
    assert.equal(await codeOf((other.checkout as unknown as Untyped).getWixCheckoutUrl(checkoutId)), 'CHECKOUT_NOT_FOUND')
    assert.equal(await codeOf(other.orders.getOrder(orderId)), 'ORDER_NOT_FOUND')
    assert.equal((await app().checkout.getCheckout(checkoutId))._id, checkoutId)
    assert.equal((await app().orders.getOrder(orderId))._id, orderId)
  })

  test('a program marks a checkout as completed', async () => {
    const { checkoutId } = await filledCheckout(visitor())
    await app().checkout.markCheckoutAsCompleted(checkoutId)
    assert.equal((await app().checkout.getCheckout(checkoutId)).completed, true)
  })
})

describe('redirect session', () => {
  for (const { who, client } of callers) {
    test(`${who}: to the checkout, with callbacks that are on the app’s list`, async () => {
      const one = client()
      const { checkoutId } = await filledCheckout(one)
      const { redirectSession } = await one.redirects.createRedirectSession({
        ecomCheckout: { checkoutId },
        callbacks: { postFlowUrl: `${home}/`, thankYouPageUrl: `${home}/thanks`, cartPageUrl: `${home}/cart` },
      })
      assert.match(redirectSession!._id!, /^[0-9a-f-]{36}$/)
      assert.match(redirectSession!.fullUrl!, /^https?:\/\//)
      assert.ok(redirectSession!.fullUrl!.includes(checkoutId))
    })
  }

  test('a foreign callback: 400 REDIRECT_URI_NOT_ALLOWED', async () => {
    const client = visitor()
    const { checkoutId } = await filledCheckout(client)
    for (const url of ['https://evil.example/', 'javascript:alert(1)', '//evil.example']) {
      for (const name of ['postFlowUrl', 'thankYouPageUrl', 'cartPageUrl']) {
        const session = client.redirects.createRedirectSession({ ecomCheckout: { checkoutId }, callbacks: { [name]: url } })
        const error = await errorOf(session)
        assert.equal(error.details.applicationError?.code, 'REDIRECT_URI_NOT_ALLOWED', `${name}: ${url}`)
        assert.equal(error.status, 400)
      }
    }
  })

  test('no intent: 400 REDIRECT_INTENT_REQUIRED; a checkout of somebody else: 404', async () => {
    const { checkoutId } = await filledCheckout(visitor())
    assert.equal(await codeOf(visitor().redirects.createRedirectSession({})), 'REDIRECT_INTENT_REQUIRED')
    assert.equal(await codeOf(visitor().redirects.createRedirectSession({ ecomCheckout: { checkoutId } })), 'CHECKOUT_NOT_FOUND')
  })
})

async function boughtOrder(client: PublishedClient) {
  const { checkoutId } = await filledCheckout(client)
  const { orderId } = await client.checkout.createOrder(checkoutId)
  return { checkoutId, orderId: orderId! }
}
