import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { minute, startOfferingShop } from '../src/offering-shop.ts'
import { codeOf } from '../src/refused.ts'

const { shop, office, app, mug, voucher, coupon, giftCard, balanceOf, update, order, paymentsOf } = await startOfferingShop()

describe('a gift card at the checkout', () => {
  test('each refusal by its own code', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const giving = (giftCardCode: string) => codeOf(update(buyer, id, { giftCardCode }))
    assert.equal(await giving('NO-SUCH-CARD'), 'GIFT_CARD_NOT_FOUND')
    assert.equal(await giving('SHORT'), 'GIFT_CARD_CODE_INVALID')
    const empty = await giftCard('1')
    await office.giftCards.decreaseGiftCardBalance({ giftCardId: empty.id, amount: { amount: '1' } })
    assert.equal(await giving(empty.code), 'GIFT_CARD_IS_EMPTY')
    const disabled = await giftCard('1')
    await office.giftCards.disableGiftCard({ giftCardId: disabled.id })
    assert.equal(await giving(disabled.code), 'GIFT_CARD_DISABLED')
    const expired = await giftCard('1', { expirationDate: new Date(shop.clock.now().getTime() + 1).toISOString() })
    shop.clock.advance(1)
    assert.equal(await giving(expired.code), 'GIFT_CARD_EXPIRED')
    const lines = [{ quantity: 1, catalogReference: mug.reference() }]
    assert.equal(
      await codeOf(buyer.checkout.createCheckout({ channelType: 'WEB', lineItems: lines, giftCardCode: 'NO-SUCH-CARD' })),
      'GIFT_CARD_NOT_FOUND',
    )
  })

  test('is shown without its code, changes no total, and is left again', async () => {
    const { id: cardId, code } = await giftCard('10')
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const checkout = await update(buyer, id, { giftCardCode: code })
    assert.deepEqual(
      [
        checkout.giftCard?.obfuscatedCode,
        checkout.giftCard?.amount?.amount,
        checkout.giftCard?.externalId,
        checkout.giftCard?.requestedAmount,
      ],
      [`****-****-****-${code.slice(-4)}`, '10.00', cardId, undefined],
    )
    assert.equal(checkout.priceSummary?.total?.amount, '30.90')
    const [stored] = await shop.platform.database.query<{ document: string }>(
      sql`select document::text as document from checkout where site = ${shop.site} and id = ${id}`,
    )
    assert.ok(!stored?.document.includes(code))
    const less = await update(buyer, id, { giftCardRedeemAmount: '4.50' })
    assert.deepEqual([less.giftCard?.amount?.amount, less.giftCard?.requestedAmount?.amount], ['4.50', '4.50'])
    assert.equal((await buyer.checkout.removeGiftCard({ id })).checkout.giftCard, undefined)
    assert.equal(await balanceOf(cardId), '10.00', 'nothing is taken before the order')
  })

  test('pays a part, and the bank the rest', async () => {
    const { id: cardId, code } = await giftCard('10')
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { giftCardCode: code })
    const { orderId } = await order(buyer, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      [made.paymentStatus, made.balanceSummary?.paid?.amount, made.balanceSummary?.balance?.amount],
      ['PAID', '30.90', '0.00'],
    )
    const payments = await paymentsOf(orderId)
    assert.deepEqual(payments.map(({ amount }) => amount?.amount).toSorted(), ['10.00', '20.90'])
    const byCard = payments.find(({ giftcardPaymentDetails }) => giftcardPaymentDetails)
    assert.deepEqual(
      [byCard?.giftcardPaymentDetails?.voided, byCard?.giftcardPaymentDetails?.obfuscatedCode, byCard?.regularPaymentDetails],
      [false, `****-****-****-${code.slice(-4)}`, undefined],
    )
    assert.equal(await balanceOf(cardId), '0.00')
  })

  test('is in the email that follows the order', async () => {
    const { code } = await giftCard('10')
    const { code: couponCode } = await coupon({ percentOffRate: 10, name: 'A tenth off' })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { giftCardCode: code, couponCode, checkout: { id, buyerInfo: { email: 'letters@example.com' } } })
    await order(buyer, id)
    await shop.platform.jobs.settle()
    const { messages } = await app.inbox.listMessages({ limit: 100 })
    const { message } = await app.inbox.getMessage({ id: messages.find(({ to }) => to.includes('letters@example.com'))!.id })
    const text = message.text.replaceAll(/\s+/g, ' ')
    for (const words of ['A tenth off −€2.60', `Gift card ending ${code.slice(-4)} −€10.00`, '€18.30'])
      assert.ok(text.includes(words), `${words}: ${message.text}`)
  })

  test('pays all of an order without any bank', async () => {
    const { id: cardId, code } = await giftCard('100')
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { giftCardCode: code })
    const placed = await order(buyer, id, false)
    assert.equal(placed.status, 'APPROVED')
    const { order: made } = await app.orders.getOrder({ id: placed.orderId })
    assert.deepEqual([made.status, made.paymentStatus, await balanceOf(cardId)], ['APPROVED', 'PAID', '69.10'])
    assert.ok(made.activities.some(({ type }) => type === 'ORDER_PAID'))
  })

  test('its buyer reads where the money would go, and a canceled order gives card and coupon back', async () => {
    const { id: cardId, code } = await giftCard('10')
    const { code: couponCode } = await coupon({ percentOffRate: 10, usageLimit: 1, limitPerCustomer: 1 })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { giftCardCode: code, couponCode })
    const { orderId } = await order(buyer, id)
    const seen = async () => (await buyer.orders.getOrderStatus({ id: orderId })).order.details!
    const { paidWith, reusableCoupons } = await seen()
    assert.deepEqual(
      paidWith.map(({ method, amount }) => [method, amount]),
      [
        ['CARD', '18.30'],
        ['GIFT_CARD', '10.00'],
      ],
    )
    assert.deepEqual([paidWith[1]?.giftCardSuffix, paidWith[0]?.card?.last4], [code.slice(-4).toUpperCase(), '4242'])
    assert.deepEqual(reusableCoupons, [couponCode])
    await app.orders.cancelOrder({ id: orderId })
    const after = await seen()
    assert.deepEqual([await balanceOf(cardId), after.paidWith.map(({ method }) => method)], ['10.00', ['CARD']])
    assert.deepEqual(after.reusableCoupons, [], 'nothing is left to cancel')
    const next = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, next, { couponCode })
    const again = await order(buyer, next)
    const { order: made } = await app.orders.getOrder({ id: again.orderId })
    assert.equal(made.appliedDiscounts[0]?.coupon?.code, couponCode, 'its only use is free again')
  })

  test('gets back what it paid when the order is given up, ordered anew, or cancelled', async () => {
    const { id: cardId, code } = await giftCard('10')
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { giftCardCode: code })
    await buyer.checkout.createOrder({ id })
    assert.equal(await balanceOf(cardId), '0.00')
    const { checkout: waiting } = await buyer.checkout.getCheckout({ id })
    assert.equal(waiting.giftCard?.amount?.amount, '10.00', 'what its own order holds is still the buyer’s')
    await update(buyer, id, { giftCardCode: code })
    await update(buyer, id, { giftCardRedeemAmount: '4' })
    await buyer.checkout.createOrder({ id })
    assert.equal(await balanceOf(cardId), '6.00')
    shop.clock.advance(31 * minute)
    await shop.platform.everyMinute()
    assert.equal(await balanceOf(cardId), '10.00')
    const { orderId } = await order(buyer, id)
    assert.equal(await balanceOf(cardId), '6.00')
    const { order: canceled } = await app.orders.cancelOrder({ id: orderId })
    assert.deepEqual([await balanceOf(cardId), canceled.balanceSummary?.paid?.amount], ['10.00', '26.90'])
    const voided = (await paymentsOf(orderId)).find(({ giftcardPaymentDetails }) => giftcardPaymentDetails)
    assert.deepEqual([voided?.status, voided?.giftcardPaymentDetails?.voided], ['VOIDED', true])
  })

  test('gets its part of a refund, which is then no more to be given back', async () => {
    const { id: cardId, code } = await giftCard('10')
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { giftCardCode: code })
    const { orderId } = await order(buyer, id)
    const paymentId = (await paymentsOf(orderId)).find(({ giftcardPaymentDetails }) => giftcardPaymentDetails)!.id!
    await app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId, amount: { amount: '4' } }] })
    assert.equal(await balanceOf(cardId), '4.00')
    const refund = app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId, amount: { amount: '7' } }] })
    assert.equal(await codeOf(refund), 'INVALID_AMOUNT')
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await balanceOf(cardId), '4.00')
    const { transactions } = await office.giftCards.queryGiftCardTransactions({ giftCardId: cardId })
    assert.deepEqual(transactions.map(({ type }) => type).toSorted(), ['INITIAL', 'PAYMENT_METHOD_REFUND', 'REDEEM'])
  })

  test('REDEEM_GIFT_CARD_ERROR where it was spent elsewhere meanwhile', async () => {
    const { code } = await giftCard('10')
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { giftCardCode: code })
    await office.giftVouchers.redeemGiftCard({ code, amount: { value: '5' } })
    assert.equal(await codeOf(order(buyer, id)), 'REDEEM_GIFT_CARD_ERROR')
    await update(buyer, id, { giftCardCode: code })
    const { orderId } = await order(buyer, id)
    assert.deepEqual((await paymentsOf(orderId)).map(({ amount }) => amount?.amount).toSorted(), ['25.90', '5.00'])
  })

  test('spent by ten buyers at once it pays for as many as it can, and never goes below zero', async () => {
    const { id: cardId, code } = await giftCard('70')
    const buyers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const buyer = newBuyer(shop)
        const id = await toCheckout(buyer, [{ product: mug }])
        await update(buyer, id, { giftCardCode: code })
        return { buyer, id }
      }),
    )
    const outcomes = await Promise.all(buyers.map(({ buyer, id }) => codeOf(order(buyer, id, false))))
    assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 2)
    assert.ok(
      outcomes.every((outcome) => ['done', 'REDEEM_GIFT_CARD_ERROR'].includes(outcome)),
      outcomes.join(),
    )
    assert.equal(await balanceOf(cardId), '8.20')
  })

  test('GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD where nothing else is bought; beside other things it pays for those', async () => {
    const { id: cardId, code } = await giftCard('100')
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: voucher }])
    await update(buyer, id, { giftCardCode: code })
    assert.equal(await codeOf(order(buyer, id)), 'GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD')
    const mixed = newBuyer(shop)
    const both = await toCheckout(mixed, [{ product: voucher }, { product: mug }])
    await update(mixed, both, { giftCardCode: code })
    const { orderId } = await order(mixed, both)
    assert.deepEqual((await paymentsOf(orderId)).map(({ amount }) => amount?.amount).toSorted(), ['30.90', '50.00'])
    assert.equal(await balanceOf(cardId), '69.10')
  })
})

