import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  apiKey,
  attempt,
  type Connection,
  createClient,
  each,
  inMemory,
  Refused,
  type Session,
  Unreachable,
  visitor,
} from '@vitrine/client'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type Stocked, stockCatalogue } from '../src/stocked-catalogue.ts'

const storesApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const address = { country: 'DE', city: 'Berlin', postalCode: '10997', addressLine: 'Oberbaumstraße 7' }
const contactDetails = { firstName: 'Ada', lastName: 'Lovelace' }
const goodCard = { cardNumber: '4242424242424242', expiryMonth: 12, expiryYear: 2099, securityCode: '123', holder: 'Ada Lovelace' }

let platform: TestPlatform
let stocked: Stocked

before(async () => {
  platform = await startTestPlatform()
  stocked = await stockCatalogue(platform)
})
after(async () => {
  await platform?.[Symbol.asyncDispose]()
  assert.deepEqual(platform.faults, [])
})

/** Over a socket as a browser sends, or without one as pages rendered in the platform's own process do. */
const ways = [
  { way: 'over a socket', send: () => globalThis.fetch },
  { way: 'in one process', send: () => platform.platform.fetch },
]

const shopper = (more: Partial<Connection<Session>> = {}, tokens = inMemory()) =>
  createClient({
    baseUrl: platform.url,
    ...more,
    auth: visitor({ clientId: platform.clientId, tokens }),
  })
type Shopper = ReturnType<typeof shopper>

const lineOf = (catalogItemId: string, quantity = 1, options?: Record<string, string>) => ({
  catalogReference: { appId: storesApp, catalogItemId, ...(options && { options: { options } }) },
  quantity,
})

/** A network that carries every request and loses the first answers of one path. */
function losing(send: typeof fetch, path: string, answers: number) {
  let sent = 0
  const lossy: typeof fetch = async (input, init) => {
    const answer = await send(input, init)
    if (new URL(input instanceof Request ? input.url : input).pathname.endsWith(path) && sent++ < answers)
      throw new TypeError('the connection broke')
    return answer
  }
  return { fetch: lossy, sent: () => sent }
}

/** A checkout that lacks nothing but the payment, and what is due for it. */
async function readyCheckout({ currentCart, checkout }: Shopper, lineItems = [lineOf(stocked.plain.id)]) {
  await currentCart.addToCurrentCart({ lineItems })
  const { checkoutId } = await currentCart.createCheckoutFromCurrentCart({
    channelType: 'WEB',
    email: 'ada@example.com',
    shippingAddress: address,
  })
  const { checkout: ready } = await checkout.updateCheckout({
    checkout: {
      id: checkoutId,
      shippingInfo: { shippingDestination: { address, contactDetails }, selectedCarrierServiceOption: { code: 'standard' } },
      billingInfo: { address, contactDetails },
    },
  })
  return { id: checkoutId, expectedTotal: ready.priceSummary!.total!.amount, returnUrl: 'https://shop.example/thanks' }
}

