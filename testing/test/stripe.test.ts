import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'
import type { FakeStripe, Fault, StripeEvent } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'

let stripe: FakeStripe
let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
/** What has gone wrong on our side, where a test breaks Stripe on purpose. */
let expectedFaults = 0

const returnUrl = 'http://localhost/back?session=1'
const total = 2490
const euros = (minor: number) => (minor / 100).toFixed(2)

before(async () => {
  stripe = await fakeStripe()
  shop = await startTestPlatform({ stripe })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 1000 }, shop.clock.now())
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
  assert.equal(shop.faults.length, expectedFaults, String(shop.faults))
})
beforeEach(() => stripe.slowRefunds(false))

interface Placed {
  readonly buyer: Buyer
  readonly checkoutId: string
  readonly orderId: string
  readonly sessionId: string
}

async function place(buyer = newBuyer(shop), checkoutId?: string): Promise<Placed> {
  const id = checkoutId ?? (await toCheckout(buyer, [{ product: mug }]))
  const placed = await buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', returnUrl })
  assert.equal(placed.status, 'REQUIRES_ACTION')
  return { buyer, checkoutId: id, orderId: placed.orderId, sessionId: placed.actionUrl!.split('/').at(-1)! }
}

/** Ways back from Stripe's page: the token that the browser brings along. */
const tokenIn = (url: string | undefined): string => new URL(url!).searchParams.get('resultToken')!

async function paid(): Promise<Placed & { readonly paymentId: string; readonly intentId: string }> {
  const placed = await place()
  const resultToken = tokenIn(stripe.visit(placed.sessionId, 'PAY'))
  await placed.buyer.payments.confirmPayment({ id: placed.orderId, resultToken })
  const [payment] = await payments(placed.orderId)
  return { ...placed, paymentId: payment!.id, intentId: stripe.sessions.get(placed.sessionId)!.intent!.id }
}

const payments = (orderId: string) =>
  shop.platform.database.query<{ id: string; status: string; reference: string | null; owed: boolean; card: unknown }>(
    sql`select id, status, provider_reference as reference, void_owed as owed, document->'card' as card from payment
      where site = ${shop.site} and order_id = ${orderId} order by created_at, id`,
  )
const orderOf = (orderId: string) => app.orders.getOrder({ id: orderId }).then(({ order }) => order)
const activities = async (orderId: string) => (await orderOf(orderId)).activities.map(({ activityType }) => activityType)
const stockOf = async () =>
  (
    await shop.platform.database.query<{ quantity: number }>(
      sql`select quantity from stock where site = ${shop.site} and product_id = ${mug.id}`,
    )
  )[0]!.quantity

