import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import type { Input } from '@vitrine/contract'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 100 }, shop.clock.now())
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

type Sent = Input<'POST /ecom/v1/payments/orders/{orderId}/add-payment'>['payments'][number]

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const storyOf = async (id: string) => (await orderOf(id)).activities.map(({ type }) => type)
const add = (orderId: string, ...payments: Sent[]) => app.orderTransactions.addPayments({ orderId, payments })
const byHand = (amount: string, more: Partial<Sent> = {}): Sent => ({
  amount: { amount },
  regularPaymentDetails: { offlinePayment: true, paymentMethodName: { userDefinedName: { predefined: 'CASH' } } },
  ...more,
})

/** Something for 100.00, not paid. */
async function ordered(): Promise<string> {
  const { order } = await app.orders.createOrder({
    order: {
      channelInfo: { type: 'POS' },
      lineItems: [{ productName: { original: 'A kiln' }, quantity: 1, price: { amount: '100' }, itemType: { preset: 'PHYSICAL' } }],
      priceSummary: {},
    },
  })
  return order.id!
}
/** A mug and its delivery, paid with a card: 30.90. */
async function bought(): Promise<{ orderId: string; paymentId: string }> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }])
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  return { orderId, paymentId: orderTransactions.payments[0]!.id! }
}

