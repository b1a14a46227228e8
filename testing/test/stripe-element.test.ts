// Payments that buyers confirm in Stripe's form on the page of the checkout.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { delayCapture } from '../src/delayed-capture.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { returnUrl, startStripeShop, tokenIn, total } from '../src/stripe-shop.ts'
import { newMember } from '../src/subscribed-member.ts'

const { stripe, shop, mug, app, placeHere, payments, orderOf, activities, stockOf, send, since, lose, minutes } = await startStripeShop()

const statusesOf = async (orderId: string) => (await payments(orderId)).map(({ status }) => status)
const intentsOf = (orderId: string) => [...stripe.intents.values()].filter(({ metadata }) => metadata['orderId'] === orderId)
const backWith = ({ buyer, orderId, back }: Awaited<ReturnType<typeof placeHere>>) =>
  buyer.payments.confirmPayment({ id: orderId, resultToken: tokenIn(back) })
const byCard = { type: 'card' }

describe('Stripe’s form on the page', () => {
  test('is offered with its parameters: the key, the script, the amount in Stripe’s units', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { paymentMethods } = await buyer.payments.listPaymentMethods({ id })
    assert.deepEqual(paymentMethods[0]?.element, {
      provider: 'STRIPE',
      publishableKey: stripe.publishableKey,
      scriptUrl: `${stripe.url}/stripe.js`,
      amount: total,
      decimals: 2,
      currency: 'eur',
      captureMethod: 'automatic',
      keeps: false,
    })
    assert.equal(paymentMethods[1]?.element, undefined)
    const { amount: _, ...express } = paymentMethods[0].element
    assert.deepEqual((await buyer.shop.getShop()).shop.expressCheckout, express)
  })

  test('confirms the one intent of a payment, created once, for the amount due, without a redirect', async () => {
    const placed = await placeHere()
    const intent = stripe.intents.get(placed.intentId)!
    const [payment] = await payments(placed.orderId)
    assert.deepEqual(
      [intent.amount, intent.currency, intent.status, intent.capture_method],
      [total, 'eur', 'requires_payment_method', 'automatic_async'],
    )
    assert.deepEqual(intent.metadata, { site: shop.site, paymentId: payment!.id, orderId: placed.orderId, by: 'element' })
    assert.deepEqual([payment!.status, payment!.reference], ['ACTION_REQUIRED', intent.id])
    assert.equal(placed.back, `${returnUrl}&resultToken=element_${payment!.id}`)
    const asked = stripe.requests.findLast(({ line }) => line === 'POST /v1/payment_intents')!
    assert.equal(asked.idempotencyKey, `${payment!.id}:intent`)

    assert.deepEqual(stripe.confirm(intent.id, byCard, placed.back), { status: 'succeeded' })
    assert.equal((await backWith(placed)).status, 'APPROVED')
    assert.equal((await backWith(placed)).status, 'APPROVED')
    assert.deepEqual(await activities(placed.orderId), ['ORDER_PLACED', 'ORDER_PAID'])
    const [paid] = await payments(placed.orderId)
    assert.deepEqual([paid!.status, paid!.card], ['APPROVED', { brand: 'VISA', last4: '4242', goodUntil: '2030-12' }])
    assert.equal(await codeOf(placeHere(placed.buyer, placed.checkoutId)), 'CHECKOUT_ALREADY_PAID')
  })

  test('removes the secret once it is settled, and shows it to nobody else', async () => {
    const placed = await placeHere()
    const stored = () =>
      shop.platform.database.query<{ secret: string | null }>(
        sql`select document->>'clientSecret' as secret from payment where site = ${shop.site} and order_id = ${placed.orderId}`,
      )
    assert.deepEqual(await stored(), [{ secret: placed.clientSecret }])
    const shown = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: placed.orderId })
    assert.doesNotMatch(JSON.stringify([shown, await orderOf(placed.orderId)]), /_secret_/)
    stripe.confirm(placed.intentId, byCard, placed.back)
    await backWith(placed)
    assert.deepEqual(await stored(), [{ secret: null }])
  })

  test('sent again under one Idempotency-Key is one intent, one payment, one order', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const idempotencyKey = crypto.randomUUID()
    const choice = { id, paymentMethodId: 'stripe', withElement: true, returnUrl }
    const placed = await Promise.all(Array.from({ length: 4 }, () => attempt(buyer.payments.placeOrder(choice, { idempotencyKey }))))
    const secrets = new Set(placed.flatMap(([, one]) => one?.confirmation?.clientSecret ?? []))
    assert.equal(secrets.size, 1)
    const orderId = placed.find(([, one]) => one)![1]!.orderId
    assert.equal((await payments(orderId)).length, 1)
    assert.equal(intentsOf(orderId).length, 1)
  })

  test('stays after a refused card: the order waits, events and the clock do not end it, and another card pays', async () => {
    const placed = await placeHere()
    const from = stripe.events.length
    const refused = stripe.confirm(placed.intentId, { type: 'card', number: '4000000000009995' }, placed.back)
    assert.ok('error' in refused && refused.error.decline_code === 'insufficient_funds')
    for (const event of since(from)) assert.equal(await send(event), 200)
    await minutes(1)
    assert.deepEqual(await statusesOf(placed.orderId), ['ACTION_REQUIRED'])

    const again = await placeHere(placed.buyer, placed.checkoutId)
    assert.equal(again.orderId, placed.orderId)
    assert.notEqual(again.intentId, placed.intentId)
    assert.equal(stripe.intents.get(placed.intentId)!.status, 'canceled')
    stripe.confirm(again.intentId, byCard, again.back)
    assert.equal((await backWith(again)).status, 'APPROVED')
    assert.deepEqual(await statusesOf(placed.orderId), ['CANCELED', 'APPROVED'])
  })

  // attack: Money | a payment that was begun at a lower price is confirmed after the order has changed | its intent is closed, and only what is due can be paid
  test('pays the amount due after the order has changed: the previous intent is canceled', async () => {
    const placed = await placeHere()
    const { checkout } = await placed.buyer.checkout.getCheckout({ id: placed.checkoutId })
    await placed.buyer.checkout.updateLineItemsQuantity({
      id: placed.checkoutId,
      lineItems: [{ id: checkout.lineItems[0]!.id!, quantity: 2 }],
    })
    const { paymentMethods } = await placed.buyer.payments.listPaymentMethods({ id: placed.checkoutId })
    assert.equal(paymentMethods[0]?.element?.amount, total + 2000)
    const again = await placeHere(placed.buyer, placed.checkoutId)
    assert.deepEqual(
      intentsOf(placed.orderId).map(({ amount, status }) => [amount, status]),
      [
        [total, 'canceled'],
        [total + 2000, 'requires_payment_method'],
      ],
    )
    assert.ok('error' in stripe.confirm(placed.intentId, byCard, placed.back))
    stripe.confirm(again.intentId, byCard, again.back)
    await backWith(again)
    assert.equal((await orderOf(placed.orderId)).paymentStatus, 'PAID')
  })

  // attack: Money | the order’s total rises while its first payment waits, and that payment is confirmed | the order is not approved, and the payment is refunded
  test('a payment of less than the order’s new total does not pay it, and is refunded', async () => {
    const placed = await placeHere()
    const { checkout } = await placed.buyer.checkout.getCheckout({ id: placed.checkoutId })
    const lineItems = [{ id: checkout.lineItems[0]!.id!, quantity: 3 }]
    await placed.buyer.checkout.updateLineItemsQuantity({ id: placed.checkoutId, lineItems })
    const made = await placed.buyer.checkout.createOrder({ id: placed.checkoutId })
    assert.equal(made.orderId, placed.orderId)
    stripe.confirm(placed.intentId, byCard, placed.back)
    await attempt(backWith(placed))
    assert.deepEqual([(await orderOf(placed.orderId)).status, await statusesOf(placed.orderId)], ['INITIALIZED', ['VOIDED']])
    assert.equal(stripe.refunds.size, 1)
    const again = await placeHere(placed.buyer, placed.checkoutId)
    stripe.confirm(again.intentId, byCard, again.back)
    assert.equal((await backWith(again)).status, 'APPROVED')
    assert.equal((await orderOf(placed.orderId)).paymentStatus, 'PAID')
  })

  test('409 CHECKOUT_CHANGED when the total has changed, without an intent', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const before = stripe.intents.size
    const choice = { id, paymentMethodId: 'stripe', withElement: true, returnUrl, expectedTotal: '1.00' }
    assert.equal(await codeOf(buyer.payments.placeOrder(choice)), 'CHECKOUT_CHANGED')
    assert.equal(stripe.intents.size, before)
  })

  test('the last unit is held for the buyer who is paying for it: their page shows it and its total until it is paid', async () => {
    const last = await addProduct(shop.platform, { site: shop.site, name: 'Last mug', price: 2000, stock: 2 }, shop.clock.now())
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: last, quantity: 2 }])
    const shown = async () => {
      const { checkout } = await buyer.checkout.getCheckout({ id })
      const { paymentMethods } = await buyer.payments.listPaymentMethods({ id })
      return [checkout.lineItems[0]?.availability, checkout.priceSummary?.total?.amount, paymentMethods[0]?.element?.amount]
    }
    const before = await shown()
    assert.equal(before[2], 4490)
    const placed = await placeHere(buyer, id)
    assert.deepEqual(await shown(), before)
    const other = newBuyer(shop)
    const theirs = await toCheckout(other, [{ product: last }])
    const { checkout } = await other.checkout.getCheckout({ id: theirs })
    assert.equal(checkout.lineItems[0]?.availability?.status, 'NOT_AVAILABLE')
    assert.equal(await codeOf(placeHere(other, theirs)), 'FULL_OUT_OF_STOCK')
    const again = await placeHere(buyer, id)
    assert.equal(again.orderId, placed.orderId)
    assert.deepEqual(await shown(), before)
    stripe.confirm(again.intentId, byCard, again.back)
    assert.equal((await backWith(again)).status, 'APPROVED')
    const [left] = await shop.platform.database.query<{ quantity: number }>(
      sql`select quantity from stock where site = ${shop.site} and product_id = ${last.id}`,
    )
    assert.equal(left!.quantity, 0)
  })

  test('is not available for a card in the shop’s own form: 409 PAYMENT_METHOD_NOT_AVAILABLE, and no order', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const choice = { id, paymentToken: await card(buyer), withElement: true, returnUrl }
    assert.equal(await codeOf(buyer.payments.placeOrder(choice)), 'PAYMENT_METHOD_NOT_AVAILABLE')
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.equal(checkout.completed, false)
  })

  test('402 PAYMENT_ERROR when the intent could not be created; the stock is free, and the next try succeeds', async () => {
    for (const as of ['DROP_BEFORE', 'DROP_AFTER', 'SERVER_ERROR'] as const) {
      const before = await stockOf()
      const buyer = newBuyer(shop)
      const id = await toCheckout(buyer, [{ product: mug }])
      lose(/POST \/v1\/payment_intents$/, as)
      const [refused] = await attempt(buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', withElement: true, returnUrl }))
      assert.equal(shop.faults.splice(0).length, 1)
      assert.ok(refused?.code === 'PAYMENT_ERROR' && refused.data.reason === 'PROVIDER_UNAVAILABLE', as)
      assert.equal(await stockOf(), before)
      const placed = await placeHere(buyer, id)
      stripe.confirm(placed.intentId, byCard, placed.back)
      assert.equal((await backWith(placed)).status, 'APPROVED')
    }
  })
})

