import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { openCollector } from '../src/collector.ts'
import { delayCapture } from '../src/delayed-capture.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { codeOf } from '../src/refused.ts'

const shop = await startPlatformForFile()
const { app, mug, placed, held, stock, orderOf, activitiesOf, refund, captureOf, voidOf } = await openCollector(shop)
afterEach(() => delayCapture(shop))
const eur = (amount: string) => ({ amount })

describe('money that is held', () => {
  test('an order whose money is held stands, with nothing paid yet', async () => {
    const { orderId } = await held()
    const order = await orderOf(orderId)
    assert.equal(order.status, 'APPROVED')
    assert.equal(order.paymentStatus, 'PENDING')
    assert.equal(order.balanceSummary?.authorized?.amount, '82.90')
    assert.equal(order.balanceSummary?.balance?.amount, '82.90')
    assert.deepEqual(await activitiesOf(orderId), ['ORDER_PLACED', 'AUTHORIZED_PAYMENT_CREATED'])
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    assert.equal(orderTransactions.payments[0]?.status, 'AUTHORIZED')
    assert.equal(orderTransactions.payments[0]?.regularPaymentDetails?.authorizationDetails?.delayedCapture, true)
  })

  test('3-D Secure holds it too', async () => {
    await delayCapture(shop, {})
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const waiting = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 3220'), returnUrl: shop.url })
    const { resultToken } = await buyer.payments.answerSandboxAuthentication({
      id: waiting.actionUrl!.split('/').at(-1)!,
      answer: 'CONFIRM',
    })
    await buyer.payments.confirmPayment({ id: waiting.orderId, resultToken })
    assert.equal((await orderOf(waiting.orderId)).paymentStatus, 'PENDING')
  })

  test('a late answer holds it too', async () => {
    await delayCapture(shop, {})
    const { orderId } = await placed('4000 0000 0000 0408')
    for (let i = 0; i < 3; i++) {
      shop.clock.advance(6000)
      await shop.platform.tellBank()
    }
    assert.equal((await orderOf(orderId)).balanceSummary?.authorized?.amount, '82.90')
  })

  test('captured, all of it: the order is paid', async () => {
    const { orderId, paymentId } = await held()
    const { orderTransactions } = await captureOf(orderId, paymentId)
    assert.equal(orderTransactions.payments[0]?.status, 'APPROVED')
    assert.equal(orderTransactions.payments[0]?.regularPaymentDetails?.authorizationDetails?.captures?.[0]?.status, 'SUCCEEDED')
    const order = await orderOf(orderId)
    assert.equal(order.paymentStatus, 'PAID')
    assert.equal(order.balanceSummary?.paid?.amount, '82.90')
    assert.equal(order.balanceSummary?.authorized?.amount, '0.00')
    assert.deepEqual((await activitiesOf(orderId)).slice(2), ['AUTHORIZED_PAYMENT_CAPTURED', 'ORDER_PAID'])
  })

  test('captured in part: the rest is voided, and no more than that part is refunded', async () => {
    const { orderId, paymentId } = await held()
    await captureOf(orderId, paymentId, '30.00')
    const order = await orderOf(orderId)
    assert.equal(order.paymentStatus, 'PARTIALLY_PAID')
    assert.equal(order.balanceSummary?.balance?.amount, '52.90')
    assert.equal((await activitiesOf(orderId)).at(-1), 'ORDER_PARTIALLY_PAID')
    assert.equal(await codeOf(refund(orderId, paymentId, '30.01')), 'INVALID_AMOUNT')
    const { orderTransactions } = await refund(orderId, paymentId, '30.00')
    assert.equal(orderTransactions.payments[0]?.status, 'REFUNDED')
  })

  test('voided: the order owes everything again', async () => {
    const { orderId, paymentId } = await held()
    const { orderTransactions } = await voidOf(orderId, paymentId)
    assert.equal(orderTransactions.payments[0]?.status, 'VOIDED')
    assert.deepEqual(orderTransactions.payments[0]?.regularPaymentDetails?.authorizationDetails?.void?.status, 'SUCCEEDED')
    const order = await orderOf(orderId)
    assert.equal(order.paymentStatus, 'NOT_PAID')
    assert.equal(order.balanceSummary?.authorized?.amount, '0.00')
    assert.equal((await activitiesOf(orderId)).at(-1), 'AUTHORIZED_PAYMENT_VOIDED')
  })

  test('409 PAYMENT_ALREADY_VOIDED, PAYMENT_ALREADY_CAPTURED and PAYMENT_NOT_AUTHORIZED; 400 INVALID_AMOUNT; 404 PAYMENT_NOT_FOUND and ORDER_NOT_FOUND', async () => {
    const one = await held()
    for (const amount of ['0', '82.91', '1.001'])
      assert.equal(await codeOf(captureOf(one.orderId, one.paymentId, amount)), 'INVALID_AMOUNT')
    assert.equal(await codeOf(captureOf(one.orderId, crypto.randomUUID())), 'PAYMENT_NOT_FOUND')
    assert.equal(await codeOf(voidOf(one.orderId, crypto.randomUUID())), 'PAYMENT_NOT_FOUND')
    assert.equal(await codeOf(captureOf(crypto.randomUUID(), one.paymentId)), 'ORDER_NOT_FOUND')
    await captureOf(one.orderId, one.paymentId)
    assert.equal(await codeOf(captureOf(one.orderId, one.paymentId)), 'PAYMENT_ALREADY_CAPTURED')
    assert.equal(await codeOf(voidOf(one.orderId, one.paymentId)), 'PAYMENT_ALREADY_CAPTURED')
    const two = await held()
    await voidOf(two.orderId, two.paymentId)
    assert.equal(await codeOf(captureOf(two.orderId, two.paymentId)), 'PAYMENT_ALREADY_VOIDED')
    assert.equal(await codeOf(voidOf(two.orderId, two.paymentId)), 'PAYMENT_ALREADY_VOIDED')
    await app.orders.recordManuallyCollectedPayment({ orderId: two.orderId, amount: eur('5.00') })
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: two.orderId })
    const byHand = orderTransactions.payments.find(({ regularPaymentDetails }) => regularPaymentDetails?.offlinePayment)!.id!
    assert.equal(await codeOf(captureOf(two.orderId, byHand)), 'NOT_REGULAR_ONLINE_PAYMENT')
    assert.equal(await codeOf(voidOf(two.orderId, byHand)), 'PAYMENT_NOT_AUTHORIZED')
  })

  test('the clock takes it when its time has come, and not before', async () => {
    const { orderId } = await held({ action: 'CAPTURE', afterMs: 3_600_000 })
    shop.clock.advance(3_500_000)
    await shop.platform.everyMinute()
    assert.equal((await orderOf(orderId)).paymentStatus, 'PENDING')
    shop.clock.advance(200_000)
    await shop.platform.everyMinute()
    await shop.platform.everyMinute()
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
    assert.equal((await activitiesOf(orderId)).filter((type) => type === 'AUTHORIZED_PAYMENT_CAPTURED').length, 1)
  })

  test('or lets it go', async () => {
    const { orderId } = await held({ action: 'VOID', afterMs: 60_000 })
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    assert.equal(orderTransactions.payments[0]?.status, 'VOIDED')
    assert.equal(orderTransactions.payments[0]?.regularPaymentDetails?.authorizationDetails?.void?.reason, 'SCHEDULED')
  })
})

