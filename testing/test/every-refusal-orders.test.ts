import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { codeOf } from '../src/refused.ts'
import { nobody, returnUrl, startRefusingShop } from '../src/refusing-shop.ts'

const { shop, mug, app, office, written, rejected, bought } = await startRefusingShop()

describe('the admin', () => {
  test('ORDER_NOT_FOUND, PAYMENT_NOT_FOUND, PAYMENT_NOT_AUTHORIZED, NOT_REGULAR_ONLINE_PAYMENT, PAYMENT_ALREADY_CAPTURED, PAYMENT_ALREADY_VOIDED and INVALID_AMOUNT', async () => {
    const { orderBilling: admin } = office
    const capture = (orderId: string, paymentId: string, more: object = {}) =>
      codeOf(admin.captureAuthorizedPayments({ orderId, payments: [{ paymentId, ...more }] }))
    const letGo = (orderId: string, paymentId: string) => codeOf(admin.voidAuthorizedPayments({ orderId, paymentIds: [paymentId] }))
    const { id: byHand } = await written({ paymentStatus: 'PAID' })
    const paymentOf = async (orderId: string) =>
      (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments.at(-1)!.id!
    assert.deepEqual([await capture(nobody, nobody), await letGo(nobody, nobody)], ['ORDER_NOT_FOUND', 'ORDER_NOT_FOUND'])
    assert.deepEqual([await capture(byHand!, nobody), await letGo(byHand!, nobody)], ['PAYMENT_NOT_FOUND', 'PAYMENT_NOT_FOUND'])
    assert.equal(await capture(byHand!, await paymentOf(byHand!)), 'NOT_REGULAR_ONLINE_PAYMENT')

    const declined = (await written()).id!
    const asked = await app.orders.preparePaymentCollection({ ecomOrderId: declined, amount: { amount: '10' } })
    const payer = newBuyer(shop)
    const paymentToken = await card(payer, '4000 0000 0000 9995')
    assert.equal(await codeOf(payer.payments.payCollection({ id: asked.paymentGatewayOrderId, paymentToken, returnUrl })), 'PAYMENT_ERROR')
    const refused = await paymentOf(declined)
    assert.deepEqual(
      [await capture(declined, refused), await letGo(declined, refused)],
      ['PAYMENT_NOT_AUTHORIZED', 'PAYMENT_NOT_AUTHORIZED'],
    )

    const { orderId } = await bought()
    assert.equal(await capture(orderId, await paymentOf(orderId)), 'PAYMENT_ALREADY_CAPTURED')

    const held = (await written()).id!
    const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({
      ecomOrderId: held,
      amount: { amount: '10' },
      delayedCapture: true,
    })
    await payer.payments.payCollection({ id, paymentToken: await card(payer), returnUrl })
    const payment = await paymentOf(held)
    assert.equal(await capture(held, payment, { amount: { amount: '10.01' } }), 'INVALID_AMOUNT')
    assert.deepEqual([await letGo(held, payment), await letGo(held, payment)], ['done', 'PAYMENT_ALREADY_VOIDED'])
  })

  test('takes nothing off a gift card: ORDER_IS_REJECTED, GIFT_CARD_DISABLED, GIFT_CARD_EXPIRED', async () => {
    const { orderBilling: admin, giftCards } = office
    const made = async (code: string) => {
      const expirationDate = new Date(shop.clock.now().getTime() + 1000).toISOString()
      const { giftCard } = await giftCards.createGiftCard({
        giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL', expirationDate },
      })
      return { id: giftCard.id, code }
    }
    const redeem = (orderId: string, giftCardCode: string) =>
      codeOf(admin.redeemGiftCard({ orderId, giftCardCode, amount: { amount: '5' }, currency: 'EUR' }))
    const [good, off] = [await made('SAFE-0000-0001'), await made('SAFE-0000-0002')]
    await giftCards.disableGiftCard({ giftCardId: off.id })
    const { id } = await written()
    assert.equal(await redeem((await rejected()).id!, good.code), 'ORDER_IS_REJECTED')
    assert.equal(await redeem(id!, off.code), 'GIFT_CARD_DISABLED')
    shop.clock.advance(1001)
    assert.equal(await redeem(id!, good.code), 'GIFT_CARD_EXPIRED')
    assert.equal((await giftCards.getGiftCard({ giftCardId: good.id })).giftCard.balance.amount, '10.00')
  })
})

describe('an order', () => {
  test('that was cancelled: ORDER_CANCELED to whoever asks for money, or brings it', async () => {
    const { id } = await written()
    await app.orders.cancelOrder({ id: id! })
    assert.equal(await codeOf(app.orders.preparePaymentCollection({ ecomOrderId: id!, amount: { amount: '10' } })), 'ORDER_CANCELED')
    assert.equal(await codeOf(app.orders.paymentCollectionCreatePaymentGatewayOrder({ ecomOrderId: id! })), 'ORDER_CANCELED')
    assert.equal(await codeOf(app.orders.recordManuallyCollectedPayment({ orderId: id!, amount: { amount: '10' } })), 'ORDER_CANCELED')
  })

  test('that is none: ORDER_NOT_FOUND', async () => {
    const calls = [
      app.orders.voidAuthorizedPayments({ ecomOrderId: nobody, paymentIds: [nobody] }),
      app.orders.recordManuallyCollectedPayment({ orderId: nobody, amount: { amount: '10' } }),
      app.orders.updateActivity({ id: nobody, activityId: nobody, activity: { merchantComment: { message: 'Hm' } } }),
    ]
    assert.deepEqual(
      await Promise.all(calls.map(codeOf)),
      calls.map(() => 'ORDER_NOT_FOUND'),
    )
  })

  test('whose story has no such part: ACTIVITY_NOT_FOUND', async () => {
    const { id } = await written()
    const change = { id: id!, activityId: nobody, activity: { merchantComment: { message: 'Hm' } } }
    assert.equal(await codeOf(app.orders.updateActivity(change)), 'ACTIVITY_NOT_FOUND')
  })

  test('whose card was declined has nothing to capture: PAYMENT_NOT_AUTHORIZED', async () => {
    const { id } = await written()
    const asked = await app.orders.preparePaymentCollection({ ecomOrderId: id!, amount: { amount: '10' } })
    const payer = newBuyer(shop)
    const paymentToken = await card(payer, '4000 0000 0000 9995')
    assert.equal(await codeOf(payer.payments.payCollection({ id: asked.paymentGatewayOrderId, paymentToken, returnUrl })), 'PAYMENT_ERROR')
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: id! })
    const payments = [{ paymentId: orderTransactions.payments[0]!.id! }]
    assert.equal(await codeOf(app.orders.captureAuthorizedPayments({ ecomOrderId: id!, payments })), 'PAYMENT_NOT_AUTHORIZED')
  })

  test('that was rejected: ORDER_IS_REJECTED to payments and to shipments', async () => {
    const order = await rejected()
    const lineItems = order.lineItems.map(({ id, quantity }) => ({ id, quantity }))
    const asked = { orderId: order.id!, fulfillment: { lineItems } }
    assert.equal(await codeOf(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: order.id! })), 'ORDER_IS_REJECTED')
    const payments = [{ amount: { amount: '10' }, regularPaymentDetails: { offlinePayment: true } }]
    assert.equal(await codeOf(app.orderTransactions.addPayments({ orderId: order.id!, payments })), 'ORDER_IS_REJECTED')
    assert.equal(await codeOf(app.orderFulfillments.createFulfillment(asked)), 'ORDER_IS_REJECTED')
    assert.equal(
      await codeOf(app.orderFulfillments.updateFulfillment({ orderId: order.id!, fulfillment: { id: nobody } })),
      'ORDER_IS_REJECTED',
    )
    assert.equal(await codeOf(app.orderFulfillments.deleteFulfillment({ orderId: order.id!, fulfillmentId: nobody })), 'ORDER_IS_REJECTED')
  })

  test('that waits for somebody’s word: ORDER_IS_PENDING to shipments', async () => {
    const order = await written({ status: 'PENDING' })
    const lineItems = order.lineItems.map(({ id, quantity }) => ({ id, quantity }))
    assert.equal(
      await codeOf(app.orderFulfillments.createFulfillment({ orderId: order.id!, fulfillment: { lineItems } })),
      'ORDER_IS_PENDING',
    )
    assert.equal(
      await codeOf(app.orderFulfillments.updateFulfillment({ orderId: order.id!, fulfillment: { id: nobody } })),
      'ORDER_IS_PENDING',
    )
    assert.equal(await codeOf(app.orderFulfillments.deleteFulfillment({ orderId: order.id!, fulfillmentId: nobody })), 'ORDER_IS_PENDING')
  })

  test('whose shipment is changed to hold what it has not, or to a number that another has', async () => {
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl })
    const { order } = await app.orders.getOrder({ id: orderId })
    const lineItems = [{ id: order.lineItems[0]!.id, quantity: 1 }]
    const shipment = async (trackingNumber: string) => {
      const fulfillment = { lineItems, trackingInfo: { trackingNumber, shippingProvider: 'dhl' } }
      return (await app.orderFulfillments.createFulfillment({ orderId, fulfillment })).fulfillmentId
    }
    const [, second] = [await shipment('1'), await shipment('2')]
    const change = (more: object) => codeOf(app.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id: second, ...more } }))
    assert.equal(await change({ lineItems: [{ id: nobody, quantity: 1 }] }), 'ORDER_LINE_ITEM_NOT_FOUND')
    assert.equal(await change({ trackingInfo: { trackingNumber: '1', shippingProvider: 'dhl' } }), 'TRACKING_NUMBER_ALREADY_EXISTS')
  })
})
