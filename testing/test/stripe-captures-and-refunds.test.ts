import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { startStripeShop, total } from '../src/stripe-shop.ts'

const { stripe, shop, app, paid, held, payments, orderOf, activities, send, since, lose, minutes, assertKeysAndNoCards } =
  await startStripeShop()

beforeEach(() => stripe.slowRefunds(false))

describe('money that is held', () => {
  test('is captured in part, once; the rest is voided', async () => {
    const { orderId, paymentId, intentId } = await held()
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
    const { orderId, paymentId, intentId } = await held()
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
      const { orderId, paymentId, intentId } = await held()
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

  test('captured or voided on Stripe’s own pages, or held no longer by the bank, is so here too', async () => {
    const one = await held()
    const from = stripe.events.length
    stripe.captureThere(one.intentId, 1500)
    for (const event of [...since(from), ...since(from)]) assert.equal(await send(event), 200)
    assert.equal((await orderOf(one.orderId)).paymentStatus, 'PARTIALLY_PAID')
    assert.equal((await orderOf(one.orderId)).balanceSummary?.paid?.amount, '15.00')

    const other = await held()
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
    const { orderId, paymentId, intentId } = await held()
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
        payments: [{ paymentId, ...(amount !== undefined && { amount: { amount: (amount / 100).toFixed(2) } }) }],
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

  test('after the order was cancelled, of which the email about the cancellation says that another one follows: one does where there was one', async () => {
    stripe.slowRefunds(true)
    for (const emails of [true, false]) {
      const { orderId, paymentId, intentId } = await paid()
      const { number } = await orderOf(orderId)
      await back(orderId, paymentId)
      await app.orders.cancelOrder({ id: orderId, sendOrderCanceledEmail: emails })
      await shop.platform.jobs.settle()
      stripe.endRefund([...stripe.refunds.values()].find(({ intent }) => intent.id === intentId)!.id, true)
      await minutes(1)
      await shop.platform.jobs.settle()
      assert.equal((await orderOf(orderId)).paymentStatus, 'FULLY_REFUNDED')
      const { messages } = await app.inbox.listMessages({ limit: 100 })
      const subjects = messages.map(({ subject }) => subject).filter((subject) => subject.includes(`rder ${number} `))
      assert.deepEqual(
        subjects.filter((subject) => !subject.startsWith('Thank you')),
        emails ? [`€24.90 of order ${number} goes back to you`, `Order ${number} is cancelled`] : [],
      )
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

test('nothing of a card is in any question to Stripe, and every write has a key of its own', () => assertKeysAndNoCards(20))
