import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { delayCapture } from '../src/delayed-capture.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const shop = await startPlatformForFile()
const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const { orderBilling: admin, giftCards: cards } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 200 }, shop.clock.now())
afterEach(() => delayCapture(shop))

const eur = (amount: string) => ({ amount })
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const stock = async (product = mug): Promise<number> => {
  const [row] = await shop.platform.database.query<{ quantity: number }>(
    sql`select quantity from stock where site = ${shop.site} and product_id = ${product.id}`,
  )
  return row!.quantity
}

/** Two mugs and their delivery with a card: 52.00 + 4.90, the tax of 19 % within. */
async function bought(held = false): Promise<{ orderId: string; paymentId: string; lineItemId: string }> {
  await delayCapture(shop, held ? {} : undefined)
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  return { orderId, paymentId: orderTransactions.payments[0]!.id!, lineItemId: (await orderOf(orderId)).lineItems[0]!.id }
}
/** Something for 100.00 with a fee of 5.00, not paid. */
async function ordered(): Promise<{ orderId: string; feeId: string }> {
  const { order } = await app.orders.createOrder({
    order: {
      channelInfo: { type: 'POS' },
      lineItems: [{ productName: { original: 'A kiln' }, quantity: 3, price: eur('33.33'), itemType: { preset: 'PHYSICAL' } }],
      additionalFees: [{ name: 'Wrapping', price: eur('5.01') }],
      priceSummary: {},
    },
  })
  return { orderId: order.id!, feeId: order.additionalFees[0]!.id }
}
let made = 0
async function giftCard(value: string): Promise<string> {
  const code = `DESK-0000-${String(++made).padStart(4, '0')}`
  await cards.createGiftCard({ giftCard: { code, initialValue: eur(value), currency: 'EUR', source: 'MANUAL' } })
  return code
}

describe('held money in the admin', () => {
  test('is captured and voided by the rules of the collector', async () => {
    const one = await bought(true)
    const { orderTransactions } = await admin.captureAuthorizedPayments({ orderId: one.orderId, payments: [{ paymentId: one.paymentId }] })
    assert.equal(orderTransactions.payments[0]?.status, 'APPROVED')
    const void_ = ({ orderId, paymentId }: typeof one) => codeOf(admin.voidAuthorizedPayments({ orderId, paymentIds: [paymentId] }))
    assert.equal(await void_(one), 'PAYMENT_ALREADY_CAPTURED')
    const two = await bought(true)
    assert.equal(await void_(two), 'done')
    const again = { orderId: two.orderId, payments: [{ paymentId: two.paymentId }] }
    assert.equal(await codeOf(admin.captureAuthorizedPayments(again)), 'PAYMENT_ALREADY_VOIDED')
  })

  test('admin against collector: one of them takes it', async () => {
    for (let i = 0; i < 4; i++) {
      const { orderId, paymentId } = await bought(true)
      const payments = [{ paymentId }]
      const codes = await Promise.all([
        codeOf(admin.captureAuthorizedPayments({ orderId, payments })),
        codeOf(app.orders.captureAuthorizedPayments({ ecomOrderId: orderId, payments })),
      ])
      assert.equal(codes.filter((code) => code === 'done').length, 1, codes.join())
    }
  })
})

