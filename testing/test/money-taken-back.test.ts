import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import type { FakeStripe, StripeEvent } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'

let stripe: FakeStripe
let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
let admin: ReturnType<typeof newAdmin>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice }).orderBilling

const total = 2490
const returnUrl = 'http://localhost/back?session=1'
const disputing = '4000 0000 0000 0259'
const givingUp = '4000 0000 0000 2685'

before(async () => {
  stripe = await fakeStripe()
  shop = await startTestPlatform({ stripe })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 1000 }, shop.clock.now())
  app = newApp()
  admin = newAdmin()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => stripe.slowRefunds(false))

interface Paid {
  readonly orderId: string
  readonly paymentId: string
  readonly intentId: string
}

/** A mug and its delivery, paid on Stripe's page: 24.90. */
async function paid(): Promise<Paid> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }])
  const { orderId, actionUrl } = await buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', returnUrl })
  return { orderId, ...(await payThere(orderId, actionUrl!)) }
}

async function payThere(orderId: string, actionUrl: string) {
  const sessionId = actionUrl.split('/').at(-1)!
  stripe.visit(sessionId, 'PAY')
  await tell(stripe.events.length - 2)
  const { payments } = await transactionsOf(orderId)
  return { paymentId: payments.at(-1)!.id!, intentId: stripe.sessions.get(sessionId)!.intent!.id }
}

/** Something for 100.00 that was agreed by telephone: 40.00 paid on Stripe's page, 60.00 held there. */
async function halfHeld(): Promise<Paid & { readonly heldId: string }> {
  const { order } = await app.orders.createOrder({
    order: {
      channelInfo: { type: 'BACKOFFICE_MERCHANT' },
      lineItems: [{ productName: { original: 'A kiln' }, quantity: 1, price: { amount: '100' }, itemType: { preset: 'PHYSICAL' } }],
      priceSummary: {},
      buyerInfo: { email: 'ada@example.com' },
    },
  })
  const orderId = order.id!
  const pay = async (amount: string, more: object = {}) => {
    const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({ ecomOrderId: orderId, amount: { amount }, ...more })
    const { actionUrl } = await newBuyer(shop).payments.payCollection({ id, paymentMethodId: 'stripe', returnUrl: `${shop.url}/back` })
    return payThere(orderId, actionUrl!)
  }
  const first = await pay('40')
  const { paymentId: heldId } = await pay('60', { delayedCapture: true })
  return { orderId, ...first, heldId }
}

const transactionsOf = async (orderId: string) =>
  (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const storyOf = async (id: string) => (await orderOf(id)).activities.map(({ activityType }) => activityType)
const countOf = async (id: string, type: string) => (await storyOf(id)).filter((one) => one === type).length
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const chargebacksOf = async ({ orderId, paymentId }: Paid) =>
  (await transactionsOf(orderId)).payments.find(({ id }) => id === paymentId)?.regularPaymentDetails?.chargebacks ?? []
const back = ({ orderId, paymentId }: Paid, amount?: string) =>
  app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId, ...(amount && { amount: { amount } }) }] })

async function send(event: StripeEvent): Promise<number> {
  const { body, signature } = stripe.webhook(event)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return (await fetch(`${shop.url}/payments/stripe/events`, { method: 'POST', headers, body: new Uint8Array(body) })).status
}
const tell = async (from: number) => {
  for (const event of stripe.events.slice(from)) assert.equal(await send(event), 200)
}
/** What Stripe tells while something is done there. */
async function during<T>(work: () => T): Promise<{ readonly done: T; readonly events: readonly StripeEvent[] }> {
  const from = stripe.events.length
  const done = work()
  return { done, events: stripe.events.slice(from) }
}
async function minutes(count: number): Promise<void> {
  shop.clock.advance(count * 60_000)
  await shop.platform.everyMinute()
}

