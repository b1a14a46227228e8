import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { CouponSpecificationInput, Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { type FeeRule, minor } from '@vitrine/pricing'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const minute = 60_000

let shop: TestPlatform
let mug: TestProduct
let voucher: TestProduct
let office: ReturnType<typeof newOffice>
let app: ReturnType<typeof newApp>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  app = newApp()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 5000 }, shop.clock.now())
  voucher = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Gift card', price: 5000, stock: 5000, itemType: 'GIFT_CARD' },
    shop.clock.now(),
  )
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
let codes = 0
async function coupon(specification: CouponSpecificationInput): Promise<{ id: string; code: string }> {
  const code = `CODE${++codes}`
  const { id } = await office.coupons.createCoupon({ specification: { name: `Coupon ${codes}`, code, ...specification } })
  return { id, code }
}
let cards = 0
async function giftCard(amount: string, more: Partial<Input<'POST /gift-cards/v1/gift-cards'>['giftCard']> = {}) {
  const code = `GIVE-0000-${String(++cards).padStart(4, '0')}`
  const { giftCard } = await office.giftCards.createGiftCard({
    giftCard: { code, initialValue: { amount }, currency: 'EUR', source: 'MANUAL', ...more },
  })
  return { id: giftCard.id, code }
}
const balanceOf = async (id: string) => (await office.giftCards.getGiftCard({ giftCardId: id })).giftCard.balance.amount
const usesOf = async (id: string) => (await office.coupons.getCoupon({ id })).coupon.numberOfUsages

/** A buyer with so many mugs in the cart. */
async function withMugs(quantity = 1): Promise<Buyer> {
  const buyer = newBuyer(shop)
  await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity, catalogReference: mug.reference() }] })
  return buyer
}
const update = async (buyer: Buyer, id: string, more: object) =>
  (await buyer.checkout.updateCheckout({ checkout: { id }, ...more })).checkout
const order = async (buyer: Buyer, id: string, pay = true) =>
  buyer.payments.placeOrder({ id, returnUrl: `${shop.url}/back`, ...(pay && { paymentToken: await card(buyer) }) })