async function send(event: StripeEvent, signedAt?: Date): Promise<number> {
  const { body, signature } = stripe.webhook(event, signedAt)
  const response = await fetch(`${shop.url}/payments/stripe/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: new Uint8Array(body),
  })
  return response.status
}
const since = (from: number) => stripe.events.slice(from)

/** Loses a question or its answer for good: the library asks a second time where the connection broke. */
function lose(on: RegExp, as: Fault['as'] = 'DROP_AFTER'): void {
  for (let i = as === 'DROP_AFTER' || as === 'DROP_BEFORE' ? 2 : 1; i > 0; i--) stripe.fail({ on, as })
}

async function minutes(count: number): Promise<void> {
  shop.clock.advance(count * 60_000)
  await shop.platform.everyMinute()
}

/** With money held first; the settings come back whatever happens. */
async function held<T>(work: () => Promise<T>): Promise<T> {
  const { database } = shop.platform
  await writeSettings(database, shop.site, 'commerce', { ...testSections.commerce, delayedCapture: {} }, shop.clock.now())
  try {
    return await work()
  } finally {
    await writeSettings(database, shop.site, 'commerce', testSections.commerce, shop.clock.now())
  }
}

describe('paying on Stripe’s page', () => {
  test('is offered beside the sandbox; what is not offered is refused by 409 PAYMENT_METHOD_NOT_AVAILABLE', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { paymentMethods } = await buyer.payments.listPaymentMethods({ id })
    assert.deepEqual(
      paymentMethods.map(({ id, kind }) => [id, kind]),
      [
        ['stripe', 'REDIRECT'],
        ['sandbox', 'CARD'],
      ],
    )
    const [refused] = await attempt(buyer.payments.placeOrder({ id, paymentMethodId: 'cheque', returnUrl }))
    assert.deepEqual([refused?.code, refused?.status], ['PAYMENT_METHOD_NOT_AVAILABLE', 409])
    const [unauthenticated] = await attempt(newBuyer(shop).payments.listPaymentMethods({ id }))
    assert.equal(unauthenticated?.code, 'CHECKOUT_NOT_FOUND')
  })

  test('sends the buyer there and back: paid, and of the card its face is known', async () => {
    const { buyer, orderId, sessionId, checkoutId } = await place()
    const session = stripe.sessions.get(sessionId)!
    const [waiting] = await payments(orderId)
    assert.deepEqual(
      [session.amount_total, session.currency, session.client_reference_id, session.customer_email, session.cancel_url],
      [total, 'eur', waiting!.id, 'ada@example.com', returnUrl],
    )
    assert.deepEqual(session.intentMetadata, { site: shop.site, paymentId: waiting!.id, orderId })
    assert.deepEqual([waiting!.status, waiting!.reference], ['ACTION_REQUIRED', sessionId])

    const back = stripe.visit(sessionId, 'PAY')!
    assert.equal(back, `${returnUrl}&resultToken=${sessionId}`)
    const confirmed = await buyer.payments.confirmPayment({ id: orderId, resultToken: tokenIn(back) })
    assert.equal(confirmed.status, 'APPROVED')
    const [payment] = await payments(orderId)
    assert.deepEqual(
      [payment!.status, payment!.reference, payment!.card],
      ['APPROVED', session.intent!.id, { brand: 'VISA', last4: '4242', goodUntil: '2030-12' }],
    )
    const order = await orderOf(orderId)
    assert.deepEqual([order.status, order.paymentStatus], ['APPROVED', 'PAID'])
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    assert.deepEqual(orderTransactions.payments[0]!.regularPaymentDetails?.creditCardDetails, { brand: 'VISA', lastFourDigits: '4242' })
    assert.equal((await attempt(buyer.checkout.createOrder({ id: checkoutId })))[0]?.code, 'CHECKOUT_ALREADY_PAID')
  })

  // attack: Money | an order is confirmed with another buyer's Stripe session | 400 PAYMENT_TOKEN_INVALID
  test('confirmed too early is still REQUIRES_ACTION; another’s session, or none, is 400 PAYMENT_TOKEN_INVALID', async () => {
    const one = await place()
    const other = await place()
    const early = await one.buyer.payments.confirmPayment({ id: one.orderId, resultToken: one.sessionId })
    assert.deepEqual([early.status, early.actionUrl], ['REQUIRES_ACTION', `${stripe.url}/c/pay/${one.sessionId}`])
    stripe.visit(other.sessionId, 'PAY')
    for (const resultToken of [other.sessionId, 'cs_test_none', 'cs_../refunds', 'rubbish']) {
      const [refused] = await attempt(one.buyer.payments.confirmPayment({ id: one.orderId, resultToken }))
      assert.equal(refused?.code, 'PAYMENT_TOKEN_INVALID', resultToken)
    }
    assert.deepEqual(
      (await payments(one.orderId)).map(({ status }) => status),
      ['ACTION_REQUIRED'],
    )
  })

  test('a refused card is not the end: the page stays open, and another card pays', async () => {
    const { buyer, orderId, sessionId } = await place()
    const from = stripe.events.length
    assert.equal(stripe.visit(sessionId, 'DECLINE'), undefined)
    for (const event of since(from)) assert.equal(await send(event), 200)
    await minutes(1)
    assert.deepEqual(
      (await payments(orderId)).map(({ status }) => status),
      ['ACTION_REQUIRED'],
    )
    const confirmed = await buyer.payments.confirmPayment({ id: orderId, resultToken: tokenIn(stripe.visit(sessionId, 'PAY')) })
    assert.equal(confirmed.status, 'APPROVED')
  })

  test('sent again under one Idempotency-Key is one page, one payment, one order', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const idempotencyKey = crypto.randomUUID()
    const placed = await Promise.all(
      Array.from({ length: 4 }, () => attempt(buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', returnUrl }, { idempotencyKey }))),
    )
    const urls = new Set(placed.flatMap(([, one]) => (one?.actionUrl ? [one.actionUrl] : [])))
    assert.equal(urls.size, 1)
    const orderId = placed.find(([, one]) => one)![1]!.orderId
    assert.equal((await payments(orderId)).length, 1)
  })

  test('with another way to pay the page they left expires', async () => {
    const { buyer, checkoutId, orderId, sessionId } = await place()
    const placed = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl })
    assert.deepEqual([placed.orderId, placed.status], [orderId, 'APPROVED'])
    assert.equal(stripe.sessions.get(sessionId)!.status, 'expired')
    assert.deepEqual(
      (await payments(orderId)).map(({ status }) => status),
      ['CANCELED', 'APPROVED'],
    )
    assert.equal(stripe.visit(sessionId, 'PAY'), undefined)
  })

  test('paid there while another way is tried here, it stands: 409 CHECKOUT_ALREADY_PAID', async () => {
    const { buyer, checkoutId, sessionId, orderId } = await place()
    stripe.visit(sessionId, 'PAY')
    const [refused] = await attempt(buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl }))
    assert.equal(refused?.code, 'CHECKOUT_ALREADY_PAID')
    assert.deepEqual(
      (await payments(orderId)).map(({ status }) => status),
      ['APPROVED'],
    )
  })

  test('a direct debit is on its way for days: the order waits, and is paid or free again when it ends', async () => {
    await minutes(31)
    const before = await stockOf()
    for (const well of [true, false]) {
      const { buyer, orderId, sessionId, checkoutId } = await place()
      const resultToken = tokenIn(stripe.visit(sessionId, 'DEBIT'))
      assert.equal((await buyer.payments.confirmPayment({ id: orderId, resultToken })).status, 'PENDING')
      await minutes(45)
      assert.equal(
        (await attempt(buyer.payments.placeOrder({ id: checkoutId, paymentMethodId: 'stripe', returnUrl })))[0]?.code,
        'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS',
      )
      const from = stripe.events.length
      stripe.endDebit(sessionId, well)
      for (const event of since(from)) assert.equal(await send(event), 200)
      assert.deepEqual(
        (await payments(orderId)).map(({ status }) => status),
        [well ? 'APPROVED' : 'DECLINED'],
      )
    }
    assert.equal(await stockOf(), before - 1)
  })
})

describe('events', () => {
  test('alone pay an order whose buyer never comes back', async () => {
    const { orderId, sessionId } = await place()
    const from = stripe.events.length
    stripe.visit(sessionId, 'PAY')
    for (const event of since(from)) assert.equal(await send(event), 200)
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
  })

  // attack: Money | a Stripe event without a signature, with a wrong one, or an old one | 400, and nothing changes
  test('that Stripe did not sign, or so long ago that somebody else sends them again, are 400 and change nothing', async () => {
    const { orderId, sessionId } = await place()
    const from = stripe.events.length
    stripe.visit(sessionId, 'PAY')
    const event = since(from).find(({ type }) => type === 'checkout.session.completed')!
    const { body, signature } = stripe.webhook(event)
    const post = (sent: Uint8Array, headers: Record<string, string>) =>
      fetch(`${shop.url}/payments/stripe/events`, { method: 'POST', headers, body: new Uint8Array(sent) }).then(({ status }) => status)
    assert.equal(await post(body, {}), 400)
    assert.equal(await post(body, { 'stripe-signature': signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }), 400)
    assert.equal(await post(Buffer.concat([body, Buffer.from(' ')]), { 'stripe-signature': signature }), 400)
    assert.equal(await send(event, new Date(Date.now() - 10 * 60_000)), 400)
    assert.equal((await fetch(`${shop.url}/payments/stripe/events`)).status, 405)
    assert.deepEqual(
      (await payments(orderId)).map(({ status }) => status),
      ['ACTION_REQUIRED'],
    )
    assert.equal(await post(body, { 'stripe-signature': signature }), 200)
    assert.deepEqual(
      (await payments(orderId)).map(({ status }) => status),
      ['APPROVED'],
    )
  })

  test('of payments that are not ours are taken in and passed over', async () => {
    const { sessionId } = await place()
    const from = stripe.events.length
    stripe.visit(sessionId, 'PAY')
    const event = since(from).find(({ type }) => type === 'payment_intent.succeeded')!
    const of = (metadata: object) => send({ ...event, data: { object: { ...event.data.object, metadata } as { id: string } } })
    assert.equal(await of({}), 200)
    assert.equal(await of({ site: 'x', paymentId: "' or 1=1" }), 200)
    assert.equal(await of({ site: shop.site, paymentId: crypto.randomUUID() }), 200)
  })

  test('in any order, each several times, end in one state', async () => {
    for (let round = 0; round < 4; round++) {
      const { orderId, sessionId } = await place()
      const from = stripe.events.length
      stripe.visit(sessionId, 'DECLINE')
      stripe.visit(sessionId, 'PAY')
      const all = since(from)
      const emails = [...all, ...all, ...all].map((event) => ({ event, at: Math.random() })).sort((a, b) => a.at - b.at)
      for (const { event } of emails) assert.equal(await send(event), 200)
      assert.deepEqual(
        (await payments(orderId)).map(({ status, owed }) => [status, owed]),
        [['APPROVED', false]],
      )
      assert.deepEqual(await activities(orderId), ['ORDER_PLACED', 'ORDER_PAID'])
    }
  })

  test('race the browser that comes back: paid once, the mail due once', async () => {
    for (let round = 0; round < 3; round++) {
      const { buyer, orderId, sessionId } = await place()
      const from = stripe.events.length
      const resultToken = tokenIn(stripe.visit(sessionId, 'PAY'))
      const [confirmed] = await Promise.all([
        Promise.all(Array.from({ length: 3 }, () => buyer.payments.confirmPayment({ id: orderId, resultToken }))),
        Promise.all([...since(from), ...since(from)].map((event) => send(event))),
        shop.platform.everyMinute(),
      ])
      assert.deepEqual(new Set(confirmed.map(({ status }) => status)), new Set(['APPROVED']))
      assert.deepEqual(await activities(orderId), ['ORDER_PLACED', 'ORDER_PAID'])
      const [mails] = await shop.platform.database.query<{ count: number }>(
        sql`select count(*)::int as count from outbox where site = ${shop.site} and entity_id = ${orderId} and type = 'wix.ecom.v1.order_approved'`,
      )
      assert.equal(mails!.count, 1)
    }
  })

  test('that come while Stripe cannot be asked are 500, and well when they come again', async () => {
    const { orderId, sessionId } = await place()
    const from = stripe.events.length
    stripe.visit(sessionId, 'PAY')
    const event = since(from).find(({ type }) => type === 'checkout.session.completed')!
    stripe.fail({ on: /GET \/v1\/checkout\/sessions/, as: 'SERVER_ERROR' })
    assert.equal(await send(event), 500)
    expectedFaults++
    assert.equal(await send(event), 200)
    assert.deepEqual(
      (await payments(orderId)).map(({ status }) => status),
      ['APPROVED'],
    )
  })

  test('that never come are made up for by the clock', async () => {
    const { orderId, sessionId } = await place()
    stripe.visit(sessionId, 'PAY')
    await minutes(1)
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
  })
})

describe('a page that nobody pays at', () => {
  test('expires with its order after half an hour, and the stock is free', async () => {
    const before = await stockOf()
    const { orderId, sessionId } = await place()
    assert.equal(await stockOf(), before - 1)
    await minutes(31)
    await minutes(1)
    assert.equal((await orderOf(orderId)).status, 'CANCELED')
    assert.equal(stripe.sessions.get(sessionId)!.status, 'expired')
    assert.equal(await stockOf(), before)
    assert.deepEqual(
      (await payments(orderId)).map(({ status, owed }) => [status, owed]),
      [['CANCELED', false]],
    )
  })

  test('paid at the last moment its order stands', async () => {
    const { orderId, sessionId } = await place()
    stripe.visit(sessionId, 'PAY')
    await minutes(31)
    assert.deepEqual([(await orderOf(orderId)).status, (await orderOf(orderId)).paymentStatus], ['APPROVED', 'PAID'])
  })

  test('paid after its order was given up, while Stripe was not reached, gives the money back', async () => {
    const { orderId, sessionId } = await place()
    await minutes(31)
    stripe.fail({ on: /POST .*expire/, as: 'SERVER_ERROR' })
    await assert.rejects(minutes(1))
    assert.deepEqual(
      (await payments(orderId)).map(({ status, owed }) => [status, owed]),
      [['CANCELED', true]],
    )
    const from = stripe.events.length
    stripe.visit(sessionId, 'PAY')
    for (const event of since(from)) assert.equal(await send(event), 200)
    const { intent } = stripe.sessions.get(sessionId)!
    assert.equal(intent!.charge!.amount_refunded, total)
    await minutes(1)
    assert.equal(intent!.charge!.amount_refunded, total)
    assert.deepEqual(
      (await payments(orderId)).map(({ status, owed }) => [status, owed]),
      [['CANCELED', false]],
    )
    assert.equal((await orderOf(orderId)).status, 'CANCELED')
  })

  test('that could not be opened is 402 PAYMENT_ERROR, whatever became of the question; the stock is free, and the next try is well', async () => {
    for (const as of ['DROP_BEFORE', 'DROP_AFTER', 'SERVER_ERROR', 'RATE_LIMITED'] as const) {
      const before = await stockOf()
      const buyer = newBuyer(shop)
      const id = await toCheckout(buyer, [{ product: mug }])
      lose(/POST \/v1\/checkout\/sessions$/, as)
      const [refused] = await attempt(buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', returnUrl }))
      expectedFaults++
      assert.ok(refused?.code === 'PAYMENT_ERROR' && refused.data.reason === 'PROVIDER_UNAVAILABLE', as)
      assert.equal(await stockOf(), before)
      const { orderId, sessionId } = await place(buyer, id)
      const { status } = await buyer.payments.confirmPayment({ id: orderId, resultToken: tokenIn(stripe.visit(sessionId, 'PAY')) })
      assert.equal(status, 'APPROVED')
    }
  })

  test('that takes longer than a buyer waits is no page: 402 PAYMENT_ERROR after seven seconds', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    stripe.fail({ on: /POST \/v1\/checkout\/sessions$/, as: { delayMs: 7600 } })
    const [refused] = await attempt(buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', returnUrl }))
    expectedFaults++
    assert.ok(refused?.code === 'PAYMENT_ERROR' && refused.data.reason === 'PROVIDER_UNAVAILABLE')
  })
})

describe('money that is held', () => {
  const hold = () => held(paid)

  test('is taken in part, once; the rest is let go', async () => {
    const { orderId, paymentId, intentId } = await hold()
    assert.equal((await orderOf(orderId)).paymentStatus, 'PENDING')
    const done = await Promise.all(
      Array.from({ length: 3 }, () =>
        attempt(app.orders.captureAuthorizedPayments({ ecomOrderId: orderId, payments: [{ paymentId, amount: { amount: '20.00' } }] })),
      ),
    )
    assert.equal(done.filter(([refused]) => !refused).length, 1)
    assert.equal(stripe.intents.get(intentId)!.amount_received, 2000)
    assert.equal((await orderOf(orderId)).paymentStatus, 'PARTIALLY_PAID')
  })

  test('is taken once though the answer was lost', async () => {
    const { orderId, paymentId, intentId } = await hold()
    lose(/capture$/)
    const capture = () => app.orders.captureAuthorizedPayments({ ecomOrderId: orderId, payments: [{ paymentId }] })
    await capture()
    assert.equal((await orderOf(orderId)).paymentStatus, 'PENDING')
    assert.equal((await attempt(capture()))[0]?.code, 'PAYMENT_HAS_PENDING_CAPTURE')
    await minutes(1)
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
    assert.equal(stripe.intents.get(intentId)!.amount_received, total)
  })

  test('a capture against a void: one of them, here and at Stripe', async () => {
    for (let round = 0; round < 3; round++) {
      const { orderId, paymentId, intentId } = await hold()
      const { orders } = app
      const ends = await Promise.all([
        attempt(orders.captureAuthorizedPayments({ ecomOrderId: orderId, payments: [{ paymentId }] })),
        attempt(orders.voidAuthorizedPayments({ ecomOrderId: orderId, paymentIds: [paymentId] })),
      ])
      assert.equal(ends.filter(([refused]) => !refused).length, 1)
      const [payment] = await payments(orderId)
      assert.equal(payment!.status, { succeeded: 'APPROVED', canceled: 'VOIDED' }[stripe.intents.get(intentId)!.status as 'succeeded'])
    }
  })

  test('taken or let go on Stripe’s own pages, or held no longer by the bank, is so here too', async () => {
    const one = await hold()
    const from = stripe.events.length
    stripe.captureThere(one.intentId, 1500)
    for (const event of [...since(from), ...since(from)]) assert.equal(await send(event), 200)
    assert.equal((await orderOf(one.orderId)).paymentStatus, 'PARTIALLY_PAID')
    assert.equal((await orderOf(one.orderId)).balanceSummary?.paid?.amount, '15.00')

    const other = await hold()
    const then = stripe.events.length
    stripe.cancelThere(other.intentId)
    for (const event of [...since(then), ...since(then)]) assert.equal(await send(event), 200)
    assert.deepEqual(
      (await payments(other.orderId)).map(({ status }) => status),
      ['VOIDED'],
    )
    assert.equal((await activities(other.orderId)).filter((type) => type === 'AUTHORIZED_PAYMENT_VOIDED').length, 1)
  })

  test('that is gone without a word is found to be gone when it is to be taken', async () => {
    const { orderId, paymentId, intentId } = await hold()
    stripe.cancelThere(intentId)
    await app.orders.captureAuthorizedPayments({ ecomOrderId: orderId, payments: [{ paymentId }] })
    assert.deepEqual(
      (await payments(orderId)).map(({ status }) => status),
      ['VOIDED'],
    )
    assert.equal((await orderOf(orderId)).paymentStatus, 'NOT_PAID')
  })
})

describe('money that goes back', () => {
  const back = (orderId: string, paymentId: string, amount?: number) =>
    attempt(
      app.orders.triggerRefund({
        ecomOrderId: orderId,
        payments: [{ paymentId, ...(amount !== undefined && { amount: { amount: euros(amount) } }) }],
      }),
    )

  test('goes in parts, never more than was taken, also when all ask at once', async () => {
    const { orderId, paymentId, intentId } = await paid()
    const [, first] = await back(orderId, paymentId, 490)
    assert.ok(first?.refundId)
    const ends = await Promise.all(Array.from({ length: 5 }, () => back(orderId, paymentId, 1000)))
    assert.equal(ends.filter(([refused]) => !refused).length, 2)
    assert.equal(stripe.intents.get(intentId)!.charge!.amount_refunded, total)
    assert.equal((await orderOf(orderId)).paymentStatus, 'FULLY_REFUNDED')
  })

  test('once though the answer was lost, also when its key is forgotten by then', async () => {
    const { orderId, paymentId, intentId } = await paid()
    lose(/POST \/v1\/refunds/)
    await back(orderId, paymentId, 1000)
    stripe.forgetKeys()
    await minutes(1)
    assert.equal(stripe.intents.get(intentId)!.charge!.amount_refunded, 1000)
    assert.equal((await orderOf(orderId)).paymentStatus, 'PARTIALLY_REFUNDED')
    assert.equal([...stripe.refunds.values()].filter(({ intent }) => intent.id === intentId).length, 1)
  })

  test('slowly, until Stripe says how it ended', async () => {
    stripe.slowRefunds(true)
    for (const well of [true, false]) {
      const { orderId, paymentId, intentId } = await paid()
      await back(orderId, paymentId, 1000)
      assert.equal((await orderOf(orderId)).balanceSummary?.pendingRefund?.amount, '10.00')
      await minutes(1)
      assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
      const refund = [...stripe.refunds.values()].find(({ intent }) => intent.id === intentId)!
      stripe.endRefund(refund.id, well)
      await minutes(1)
      assert.equal((await orderOf(orderId)).paymentStatus, well ? 'PARTIALLY_REFUNDED' : 'PAID')
      assert.equal((await activities(orderId)).at(-1), well ? 'PAYMENT_REFUNDED' : 'PAYMENT_REFUND_FAILED')
    }
  })

  test('not at all where Stripe will not: the refund has failed, and may be tried again', async () => {
    const { orderId, paymentId, intentId } = await paid()
    stripe.intents.get(intentId)!.charge!.amount_refunded = total
    const [, said] = await back(orderId, paymentId, 1000)
    assert.equal(said?.failedPaymentIds[0]?.error?.code, 'CHARGE_ALREADY_REFUNDED')
    stripe.intents.get(intentId)!.charge!.amount_refunded = 0
    const [, again] = await back(orderId, paymentId, 1000)
    assert.ok(again?.refundId)
  })
})

test('nothing of a card is in any question to Stripe, and every write has a key of its own', () => {
  const writes = stripe.requests.filter(({ line }) => line.startsWith('POST') && !/expire$|cancel$/.test(line))
  assert.ok(writes.length > 30)
  for (const { line, idempotencyKey } of writes)
    assert.match(idempotencyKey ?? '', /^[0-9a-f-]{36}:(session|capture|refund|void:\d+)$/, line)
  assert.doesNotMatch(JSON.stringify(stripe.requests), /4242 ?4242|"4242"|card/)
})