describe('what can be given back', () => {
  test('is listed by payment, unit, delivery and fee, and goes down with each refund', async () => {
    const { orderId, paymentId, lineItemId } = await bought()
    const before = await admin.getOrderRefundability({ orderId })
    assert.equal(before.payments[0]?.refundable, true)
    assert.equal(before.paymentsSummary.monetary.maxRefund.amount, '56.90')
    assert.deepEqual(before.lineItems, [{ lineItemId, originalQuantity: 2, refundedQuantity: 0, availableRefundQuantity: 2 }])
    assert.equal(before.shipping?.availableRefundAmount.amount, '4.90')
    await admin.refundPayments({
      orderId,
      paymentRefunds: [{ paymentId }],
      refundItems: { lineItems: [{ lineItemId, quantity: 1 }], shipping: { amount: eur('1.90') } },
    })
    const after = await admin.getOrderRefundability({ orderId })
    assert.equal(after.paymentsSummary.monetary.refunded.amount, '27.90')
    assert.equal(after.lineItems[0]?.availableRefundQuantity, 1)
    assert.equal(after.shipping?.refundedAmount.amount, '1.90')
    assert.equal(after.shipping?.availableRefundAmount.amount, '3.00')
  })

  test('is calculated with its tax; units that do not divide evenly come to the line in the end', async () => {
    const { orderId, lineItemId } = await bought()
    const one = await admin.calculateRefund({ orderId, refundItems: { lineItems: [{ lineItemId, quantity: 1 }], shipping: {} } })
    assert.equal(one.available, true)
    assert.equal(one.summary.total.amount, '30.90')
    assert.equal(one.calculatedRefundItems.lineItems[0]?.summary.tax.amount, '4.15')
    assert.equal(one.calculatedRefundItems.shipping?.shipping.amount?.amount, '4.90')
    const kiln = await ordered()
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: kiln.orderId })
    const lineId = (await orderOf(kiln.orderId)).lineItems[0]!.id
    const { refundabilities } = await app.orders.getRefundabilityStatus({ ecomOrderId: kiln.orderId })
    let back = 0
    for (let i = 0; i < 3; i++) {
      const { refund } = await admin.refundPayments({
        orderId: kiln.orderId,
        paymentRefunds: [{ paymentId: refundabilities[0]!.paymentId, externalRefund: true }],
        refundItems: { lineItems: [{ lineItemId: lineId, quantity: 1 }] },
      })
      back += Math.round(Number(refund.summary?.refunded?.amount) * 100)
    }
    assert.equal(back, 9999)
  })

  test('says what of it cannot be, one by one', async () => {
    const { orderId, feeId } = await ordered()
    const { available, notAvailable } = await admin.calculateRefund({
      orderId,
      refundItems: {
        lineItems: [
          { lineItemId: (await orderOf(orderId)).lineItems[0]!.id, quantity: 4 },
          { lineItemId: crypto.randomUUID(), quantity: 1 },
        ],
        additionalFees: [{ additionalFeeId: feeId, amount: eur('5.02') }, { additionalFeeId: crypto.randomUUID() }],
        shipping: {},
      },
    })
    assert.equal(available, undefined)
    assert.deepEqual(
      notAvailable?.errors.map(({ error }) => error.applicationError.code),
      [
        'INVALID_LINE_ITEM_REFUND_QUANTITY',
        'ORDER_LINE_ITEM_NOT_FOUND',
        'INVALID_ADDITIONAL_FEE_REFUND_AMOUNT',
        'ADDITIONAL_FEE_NOT_FOUND',
        'SHIPPING_NOT_FOUND',
      ],
    )
  })
})

