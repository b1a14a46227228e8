// Laws of what things cost, over the wire: random carts under random coupons, rules, gift cards and taxes, from the estimate to the refund.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { CouponSpecificationInput, Input, Ok, Order } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import fc from 'fast-check'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let stockItem: readonly TestProduct[]
let app: ReturnType<typeof newApp>
let office: ReturnType<typeof newOffice>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

const goods = [
  { price: 2600 },
  { price: 1999 },
  { price: 1, itemType: 'DIGITAL' },
  { price: 333, taxGroupId: 'reduced' },
  { price: 12_345, taxGroupId: 'reduced' },
  { price: 4500, itemType: 'SERVICE' },
  { price: 0 },
  { price: 5000, itemType: 'GIFT_CARD' },
] as const

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  stockItem = await Promise.all(
    goods.map((one, i) => addProduct(platform, { site, name: `Thing ${i}`, stock: 1_000_000, ...one }, clock.now())),
  )
  app = newApp()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** What fails is told as it was drawn: to make it smaller would take many minutes. */
const options = (runs: number) => ({
  numRuns: Number(process.env.LAW_RUNS ?? runs),
  seed: Number(process.env.LAW_SEED ?? 20261121),
  endOnFailure: true,
})
const cents = (price: { readonly amount: string } | undefined): number => Math.round(Number(price?.amount ?? 0) * 100)
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const text = (amount: number) => (amount / 100).toFixed(2)

const amount = fc.oneof(fc.constantFrom(1, 99, 100, 1999, 5000), fc.integer({ min: 1, max: 30_000 }))
const percent = fc.oneof(fc.constantFrom(1, 10, 33.33, 50, 100), fc.integer({ min: 1, max: 100 }))
const things = fc.uniqueArray(fc.nat(goods.length - 1), { minLength: 1, maxLength: 3 })
const scopeOf = (indices: readonly number[]) => ({
  scopes: [{ catalogItemFilter: { catalogAppId: storesAppId, catalogItemIds: indices.map((i) => stockItem[i]!.id) } }],
})

type Specification = (stockItem: readonly TestProduct[]) => CouponSpecificationInput
const coupon: fc.Arbitrary<Specification> = fc
  .record({
    kind: fc.oneof(
      amount.map((n) => ({ moneyOffAmount: n / 100 })),
      percent.map((percentOffRate) => ({ percentOffRate })),
      amount.map((n) => ({ fixedPriceAmount: n / 100 })),
      fc.record({ x: fc.integer({ min: 1, max: 3 }), y: fc.integer({ min: 1, max: 2 }) }).map((buyXGetY) => ({ buyXGetY })),
      fc.constant({ freeShipping: true }),
    ),
    only: fc.option(fc.nat(goods.length - 1)),
    limitedToOneItem: fc.boolean(),
    minimumSubtotal: fc.option(amount),
  })
  .map(({ kind, only, limitedToOneItem, minimumSubtotal }) => (on: readonly TestProduct[]) => {
    if ('freeShipping' in kind) return { ...kind, ...(minimumSubtotal !== null && { minimumSubtotal: minimumSubtotal / 100 }) }
    const product = on[only ?? 0]!.id
    const isScoped = only !== null || 'fixedPriceAmount' in kind || 'buyXGetY' in kind
    return isScoped
      ? { ...kind, limitedToOneItem, scope: { namespace: 'stores', group: { name: 'product' as const, entityId: product } } }
      : { ...kind, ...(minimumSubtotal !== null && { minimumSubtotal: minimumSubtotal / 100 }) }
  })