describe('money by hand', () => {
  async function unpaid() {
    const { orderId, paymentId } = await held()
    await voidOf(orderId, paymentId)
    return orderId
  }

  test('is recorded in parts until nothing is due', async () => {
    const orderId = await unpaid()
    assert.deepEqual(
      await app.orders.recordManuallyCollectedPayment({
        orderId,
        amount: eur('80.00'),
        userDefinedPaymentMethodName: { custom: 'In eggs' },
      }),
      {},
    )
    assert.equal((await orderOf(orderId)).paymentStatus, 'PARTIALLY_PAID')
    assert.equal(await codeOf(app.orders.recordManuallyCollectedPayment({ orderId, amount: eur('2.91') })), 'INVALID_AMOUNT')
    const { order } = await app.orders.paymentCollectionMarkOrderAsPaid({
      ecomOrderId: orderId,
      userDefinedPaymentMethodName: { predefined: 'CASH' },
    })
    assert.equal(order.paymentStatus, 'PAID')
    assert.equal(order.balanceSummary?.balance?.amount, '0.00')
    assert.equal(await codeOf(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })), 'ORDER_ALREADY_PAID')
    assert.equal(await codeOf(app.orders.recordManuallyCollectedPayment({ orderId, amount: eur('0.01') })), 'ORDER_ALREADY_PAID')
    const another = await held()
    assert.equal(
      await codeOf(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: another.orderId })),
      'INVALID_AMOUNT',
      'all is held',
    )
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    assert.deepEqual(
      orderTransactions.payments
        .slice(1)
        .map(({ amount, regularPaymentDetails: d }) => [amount?.amount, d?.paymentMethodName?.siteLanguageName]),
      [
        ['80.00', 'In eggs'],
        ['2.90', 'Cash'],
      ],
    )
  })

  test('goes back by hand: 409 REFUND_NOT_AVAILABLE unless it is said', async () => {
    const orderId = await unpaid()
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })
    const { refundabilities } = await app.orders.getRefundabilityStatus({ ecomOrderId: orderId })
    assert.deepEqual(
      refundabilities.map(({ refundabilityStatus, nonRefundableReason, manuallyRefundableReason }) => [
        refundabilityStatus,
        nonRefundableReason ?? manuallyRefundableReason,
      ]),
      [
        ['NOT_REFUNDABLE', 'NOT_PAID'],
        ['MANUAL', 'OFFLINE'],
      ],
    )
    const { paymentId } = refundabilities[1]!
    assert.equal(await codeOf(refund(orderId, paymentId)), 'REFUND_NOT_AVAILABLE')
    await app.orders.triggerRefund({
      ecomOrderId: orderId,
      payments: [{ paymentId, externalRefund: true }],
      details: { reason: 'Rotten eggs' },
    })
    const order = await orderOf(orderId)
    assert.equal(order.paymentStatus, 'FULLY_REFUNDED')
    assert.deepEqual(order.activities.at(-1)?.orderRefunded, {
      manual: true,
      amount: { amount: '82.90', formattedAmount: '€82.90' },
      reason: 'Rotten eggs',
    })
  })

  test('several at once, each by itself', async () => {
    const first = await unpaid()
    await delayCapture(shop)
    const second = (await placed()).orderId
    const nobody = crypto.randomUUID()
    const { results, bulkActionMetadata } = await app.orders.paymentCollectionBulkMarkOrdersAsPaid({
      ecomOrderIds: [second, nobody, first],
    })
    assert.deepEqual(bulkActionMetadata, { totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 })
    assert.deepEqual(
      results.map(({ itemMetadata: { id, originalIndex, success, error }, item }) => [
        id,
        originalIndex,
        success,
        error?.code,
        item?.paymentStatus,
      ]),
      [
        [second, 0, false, 'ORDER_ALREADY_PAID', undefined],
        [nobody, 1, false, 'ORDER_NOT_FOUND', undefined],
        [first, 2, true, undefined, 'PAID'],
      ],
    )
  })
})