describe('payments that were made elsewhere', () => {
  test('count at once, each in its own way', async () => {
    const orderId = await ordered()
    const appId = crypto.randomUUID()
    const { paymentsIds, orderTransactions } = await add(
      orderId,
      byHand('10.00', { createdDate: '2024-01-02T03:04:05.000Z' }),
      {
        amount: { amount: '20.00' },
        regularPaymentDetails: { providerTransactionId: 'pi_7', creditCardDetails: { brand: 'VISA', lastFourDigits: '4242' } },
      },
      { amount: { amount: '30.00' }, giftcardPaymentDetails: { giftCardPaymentId: 'g7', appId, obfuscatedCode: '****-7777' } },
      {
        amount: { amount: '0' },
        membershipPaymentDetails: { membershipId: 'm7', lineItemId: 'line', name: { original: 'Gold' }, providerAppId: appId },
      },
    )
    const payments = paymentsIds.map((id) => orderTransactions.payments.find((payment) => payment.id === id)!)
    assert.deepEqual(
      payments.map(({ status, amount }) => [status, amount?.amount]),
      [
        ['APPROVED', '10.00'],
        ['APPROVED', '20.00'],
        ['APPROVED', '30.00'],
        ['APPROVED', '0.00'],
      ],
    )
    assert.equal(payments[0]?.createdDate, '2024-01-02T03:04:05.000Z')
    assert.equal(payments[0]?.regularPaymentDetails?.offlinePayment, true)
    assert.equal(payments[1]?.regularPaymentDetails?.providerTransactionId, 'pi_7')
    assert.equal(payments[1]?.regularPaymentDetails?.offlinePayment, false)
    assert.deepEqual(payments[2]?.giftcardPaymentDetails, { giftCardPaymentId: 'g7', appId, voided: false, obfuscatedCode: '****-7777' })
    assert.equal(payments[3]?.membershipPaymentDetails?.status, 'CHARGED')
    const order = await orderOf(orderId)
    assert.equal(order.paymentStatus, 'PARTIALLY_PAID')
    assert.equal(order.balanceSummary?.balance?.amount, '40.00')
    const { refundabilities } = await app.orders.getRefundabilityStatus({ ecomOrderId: orderId })
    assert.deepEqual(
      Object.fromEntries(
        refundabilities.map(({ paymentId, manuallyRefundableReason, nonRefundableReason }) => [
          paymentId,
          manuallyRefundableReason ?? nonRefundableReason,
        ]),
      ),
      {
        [paymentsIds[0]!]: 'OFFLINE',
        [paymentsIds[1]!]: 'NOT_SUPPORTED',
        [paymentsIds[2]!]: 'NOT_SUPPORTED',
        [paymentsIds[3]!]: 'ZERO_PRICE',
      },
    )
    assert.equal(await codeOf(add(orderId, byHand('40.01'))), 'INVALID_AMOUNT')
    await add(orderId, byHand('40.00'))
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
  })

  test('all or none: together never more than is due', async () => {
    const orderId = await ordered()
    assert.equal(await codeOf(add(orderId, byHand('60.00'), byHand('40.01'))), 'INVALID_AMOUNT')
    assert.equal((await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments.length, 0)
    await Promise.all(Array.from({ length: 6 }, () => attempt(add(orderId, byHand('30.00')))))
    assert.equal((await orderOf(orderId)).balanceSummary?.paid?.amount, '90.00')
  })

  test('that wait come, are refused, or do not come: PENDING_MERCHANT, DECLINED, PAID', async () => {
    const orderId = await ordered()
    const { paymentsIds, orderTransactions } = await add(orderId, byHand('100.00', { status: 'PENDING_MERCHANT' }))
    assert.equal(orderTransactions.payments[0]?.status, 'PENDING_MERCHANT')
    assert.equal((await orderOf(orderId)).paymentStatus, 'PENDING_MERCHANT')
    const say = (paymentId: string, status: 'APPROVED' | 'DECLINED' | 'CANCELED' | 'REFUNDED' | 'PENDING_MERCHANT') =>
      app.orderTransactions.updatePaymentStatus({ orderId, paymentId, status })
    assert.equal(await codeOf(say(paymentsIds[0]!, 'PENDING_MERCHANT')), 'done', 'as it is already')
    assert.equal(await codeOf(say(paymentsIds[0]!, 'REFUNDED')), 'STATUS_NOT_ALLOWED')
    await say(paymentsIds[0]!, 'DECLINED')
    assert.equal((await orderOf(orderId)).paymentStatus, 'DECLINED')
    assert.equal(await codeOf(say(paymentsIds[0]!, 'APPROVED')), 'STATUS_NOT_ALLOWED', 'it has come to its end')
    const again = await add(orderId, byHand('100.00', { status: 'PENDING' }))
    const other = await add(orderId, byHand('1.00'))
    assert.equal(other.orderTransactions.payments.length, 3)
    assert.equal(await codeOf(say(again.paymentsIds[0]!, 'APPROVED')), 'INVALID_AMOUNT', 'too much by now')
    await say(again.paymentsIds[0]!, 'CANCELED')
    const last = await add(orderId, byHand('99.00', { status: 'PENDING' }))
    assert.equal((await say(last.paymentsIds[0]!, 'APPROVED')).orderTransactions.payments.at(-1)?.status, 'APPROVED')
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
    assert.deepEqual((await storyOf(orderId)).slice(1), [
      'PAYMENT_PENDING',
      'PAYMENT_DECLINED',
      'PAYMENT_PENDING',
      'ORDER_PARTIALLY_PAID',
      'PAYMENT_CANCELED',
      'PAYMENT_PENDING',
      'ORDER_PAID',
    ])
    assert.equal(await codeOf(say(crypto.randomUUID(), 'APPROVED')), 'PAYMENT_NOT_FOUND')
  })

  test('of several orders say for each what became of it; a provider’s own are not ours to change', async () => {
    const orderId = await ordered()
    const { paymentsIds } = await add(orderId, byHand('100.00', { status: 'PENDING' }))
    const own = await bought()
    const nobody = crypto.randomUUID()
    const { results, bulkActionMetadata } = await app.orderTransactions.bulkUpdatePaymentStatuses({
      paymentAndOrderIds: [own, { orderId: nobody, paymentId: nobody }, { orderId, paymentId: paymentsIds[0]! }],
      status: 'CANCELED',
      returnFullEntity: true,
    })
    assert.deepEqual(bulkActionMetadata, { totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 })
    assert.deepEqual(
      results.map(({ itemMetadata: { id, success, error }, item }) => [id, success, error?.code, item?.status]),
      [
        [own.paymentId, false, 'STATUS_NOT_ALLOWED', undefined],
        [nobody, false, 'ORDER_NOT_FOUND', undefined],
        [paymentsIds[0], true, undefined, 'CANCELED'],
      ],
    )
  })

  test('400 INVALID_ARGUMENT, 404 ORDER_NOT_FOUND, 409 ORDER_CANCELED and STATUS_NOT_ALLOWED, 403 to buyers', async () => {
    const orderId = await ordered()
    const tomorrow = new Date(shop.clock.now().getTime() + 86_400_000).toISOString()
    assert.equal(await codeOf(add(orderId, { amount: { amount: '1' } })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(add(orderId, byHand('1', { createdDate: tomorrow }))), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(add(orderId, byHand('0'))), 'INVALID_AMOUNT')
    assert.equal(await codeOf(add(orderId, byHand('1', { status: 'AUTHORIZED' }))), 'STATUS_NOT_ALLOWED')
    assert.equal(await codeOf(add(crypto.randomUUID(), byHand('1'))), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(newBuyer(shop).orderTransactions.addPayments({ orderId, payments: [byHand('1')] })), 'PERMISSION_DENIED')
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await codeOf(add(orderId, byHand('1'))), 'ORDER_CANCELED')
  })
})

describe('what is said of payments and refunds afterwards', () => {
  const chargeback = (more: object = {}) => ({ id: crypto.randomUUID(), amount: { amount: '20.00' }, status: 'APPROVED' as const, ...more })
  const update = (orderId: string, id: string, payment: object, fieldMask?: string) =>
    app.orderTransactions.updatePayments({ orderId, payments: [{ payment: { id, ...payment }, ...(fieldMask && { fieldMask }) }] })

  test('a bank’s taking back lowers what can be refunded, keeps more from being collected, and is told; so is its reversal', async () => {
    const { orderId, paymentId } = await bought()
    const taken = chargeback()
    const { orderTransactions } = await update(orderId, paymentId, { regularPaymentDetails: { chargebacks: [taken] } })
    assert.equal(orderTransactions.payments[0]?.regularPaymentDetails?.chargebacks?.[0]?.amount?.amount, '20.00')
    assert.equal((await orderOf(orderId)).balanceSummary?.chargeback?.amount, '20.00')
    const refund = (amount?: string) =>
      codeOf(app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId, ...(amount && { amount: { amount } }) }] }))
    assert.equal(await refund('10.91'), 'INVALID_AMOUNT')
    assert.equal(await refund('10.90'), 'done')
    const { refundabilities } = await app.orders.getRefundabilityStatus({ ecomOrderId: orderId })
    assert.equal(refundabilities[0]?.nonRefundableReason, 'AMOUNT_OFFSET_BY_CHARGEBACK')
    assert.equal((await app.orders.getPaymentCollectabilityStatus({ ecomOrderId: orderId })).status, 'NONCOLLECTABLE_ORDER_HAS_CHARGEBACKS')
    assert.equal(
      await codeOf(app.orders.preparePaymentCollection({ ecomOrderId: orderId, amount: { amount: '1' } })),
      'ORDER_HAS_CHARGEBACKS',
    )
    assert.equal(await codeOf(app.orders.paymentCollectionCreatePaymentGatewayOrder({ ecomOrderId: orderId })), 'ORDER_HAS_CHARGEBACKS')
    await update(orderId, paymentId, { regularPaymentDetails: { chargebacks: [{ ...taken, status: 'REVERSED' }] } })
    assert.equal((await orderOf(orderId)).balanceSummary?.chargebackReversal?.amount, '20.00')
    assert.deepEqual(
      (await storyOf(orderId)).filter((type) => type.startsWith('CHARGEBACK')),
      ['CHARGEBACK_CREATED', 'CHARGEBACK_REVERSED'],
    )
    assert.equal(await refund(), 'done')
    const too = { regularPaymentDetails: { chargebacks: [chargeback({ amount: { amount: '0.01' } })] } }
    assert.equal(await codeOf(update(orderId, paymentId, too)), 'INVALID_AMOUNT', 'all of it went back')
  })

  test('refundDisabled forbids refunds; a mask keeps what it does not name', async () => {
    const { orderId, paymentId } = await bought()
    const { orderTransactions } = await update(
      orderId,
      paymentId,
      { refundDisabled: true, regularPaymentDetails: { chargebacks: [chargeback()] } },
      'refundDisabled',
    )
    assert.equal(orderTransactions.payments[0]?.refundDisabled, true)
    assert.deepEqual(orderTransactions.payments[0]?.regularPaymentDetails?.chargebacks, [])
    const { refundabilities } = await app.orders.getRefundabilityStatus({ ecomOrderId: orderId })
    assert.equal(refundabilities[0]?.nonRefundableReason, 'FORBIDDEN')
  })

  test('a refund gets its provider’s name and words, not another outcome', async () => {
    const { orderId, paymentId } = await bought()
    const { refundId } = await app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId }] })
    const say = (transaction: object, id = refundId!) =>
      app.orderTransactions.updateRefundTransaction({ orderId, refundId: id, transaction: { paymentId, ...transaction } })
    const { orderTransactions } = await say({ providerRefundId: 're_7', refundStatusInfo: { description: 'Takes five days' } })
    const [transaction] = orderTransactions.refunds[0]!.transactions!
    assert.equal(transaction?.providerRefundId, 're_7')
    assert.equal(transaction?.refundStatusInfo?.description, 'Takes five days')
    assert.equal(await codeOf(say({ refundStatus: 'FAILED' })), 'STATUS_NOT_ALLOWED')
    assert.equal(await codeOf(say({}, crypto.randomUUID())), 'REFUND_NOT_FOUND')
    assert.equal(await codeOf(say({ paymentId: crypto.randomUUID() })), 'REFUND_TRANSACTION_NOT_FOUND')
    const nobody = crypto.randomUUID()
    assert.equal(await codeOf(update(nobody, paymentId, {})), 'ORDER_TRANSACTIONS_NOT_FOUND')
    assert.equal(await codeOf(update(orderId, nobody, {})), 'PAYMENT_NOT_FOUND')
    assert.equal(
      await codeOf(app.orderTransactions.updateRefundTransaction({ orderId: nobody, refundId: nobody, transaction: { paymentId } })),
      'ORDER_TRANSACTIONS_NOT_FOUND',
    )
  })
})