const rule = fc.record({
  trigger: fc.option(
    fc.oneof(
      fc.integer({ min: 1, max: 4 }).map((from) => ({ itemQuantityRange: { from } })),
      amount.map((from) => ({ subtotalRange: { from: text(from) } })),
    ),
  ),
  discount: fc.oneof(
    percent.map((percentage) => ({ percentage })),
    amount.map((n) => ({ fixedAmount: text(n) })),
    amount.map((n) => ({ fixedPrice: text(n) })),
    fc
      .record({ quantity: fc.integer({ min: 2, max: 3 }), price: amount })
      .map(({ quantity, price }) => ({ quantityBased: { configurations: [{ quantity, price: text(price) }] } })),
  ),
  on: things,
  offer: fc.option(
    fc.record({
      buys: fc.oneof(
        fc.integer({ min: 1, max: 3 }).map((minimumQuantity) => ({ minimumQuantity })),
        amount.map((n) => ({ minimumSpend: text(n) })),
      ),
      bought: things,
      quantity: fc.integer({ min: 1, max: 2 }),
      limit: fc.option(fc.integer({ min: 1, max: 2 })),
    }),
  ),
})

/** What a random rule gives, and to whom: to everybody, or to those who buy something else. */
function targetOf({ discount, on, offer }: typeof rule extends fc.Arbitrary<infer R> ? R : never) {
  if (!offer || 'quantityBased' in discount) return { ...discount, specificItemsInfo: scopeOf(on) }
  const { buys, bought, quantity, limit } = offer
  return {
    ...discount,
    targetType: 'BUY_X_GET_Y',
    buyXGetYInfo: {
      customerBuys: { ...buys, ...scopeOf(bought) },
      customerGets: { quantity, ...scopeOf(on) },
      ...(limit !== null && { limit }),
    },
  }
}

const lines = fc.uniqueArray(
  fc.record({ thing: fc.nat(goods.length - 1), quantity: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(97)) }),
  { minLength: 1, maxLength: 5, selector: ({ thing }) => thing },
)
const places = {
  'tax within': berlin,
  'tax on top': {
    ...berlin,
    address: { country: 'US', subdivision: 'US-NY', city: 'New York', postalCode: '10001', addressLine: '1 5th Av' },
  },
  'no tax': { ...berlin, address: { country: 'US', subdivision: 'US-OR', city: 'Portland', postalCode: '97201', addressLine: '1 1st St' } },
}
const place = fc.constantFrom(...(Object.keys(places) as (keyof typeof places)[]))
const cart = fc.record({ lines, place, couponAt: fc.option(fc.nat(1)), giftCard: fc.option(amount) })

type Summary = NonNullable<Ok<'POST /ecom/v1/carts/current/estimate-totals'>['priceSummary']>
const numbersOf = (summary: Summary | undefined) => ({
  subtotal: cents(summary?.subtotal),
  shipping: cents(summary?.shipping),
  tax: cents(summary?.tax),
  discount: cents(summary?.discount),
  fees: cents(summary?.additionalFees),
  total: cents(summary?.total),
})

interface Priced {
  readonly before: number
  readonly price: number
  readonly discount: number
  readonly beforeTax: number
  readonly afterTax: number
  readonly tax: number
  readonly quantity: number
}

/** Whether the sums are those of their parts, to the cent, and nothing is below nothing. */
function addsUp(
  summary: ReturnType<typeof numbersOf>,
  parts: readonly Priced[],
  shipping: { readonly beforeTax: number; readonly afterTax: number; readonly tax: number },
  what: string,
): void {
  for (const number of Object.values(summary)) assert.ok(number >= 0, what)
  for (const { before, price, discount, beforeTax, afterTax, tax, quantity } of parts) {
    assert.ok(Math.min(before, price, discount, beforeTax, afterTax, tax) >= 0, what)
    assert.ok(price <= before && discount <= before * quantity, what)
    assert.equal(beforeTax + tax, afterTax, what)
  }
  assert.equal(shipping.beforeTax + shipping.tax, shipping.afterTax, what)
  assert.equal(sum(parts.map(({ tax }) => tax)) + shipping.tax, summary.tax, what)
  assert.equal(sum(parts.map(({ afterTax }) => afterTax)) + shipping.afterTax + summary.fees, summary.total, what)
  const given = summary.subtotal - summary.discount + summary.shipping + summary.fees
  assert.ok(summary.total === given || summary.total === given + summary.tax, what)
}