describe('a refund in the admin', () => {
  test('over several payments is told of in one email, with all that went back', async () => {
    const { order } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        lineItems: [{ productName: { original: 'A kiln' }, quantity: 1, price: eur('50.00'), itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
        buyerInfo: { email: 'ada@example.com' },
      },
    })
    const orderId = order.id!
    const code = await giftCard('20.00')
    const { payment } = await admin.redeemGiftCard({ orderId, giftCardCode: code, amount: eur('20.00'), currency: 'EUR' })
    await app.orders.recordManuallyCollectedPayment({ orderId, amount: eur('30.00') })
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    const byHand = orderTransactions.payments.find(({ id }) => id !== payment.id)!.id!
    const done = await admin.refundPayments({
      orderId,
      paymentRefunds: [
        { paymentId: payment.id!, amount: eur('20.00') },
        { paymentId: byHand, amount: eur('5.00'), externalRefund: true },
      ],
      sideEffects: { notifications: { sendCustomerEmail: true } },
    })
    await shop.platform.jobs.settle()
    const { messages } = await app.inbox.listMessages({ limit: 100 })
    const about = messages.filter(({ subject }) => subject.endsWith(' goes back to you') && subject.includes(`order ${order.number} `))
    assert.deepEqual(
      about.map(({ subject }) => subject),
      [`€25.00 of order ${order.number} goes back to you`],
    )
    const events = await shop.platform.database.query<{ refund: { id: string } }>(sql`
      select payload->'refund' as refund from outbox
      where site = ${shop.site} and type = 'wix.ecom.v1.order_transactions_refund_completed' and entity_id = ${orderId}`)
    assert.deepEqual(
      events.map(({ refund }) => refund.id),
      [done.refund.id],
    )
  })

  test('that puts back what is not sent yet leaves less to be sent: what is sent by then is all of it', async () => {
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 3 }])
    const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    const [line] = (await orderOf(orderId)).lineItems
    const lineItemId = line!.id
    await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: lineItemId, quantity: 2 }] } })
    assert.equal((await orderOf(orderId)).fulfillmentStatus, 'PARTIALLY_FULFILLED')
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    const paymentId = orderTransactions.payments[0]!.id!
    const refund = (restock: boolean) =>
      admin.refundPayments({
        orderId,
        paymentRefunds: [{ paymentId, amount: eur('1.00') }],
        ...(restock && { sideEffects: { restock: { lineItems: [{ lineItemId, quantity: 1 }] } } }),
      })
    await refund(false)
    assert.equal((await orderOf(orderId)).fulfillmentStatus, 'PARTIALLY_FULFILLED')
    await refund(true)
    const after = await orderOf(orderId)
    assert.equal(after.fulfillmentStatus, 'FULFILLED')
    assert.equal(after.activities.filter(({ activityType }) => activityType === 'ORDER_FULFILLED').length, 1)
    assert.equal(
      await codeOf(app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: lineItemId }] } })),
      'FULFILLMENT_EXCEEDS_ORDER',
    )
  })

  test('goes over several payments, and the units are restocked once', async () => {
    const before = await stock()
    const { order } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        lineItems: [
          {
            productName: { original: 'Morning Mug' },
            catalogReference: mug.reference(),
            quantity: 2,
            price: eur('26.00'),
            itemType: { preset: 'PHYSICAL' },
          },
        ],
        priceSummary: {},
      },
    })
    const orderId = order.id!
    const lineItemId = order.lineItems[0]!.id
    const code = await giftCard('30.00')
    const { payment } = await admin.redeemGiftCard({ orderId, giftCardCode: code, amount: eur('22.00'), currency: 'EUR' })
    await app.orders.recordManuallyCollectedPayment({ orderId, amount: eur('30.00') })
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    const byHand = orderTransactions.payments.find(({ id }) => id !== payment.id)!.id!
    const done = await admin.refundPayments({
      orderId,
      paymentRefunds: [
        { paymentId: payment.id!, amount: eur('22.00') },
        { paymentId: byHand, amount: eur('4.00'), externalRefund: true },
      ],
      refundItems: { lineItems: [{ lineItemId, quantity: 1 }] },
      sideEffects: { restock: { lineItems: [{ lineItemId, quantity: 1 }] } },
      customerReason: 'A chip',
    })
    assert.equal(done.refund.summary?.refunded?.amount, '26.00')
    assert.deepEqual(
      done.refund.transactions?.map(({ paymentId, amount, refundStatus, externalRefund }) => [
        paymentId,
        amount?.amount,
        refundStatus,
        externalRefund,
      ]),
      [
        [payment.id, '22.00', 'SUCCEEDED', false],
        [byHand, '4.00', 'SUCCEEDED', true],
      ],
    )
    assert.equal(done.orderTransactions.refunds.length, 1)
    assert.equal(await stock(), before - 1)
    const { giftCard: after } = await createClient({
      baseUrl: shop.url,
      auth: apiKey(shop.apiKey),
      modules: backOffice,
    }).giftVouchers.getGiftCard({ code })
    assert.equal(after.balance.value, '30.00', 'what was taken off the card is on it again')
    const [line] = (await orderOf(orderId)).lineItems
    assert.deepEqual([line?.refundQuantity, line?.restockQuantity], [1, 1])
  })

  test('puts back of each line what is named, and one that is named twice counts twice', async () => {
    const plate = await addProduct(shop.platform, { site: shop.site, name: 'Table Plate', price: 3200, stock: 20 }, shop.clock.now())
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [
      { product: mug, quantity: 3 },
      { product: plate, quantity: 2 },
    ])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    const [mugs, plates] = (await orderOf(orderId)).lineItems.map(({ id: lineItemId }) => lineItemId)
    const [mugsBefore, platesBefore] = [await stock(), await stock(plate)]
    const refund = (restocked: { lineItemId: string; quantity: number }[]) =>
      admin.refundPayments({
        orderId,
        paymentRefunds: [{ paymentId: orderTransactions.payments[0]!.id! }],
        refundItems: {
          lineItems: [
            { lineItemId: mugs!, quantity: 2 },
            { lineItemId: mugs!, quantity: 1 },
            { lineItemId: plates!, quantity: 2 },
          ],
        },
        sideEffects: { restock: { lineItems: restocked } },
      })
    const one = { lineItemId: mugs!, quantity: 1 }
    const [refused] = await attempt(refund([one, { ...one, quantity: 3 }]))
    assert.equal(refused?.code, 'INVALID_LINE_ITEM_RESTOCK_QUANTITY')
    assert.deepEqual(refused.data, { ...one, quantity: 4 })
    assert.equal(await stock(), mugsBefore)
    await refund([one, one])
    assert.deepEqual([await stock(), await stock(plate)], [mugsBefore + 2, platesBefore])
    assert.deepEqual(
      (await orderOf(orderId)).lineItems.map(({ refundQuantity, restockQuantity }) => [refundQuantity, restockQuantity]),
      [
        [3, 2],
        [2, undefined],
      ],
    )
  })

  test('refuses each wrong thing by its own name, and gives nothing back', async () => {
    const { orderId, paymentId, lineItemId } = await bought()
    const refund = (more: object, payments: object[] = [{ paymentId }]) =>
      codeOf(admin.refundPayments({ orderId, paymentRefunds: payments as [{ paymentId: string }], ...more }))
    const nobody = crypto.randomUUID()
    assert.equal(await refund({}, [{ paymentId: nobody }]), 'PAYMENT_NOT_FOUND')
    assert.equal(await refund({}, [{ paymentId, amount: eur('56.91') }]), 'INVALID_PAYMENT_REFUND_AMOUNT')
    assert.equal(await refund({ refundItems: { lineItems: [{ lineItemId: nobody, quantity: 1 }] } }), 'ORDER_LINE_ITEM_NOT_FOUND')
    assert.equal(await refund({ refundItems: { lineItems: [{ lineItemId, quantity: 3 }] } }), 'INVALID_LINE_ITEM_REFUND_QUANTITY')
    assert.equal(await refund({ refundItems: { additionalFees: [{ additionalFeeId: nobody }] } }), 'ADDITIONAL_FEE_NOT_FOUND')
    assert.equal(await refund({ refundItems: { shipping: { amount: eur('4.91') } } }), 'INVALID_SHIPPING_REFUND_AMOUNT')
    assert.equal(
      await refund({ sideEffects: { restock: { lineItems: [{ lineItemId, quantity: 3 }] } } }),
      'INVALID_LINE_ITEM_RESTOCK_QUANTITY',
    )
    const kiln = await ordered()
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: kiln.orderId })
    const byHand = (await app.orders.getRefundabilityStatus({ ecomOrderId: kiln.orderId })).refundabilities[0]!.paymentId
    const ofKiln = (more: object) =>
      codeOf(admin.refundPayments({ orderId: kiln.orderId, paymentRefunds: [{ paymentId: byHand }], ...more }))
    assert.equal(await ofKiln({}), 'EXTERNAL_REFUND_EXPECTED')
    assert.equal(await ofKiln({ refundItems: { shipping: {} } }), 'SHIPPING_NOT_FOUND')
    assert.equal(
      await ofKiln({ refundItems: { additionalFees: [{ additionalFeeId: kiln.feeId, amount: eur('5.02') }] } }),
      'INVALID_ADDITIONAL_FEE_REFUND_AMOUNT',
    )
    assert.equal((await orderOf(orderId)).balanceSummary?.refunded?.amount, '0.00')
    assert.equal(await refund({}), 'done')
    assert.equal(await refund({}), 'PAYMENT_NOT_REFUNDABLE')
    assert.equal(await codeOf(admin.refundPayments({ orderId: nobody, paymentRefunds: [{ paymentId }] })), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(admin.getOrderRefundability({ orderId: nobody })), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(admin.calculateRefund({ orderId: nobody })), 'ORDER_NOT_FOUND')
  })

  // attack: Money | six refunds of one payment at once | never more than was paid
  test('six at once give back no more than was taken, and no unit twice', async () => {
    const { orderId, paymentId, lineItemId } = await bought()
    const before = await stock()
    const codes = await Promise.all(
      Array.from({ length: 6 }, () =>
        codeOf(
          admin.refundPayments({
            orderId,
            paymentRefunds: [{ paymentId }],
            refundItems: { lineItems: [{ lineItemId, quantity: 1 }] },
            sideEffects: { restock: { lineItems: [{ lineItemId, quantity: 1 }] } },
          }),
        ),
      ),
    )
    assert.equal(codes.filter((code) => code === 'done').length, 2, codes.join())
    assert.equal(await stock(), before + 2)
    assert.equal((await orderOf(orderId)).balanceSummary?.refunded?.amount, '52.00')
  })
})