const paymentsOf = async (orderId: string) =>
  (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments

describe('a coupon in the cart', () => {
  test('takes off what it says, is shown, and is left again', async () => {
    const { id, code } = await coupon({ percentOffRate: 10 })
    const buyer = await withMugs(2)
    const { cart } = await buyer.currentCart.updateCurrentCart({ couponCode: code.toLowerCase() })
    assert.deepEqual(cart.appliedDiscounts, [{ coupon: { id, code } }])
    assert.deepEqual([cart.subtotal?.amount, cart.discount?.amount, cart.subtotalAfterDiscounts?.amount], ['52.00', '5.20', '46.80'])
    assert.deepEqual((await buyer.currentCart.getCurrentCart()).cart, cart)
    const estimate = await buyer.currentCart.estimateCurrentCartTotals({
      shippingAddress: { country: 'DE' },
      selectedShippingOption: { code: 'standard' },
    })
    assert.equal(estimate.priceSummary.total?.amount, '51.70')
    assert.deepEqual(estimate.appliedDiscounts, [
      {
        coupon: { id, code, name: `Coupon ${codes}`, amount: estimate.priceSummary.discount },
        discountType: 'GLOBAL',
        lineItemIds: cart.lineItems.map((line) => line.id),
      },
    ])
    const left = (await buyer.currentCart.removeCouponFromCurrentCart({})).cart
    assert.deepEqual([left.appliedDiscounts, left.discount?.amount], [[], '0.00'])
  })

  test('one replaces the other', async () => {
    const [first, second] = [await coupon({ percentOffRate: 10 }), await coupon({ moneyOffAmount: 5 })]
    const buyer = await withMugs()
    await buyer.currentCart.updateCurrentCart({ couponCode: first.code })
    const { cart } = await buyer.currentCart.updateCurrentCart({ couponCode: second.code })
    assert.deepEqual([cart.appliedDiscounts, cart.discount?.amount], [[{ coupon: second }], '5.00'])
  })

  test('each refusal by its own code', async () => {
    const buyer = await withMugs()
    const refusal = async (specification: CouponSpecificationInput) =>
      codeOf(buyer.currentCart.updateCurrentCart({ couponCode: (await coupon({ percentOffRate: 10, ...specification })).code }))
    const at = (ms: number) => String(shop.clock.now().getTime() + ms)
    assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ couponCode: 'NOSUCH' })), 'ERROR_COUPON_DOES_NOT_EXIST')
    assert.equal(await refusal({ active: false }), 'ERROR_COUPON_IS_DISABLED')
    assert.equal(await refusal({ startTime: at(1) }), 'ERROR_COUPON_IS_NOT_ACTIVE_YET')
    assert.equal(await refusal({ startTime: at(-2), expirationTime: at(-1) }), 'ERROR_COUPON_HAS_EXPIRED')
    const used = await coupon({ percentOffRate: 10, usageLimit: 1 })
    const checkout = await toCheckout(newBuyer(shop), [{ product: mug }])
    assert.ok(checkout)
    const other = newBuyer(shop)
    const id = await toCheckout(other, [{ product: mug }])
    await update(other, id, { couponCode: used.code })
    await order(other, id)
    assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ couponCode: used.code })), 'ERROR_COUPON_USAGE_EXCEEDED')
    assert.equal((await buyer.currentCart.getCurrentCart()).cart.appliedDiscounts.length, 0)
  })

  test('that is good but not for these goods is kept, and the estimate says why it takes nothing', async () => {
    const { code } = await coupon({ moneyOffAmount: 10, minimumSubtotal: 50 })
    const buyer = await withMugs()
    const { cart } = await buyer.currentCart.updateCurrentCart({ couponCode: code })
    assert.deepEqual([cart.discount?.amount, cart.appliedDiscounts.length], ['0.00', 1])
    const { calculationErrors } = await buyer.currentCart.estimateCurrentCartTotals({})
    const error = calculationErrors?.couponCalculationError?.applicationError
    assert.deepEqual([error?.code, error?.data], ['MIN_SUBTOTAL_NOT_REACHED', { couponCode: code, requiredMinimumSubtotal: '50.00' }])
    const line = cart.lineItems[0]!.id!
    const more = await buyer.currentCart.updateCurrentCartLineItemQuantity({ lineItems: [{ id: line, quantity: 2 }] })
    assert.equal(more.cart.discount?.amount, '10.00')
  })

  test('that expires while it is in the cart takes nothing any more', async () => {
    const { code } = await coupon({ percentOffRate: 50, expirationTime: String(shop.clock.now().getTime() + minute) })
    const buyer = await withMugs()
    await buyer.currentCart.updateCurrentCart({ couponCode: code })
    shop.clock.advance(minute)
    assert.equal((await buyer.currentCart.getCurrentCart()).cart.discount?.amount, '0.00')
    const { calculationErrors } = await buyer.currentCart.estimateCurrentCartTotals({})
    assert.equal(calculationErrors?.couponCalculationError?.applicationError?.code, 'ERROR_COUPON_HAS_EXPIRED')
  })

  test('for the delivery makes that free', async () => {
    const { code } = await coupon({ freeShipping: true })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const checkout = await update(buyer, id, { couponCode: code })
    const { shipping, discount, total } = checkout.priceSummary!
    assert.deepEqual([shipping?.amount, discount?.amount, total?.amount], ['4.90', '4.90', '26.00'])
    assert.equal(checkout.appliedDiscounts[0]?.discountType, 'SHIPPING')
    assert.equal(checkout.shippingInfo?.selectedCarrierServiceOption?.cost?.totalDiscount?.amount, '4.90')
    const { orderId } = await order(buyer, id)
    assert.equal((await app.orders.getOrder({ id: orderId })).order.shippingInfo?.cost?.discount?.amount, '4.90')
  })
})