const shippingOf = (option: { readonly cost?: object | undefined } | undefined) => {
  const cost = (option?.cost ?? {}) as {
    totalPriceBeforeTax?: { amount: string }
    totalPriceAfterTax?: { amount: string }
    taxDetails?: { totalTax?: { amount: string } }
    taxInfo?: { taxAmount?: { amount: string } }
  }
  const [beforeTax, afterTax] = [cents(cost.totalPriceBeforeTax), cents(cost.totalPriceAfterTax)]
  return { beforeTax, afterTax, tax: cents(cost.taxDetails?.totalTax ?? cost.taxInfo?.taxAmount) }
}

let made = 0
async function newCoupon(specification: CouponSpecificationInput): Promise<string> {
  const code = `LAW${++made}`
  await office.coupons.createCoupon({ specification: { name: code, code, ...specification } })
  return code
}
async function newGiftCard(value: number): Promise<{ id: string; code: string }> {
  const code = `LAWS-0000-${String(++made).padStart(4, '0')}`
  const { giftCard } = await office.giftCards.createGiftCard({
    giftCard: { code, initialValue: { amount: text(value) }, currency: 'EUR', source: 'MANUAL' },
  })
  return { id: giftCard.id, code }
}
async function balanceOf(id: string): Promise<number> {
  return cents((await office.giftCards.getGiftCard({ giftCardId: id })).giftCard.balance)
}
/** What the bank has of an order. */
async function atTheBank(orderId: string): Promise<number> {
  const [row] = await shop.platform.database.query<{ taken: number }>(sql`
    select coalesce(sum(coalesce(c.captured, c.amount) - c.refunded), 0)::bigint as taken
    from payment p join sandbox_charge c on c.site = p.site and c.payment_id = p.id and c.state = 'APPROVED'
    where p.site = ${shop.site} and p.order_id = ${orderId}`)
  return row!.taken
}

const pricedInOrder = ({ lineItems }: Order): Priced[] =>
  lineItems.map((line) => ({
    before: cents(line.priceBeforeDiscounts),
    price: cents(line.price),
    discount: cents(line.totalDiscount),
    beforeTax: cents(line.totalPriceBeforeTax),
    afterTax: cents(line.totalPriceAfterTax),
    tax: cents(line.taxInfo?.taxAmount),
    quantity: line.quantity,
  }))

type Checkout = Ok<'GET /ecom/v1/checkouts/{id}'>['checkout']
const pricedInCheckout = ({ lineItems }: Checkout): Priced[] =>
  lineItems.map((line) => ({
    before: cents(line.priceBeforeDiscounts),
    price: cents(line.price),
    discount: cents(line.discount),
    beforeTax: cents(line.totalPriceBeforeTax),
    afterTax: cents(line.totalPriceAfterTax),
    tax: cents(line.taxDetails?.totalTax),
    quantity: line.quantity,
  }))

/** Whether an order costs what its checkout said, and was paid so. Answers what was paid by the bank and by the gift card. */
async function soldAsQuoted(checkout: Checkout, orderId: string, what: string): Promise<{ order: Order; bank: number; gift: number }> {
  const { order } = await app.orders.getOrder({ id: orderId })
  const quoted = numbersOf(checkout.priceSummary)
  const { priceSummary } = order
  const sold = numbersOf({ ...priceSummary, additionalFees: priceSummary?.totalAdditionalFees } as unknown as Summary)
  assert.deepEqual(sold, quoted, what)
  addsUp(sold, pricedInOrder(order), shippingOf(order.shippingInfo), what)
  const now = cents(checkout.payNow?.total)
  const gift = cents(checkout.giftCard?.amount)
  assert.equal(now + cents(checkout.payLater?.total) + cents(checkout.payAfterFreeTrial?.total), quoted.total, what)
  assert.ok(gift >= 0 && gift <= now, what)
  assert.equal(cents(order.balanceSummary?.paid), now, what)
  assert.equal(await atTheBank(orderId), now - gift, what)
  return { order, bank: now - gift, gift }
}