describe('a gift card in the admin', () => {
  const redeem = (orderId: string, code: string, amount: string, currency = 'EUR') =>
    admin.redeemGiftCard({ orderId, giftCardCode: code, amount: eur(amount), currency })

  test('pays a part, by its own payment', async () => {
    const { orderId } = await ordered()
    const code = await giftCard('50.00')
    const { payment, orderTransactions } = await redeem(orderId, code, '40.00')
    assert.equal(payment.status, 'APPROVED')
    assert.match(payment.giftcardPaymentDetails?.obfuscatedCode ?? '', new RegExp(`${code.slice(-4)}$`))
    assert.equal(orderTransactions.payments.length, 1)
    const order = await orderOf(orderId)
    assert.equal(order.paymentStatus, 'PARTIALLY_PAID')
    assert.equal(order.balanceSummary?.balance?.amount, '65.00')
    assert.equal(await codeOf(redeem(orderId, code, '5.00')), 'ALREADY_REDEEMED')
  })

  test('refuses by the card and by the order, and takes nothing', async () => {
    const { orderId } = await ordered()
    const code = await giftCard('20.00')
    assert.equal(await codeOf(redeem(orderId, 'NONE-0000-0000', '1.00')), 'GIFT_CARD_NOT_FOUND')
    assert.equal(await codeOf(redeem(orderId, code, '20.01')), 'INSUFFICIENT_FUNDS')
    assert.equal(await codeOf(redeem(orderId, code, '105.01')), 'INVALID_AMOUNT')
    assert.equal(await codeOf(redeem(orderId, code, '0')), 'INVALID_AMOUNT')
    assert.equal(await codeOf(redeem(orderId, code, '1.00', 'USD')), 'CURRENCY_NOT_SUPPORTED')
    assert.equal(await codeOf(redeem(crypto.randomUUID(), code, '1.00')), 'ORDER_NOT_FOUND')
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })
    assert.equal(await codeOf(redeem(orderId, code, '1.00')), 'ORDER_ALREADY_PAID')
    const gone = await ordered()
    await app.orders.cancelOrder({ id: gone.orderId })
    assert.equal(await codeOf(redeem(gone.orderId, code, '1.00')), 'ORDER_CANCELED')
  })

  // attack: Money | one gift card pays eight orders at once | as many as it can pay
  test('spent on eight orders at once it pays as many as it can', async () => {
    const code = await giftCard('50.00')
    const orders = await Promise.all(Array.from({ length: 8 }, () => ordered()))
    const codes = await Promise.all(orders.map(({ orderId }) => codeOf(redeem(orderId, code, '20.00'))))
    assert.equal(codes.filter((one) => one === 'done').length, 2, codes.join())
    assert.equal(codes.filter((one) => one === 'INSUFFICIENT_FUNDS').length, 6, codes.join())
  })
})

