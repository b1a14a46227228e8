import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { CalculatedTotals, Input } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from '../src/buyer.ts'
import { newMember } from '../src/member.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

type Lines = NonNullable<Input<'POST /ecom/v1/calculate-totals'>['lineItems']>

const shop = await startPlatformForFile()
const add = (name: string, price: number, more = {}) =>
  addProduct(shop.platform, { site: shop.site, name, price, ...more }, shop.clock.now())
const mug = await add('Mug', 2600, { stock: 1 })
const book = await add('Book', 1999, { taxGroupId: 'reduced', stock: 9 })
const file = await add('File', 900, { itemType: 'DIGITAL' })
const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const merchant = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const { id: couponId } = await office.coupons.createCoupon({ specification: { name: 'A tenth off', code: 'TENTH', percentOffRate: 10 } })
await office.discountRules.createDiscountRule({
  discountRule: {
    name: 'Books for less',
    active: true,
    discounts: {
      values: [
        {
          discountType: 'PERCENTAGE',
          targetType: 'SPECIFIC_ITEMS',
          percentage: 50,
          specificItemsInfo: {
            scopes: [
              {
                id: 'book',
                type: 'CATALOG_ITEM',
                catalogItemFilter: { catalogAppId: book.reference().appId, catalogItemIds: [book.id] },
              },
            ],
          },
        },
      ],
    },
  },
})
const shippingAddress = { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Markt 1' }
const buyer = newBuyer(shop)
const line = (id: string, price: string, quantity = 1, more = {}): Lines[number] => ({ id, price, quantity, ...more })
const sums = ({ priceSummary: { subtotal, discount, shipping, tax, total } }: CalculatedTotals) =>
  [subtotal, discount, shipping, tax, total].map((price) => price?.amount)
const rows = async () => {
  const [row] = await shop.platform.database.query<{ carts: number; checkouts: number }>(sql`
    select (select count(*)::int from cart where site = ${shop.site}) as carts, (select count(*)::int from checkout where site = ${shop.site}) as checkouts`)
  return row
}

describe('totals of line items that are in no cart', () => {
  test('are those of the same lines in a cart, and store nothing', async () => {
    const before = await rows()
    const lineItems = [
      line('m', '26.00', 1, { catalogReference: mug.reference() }),
      line('b', '19.99', 2, { catalogReference: book.reference() }),
    ]
    const options = { shippingAddress, selectedShippingOption: { code: 'standard' } }
    const totals = await buyer.totalsCalculator.calculateTotals({ lineItems, couponCode: 'TENTH', ...options })
    assert.deepEqual(await rows(), before)
    const { cart } = await buyer.carts.createCart({
      couponCode: 'TENTH',
      lineItems: [mug, book].map((product, i) => ({ catalogReference: product.reference(), quantity: i + 1 })),
    })
    const { cart: _, violations: __, ...estimate } = await buyer.carts.estimateTotals({ id: cart.id!, ...options })
    assert.deepEqual(totals.priceSummary, estimate.priceSummary)
    assert.deepEqual(totals.taxSummary, estimate.taxSummary)
    assert.deepEqual(totals.shippingInfo, estimate.shippingInfo)
    const withoutId = (lines: readonly { lineItemId?: string }[]) => lines.map((one) => ({ ...one, lineItemId: undefined }))
    assert.deepEqual(withoutId(totals.calculatedLineItems), withoutId(estimate.calculatedLineItems))
    assert.deepEqual(
      totals.calculatedLineItems.map(({ lineItemId }) => lineItemId),
      ['m', 'b'],
    )
    assert.equal(totals.appliedDiscounts.length, 2)
    assert.equal(totals.totalAfterGiftCard?.amount, totals.priceSummary.total?.amount)
  })

  test('go by the prices that are sent, whatever is in stock, and take the rest from the catalogue', async () => {
    const many = await buyer.totalsCalculator.calculateTotals({
      lineItems: [line('1', '10.00', 500, { catalogReference: mug.reference() })],
      shippingAddress,
    })
    assert.deepEqual(sums(many), ['5000.00', '0.00', '0.00', '798.32', '5000.00'])
    const digital = await buyer.totalsCalculator.calculateTotals({
      lineItems: [line('1', '9.00', 1, { catalogReference: file.reference() })],
      shippingAddress,
    })
    assert.deepEqual(digital.shippingInfo?.carrierServiceOptions, [], 'the catalogue says that it is not delivered')
  })

  test('need no catalogue, no address and no lines', async () => {
    const described = await buyer.totalsCalculator.calculateTotals({
      lineItems: [line('a', '5.25', 2, { productName: 'A thing', physicalProperties: { weight: 1 } })],
      calculateTax: false,
      calculateShipping: false,
    })
    assert.equal(described.priceSummary.total?.amount, '10.50')
    assert.deepEqual([described.taxSummary, described.shippingInfo], [undefined, undefined])
    const trial = { frequency: 'MONTH' as const, freeTrialPeriod: { frequency: 'MONTH' as const } }
    const subscribed = await buyer.totalsCalculator.calculateTotals({
      lineItems: [line('a', '5.25', 2, { subscriptionSettings: trial, itemType: { preset: 'DIGITAL' } })],
    })
    assert.deepEqual([subscribed.payNow?.total?.amount, subscribed.payAfterFreeTrial?.total?.amount], ['0.00', '10.50'])
    assert.deepEqual(sums(await buyer.totalsCalculator.calculateTotals({})), ['0.00', '0.00', '0.00', '0.00', '0.00'])
  })

  test('report a coupon and an option of delivery that do not apply', async () => {
    const { calculationErrors } = await buyer.totalsCalculator.calculateTotals({
      lineItems: [line('1', '10.00')],
      shippingAddress,
      couponCode: 'NOSUCH',
      selectedShippingOption: { code: 'by-balloon' },
    })
    assert.equal(calculationErrors?.couponCalculationError?.applicationError?.code, 'ERROR_COUPON_DOES_NOT_EXIST')
    assert.equal(calculationErrors?.selectedShippingOptionError?.applicationError?.code, 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
  })

  test('say what a gift card pays', async () => {
    const code = 'PAYS-0000-0001'
    await office.giftCards.createGiftCard({ giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL' } })
    const asked = { lineItems: [line('1', '30.00')], giftCardCode: code }
    const all = await buyer.totalsCalculator.calculateTotals(asked)
    const some = await buyer.totalsCalculator.calculateTotals({ ...asked, giftCardRedeemAmount: '4' })
    assert.deepEqual([all.giftCard?.amount?.amount, all.totalAfterGiftCard?.amount], ['10.00', '20.00'])
    assert.deepEqual([some.giftCard?.amount?.amount, some.payNowTotalAfterGiftCard?.amount], ['4.00', '26.00'])
  })
})

describe('calculating totals is refused', () => {
  test('403 PERMISSION_DENIED to a buyer who asks for another member or a coupon by its id, or says whose address is taxed', async () => {
    const memberId = await newMember(shop)
    const lineItems = [line('1', '10.00')]
    const asked = [{ memberId }, { couponId }, { lineItems: [{ ...lineItems[0]!, taxableAddress: { addressType: 'BILLING' as const } }] }]
    for (const more of asked)
      assert.equal(await codeOf(buyer.totalsCalculator.calculateTotals({ lineItems, ...more })), 'PERMISSION_DENIED')
    const { appliedDiscounts } = await merchant.totalsCalculator.calculateTotals({ lineItems, memberId, couponId })
    assert.deepEqual(
      appliedDiscounts.map(({ coupon }) => coupon?.code),
      ['TENTH'],
    )
    const { calculationErrors } = await merchant.totalsCalculator.calculateTotals({ lineItems, couponId: memberId })
    assert.equal(calculationErrors?.couponCalculationError?.applicationError?.code, 'ERROR_COUPON_DOES_NOT_EXIST')
  })

  test('400 INVALID_ARGUMENT where two lines have one id', async () => {
    assert.equal(await codeOf(buyer.totalsCalculator.calculateTotals({ lineItems: [line('1', '1'), line('1', '2')] })), 'INVALID_ARGUMENT')
  })

  test('for each reason why a gift card cannot pay', async () => {
    let cards = 0
    async function giftCard() {
      const code = `SPOI-0000-${String(++cards).padStart(4, '0')}`
      const expirationDate = new Date(shop.clock.now().getTime() + 1000).toISOString()
      const { giftCard } = await office.giftCards.createGiftCard({
        giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL', expirationDate },
      })
      return { id: giftCard.id, code }
    }
    const refusedFor = (giftCardCode: string) => codeOf(buyer.totalsCalculator.calculateTotals({ giftCardCode }))
    assert.equal(await refusedFor('SPOI-9999-9999'), 'GIFT_CARD_NOT_FOUND')
    assert.equal(await refusedFor('SHORT'), 'GIFT_CARD_CODE_INVALID')
    const [empty, off, old] = [await giftCard(), await giftCard(), await giftCard()]
    await office.giftCards.decreaseGiftCardBalance({ giftCardId: empty.id, amount: { amount: '10' } })
    await office.giftCards.disableGiftCard({ giftCardId: off.id })
    assert.equal(await refusedFor(empty.code), 'GIFT_CARD_IS_EMPTY')
    assert.equal(await refusedFor(off.code), 'GIFT_CARD_DISABLED')
    shop.clock.advance(1001)
    assert.equal(await refusedFor(old.code), 'GIFT_CARD_EXPIRED')
  })
})