describe('a dispute at Stripe', () => {
  test('is a chargeback once, however often and in whatever order it is told; lost, it stays one', async () => {
    const order = await paid()
    const { done: disputeId, events } = await during(() => stripe.dispute(order.intentId))
    assert.equal(events.length, 2)
    const statuses = await Promise.all([...events, ...events, ...events.toReversed()].map(send))
    assert.deepEqual(new Set(statuses), new Set([200]))
    const chargebacks = await chargebacksOf(order)
    assert.equal(chargebacks.length, 1)
    assert.deepEqual([chargebacks[0]?.amount?.amount, chargebacks[0]?.status, chargebacks[0]?.externalId], ['24.90', 'APPROVED', disputeId])
    assert.equal(await countOf(order.orderId, 'CHARGEBACK_CREATED'), 1)
    const { balanceSummary } = await orderOf(order.orderId)
    assert.equal(balanceSummary?.chargeback?.amount, '24.90')
    const { status } = await app.orders.getPaymentCollectabilityStatus({ ecomOrderId: order.orderId })
    assert.equal(status, 'NONCOLLECTABLE_ORDER_HAS_CHARGEBACKS')
    const { payments } = await admin.getOrderRefundability({ orderId: order.orderId })
    assert.equal(payments[0]?.nonRefundable?.reason, 'AMOUNT_OFFSET_BY_CHARGEBACK')
    const ended = await during(() => stripe.endDispute(disputeId, 'lost'))
    await Promise.all(ended.events.map(send))
    assert.equal((await chargebacksOf(order))[0]?.status, 'APPROVED')
    assert.equal(await countOf(order.orderId, 'CHARGEBACK_REVERSED'), 0)
  })

  test('that is won is reversed, once, and the money can go back in the usual way', async () => {
    const order = await paid()
    const { done: disputeId, events } = await during(() => stripe.dispute(order.intentId, 1000))
    for (const event of events) await send(event)
    assert.equal(await codeOf(back(order, '24.90')), 'INVALID_AMOUNT')
    const won = await during(() => stripe.endDispute(disputeId, 'won'))
    await Promise.all([...won.events, ...won.events, ...events].map(send))
    const [chargeback] = await chargebacksOf(order)
    assert.deepEqual([chargeback?.status, chargeback?.amount?.amount, chargeback?.reversalAmount?.amount], ['REVERSED', '10.00', '10.00'])
    assert.equal(await countOf(order.orderId, 'CHARGEBACK_REVERSED'), 1)
    const { balanceSummary } = await orderOf(order.orderId)
    assert.deepEqual([balanceSummary?.chargeback?.amount, balanceSummary?.chargebackReversal?.amount], ['10.00', '10.00'])
    assert.equal(await codeOf(back(order, '24.90')), 'done')
    assert.equal((await orderOf(order.orderId)).paymentStatus, 'FULLY_REFUNDED')
  })

  test('of what was refunded before leaves nothing to be given back, and not less', async () => {
    const order = await paid()
    await back(order, '20.00')
    const { events } = await during(() => stripe.dispute(order.intentId))
    for (const event of events) await send(event)
    const { paymentsSummary } = await admin.getOrderRefundability({ orderId: order.orderId })
    assert.deepEqual([paymentsSummary.monetary.refunded.amount, paymentsSummary.monetary.maxRefund.amount], ['20.00', '0.00'])
  })

  test('is told to the shop by email', async () => {
    const order = await paid()
    const { events } = await during(() => stripe.dispute(order.intentId))
    for (const event of [...events, ...events]) await send(event)
    await shop.platform.jobs.settle()
    const { number } = await orderOf(order.orderId)
    const { messages } = await app.inbox.listMessages()
    const emails = messages.filter(({ subject }) => subject === `A bank took back €24.90 of order ${number}`)
    assert.equal(emails.length, 1)
  })

  test('is none as long as the bank only asks', async () => {
    const order = await paid()
    const { done, events } = await during(() => stripe.dispute(order.intentId, undefined, true))
    for (const event of events) assert.equal(await send(event), 200)
    const ended = await during(() => stripe.endDispute(done, 'warning_closed'))
    for (const event of ended.events) assert.equal(await send(event), 200)
    assert.deepEqual(await chargebacksOf(order), [])
    assert.equal((await app.orders.getPaymentCollectabilityStatus({ ecomOrderId: order.orderId })).status, 'NONCOLLECTABLE_ORDER_IS_PAID')
  })
})

describe('a card of the sandbox that', () => {
  const bought = async (number: string) => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, number), returnUrl })
    return { orderId, paymentId: (await transactionsOf(orderId)).payments[0]!.id!, intentId: '' }
  }
  const seconds = async (count: number) => {
    shop.clock.advance(count * 1000)
    await shop.platform.tellBank()
  }

  test('disputes is charged back five seconds later; the bank refuses to give it back once more', async () => {
    const order = await bought(disputing)
    assert.deepEqual(await chargebacksOf(order), [])
    await seconds(6)
    assert.deepEqual(
      (await chargebacksOf(order)).map(({ amount, status }) => [amount?.amount, status]),
      [['24.90', 'APPROVED']],
    )
    await seconds(6)
    assert.equal((await chargebacksOf(order)).length, 1)
    assert.equal(await codeOf(back(order)), 'REFUND_NOT_AVAILABLE')
  })

  test('gives up its dispute: the money comes again', async () => {
    const order = await bought(givingUp)
    await seconds(6)
    await seconds(6)
    assert.deepEqual(
      (await chargebacksOf(order)).map(({ amount, status, reversalAmount }) => [amount?.amount, status, reversalAmount?.amount]),
      [['24.90', 'REVERSED', '24.90']],
    )
    assert.equal((await orderOf(order.orderId)).paymentStatus, 'PAID')
  })
})