test('a receipt is written once, for money that came: RECEIPT_ALREADY_EXIST, INVALID_PAYMENT_TYPE, INVALID_PAYMENT_STATUS', async () => {
  const { orderId, paymentId } = await bought()
  const write = (order: string, payment: string) => admin.generateReceipts({ orderId: order, paymentIds: [payment] })
  const { receipts } = await write(orderId, paymentId)
  assert.equal(receipts[0]?.paymentId, paymentId)
  const told = (await orderOf(orderId)).activities.at(-1)
  assert.deepEqual(
    [told?.type, told?.receiptCreated],
    ['RECEIPT_CREATED', { paymentId, wixReceipt: { receiptId: receipts[0]?.receiptId } }],
  )
  await shop.platform.jobs.settle()
  const sent = (await orderOf(orderId)).activities.at(-1)
  assert.deepEqual([sent?.type, sent?.receiptSent], ['RECEIPT_SENT', { paymentId, wixReceipt: { receiptId: receipts[0]?.receiptId } }])
  const { number } = await orderOf(orderId)
  const { messages } = await app.inbox.listMessages({ limit: 100 })
  assert.equal(messages.filter(({ subject }) => subject === `Your receipt for €56.90, order ${number}`).length, 1)
  assert.equal(await codeOf(write(orderId, paymentId)), 'RECEIPT_ALREADY_EXIST')
  assert.equal(await codeOf(write(orderId, crypto.randomUUID())), 'PAYMENT_NOT_FOUND')
  assert.equal(await codeOf(write(crypto.randomUUID(), paymentId)), 'ORDER_NOT_FOUND')
  const held = await bought(true)
  assert.equal(await codeOf(write(held.orderId, held.paymentId)), 'INVALID_PAYMENT_STATUS')
  const kiln = await ordered()
  const { paymentsIds } = await app.orderTransactions.addPayments({
    orderId: kiln.orderId,
    payments: [{ amount: eur('0'), membershipPaymentDetails: { membershipId: 'm', lineItemId: 'l', providerAppId: crypto.randomUUID() } }],
  })
  assert.equal(await codeOf(write(kiln.orderId, paymentsIds[0]!)), 'INVALID_PAYMENT_TYPE')
})