describe('a gift card that is bought', () => {
  test('is made when it is paid for, mailed to who bought it, and pays', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: voucher, quantity: 2 }])
    await update(buyer, id, { checkout: { id, buyerInfo: { email: 'collector@example.com' } } })
    const { orderId } = await order(buyer, id)
    await shop.platform.jobs.settle()
    await shop.platform.jobs.settle()
    const { messages } = await app.inbox.listMessages({ limit: 100 })
    const emails = messages.filter(({ to, subject }) => to.includes('collector@example.com') && /gift card/i.test(subject))
    assert.equal(emails.length, 2)
    const { message } = await app.inbox.getMessage({ id: emails[0]!.id })
    const [code] = /(?:[2-9B-Z]{4}-){3}[2-9B-Z]{4}/.exec(message.text) ?? []
    const { giftCard: known } = await office.giftVouchers.getGiftCard({ code: code! })
    assert.deepEqual([known.balance, known.status], [{ value: '50.00', currency: 'EUR' }, 'VALID'])
    const { giftCard: issued } = await office.giftCards.getGiftCard({ giftCardId: known.externalId! })
    assert.deepEqual([issued.source, issued.orderInfo?.orderId], ['ORDER', orderId])
    await app.orders.cancelOrder({ id: orderId })
    await shop.platform.jobs.settle()
    assert.equal((await office.giftVouchers.getGiftCard({ code: code! })).giftCard.status, 'DISABLED')
  })
})