describe('refunds', () => {
  test('a part, then the rest, then nothing more', async () => {
    const { orderId, paymentId } = await placed()
    const first = await refund(orderId, paymentId, '20.00', { details: { reason: 'A chip' } })
    assert.deepEqual(first.failedPaymentIds, [])
    assert.equal(first.orderTransactions.payments[0]?.status, 'PARTIALLY_REFUNDED')
    assert.equal(first.orderTransactions.refunds[0]?.id, first.refundId)
    assert.equal(first.orderTransactions.refunds[0]?.transactions?.[0]?.refundStatus, 'SUCCEEDED')
    assert.equal((await orderOf(orderId)).paymentStatus, 'PARTIALLY_REFUNDED')
    await refund(orderId, paymentId)
    const order = await orderOf(orderId)
    assert.equal(order.paymentStatus, 'FULLY_REFUNDED')
    assert.equal(order.balanceSummary?.refunded?.amount, '82.90')
    assert.equal(order.balanceSummary?.paid?.amount, '82.90')
    assert.deepEqual((await activitiesOf(orderId)).slice(2), [
      'REFUND_INITIATED',
      'PAYMENT_REFUNDED',
      'REFUND_INITIATED',
      'PAYMENT_REFUNDED',
    ])
    const [refused] = await attempt(refund(orderId, paymentId, '0.01'))
    assert.equal(refused?.code, 'REFUND_NOT_AVAILABLE')
    assert.deepEqual(refused.data, { paymentId, reason: 'ALREADY_REFUNDED' })
    const { refundabilities } = await app.orders.getRefundabilityStatus({ ecomOrderId: orderId })
    assert.equal(refundabilities[0]?.nonRefundableReason, 'ALREADY_REFUNDED')
  })

  test('by line, with the units restocked', async () => {
    const { orderId, paymentId, lineItemId } = await placed()
    const before = await stock()
    const twice = { type: 'SOME_ITEMS', items: [2, 2].map((quantity) => ({ lineItemId, quantity })) } as const
    assert.equal(await codeOf(refund(orderId, paymentId, '0.01', { sideEffects: { restockInfo: twice } })), 'INVALID_ARGUMENT')
    const { orderTransactions } = await refund(orderId, paymentId, undefined, {
      details: { lineItems: [{ lineItemId, quantity: 2 }], shippingIncluded: true },
      sideEffects: { restockInfo: { type: 'SOME_ITEMS', items: [{ lineItemId, quantity: 1 }] } },
    })
    assert.equal(orderTransactions.refunds[0]?.transactions?.[0]?.amount?.amount, '56.90')
    assert.equal(await stock(), before + 1)
    const [line] = (await orderOf(orderId)).lineItems
    assert.equal(line?.refundQuantity, 2)
    assert.equal(line?.restockQuantity, 1)
    const more = { details: { lineItems: [{ lineItemId, quantity: 2 }] } }
    assert.equal(await codeOf(refund(orderId, paymentId, undefined, more)), 'INVALID_ARGUMENT', 'one piece is left')
    await refund(orderId, paymentId, '0.01', { sideEffects: { restockInfo: { type: 'NO_ITEMS' } } })
    await refund(orderId, paymentId, undefined, { sideEffects: { restockInfo: { type: 'ALL_ITEMS' } } })
    assert.equal(await stock(), before + 3)
  })

  test('404 PAYMENTS_NOT_FOUND and ORDER_NOT_FOUND, 400 INVALID_AMOUNT, 403 to buyers', async () => {
    const { orderId, paymentId } = await placed()
    assert.equal(await codeOf(refund(orderId, crypto.randomUUID())), 'PAYMENTS_NOT_FOUND')
    assert.equal(await codeOf(refund(crypto.randomUUID(), paymentId)), 'ORDER_NOT_FOUND')
    for (const amount of ['0', '82.91', '0.001']) assert.equal(await codeOf(refund(orderId, paymentId, amount)), 'INVALID_AMOUNT')
    assert.equal(
      await codeOf(newBuyer(shop).orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId }] })),
      'PERMISSION_DENIED',
    )
  })

  test('sent twice under one key it is one refund', async () => {
    const { orderId, paymentId } = await placed()
    const once = { idempotencyKey: crypto.randomUUID() }
    const input = { ecomOrderId: orderId, payments: [{ paymentId, amount: eur('10.00') }] }
    const [first, second] = [await app.orders.triggerRefund(input, once), await app.orders.triggerRefund(input, once)]
    assert.deepEqual(second, first)
    assert.equal((await orderOf(orderId)).balanceSummary?.refunded?.amount, '10.00')
  })
})