describe('held money in the admin', () => {
  test('409 ORDER_HAS_CHARGEBACKS: of an order whose other money was taken back it is not captured, but may be voided', async () => {
    const order = await halfHeld()
    const { events } = await during(() => stripe.dispute(order.intentId))
    for (const event of events) await send(event)
    const payments = [{ paymentId: order.heldId }]
    assert.equal(await codeOf(admin.captureAuthorizedPayments({ orderId: order.orderId, payments })), 'ORDER_HAS_CHARGEBACKS')
    assert.equal((await orderOf(order.orderId)).balanceSummary?.authorized?.amount, '60.00')
    assert.equal(await codeOf(admin.voidAuthorizedPayments({ orderId: order.orderId, paymentIds: [order.heldId] })), 'done')
  })

  test('409 PAYMENT_HAS_PENDING_CAPTURE: what is being taken, and nobody knows yet whether it was, is not taken again', async () => {
    const { orderId, heldId } = await halfHeld()
    for (let i = 0; i < 2; i++) stripe.fail({ on: /capture/, as: 'DROP_AFTER' })
    const payments = [{ paymentId: heldId }]
    const { orderTransactions } = await admin.captureAuthorizedPayments({ orderId, payments })
    const captures = orderTransactions.payments.at(-1)?.regularPaymentDetails?.authorizationDetails?.captures
    assert.deepEqual(
      captures?.map(({ status }) => status),
      ['PENDING'],
    )
    assert.equal(await codeOf(admin.captureAuthorizedPayments({ orderId, payments })), 'PAYMENT_HAS_PENDING_CAPTURE')
    await minutes(1)
    assert.equal(await codeOf(admin.captureAuthorizedPayments({ orderId, payments })), 'PAYMENT_ALREADY_CAPTURED')
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
  })

  test('a dispute against a capture: taken before it or not at all, and the books say what the bank does', async () => {
    for (let i = 0; i < 6; i++) {
      const order = await halfHeld()
      const { events } = await during(() => stripe.dispute(order.intentId))
      const capture = () => codeOf(admin.captureAuthorizedPayments({ orderId: order.orderId, payments: [{ paymentId: order.heldId }] }))
      const heard = i % 2 ? Promise.all(events.map(send)) : undefined
      const [code] = await Promise.all([capture(), heard ?? Promise.all(events.map(send))])
      assert.ok(code === 'done' || code === 'ORDER_HAS_CHARGEBACKS', String(code))
      const { balanceSummary } = await orderOf(order.orderId)
      assert.equal(balanceSummary?.paid?.amount, code === 'done' ? '100.00' : '40.00')
      assert.equal(balanceSummary?.authorized?.amount, code === 'done' ? '0.00' : '60.00')
      assert.equal(balanceSummary?.chargeback?.amount, '40.00')
      assert.equal((await chargebacksOf(order)).length, 1)
    }
  })
})

