import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { apiKey, createClient as ownClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { checkout, currentCart, discountRules, giftVouchers, orders, orderTransactions } from '@wix/ecom'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const giftCardsApp = 'd80111c5-a0f4-47a8-b63a-65b54d774a27'

let shop: TestPlatform
let mug: TestProduct
let hosts: PublishedHosts
let office: ReturnType<typeof newOffice>
const newOffice = () => ownClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  mug = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500, itemType: 'SERVICE' },
    shop.clock.now(),
  )
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

const merchant = () =>
  createClient({
    modules: { discountRules, giftVouchers, orders, orderTransactions },
    auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }),
  })
const shopper = () => createClient({ modules: { currentCart, checkout }, auth: OAuthStrategy({ clientId: shop.clientId }) })
const line = (quantity: number) => ({ quantity, catalogReference: { appId: stores, catalogItemId: mug.id } })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { details: { applicationError?: { code: string } } }) => error.details.applicationError?.code,
  )

test('the published client sells with a coupon, a rule and a gift card, and finds them on the order', async () => {
  const admin = merchant()
  await office.coupons.createCoupon({ specification: { name: 'A tenth off', code: 'SLOWSUNDAY', percentOffRate: 10 } })
  const code = 'PUBL-ISHED-0001'
  const { giftCard } = await office.giftCards.createGiftCard({
    giftCard: { code, initialValue: { amount: '100' }, currency: 'EUR', source: 'MANUAL' },
  })
  const rule = await admin.discountRules.createDiscountRule({
    name: 'Three of a kind',
    active: true,
    trigger: { triggerType: 'ITEM_QUANTITY_RANGE', itemQuantityRange: { from: 3 } },
    discounts: {
      values: [
        {
          discountType: 'PERCENTAGE',
          targetType: 'SPECIFIC_ITEMS',
          percentage: 50,
          specificItemsInfo: { scopes: [{ id: 'all', type: 'CATALOG_ITEM', catalogItemFilter: { catalogAppId: stores } }] },
        },
      ],
    },
  } as never)
  assert.equal(rule.status, 'LIVE')

  const buyer = shopper()
  await buyer.currentCart.addToCurrentCart({ lineItems: [line(4)] })
  assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ couponCode: 'NOSUCH' })), 'ERROR_COUPON_DOES_NOT_EXIST')
  const cart = await buyer.currentCart.updateCurrentCart({ couponCode: 'slowsunday' })
  const wire = cart as { subtotal?: { amount: string }; discount?: { amount: string } }
  assert.deepEqual([wire.subtotal?.amount, wire.discount?.amount], ['104.00', '57.20'], 'before discounts, and all of them')
  assert.deepEqual(
    cart.appliedDiscounts?.map((one) => one.coupon?.code ?? (one as checkout.AppliedDiscount).discountRule?.name?.original),
    ['Three of a kind', 'SLOWSUNDAY'],
  )
  const estimate = await buyer.currentCart.estimateCurrentCartTotals({})
  assert.equal(estimate.priceSummary?.total?.amount, '46.80')
  assert.deepEqual(estimate.appliedDiscounts?.map((one) => one.coupon?.code ?? one.discountRule?.name?.original).toSorted(), [
    'SLOWSUNDAY',
    'Three of a kind',
  ])
  const without = await buyer.currentCart.removeCouponFromCurrentCart()
  assert.deepEqual(
    without.cart?.appliedDiscounts?.map((one) => one.coupon),
    [undefined],
    'the rule stays',
  )
  await buyer.currentCart.updateCurrentCart({ couponCode: 'SLOWSUNDAY' })

  const { checkoutId } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: 'ada@example.com' })
  assert.equal(await codeOf(buyer.checkout.updateCheckout(checkoutId!, {}, { giftCardCode: 'NO-SUCH-CARD' })), 'GIFT_CARD_NOT_FOUND')
  const written = (await buyer.checkout.updateCheckout(checkoutId!, {}, { giftCardCode: code })) as checkout.Checkout
  assert.deepEqual(
    [written.giftCard?.obfuscatedCode, written.giftCard?.amount?.amount, written.priceSummary?.total?.amount],
    ['****-****-****-0001', '46.80', '46.80'],
  )
  const left = written as { totalAfterGiftCard?: { amount: string }; payNowTotalAfterGiftCard?: { amount: string } }
  assert.deepEqual([left.totalAfterGiftCard?.amount, left.payNowTotalAfterGiftCard?.amount], ['0.00', '0.00'])
  const removed = await buyer.checkout.removeGiftCard(checkoutId!)
  assert.equal(removed.checkout?.giftCard, undefined)
  assert.equal((removed.checkout as typeof left | undefined)?.totalAfterGiftCard?.amount, '46.80')
  await buyer.checkout.updateCheckout(checkoutId!, {}, { giftCardCode: code })
  const { orderId } = await buyer.checkout.createOrder(checkoutId!)

  const order = await admin.orders.getOrder(orderId!)
  assert.deepEqual([order.status, order.paymentStatus, order.priceSummary?.discount?.amount], ['APPROVED', 'PAID', '57.20'])
  assert.equal(order.appliedDiscounts?.find((one) => one.coupon)?.coupon?.amount?.amount, '5.20')
  const { orderTransactions: books } = await admin.orderTransactions.listTransactionsForSingleOrder(orderId!)
  assert.equal(books?.payments?.[0]?.giftcardPaymentDetails?.obfuscatedCode, '****-****-****-0001')
  assert.equal((await admin.discountRules.getDiscountRule(rule._id!)).usageCount, 1)

  const known = await admin.giftVouchers.getGiftCard(code)
  assert.deepEqual([known.giftCard?.balance?.value, known.giftCard?.externalId], ['53.20', giftCard.id])
  await admin.orders.cancelOrder(orderId!)
  assert.equal((await admin.giftVouchers.getGiftCard(code)).giftCard?.balance?.value, '100.00')
})

test('the published client manages rules and redeems gift cards', async () => {
  const admin = merchant()
  const found = await admin.discountRules.queryDiscountRules().startsWith('name', 'Three').limit(10).find()
  assert.equal(found.items.length, 1)
  const [rule] = found.items
  const paused = await admin.discountRules.updateDiscountRule(rule!._id!, { revision: rule!.revision!, active: false })
  assert.deepEqual([paused.active, paused.revision], [false, '2'])
  await admin.discountRules.deleteDiscountRule(rule!._id!)
  assert.equal(await codeOf(admin.discountRules.getDiscountRule(rule!._id!)), 'DISCOUNT_RULE_NOT_FOUND')

  const code = 'PUBL-ISHED-0002'
  await office.giftCards.createGiftCard({ giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL' } })
  const amount = { value: '7.50', currency: 'EUR' }
  const { transactionId } = await admin.giftVouchers.redeemGiftCard(code, { amount, appId: giftCardsApp })
  assert.equal(await codeOf(admin.giftVouchers.redeemGiftCard(code, { amount, appId: giftCardsApp })), 'INSUFFICIENT_FUNDS')
  await admin.giftVouchers.voidTransaction(transactionId!, { appId: giftCardsApp })
  assert.equal(await codeOf(admin.giftVouchers.voidTransaction(transactionId!, { appId: giftCardsApp })), 'ALREADY_VOIDED')
  assert.equal((await admin.giftVouchers.getGiftCard(code)).giftCard?.balance?.value, '10.00')
})