test('the admin refuses by the same names as the collector', async () => {
  const nobody = crypto.randomUUID()
  const capture = (orderId: string, paymentId: string, amount?: string) =>
    codeOf(admin.captureAuthorizedPayments({ orderId, payments: [{ paymentId, ...(amount && { amount: eur(amount) }) }] }))
  const letGo = (orderId: string, paymentId: string) => codeOf(admin.voidAuthorizedPayments({ orderId, paymentIds: [paymentId] }))
  const { orderId, paymentId } = await bought(true)
  assert.equal(await capture(nobody, paymentId), 'ORDER_NOT_FOUND')
  assert.equal(await letGo(nobody, paymentId), 'ORDER_NOT_FOUND')
  assert.equal(await capture(orderId, nobody), 'PAYMENT_NOT_FOUND')
  assert.equal(await letGo(orderId, nobody), 'PAYMENT_NOT_FOUND')
  assert.equal(await capture(orderId, paymentId, '56.91'), 'INVALID_AMOUNT')
  assert.equal(await capture(orderId, paymentId), 'done')
  assert.equal(await capture(orderId, paymentId), 'PAYMENT_ALREADY_CAPTURED')
  const other = await bought(true)
  await letGo(other.orderId, other.paymentId)
  assert.equal(await letGo(other.orderId, other.paymentId), 'PAYMENT_ALREADY_VOIDED')
  const kiln = await ordered()
  await app.orders.recordManuallyCollectedPayment({ orderId: kiln.orderId, amount: eur('1.00') })
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: kiln.orderId })
  const byHand = orderTransactions.payments[0]!.id!
  assert.equal(await capture(kiln.orderId, byHand), 'NOT_REGULAR_ONLINE_PAYMENT')
  assert.equal(await letGo(kiln.orderId, byHand), 'PAYMENT_NOT_AUTHORIZED')

  const waiting = await app.orders.createOrder({
    order: {
      channelInfo: { type: 'POS' },
      lineItems: [{ productName: { original: 'A kiln' }, quantity: 1, price: eur('9.00'), itemType: { preset: 'PHYSICAL' } }],
      priceSummary: {},
      status: 'PENDING',
    },
  })
  await app.orders.updateOrderStatus({ orderId: waiting.order.id!, status: 'REJECTED' })
  const redeem = (id: string, giftCardCode: string) =>
    codeOf(admin.redeemGiftCard({ orderId: id, giftCardCode, amount: eur('1.00'), currency: 'EUR' }))
  assert.equal(await redeem(waiting.order.id!, await giftCard('5.00')), 'ORDER_IS_REJECTED')
})