describe('a refund on Stripe’s own pages', () => {
  test('is a refund of the order once: a part, then the rest, told many times and at once', async () => {
    const order = await paid()
    const part = await during(() => stripe.refundThere(order.intentId, 1000))
    assert.deepEqual(new Set(await Promise.all([...part.events, ...part.events, ...part.events].map(send))), new Set([200]))
    assert.equal((await orderOf(order.orderId)).paymentStatus, 'PARTIALLY_REFUNDED')
    const rest = await during(() => stripe.refundThere(order.intentId))
    await Promise.all([...rest.events, ...part.events, ...rest.events.toReversed()].map(send))
    const { refunds, payments } = await transactionsOf(order.orderId)
    assert.deepEqual(
      refunds.map(({ summary, transactions }) => [
        summary?.refunded?.amount,
        transactions?.[0]?.providerRefundId,
        transactions?.[0]?.refundStatus,
      ]),
      [
        ['10.00', part.done, 'SUCCEEDED'],
        ['14.90', rest.done, 'SUCCEEDED'],
      ],
    )
    assert.equal(payments[0]?.status, 'REFUNDED')
    assert.equal((await orderOf(order.orderId)).paymentStatus, 'FULLY_REFUNDED')
    assert.equal(await countOf(order.orderId, 'PAYMENT_REFUNDED'), 2)
    assert.equal(await codeOf(back(order)), 'REFUND_NOT_AVAILABLE')
  })

  test('is followed while it is on its way, and never asked for a second time', async () => {
    stripe.slowRefunds(true)
    for (const well of [true, false]) {
      const order = await paid()
      const { done: refundId, events } = await during(() => stripe.refundThere(order.intentId, 1000))
      for (const event of events) await send(event)
      assert.equal((await orderOf(order.orderId)).balanceSummary?.pendingRefund?.amount, '10.00')
      assert.equal((await transactionsOf(order.orderId)).refunds[0]?.transactions?.[0]?.refundStatus, 'PENDING')
      await minutes(1)
      assert.equal([...stripe.refunds.values()].filter(({ intent }) => intent.id === order.intentId).length, 1)
      const ended = await during(() => stripe.endRefund(refundId, well))
      if (well) for (const event of ended.events) await send(event)
      else await minutes(1)
      const { paymentStatus, balanceSummary } = await orderOf(order.orderId)
      assert.equal(paymentStatus, well ? 'PARTIALLY_REFUNDED' : 'PAID')
      assert.equal(balanceSummary?.pendingRefund?.amount, '0.00')
      assert.equal(await countOf(order.orderId, well ? 'PAYMENT_REFUNDED' : 'PAYMENT_REFUND_FAILED'), 1)
    }
  })

  test('that was asked for here is the same refund', async () => {
    const order = await paid()
    const from = stripe.events.length
    await back(order, '10.00')
    await tell(from)
    await tell(from)
    assert.equal((await transactionsOf(order.orderId)).refunds.length, 1)
    assert.equal((await orderOf(order.orderId)).balanceSummary?.refunded?.amount, '10.00')
    assert.equal(await countOf(order.orderId, 'PAYMENT_REFUNDED'), 1)
  })

  test('that the buyer’s bank sends back days later did not happen, and its units may be refunded again', async () => {
    const order = await paid()
    const [line] = (await orderOf(order.orderId)).lineItems
    const details = { lineItems: [{ lineItemId: line!.id, quantity: 1 }] }
    const refund = () => app.orders.triggerRefund({ ecomOrderId: order.orderId, payments: [{ paymentId: order.paymentId }], details })
    await refund()
    assert.equal((await orderOf(order.orderId)).lineItems[0]?.refundQuantity, 1)
    const made = [...stripe.refunds.values()].find(({ intent }) => intent.id === order.intentId)!
    const { events } = await during(() => stripe.endRefund(made.id, false))
    for (const event of [...events, ...events]) await send(event)
    const { paymentStatus, lineItems } = await orderOf(order.orderId)
    assert.deepEqual([paymentStatus, lineItems[0]?.refundQuantity], ['PAID', 0])
    assert.equal(await countOf(order.orderId, 'PAYMENT_REFUND_FAILED'), 1)
    assert.equal(await codeOf(refund()), 'done')
    assert.equal((await orderOf(order.orderId)).lineItems[0]?.refundQuantity, 1)
  })

  test('from both sides at once: no more goes back than was taken, and both books agree', async () => {
    for (let i = 0; i < 6; i++) {
      const order = await paid()
      const from = stripe.events.length
      const ours = attempt(back(order, '14.90'))
      let there = 0
      if (i % 2) await new Promise((resolve) => setTimeout(resolve, i * 5))
      const left = total - stripe.intents.get(order.intentId)!.charge!.amount_refunded
      if (left > 0) {
        there = Math.min(left, 2000)
        stripe.refundThere(order.intentId, there)
      }
      await Promise.all([ours, ...stripe.events.slice(from).map(send)])
      await tell(from)
      await minutes(1)
      const gone = stripe.intents.get(order.intentId)!.charge!.amount_refunded
      const { balanceSummary } = await orderOf(order.orderId)
      assert.ok(gone <= total)
      assert.equal(balanceSummary?.refunded?.amount, (gone / 100).toFixed(2))
      assert.equal(balanceSummary?.pendingRefund?.amount, '0.00')
      const { refunds } = await transactionsOf(order.orderId)
      const known = [...stripe.refunds.values()].filter(({ intent }) => intent.id === order.intentId)
      assert.equal(refunds.filter(({ summary }) => Number(summary?.refunded?.amount) > 0).length, known.length)
    }
  })

  test('of a payment that was given up is its end, and no refund of the order', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { orderId, actionUrl } = await buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', returnUrl })
    const from = stripe.events.length
    stripe.visit(actionUrl!.split('/').at(-1)!, 'PAY')
    const intent = [...stripe.intents.values()].at(-1)!
    stripe.refundThere(intent.id)
    for (const event of stripe.events.slice(from).toReversed()) await send(event)
    assert.deepEqual((await transactionsOf(orderId)).refunds, [])
    assert.equal((await orderOf(orderId)).balanceSummary?.refunded?.amount ?? '0.00', '0.00')
  })
})