describe('rules', () => {
  test('give themselves, are in the subtotal, begin and end by the clock, and are counted', async () => {
    const start = new Date(shop.clock.now().getTime() + minute).toISOString()
    const end = new Date(shop.clock.now().getTime() + 2 * minute).toISOString()
    const { discountRule } = await office.discountRules.createDiscountRule({
      discountRule: {
        name: 'Three of a kind',
        active: true,
        activeTimeInfo: { start, end },
        trigger: { itemQuantityRange: { from: 3 } },
        discounts: {
          values: [
            { percentage: 10, specificItemsInfo: { scopes: [{ catalogItemFilter: { catalogAppId: stores, catalogItemIds: [mug.id] } }] } },
          ],
        },
      },
    })
    const buyer = await withMugs(3)
    const subtotal = async () => (await buyer.currentCart.getCurrentCart()).cart.subtotal?.amount
    assert.equal(await subtotal(), '78.00')
    shop.clock.advance(minute)
    assert.equal(await subtotal(), '70.20')
    const cart = (await buyer.currentCart.getCurrentCart()).cart
    assert.deepEqual([cart.discount?.amount, cart.lineItems[0]?.lineItemPrice?.amount], ['0.00', '70.20'])
    const id = await toCheckout(buyer, [])
    const { orderId } = await order(buyer, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      made.appliedDiscounts.map(({ discountRule: rule, discountType }) => [rule?.name?.original, rule?.amount?.amount, discountType]),
      [['Three of a kind', '7.80', 'SPECIFIC_ITEMS']],
    )
    assert.equal(made.lineItems[0]?.totalDiscount?.amount, '7.80')
    const { discountRule: counted } = await office.discountRules.getDiscountRule({ discountRuleId: discountRule.id })
    assert.equal(counted.usageCount, 1)
    const late = await withMugs(3)
    shop.clock.advance(minute)
    assert.equal((await late.currentCart.getCurrentCart()).cart.subtotal?.amount, '78.00')
    await office.discountRules.deleteDiscountRule({ discountRuleId: discountRule.id })
  })
})