/** Refunds that are asked for in turn, of more than there is too: never more comes back than was taken, from bank and gift card each. */
async function refundsWithin(
  orderId: string,
  { bank, gift }: { readonly bank: number; readonly gift: number },
  giftCardId: string | undefined,
  asked: readonly number[],
  what: string,
): Promise<void> {
  const onCard = giftCardId === undefined ? 0 : await balanceOf(giftCardId)
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  for (const { id: paymentId } of orderTransactions.payments)
    for (const wanted of [...asked, undefined])
      await attempt(
        app.orders.triggerRefund({
          ecomOrderId: orderId,
          payments: [{ paymentId: paymentId!, ...(wanted !== undefined && { amount: { amount: text(wanted) } }) }],
        }),
      )
  const { order } = await app.orders.getOrder({ id: orderId })
  assert.ok(cents(order.balanceSummary?.refunded) <= bank + gift, what)
  assert.equal(await atTheBank(orderId), 0, what)
  if (giftCardId !== undefined) assert.equal((await balanceOf(giftCardId)) - onCard, gift, what)
  assert.equal(cents(order.balanceSummary?.refunded), bank + gift, what)
}

const foreseen = [
  'GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD',
  'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD',
  'CALCULATION_ERROR',
  'NO_SELECTED_CARRIER_SERVICE_OPTION',
]

test('under random coupons and rules, random carts cost the sum of their parts, and are sold as quoted', async () => {
  const seen = { estimates: 0, orders: 0, coupons: 0, rules: 0, gifts: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(coupon, { minLength: 2, maxLength: 2 }),
      fc.array(rule, { maxLength: 3 }),
      fc.array(cart, { minLength: 20, maxLength: 20 }),
      fc.array(amount, { maxLength: 2 }),
      async (specifications, rules, carts, refunds) => {
        const codes = [await newCoupon(specifications[0]!(stockItem)), await newCoupon(specifications[1]!(stockItem))]
        const live: string[] = []
        for (const wanted of rules) {
          const { trigger } = wanted
          const { discountRule } = await office.discountRules.createDiscountRule({
            discountRule: {
              name: `Rule ${++made}`,
              active: true,
              ...(trigger && { trigger }),
              discounts: { values: [targetOf(wanted)] },
            },
          })
          live.push(discountRule.id)
        }
        const buyer = newBuyer(shop)
        const paymentToken = await card(buyer)
        for (const [i, one] of carts.entries()) {
          const shippingAddress = places[one.place].address
          const { cart: filled } = await buyer.currentCart.addToCurrentCart({
            lineItems: one.lines.map(({ thing, quantity }) => ({ quantity, catalogReference: stockItem[thing]!.reference() })),
          })
          const couponCode = one.couponAt === null ? undefined : codes[one.couponAt]
          if (couponCode !== undefined) await buyer.currentCart.updateCurrentCart({ couponCode })
          const code = one.place === 'tax within' ? 'standard' : 'air'
          const estimate = await buyer.currentCart.estimateCurrentCartTotals({ shippingAddress, selectedShippingOption: { code } })
          const what = JSON.stringify({ ...one, couponCode, specifications: specifications.map((of) => of(stockItem)), rules, estimate })
          const priced = estimate.calculatedLineItems.map(({ lineItemId, pricesBreakdown: of }) => ({
            before: cents(of?.priceBeforeDiscounts),
            price: cents(of?.price),
            discount: cents(of?.totalDiscount),
            beforeTax: cents(of?.totalPriceBeforeTax),
            afterTax: cents(of?.totalPriceAfterTax),
            tax: cents(of?.taxDetails?.totalTax),
            quantity: filled.lineItems.find(({ id }) => id === lineItemId)!.quantity,
          }))
          const summary = numbersOf(estimate.priceSummary)
          addsUp(summary, priced, shippingOf(estimate.shippingInfo?.selectedCarrierServiceOption), what)
          seen.estimates++
          if (estimate.appliedDiscounts.some((applied) => 'coupon' in applied)) seen.coupons++
          if (estimate.appliedDiscounts.some((applied) => 'discountRule' in applied)) seen.rules++

          if (i % 10 === 0) {
            const { checkoutId } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: 'ada@example.com' })
            const shippingInfo = { shippingDestination: places[one.place], selectedCarrierServiceOption: { code } }
            const { checkout } = await buyer.checkout.updateCheckout({ checkout: { id: checkoutId, shippingInfo } })
            assert.deepEqual(numbersOf(checkout.priceSummary), summary, what)
            const giftCard = one.giftCard === null ? undefined : await newGiftCard(one.giftCard)
            if (giftCard) await buyer.checkout.updateCheckout({ checkout: { id: checkoutId }, giftCardCode: giftCard.code })
            const { checkout: last } = await buyer.checkout.getCheckout({ id: checkoutId })
            addsUp(numbersOf(last.priceSummary), pricedInCheckout(last), shippingOf(last.shippingInfo?.selectedCarrierServiceOption), what)
            const [refused, placed] = await attempt(
              buyer.payments.placeOrder({
                id: checkoutId,
                paymentToken,
                returnUrl: 'http://localhost/back',
                expectedTotal: last.priceSummary!.total!.amount,
              }),
            )
            if (refused) assert.ok(foreseen.includes(refused.code), `${refused.code} ${what}`)
            else {
              const paid = await soldAsQuoted(last, placed.orderId, what)
              if (giftCard) assert.equal(await balanceOf(giftCard.id), one.giftCard! - paid.gift, what)
              await refundsWithin(placed.orderId, paid, giftCard?.id, refunds, what)
              seen.orders++
              if (paid.gift > 0) seen.gifts++
            }
          }
          await attempt(buyer.currentCart.deleteCurrentCart({}))
        }
        for (const discountRuleId of live) await office.discountRules.deleteDiscountRule({ discountRuleId })
      },
    ),
    options(8),
  )
  assert.ok(Math.min(seen.coupons, seen.rules) > seen.estimates / 20 && seen.orders > 4 && seen.gifts > 1, JSON.stringify(seen))
})