describe('methods that leave the page', () => {
  test('iDEAL returns paid; if refused there, the buyer is told, and it cannot be paid later', async () => {
    const placed = await placeHere()
    assert.deepEqual(stripe.confirm(placed.intentId, { type: 'ideal' }, placed.back), { goes: `/bank/${placed.intentId}` })
    assert.equal((await backWith(placed)).status, 'REQUIRES_ACTION')
    const back = stripe.authenticate(placed.intentId, true)
    assert.equal(tokenIn(back), tokenIn(placed.back))
    assert.equal((await backWith(placed)).status, 'APPROVED')

    const other = await placeHere()
    stripe.confirm(other.intentId, { type: 'ideal' }, other.back)
    stripe.authenticate(other.intentId, false)
    const [refused] = await attempt(backWith(other))
    assert.ok(refused?.code === 'PAYMENT_ERROR')
    assert.equal(refused.data.reason, 'AUTHENTICATION_FAILED')
    assert.equal(stripe.intents.get(other.intentId)!.status, 'canceled')
    assert.deepEqual(await statusesOf(other.orderId), ['DECLINED'])
    const again = await placeHere(other.buyer, other.checkoutId)
    stripe.confirm(again.intentId, byCard, again.back)
    assert.equal((await backWith(again)).status, 'APPROVED')
  })

  // attack: Money | an order is confirmed with another buyer's payment at Stripe | 400 PAYMENT_TOKEN_INVALID
  test('another’s payment, or none, is 400 PAYMENT_TOKEN_INVALID', async () => {
    const [one, other] = [await placeHere(), await placeHere()]
    stripe.confirm(other.intentId, byCard, other.back)
    for (const resultToken of [tokenIn(other.back), other.intentId, one.clientSecret, `element_${crypto.randomUUID()}`, 'element_'])
      assert.equal(await codeOf(one.buyer.payments.confirmPayment({ id: one.orderId, resultToken })), 'PAYMENT_TOKEN_INVALID', resultToken)
    assert.equal(
      await codeOf(one.buyer.payments.confirmPayment({ id: other.orderId, resultToken: tokenIn(other.back) })),
      'ORDER_NOT_FOUND',
    )
    assert.deepEqual(await statusesOf(one.orderId), ['ACTION_REQUIRED'])
  })

  test('SEPA is pending for days: the order waits, and is paid or released at the end', async () => {
    await minutes(31)
    const before = await stockOf()
    for (const well of [true, false]) {
      const placed = await placeHere()
      const from = stripe.events.length
      assert.deepEqual(stripe.confirm(placed.intentId, { type: 'sepa_debit' }, placed.back), { status: 'processing' })
      for (const event of since(from)) assert.equal(await send(event), 200)
      assert.equal((await backWith(placed)).status, 'PENDING')
      await minutes(45)
      assert.deepEqual(await statusesOf(placed.orderId), ['PENDING'])
      assert.equal(await codeOf(placeHere(placed.buyer, placed.checkoutId)), 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS')
      const ends = stripe.events.length
      stripe.endDebitOf(placed.intentId, well)
      for (const event of since(ends)) assert.equal(await send(event), 200)
      assert.deepEqual(await statusesOf(placed.orderId), [well ? 'APPROVED' : 'DECLINED'])
      assert.equal(stripe.intents.get(placed.intentId)!.status, well ? 'succeeded' : 'canceled')
    }
    assert.equal(await stockOf(), before - 1)
  })

  test('a failed debit without an event is found by the clock', async () => {
    const placed = await placeHere()
    stripe.confirm(placed.intentId, { type: 'sepa_debit' }, placed.back)
    await backWith(placed)
    stripe.endDebitOf(placed.intentId, false)
    await minutes(60)
    assert.deepEqual(await statusesOf(placed.orderId), ['DECLINED'])
  })
})

describe('races', () => {
  test('the event before the return, and the return before the event, end in one paid order', async () => {
    for (const eventFirst of [true, false]) {
      const placed = await placeHere()
      const from = stripe.events.length
      stripe.confirm(placed.intentId, byCard, placed.back)
      const hear = async () => {
        for (const event of since(from)) assert.equal(await send(event), 200)
      }
      if (eventFirst) await hear()
      assert.equal((await backWith(placed)).status, 'APPROVED')
      if (!eventFirst) await hear()
      assert.deepEqual(await statusesOf(placed.orderId), ['APPROVED'])
      assert.deepEqual(await activities(placed.orderId), ['ORDER_PLACED', 'ORDER_PAID'])
    }
  })

  test('event, return and clock at once: paid once, one email', async () => {
    for (let round = 0; round < 3; round++) {
      const placed = await placeHere()
      const from = stripe.events.length
      stripe.confirm(placed.intentId, byCard, placed.back)
      const [confirmed] = await Promise.all([
        Promise.all(Array.from({ length: 3 }, () => backWith(placed))),
        Promise.all([...since(from), ...since(from)].map((event) => send(event))),
        shop.platform.everyMinute(),
      ])
      assert.deepEqual(new Set(confirmed.map(({ status }) => status)), new Set(['APPROVED']))
      assert.deepEqual(await activities(placed.orderId), ['ORDER_PLACED', 'ORDER_PAID'])
      const [mails] = await shop.platform.database.query<{ count: number }>(
        sql`select count(*)::int as count from outbox where site = ${shop.site} and entity_id = ${placed.orderId} and type = 'wix.ecom.v1.order_approved'`,
      )
      assert.equal(mails!.count, 1)
    }
  })

  // attack: Money | two tabs of one checkout confirm a payment each | the second closes the first, and one of both is paid
  test('two tabs: the second cancels the first, and one of both is paid', async () => {
    const first = await placeHere()
    const second = await placeHere(first.buyer, first.checkoutId)
    assert.ok('error' in stripe.confirm(first.intentId, byCard, first.back))
    stripe.confirm(second.intentId, byCard, second.back)
    assert.equal((await backWith(second)).status, 'APPROVED')
    assert.deepEqual(
      intentsOf(first.orderId).map(({ status }) => status),
      ['canceled', 'succeeded'],
    )
  })

  test('paid in one tab while the other starts again: 409 CHECKOUT_ALREADY_PAID, and no second intent', async () => {
    const first = await placeHere()
    stripe.confirm(first.intentId, byCard, first.back)
    assert.equal(await codeOf(placeHere(first.buyer, first.checkoutId)), 'CHECKOUT_ALREADY_PAID')
    assert.deepEqual(
      intentsOf(first.orderId).map(({ status }) => status),
      ['succeeded'],
    )
  })

  test('the payment of a buyer who never returns is settled by an event or by the clock', async () => {
    for (const byEvent of [true, false]) {
      const placed = await placeHere()
      const from = stripe.events.length
      stripe.confirm(placed.intentId, byCard, placed.back)
      if (byEvent) for (const event of since(from)) assert.equal(await send(event), 200)
      else await minutes(1)
      assert.equal((await orderOf(placed.orderId)).paymentStatus, 'PAID')
    }
  })

  test('an unconfirmed payment is canceled with its order after half an hour, and the stock is free', async () => {
    const before = await stockOf()
    const placed = await placeHere()
    await minutes(31)
    await minutes(1)
    assert.equal((await orderOf(placed.orderId)).status, 'CANCELED')
    assert.equal(stripe.intents.get(placed.intentId)!.status, 'canceled')
    assert.equal(await stockOf(), before)
  })

  test('while Stripe is unreachable, neither another try nor the return from the bank is a fault, and both work afterwards', async () => {
    const placed = await placeHere()
    stripe.fail({ on: /GET .*payment_intents/, as: 'SERVER_ERROR' })
    assert.equal(await codeOf(placeHere(placed.buyer, placed.checkoutId)), 'PAYMENT_PROVIDER_UNREACHABLE')
    stripe.fail({ on: /GET .*payment_intents/, as: 'SERVER_ERROR' })
    assert.equal(await codeOf(backWith(placed)), 'PAYMENT_PROVIDER_UNREACHABLE')
    assert.deepEqual(await statusesOf(placed.orderId), ['ACTION_REQUIRED'])
    const again = await placeHere(placed.buyer, placed.checkoutId)
    stripe.confirm(again.intentId, byCard, again.back)
    assert.equal((await backWith(again)).status, 'APPROVED')
    assert.deepEqual(await statusesOf(placed.orderId), ['CANCELED', 'APPROVED'])
    assert.deepEqual(shop.faults, [])
  })

  test('an intent that a bank refused and that Stripe does not cancel stays open for the buyer, and is paid once', async () => {
    const placed = await placeHere()
    stripe.confirm(placed.intentId, { type: 'card', number: '4000000000009995' }, placed.back)
    stripe.fail({ on: /POST .*cancel/, as: 'SERVER_ERROR' })
    assert.equal((await backWith(placed)).status, 'REQUIRES_ACTION')
    assert.deepEqual(await statusesOf(placed.orderId), ['ACTION_REQUIRED'])
    stripe.confirm(placed.intentId, byCard, placed.back)
    assert.equal((await backWith(placed)).status, 'APPROVED')
    assert.deepEqual(await statusesOf(placed.orderId), ['APPROVED'])
  })

  test('a payment confirmed after its order was canceled, while Stripe was unreachable, is refunded', async () => {
    const placed = await placeHere()
    await minutes(31)
    stripe.fail({ on: /POST .*cancel/, as: 'SERVER_ERROR' })
    await assert.rejects(minutes(1))
    stripe.confirm(placed.intentId, byCard, placed.back)
    await minutes(1)
    assert.equal(stripe.intents.get(placed.intentId)!.charge!.amount_refunded, total)
    assert.equal((await orderOf(placed.orderId)).status, 'CANCELED')
  })
})

describe('after the payment', () => {
  test('a member’s saved card pays again without the form, and the form can be chosen again', async () => {
    const member = await newMember(shop)
    const id = await toCheckout(member.client, [{ product: mug }])
    const placed = await member.client.payments.placeOrder({
      id,
      paymentMethodId: 'stripe',
      withElement: true,
      savePaymentMethod: true,
      returnUrl,
    })
    const { clientSecret, returnUrl: back } = placed.confirmation!
    const intent = stripe.intents.get(clientSecret.split('_secret_')[0]!)!
    assert.equal(intent.setup_future_usage, 'off_session')
    assert.ok(intent.customer)
    stripe.confirm(intent.id, byCard, back)
    await member.client.payments.confirmPayment({ id: placed.orderId, resultToken: tokenIn(back) })
    const [saved] = (await member.client.payments.listSavedPaymentMethods({ siteMemberId: 'me' })).savedPaymentMethods
    const next = await toCheckout(member.client, [{ product: mug }])
    const again = await member.client.payments.placeOrder({ id: next, savedPaymentMethodId: saved!.id, returnUrl })
    assert.equal(again.status, 'APPROVED')
    const other = await toCheckout(member.client, [{ product: mug }])
    const both = member.client.payments.placeOrder({ id: other, savedPaymentMethodId: saved!.id, withElement: true, returnUrl })
    assert.equal(await codeOf(both), 'PAYMENT_METHOD_NOT_AVAILABLE')
  })

  test('an authorization is marked in the form; it is captured and refunded as usual', async () => {
    await delayCapture(shop, {})
    try {
      const buyer = newBuyer(shop)
      const id = await toCheckout(buyer, [{ product: mug }])
      const { paymentMethods } = await buyer.payments.listPaymentMethods({ id })
      assert.equal(paymentMethods[0]?.element?.captureMethod, 'manual')
      const placed = await placeHere(buyer, id)
      stripe.confirm(placed.intentId, byCard, placed.back)
      assert.equal((await backWith(placed)).status, 'APPROVED')
      assert.equal(stripe.intents.get(placed.intentId)!.status, 'requires_capture')
      const [payment] = await payments(placed.orderId)
      assert.equal(payment!.status, 'AUTHORIZED')
      await app.orders.captureAuthorizedPayments({ ecomOrderId: placed.orderId, payments: [{ paymentId: payment!.id }] })
      assert.equal(stripe.intents.get(placed.intentId)!.amount_received, total)
    } finally {
      await delayCapture(shop)
    }
  })
})