describe('an order with a coupon', () => {
  test('costs what was quoted, says what was taken off, and counts the use', async () => {
    const { id: couponId, code } = await coupon({ percentOffRate: 10 })
    const buyer = await withMugs(2)
    await buyer.currentCart.updateCurrentCart({ couponCode: code })
    const id = await toCheckout(buyer, [])
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.equal(checkout.priceSummary?.total?.amount, '51.70')
    const { orderId } = await order(buyer, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual([made.priceSummary?.total?.amount, made.priceSummary?.discount?.amount, made.paymentStatus], ['51.70', '5.20', 'PAID'])
    const [applied] = made.appliedDiscounts
    assert.deepEqual(
      [applied?.coupon?.id, applied?.coupon?.code, applied?.coupon?.amount?.amount, applied?.lineItemDiscounts?.[0]?.totalDiscount?.amount],
      [couponId, code, '5.20', '5.20'],
    )
    assert.equal(await usesOf(couponId), 1)
  })

  test('gives the use back when it is given up, or cancelled', async () => {
    const { id: couponId, code } = await coupon({ percentOffRate: 10, usageLimit: 1 })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await update(buyer, id, { couponCode: code })
    await buyer.checkout.createOrder({ id })
    assert.equal(await usesOf(couponId), 1)
    await buyer.checkout.createOrder({ id })
    assert.equal(await usesOf(couponId), 1, 'ordered once more it is the same order')
    const { checkout: waiting } = await buyer.checkout.getCheckout({ id })
    assert.deepEqual([waiting.priceSummary?.discount?.amount, waiting.calculationErrors?.couponCalculationError], ['2.60', undefined])
    shop.clock.advance(31 * minute)
    await shop.platform.everyMinute()
    assert.equal(await usesOf(couponId), 0)
    const { orderId } = await order(buyer, id)
    assert.equal(await usesOf(couponId), 1)
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await usesOf(couponId), 0)
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await usesOf(couponId), 0)
  })

  test('is refused to a customer who has used it, by their e-mail', async () => {
    const { code } = await coupon({ percentOffRate: 10, limitPerCustomer: 1 })
    const [first, second] = [newBuyer(shop), newBuyer(shop)]
    const id = await toCheckout(first, [{ product: mug }])
    await update(first, id, { couponCode: code })
    const again = await toCheckout(second, [{ product: mug }])
    await update(second, again, { couponCode: code })
    await order(first, id)
    assert.equal(await codeOf(order(second, again)), 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED')
    assert.equal(await codeOf(update(second, again, { couponCode: code })), 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED')
    await update(second, again, { couponCode: code, checkout: { id: again, buyerInfo: { email: 'grace@example.com' } } })
    await order(second, again)
  })

  test('the last use goes to one of fifty buyers', async () => {
    const { id: couponId, code } = await coupon({ moneyOffAmount: 1, usageLimit: 1 })
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const buyer = newBuyer(shop)
        const id = await toCheckout(buyer, [{ product: mug }])
        await update(buyer, id, { couponCode: code, checkout: { id, buyerInfo: { email: `buyer-${n}@example.com` } } })
        return { buyer, id }
      }),
    )
    const outcomes = await Promise.all(buyers.map(({ buyer, id }) => codeOf(buyer.checkout.createOrder({ id }))))
    assert.equal(outcomes.filter((outcome) => outcome === 'done').length, 1)
    assert.ok(
      outcomes.every((outcome) => outcome === 'done' || outcome === 'ERROR_COUPON_USAGE_EXCEEDED'),
      outcomes.join(),
    )
    assert.equal(await usesOf(couponId), 1)
    const [row] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from orders where site = ${shop.site} and email like 'buyer-%'`,
    )
    assert.equal(row?.count, 1)
  })

  test('COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD where nothing else is bought', async () => {
    const { code } = await coupon({ percentOffRate: 10 })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: voucher }])
    await update(buyer, id, { couponCode: code })
    assert.equal(await codeOf(order(buyer, id)), 'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD')
  })
})

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

describe('what is paid later', () => {
  const settings = { frequency: 'MONTH', interval: 1, autoRenewal: true, enableCustomerCancellation: true } as const
  const checkoutOf = async (
    lineItems: Input<'POST /ecom/v1/checkouts'>['lineItems'],
    customLineItems?: Input<'POST /ecom/v1/checkouts'>['customLineItems'],
  ) =>
    (
      await app.checkout.createCheckout({
        channelType: 'BACKOFFICE_MERCHANT',
        lineItems,
        ...(customLineItems && { customLineItems }),
        checkoutInfo: { buyerInfo: { email: 'ada@example.com' } },
      })
    ).checkout

  test('a deposit is paid with the order, the rest is due', async () => {
    const table = {
      quantity: 2,
      price: '400',
      productName: { original: 'Table' },
      itemType: { preset: 'SERVICE' as const },
      paymentOption: 'DEPOSIT_ONLINE' as const,
      depositAmount: '100',
    }
    const checkout = await checkoutOf(undefined, [table])
    assert.deepEqual(
      [checkout.payNow?.total?.amount, checkout.payLater?.total?.amount, checkout.lineItems[0]?.depositAmount?.amount],
      ['200.00', '600.00', '200.00'],
    )
    const { orderId } = await app.payments.placeOrder({
      id: checkout.id!,
      paymentToken: await card(app),
      returnUrl: `${shop.url}/back`,
    })
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      [made.status, made.paymentStatus, made.balanceSummary?.paid?.amount, made.balanceSummary?.balance?.amount],
      ['APPROVED', 'PARTIALLY_PAID', '200.00', '600.00'],
    )
    assert.deepEqual([made.lineItems[0]?.paymentOption, made.lineItems[0]?.depositAmount?.amount], ['DEPOSIT_ONLINE', '200.00'])
  })

  test('what is paid offline needs no bank', async () => {
    const lesson = {
      quantity: 1,
      price: '45',
      productName: { original: 'Lesson' },
      itemType: { preset: 'SERVICE' as const },
      paymentOption: 'FULL_PAYMENT_OFFLINE' as const,
    }
    const checkout = await checkoutOf(undefined, [lesson])
    assert.deepEqual([checkout.payNow?.total?.amount, checkout.payLater?.total?.amount], ['0.00', '45.00'])
    const placed = await app.payments.placeOrder({ id: checkout.id!, returnUrl: `${shop.url}/back` })
    const { order: made } = await app.orders.getOrder({ id: placed.orderId })
    assert.deepEqual([made.status, made.paymentStatus, made.balanceSummary?.balance?.amount], ['APPROVED', 'NOT_PAID', '45.00'])
  })

  test('a subscription says how it goes on; a free trial is paid when it is over', async () => {
    const plans = [
      { id: newId(), title: 'Every month', settings, percentOff: '10' },
      { id: newId(), title: 'Try it', settings: { ...settings, freeTrialPeriod: { frequency: 'WEEK' as const, interval: 2 } } },
    ]
    const coffee = await addProduct(
      shop.platform,
      { site: shop.site, name: 'Coffee', price: 1000, stock: 50, plans, itemType: 'SERVICE' },
      shop.clock.now(),
    )
    const line = (subscriptionOptionId?: string) => {
      const reference = coffee.reference()
      return {
        quantity: 1,
        catalogReference: { ...reference, options: { ...reference.options, ...(subscriptionOptionId && { subscriptionOptionId }) } },
      }
    }
    const checkout = await checkoutOf([line(plans[0]!.id), line(plans[1]!.id), line()])
    assert.deepEqual(
      checkout.lineItems.map(({ price, subscriptionOptionInfo, savePaymentMethod }) => [
        price?.amount,
        subscriptionOptionInfo?.title?.original,
        savePaymentMethod,
      ]),
      [
        ['9.00', 'Every month', true],
        ['10.00', 'Try it', true],
        ['10.00', undefined, false],
      ],
    )
    assert.deepEqual(
      [checkout.payNow?.total?.amount, checkout.payAfterFreeTrial?.total?.amount, checkout.priceSummary?.total?.amount],
      ['19.00', '10.00', '29.00'],
    )
    const { orderId } = await app.payments.placeOrder({
      id: checkout.id!,
      paymentToken: await card(app),
      returnUrl: `${shop.url}/back`,
    })
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      made.lineItems.map(({ subscriptionInfo }) => [
        subscriptionInfo?.cycleNumber,
        subscriptionInfo?.subscriptionSettings?.frequency,
        subscriptionInfo?.subscriptionSettings?.startDate,
      ]),
      [
        [1, 'MONTH', shop.clock.now().toISOString()],
        [1, 'MONTH', shop.clock.now().toISOString()],
        [undefined, undefined, undefined],
      ],
    )
    assert.deepEqual([made.payAfterFreeTrial?.total?.amount, made.balanceSummary?.paid?.amount], ['10.00', '19.00'])
  })

  test('SUBSCRIPTION_WITH_GIFT_CARD where nothing else is bought; MEMBERS_ONLY_ITEM without a membership', async () => {
    const { code } = await giftCard('100')
    const box = {
      quantity: 1,
      price: '20',
      productName: { original: 'Box' },
      itemType: { preset: 'SERVICE' as const },
      subscriptionOptionInfo: { subscriptionSettings: { frequency: 'MONTH' as const } },
    }
    const checkout = await checkoutOf(undefined, [box])
    await app.checkout.updateCheckout({ checkout: { id: checkout.id! }, giftCardCode: code })
    assert.equal(await codeOf(app.checkout.createOrder({ id: checkout.id! })), 'SUBSCRIPTION_WITH_GIFT_CARD')
    const lesson = {
      quantity: 1,
      price: '45',
      productName: { original: 'Class' },
      itemType: { preset: 'SERVICE' as const },
      paymentOption: 'MEMBERSHIP' as const,
    }
    const members = await checkoutOf(undefined, [lesson])
    assert.equal(members.violations[0]?.severity, 'ERROR')
    assert.equal(await codeOf(app.checkout.createOrder({ id: members.id! })), 'MEMBERS_ONLY_ITEM')
  })
})

describe('a membership', () => {
  /** A signed-in member with a client of their own. */
  async function newMember() {
    const memberId = newId()
    const issuer = tokens(keyRing(shop.platform.database), shop.clock)
    const { access, refresh } = await issuer.issue({
      kind: 'member',
      site: shop.site,
      memberId,
      visitorId: newId(),
      clientId: shop.clientId,
    })
    const saved = inMemory()
    await saved.set({ accessToken: { value: access, expiresAt: 4_000_000_000 }, refreshToken: { value: refresh, role: 'member' } })
    const member = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: saved }) })
    return { memberId, member }
  }

  test('pays for lines, takes its credits with the order and gets them back', async () => {
    const { memberId, member } = await newMember()
    const lesson = await addProduct(
      shop.platform,
      { site: shop.site, name: 'Lesson', price: 4500, stock: 50, itemType: 'SERVICE' },
      shop.clock.now(),
    )
    const { membership } = await office.memberships.createMembership({
      membership: { memberId, name: 'Three lessons', catalogItemIds: [lesson.id], percentOff: '100', credits: { total: 3 } },
    })
    const { cart } = await member.currentCart.addToCurrentCart({
      lineItems: [
        { quantity: 2, catalogReference: lesson.reference() },
        { quantity: 1, catalogReference: mug.reference() },
      ],
    })
    const [first] = cart.lineItems
    const estimate = await member.currentCart.estimateCurrentCartTotals({})
    const [eligible] = estimate.membershipOptions!.eligibleMemberships
    assert.deepEqual([eligible?.id, eligible?.credits, eligible?.lineItemIds], [membership.id, { total: 3, remaining: 3 }, [first!.id]])
    const chosen = { memberships: [{ id: eligible!.id, appId: eligible!.appId, lineItemIds: [first!.id!] }] }
    const paid = await member.currentCart.estimateCurrentCartTotals({ selectedMemberships: chosen })
    assert.deepEqual([paid.priceSummary.subtotal?.amount, paid.calculatedLineItems[0]?.paymentOption], ['26.00', 'MEMBERSHIP'])

    const id = await toCheckout(member, [])
    const line = (await member.checkout.getCheckout({ id })).checkout.lineItems.find(({ quantity }) => quantity === 2)!
    const wanted = { memberships: [{ ...chosen.memberships[0]!, lineItemIds: [line.id!] }] }
    const { checkout } = await member.checkout.updateCheckout({ checkout: { id, membershipOptions: { selectedMemberships: wanted } } })
    assert.deepEqual(
      [checkout.priceSummary?.total?.amount, checkout.membershipOptions?.selectedMemberships?.memberships.length],
      ['30.90', 1],
    )
    const { orderId } = await order(member, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.equal(made.lineItems.find(({ quantity }) => quantity === 2)?.paymentOption, 'MEMBERSHIP')
    const remaining = async () => (await office.memberships.listMemberships({ memberId })).memberships[0]?.credits?.remaining
    assert.equal(await remaining(), 1)
    await member.currentCart.addToCurrentCart({ lineItems: [{ quantity: 2, catalogReference: lesson.reference() }] })
    const more = (await member.currentCart.getCurrentCart()).cart.lineItems[0]!
    const short = await member.currentCart.estimateCurrentCartTotals({
      selectedMemberships: { memberships: [{ ...chosen.memberships[0]!, lineItemIds: [more.id!] }] },
    })
    assert.deepEqual(
      [short.membershipOptions?.invalidMemberships[0]?.reason, short.priceSummary.subtotal?.amount],
      ['NOT_ENOUGH_CREDITS', '90.00'],
    )
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await remaining(), 3)
    await office.memberships.deleteMembership({ id: membership.id })
    assert.equal(await codeOf(office.memberships.deleteMembership({ id: membership.id })), 'MEMBERSHIP_NOT_FOUND')
    const broken = { memberId, name: 'Both', percentOff: '5', amountOff: '5' }
    assert.equal(await codeOf(office.memberships.createMembership({ membership: broken })), 'INVALID_ARGUMENT')
  })
})

describe('fees', () => {
  const charging = (rules: readonly FeeRule[]) => writeSettings(shop.platform.database, shop.site, 'fees', { rules }, shop.clock.now())

  test('handling and insurance are in the estimate, the checkout and the order, with their tax', async () => {
    await charging([
      { code: 'handling', name: 'Handling', charge: { amount: minor(250) }, shippedOnly: true },
      { code: 'insurance', name: 'Insurance', charge: { percent: '1.5' } },
    ])
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    const without = await buyer.currentCart.estimateCurrentCartTotals({ calculateAdditionalFees: false })
    assert.deepEqual([without.additionalFees, without.priceSummary.additionalFees?.amount], [[], '0.00'])
    const estimate = await buyer.currentCart.estimateCurrentCartTotals({})
    assert.deepEqual(
      estimate.additionalFees.map(({ code, price }) => [code, price?.amount]),
      [
        ['handling', '2.50'],
        ['insurance', '0.78'],
      ],
    )
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.deepEqual([checkout.priceSummary?.additionalFees?.amount, checkout.priceSummary?.total?.amount], ['3.28', '60.18'])
    const { orderId } = await order(buyer, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      [made.priceSummary?.totalAdditionalFees?.amount, made.priceSummary?.total?.amount, made.balanceSummary?.paid?.amount],
      ['3.28', '60.18', '60.18'],
    )
    assert.deepEqual(
      made.additionalFees.map(({ code, taxInfo }) => [code, taxInfo?.taxAmount?.amount]),
      [
        ['handling', '0.40'],
        ['insurance', '0.13'],
      ],
    )
    await charging([])
  })
})