type Custom = NonNullable<Input<'POST /ecom/v1/checkouts'>['customLineItems']>[number]
const custom: fc.Arbitrary<Custom> = fc
  .record({
    price: amount,
    quantity: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom('now' as const, 'offline' as const, 'deposit' as const, 'subscription' as const, 'trial' as const),
    share: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ price, quantity, kind, share }) => {
    const line = { price: text(price), quantity, productName: { original: kind }, itemType: { preset: 'SERVICE' as const } }
    const subscriptionSettings = { frequency: 'MONTH' as const, interval: 1, autoRenewal: true }
    switch (kind) {
      case 'now':
        return line
      case 'offline':
        return { ...line, paymentOption: 'FULL_PAYMENT_OFFLINE' as const }
      case 'deposit':
        return { ...line, paymentOption: 'DEPOSIT_ONLINE' as const, depositAmount: text(Math.max(1, Math.floor((price * share) / 100))) }
      case 'subscription':
        return { ...line, subscriptionOptionInfo: { subscriptionSettings } }
      case 'trial':
        return {
          ...line,
          subscriptionOptionInfo: {
            subscriptionSettings: { ...subscriptionSettings, freeTrialPeriod: { frequency: 'WEEK' as const, interval: 2 } },
          },
        }
    }
  })

test('what is paid now, later and after a trial is the whole, whatever is bought together', async () => {
  let paidLater = 0
  await fc.assert(
    fc.asyncProperty(fc.array(custom, { minLength: 1, maxLength: 4 }), place, async (customLineItems, at) => {
      const { checkout } = await app.checkout.createCheckout({
        channelType: 'WEB',
        customLineItems,
        checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: places[at] },
      })
      const what = JSON.stringify({ customLineItems, at, checkout })
      addsUp(numbersOf(checkout.priceSummary), pricedInCheckout(checkout), shippingOf(undefined), what)
      const due = cents(checkout.payNow?.total)
      const { orderId } = await app.payments.placeOrder({
        id: checkout.id!,
        returnUrl: 'http://localhost/back',
        ...(due > 0 && { paymentToken: await card(app) }),
      })
      await soldAsQuoted(checkout, orderId, what)
      if (cents(checkout.payLater?.total) > 0) paidLater++
    }),
    options(25),
  )
  assert.ok(paidLater > 5)
})
