import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { codeOf } from '../src/refused.ts'
import { returnUrl, startStripeShop, tokenIn, total } from '../src/stripe-shop.ts'

const { stripe, shop, mug, app, place, payments, orderOf, activities, stockOf, send, since, lose, minutes, assertKeysAndNoCards } =
  await startStripeShop()

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
    assert.equal(shop.faults.splice(0).length, 1)
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
      assert.equal(shop.faults.splice(0).length, 1)
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
    assert.equal(shop.faults.splice(0).length, 1)
    assert.ok(refused?.code === 'PAYMENT_ERROR' && refused.data.reason === 'PROVIDER_UNAVAILABLE')
  })
})

test('nothing of a card is in any question to Stripe, and every write has a key of its own', () => assertKeysAndNoCards(30))

describe('a payment link, while Stripe is unreachable', () => {
  test('is not paid a second time and not confirmed, without a fault; afterwards it is', async () => {
    const { order } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'BACKOFFICE_MERCHANT' },
        lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
        buyerInfo: { email: 'ada@example.com' },
      },
    })
    const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({
      ecomOrderId: order.id!,
      amount: { amount: '10.00' },
    })
    const payer = newBuyer(shop)
    const pay = () => payer.payments.payCollection({ id, paymentMethodId: 'stripe', returnUrl })
    const confirm = (resultToken: string) => payer.payments.confirmCollection({ id, resultToken })
    const sessionOf = ({ actionUrl }: Awaited<ReturnType<typeof pay>>) => actionUrl!.split('/').at(-1)!
    const unreachable = () => stripe.fail({ on: /GET \/v1\/checkout\/sessions/, as: 'SERVER_ERROR' })

    await pay()
    unreachable()
    assert.equal(await codeOf(pay()), 'PAYMENT_PROVIDER_UNREACHABLE')
    const resultToken = tokenIn(stripe.visit(sessionOf(await pay()), 'PAY'))
    unreachable()
    assert.equal(await codeOf(confirm(resultToken)), 'PAYMENT_PROVIDER_UNREACHABLE')
    assert.equal((await confirm(resultToken)).status, 'APPROVED')
    assert.deepEqual(
      (await payments(order.id!)).map(({ status }) => status),
      ['CANCELED', 'APPROVED'],
    )
  })
})