for (const { way, send } of ways) {
  describe(`our own client, ${way}`, () => {
    test('a guest finds, chooses, pays and sees the order', async () => {
      const client = shopper({ fetch: send() })
      const { products } = await client.products.queryProducts({ query: { filter: { slug: stocked.withOptions.slug } } })
      const product = products[0]!
      const { selectedVariant } = await client.products.getProductOptionsAvailability({
        id: product.id,
        options: stocked.withOptions.choice,
      })
      assert.ok(selectedVariant)
      const ready = await readyCheckout(client, [lineOf(product.id, 2, stocked.withOptions.choice)])
      const { token, last4 } = await client.payments.createCardToken(goodCard)
      assert.equal(last4, '4242')
      const placed = await client.payments.placeOrder({ ...ready, paymentToken: token })
      assert.equal(placed.status, 'APPROVED')
      const { order } = await client.orders.getOrder({ id: placed.orderId })
      assert.deepEqual(
        [order.number, order.paymentStatus, order.priceSummary?.total?.amount],
        [placed.orderNumber, 'PAID', ready.expectedTotal],
      )
      const [refused, status] = await attempt(
        shopper({ fetch: send() }).orders.getOrderStatus({ id: placed.orderId, token: placed.statusToken }),
      )
      assert.equal(refused, undefined)
      assert.equal(status.order.number, placed.orderNumber)
    })

    test('a card that is declined is a refusal with its reason, and another card may be tried', async () => {
      const client = shopper({ fetch: send() })
      const ready = await readyCheckout(client)
      const { token } = await client.payments.createCardToken({ ...goodCard, cardNumber: '4000000000000002' })
      const [refused] = await attempt(client.payments.placeOrder({ ...ready, paymentToken: token }))
      assert.equal(refused?.code, 'PAYMENT_ERROR')
      assert.equal(refused.status, 402)
      assert.equal(refused.data.retryable, true)
      assert.match(refused.requestId!, /^[0-9a-f-]{36}$/)
      const another = await client.payments.createCardToken(goodCard)
      assert.equal((await client.payments.placeOrder({ ...ready, paymentToken: another.token })).status, 'APPROVED')
    })

    test('broken rules come with their fields', async () => {
      const [refused] = await attempt(
        shopper({ fetch: send() }).payments.createCardToken({ ...goodCard, cardNumber: '1', securityCode: 'x' }),
      )
      assert.equal(refused?.code, 'INVALID_ARGUMENT')
      assert.deepEqual(
        refused.fieldViolations.map(({ field }) => field),
        ['cardNumber', 'securityCode'],
      )
    })

    test('a walk over pages meets every product once', async () => {
      const slugs: (string | undefined)[] = []
      const query = { sort: [{ fieldName: 'slug' }], paging: { limit: 3 } }
      for await (const { slug } of each('products', shopper({ fetch: send() }).products.queryProducts, { query })) slugs.push(slug)
      assert.deepEqual(
        slugs,
        stocked.products.map(({ slug }) => slug).sort((a, b) => (a < b ? -1 : 1)),
      )
    })

    test('a query too long for a GET finds the same as its POST', async () => {
      const { products } = shopper({ fetch: send() })
      const many = Array.from({ length: 100 }, (_, i) => `01999999-9999-7999-8999-9999999999${10 + (i % 90)}`)
      const found = await products.queryProducts({ query: { filter: { id: { $in: [...many, stocked.plain.id] } } } })
      assert.deepEqual(
        found.products.map(({ id }) => id),
        [stocked.plain.id],
      )
    })

    test('the same call with the same key is done once, and answers the same', async () => {
      const { currentCart } = shopper({ fetch: send() })
      const add = () => currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id)] }, { idempotencyKey: 'once' })
      const first = await add()
      assert.deepEqual(await add(), first)
      assert.equal((await currentCart.getCurrentCart()).cart.lineItems[0]!.quantity, 1)
      const [refused] = await attempt(currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.other.id)] }, { idempotencyKey: 'once' }))
      assert.equal(refused?.code, 'IDEMPOTENCY_KEY_REUSED')
    })

    test('a write whose answer is lost is sent again and done once', async () => {
      const lossy = losing(send(), '/add-to-cart', 2)
      const { currentCart } = shopper({ fetch: lossy.fetch })
      const { cart } = await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id, 3)] })
      assert.equal(lossy.sent(), 3)
      assert.equal(cart.lineItems[0]!.quantity, 3)
    })

    test('an order whose answer is lost is paid once', async () => {
      const lossy = losing(send(), '/place-order', 1)
      const client = shopper({ fetch: lossy.fetch })
      const ready = await readyCheckout(client)
      const { token } = await client.payments.createCardToken(goodCard)
      const placed = await client.payments.placeOrder({ ...ready, paymentToken: token })
      assert.equal(placed.status, 'APPROVED')
      assert.equal(lossy.sent(), 2)
      const merchant = createClient({ baseUrl: platform.url, fetch: send(), auth: apiKey(platform.apiKey, { siteId: platform.site }) })
      const { orderTransactions } = await merchant.orderTransactions.listTransactionsForSingleOrder({ orderId: placed.orderId })
      assert.equal(orderTransactions.payments.length, 1)
    })

    test('parallel first calls are one visitor', async () => {
      const { currentCart } = shopper({ fetch: send() })
      await Promise.all([stocked.plain.id, stocked.other.id].map((id) => currentCart.addToCurrentCart({ lineItems: [lineOf(id)] })))
      assert.equal((await currentCart.getCurrentCart()).cart.lineItems.length, 2)
    })

    test('a forged refresh token begins a new visitor, and says so', async () => {
      const lost: string[] = []
      const tokens = inMemory({ accessToken: { value: '', expiresAt: 0 }, refreshToken: { value: 'JWS.forged', role: 'visitor' } })
      const auth = visitor({ clientId: platform.clientId, tokens, onSessionLost: (role, why) => lost.push(role, why.code) })
      const client = createClient({ baseUrl: platform.url, fetch: send(), auth })
      await client.products.queryProducts()
      assert.deepEqual(lost, ['visitor', 'INVALID_GRANT'])
    })

    test('an app that nobody registered is refused', async () => {
      const auth = visitor({ clientId: '01999999-9999-7999-8999-999999999999' })
      const [refused] = await attempt(createClient({ baseUrl: platform.url, fetch: send(), auth }).products.queryProducts())
      assert.ok(refused instanceof Refused)
      assert.equal(refused.status, 401)
    })
  })
}

test('a token that is over by the platform’s clock, though not by ours, is renewed within the call: the cart is still there', async () => {
  const { currentCart, auth } = shopper()
  await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id)] })
  const { accessToken, refreshToken } = await auth.tokens()
  platform.clock.advance(5 * 3600 * 1000)
  const { cart } = await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id)] })
  assert.equal(cart.lineItems[0]!.quantity, 2)
  const renewed = await auth.tokens()
  assert.notEqual(renewed.accessToken.value, accessToken.value)
  assert.equal(renewed.refreshToken.value, refreshToken.value)
})

test('nobody there: Unreachable', async () => {
  const { currentCart } = shopper({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
  await assert.rejects(currentCart.getCurrentCart(), Unreachable)
})