describe('asking', () => {
  test('whether money can be collected', async () => {
    const { orderId, paymentId } = await held()
    const ask = async () => app.orders.getPaymentCollectabilityStatus({ ecomOrderId: orderId })
    assert.equal((await ask()).status, 'NONCOLLECTABLE_ORDER_IS_PAID', 'all of it is held')
    await voidOf(orderId, paymentId)
    assert.deepEqual(await ask(), { status: 'COLLECTABLE', amount: { amount: '82.90', formattedAmount: '€82.90' } })
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })
    assert.equal((await ask()).status, 'NONCOLLECTABLE_ORDER_IS_PAID')
    assert.equal(await codeOf(app.orders.getPaymentCollectabilityStatus({ ecomOrderId: crypto.randomUUID() })), 'ORDER_NOT_FOUND')
  })

  test('for money: NO_ASSOCIATED_ECOM_ORDER, ORDER_ALREADY_PAID, INVALID_AMOUNT', async () => {
    const prepare = (ecomOrderId: string, amount: string) => app.orders.preparePaymentCollection({ ecomOrderId, amount: eur(amount) })
    assert.equal(await codeOf(prepare(crypto.randomUUID(), '1.00')), 'NO_ASSOCIATED_ECOM_ORDER')
    assert.equal(await codeOf(prepare((await placed()).orderId, '1.00')), 'ORDER_ALREADY_PAID')
    const { orderId, paymentId } = await held()
    assert.equal(await codeOf(prepare(orderId, '1.00')), 'INVALID_AMOUNT', 'all of it is held')
    await voidOf(orderId, paymentId)
    assert.equal(await codeOf(prepare(orderId, '82.91')), 'INVALID_AMOUNT')
    assert.match((await prepare(orderId, '82.90')).paymentGatewayOrderId, /^[0-9a-f-]{36}$/)
  })

  test('for all that is due: NO_ASSOCIATED_ECOM_ORDER, ORDER_ALREADY_PAID', async () => {
    const ask = (ecomOrderId: string) => app.orders.paymentCollectionCreatePaymentGatewayOrder({ ecomOrderId })
    assert.equal(await codeOf(ask(crypto.randomUUID())), 'NO_ASSOCIATED_ECOM_ORDER')
    assert.equal(await codeOf(ask((await placed()).orderId)), 'ORDER_ALREADY_PAID')
    const { orderId, paymentId } = await held()
    assert.equal(await codeOf(ask(orderId)), 'ORDER_ALREADY_PAID', 'all of it is held')
    await voidOf(orderId, paymentId)
    assert.match((await ask(orderId)).paymentGatewayOrderId, /^[0-9a-f-]{36}$/)
  })

  test('for the transactions of several orders', async () => {
    const [one, two] = [await placed(), await placed()]
    const { orderTransactions } = await app.orderTransactions.listTransactionsForMultipleOrders({
      orderIds: [two.orderId, crypto.randomUUID(), one.orderId],
    })
    assert.deepEqual(
      orderTransactions.map(({ orderId }) => orderId),
      [two.orderId, one.orderId],
    )
  })
})
