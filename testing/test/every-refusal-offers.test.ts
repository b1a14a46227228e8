import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Input } from '@vitrine/contract'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { lineOf, returnUrl, startRefusingShop } from '../src/refusing-shop.ts'

const { shop, mug, app, office, atCheckout, revisionOf, coupon } = await startRefusingShop()

const away = (ms: number) => String(shop.clock.now().getTime() + ms)

/** What can be wrong with a coupon: how one that was good is spoilt for a buyer with this email. */
const spoils: Readonly<Record<string, (coupon: { id: string; code: string }, email: string) => Promise<unknown>>> = {
  ERROR_COUPON_DOES_NOT_EXIST: ({ id }) => office.coupons.deleteCoupon({ id }),
  ERROR_COUPON_IS_DISABLED: ({ id }) => office.coupons.updateCoupon({ id, specification: { active: false } }),
  ERROR_COUPON_HAS_EXPIRED: ({ id }) =>
    office.coupons.updateCoupon({ id, specification: { startTime: away(-2000), expirationTime: away(-1000) } }),
  ERROR_COUPON_IS_NOT_ACTIVE_YET: ({ id }) => office.coupons.updateCoupon({ id, specification: { startTime: away(60_000) } }),
  async ERROR_COUPON_USAGE_EXCEEDED({ id, code }) {
    await office.coupons.updateCoupon({ id, specification: { usageLimit: 1 } })
    await uses(code, 'grace@example.com')
  },
  async ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED({ id, code }, email) {
    await office.coupons.updateCoupon({ id, specification: { limitPerCustomer: 1 } })
    await uses(code, email)
  },
}
async function uses(couponCode: string, email: string): Promise<void> {
  const { buyer, id } = await atCheckout(email)
  await buyer.checkout.updateCheckout({ checkout: { id }, couponCode })
  await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl })
}

describe('a coupon that cannot be used is refused by', () => {
  for (const [refusal, spoil] of Object.entries(spoils)) {
    test(`${refusal} in the cart, in a new checkout, in a checkout, and when it is ordered`, async () => {
      const email = `${refusal.toLowerCase()}@example.com`
      const good = await coupon()
      const [ordering, paying] = [await atCheckout(email), await atCheckout(email)]
      for (const { buyer, id } of [ordering, paying]) await buyer.checkout.updateCheckout({ checkout: { id }, couponCode: good.code })
      await spoil(good, email)

      const buyer = newBuyer(shop)
      await buyer.currentCart.addToCurrentCart({ lineItems: [lineOf(mug)] })
      const cartInfo = { buyerInfo: { email } }
      assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ cartInfo, couponCode: good.code })), refusal)
      assert.deepEqual((await buyer.currentCart.getCurrentCart({})).cart.appliedDiscounts, [])
      const fresh = { channelType: 'WEB' as const, lineItems: [lineOf(mug)], checkoutInfo: { buyerInfo: { email } } }
      assert.equal(await codeOf(buyer.checkout.createCheckout({ ...fresh, couponCode: good.code })), refusal)
      const { checkout } = await buyer.checkout.createCheckout(fresh)
      assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id: checkout.id! }, couponCode: good.code })), refusal)
      assert.equal(await revisionOf(checkout.id!), 1)

      assert.equal(await codeOf(ordering.buyer.checkout.createOrder({ id: ordering.id })), refusal)
      const paymentToken = await card(paying.buyer)
      const pay = () => paying.buyer.payments.placeOrder({ id: paying.id, paymentToken, returnUrl })
      assert.equal(await codeOf(pay()), refusal)
      await paying.buyer.checkout.removeCoupon({ id: paying.id })
      assert.equal((await pay()).status, 'APPROVED', 'without it nothing is in the way')
    })
  }
})

describe('a gift card that cannot pay is refused by', () => {
  let cards = 0
  async function giftCard(): Promise<{ id: string; code: string }> {
    const code = `SPOI-0000-${String(++cards).padStart(4, '0')}`
    const { giftCard } = await office.giftCards.createGiftCard({
      giftCard: {
        code,
        initialValue: { amount: '10' },
        currency: 'EUR',
        source: 'MANUAL',
        expirationDate: new Date(shop.clock.now().getTime() + 1000).toISOString(),
      },
    })
    return { id: giftCard.id, code }
  }
  const spoilt: Readonly<Record<string, () => Promise<string>>> = {
    GIFT_CARD_NOT_FOUND: async () => 'SPOI-9999-9999',
    GIFT_CARD_CODE_INVALID: async () => 'SHORT',
    async GIFT_CARD_IS_EMPTY() {
      const { id, code } = await giftCard()
      await office.giftCards.decreaseGiftCardBalance({ giftCardId: id, amount: { amount: '10' } })
      return code
    },
    async GIFT_CARD_DISABLED() {
      const { id, code } = await giftCard()
      await office.giftCards.disableGiftCard({ giftCardId: id })
      return code
    },
    async GIFT_CARD_EXPIRED() {
      const { code } = await giftCard()
      shop.clock.advance(1001)
      return code
    },
  }
  for (const [refusal, spoil] of Object.entries(spoilt)) {
    test(`${refusal} in a new checkout, and in one that is there`, async () => {
      const giftCardCode = await spoil()
      const buyer = newBuyer(shop)
      const fresh = { channelType: 'WEB' as const, lineItems: [lineOf(mug)] }
      assert.equal(await codeOf(buyer.checkout.createCheckout({ ...fresh, giftCardCode })), refusal)
      const { checkout } = await buyer.checkout.createCheckout(fresh)
      assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id: checkout.id! }, giftCardCode })), refusal)
      assert.equal((await buyer.checkout.getCheckout({ id: checkout.id! })).checkout.giftCard, undefined)
    })
  }
})

describe('what pays in part, or asks for a membership', () => {
  const giving = async (code: string) => {
    await office.giftCards.createGiftCard({ giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL' } })
    return code
  }
  /** Two checkouts of the same things, by somebody who may name prices: one to order, one to pay. */
  async function refusedBoth(
    input: Partial<Input<'POST /ecom/v1/checkouts'>>,
    { choice = {}, meanwhile = async () => {} }: { choice?: object; meanwhile?: () => Promise<unknown> } = {},
  ) {
    const made = async () => {
      const checkoutInfo = {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
      }
      const { checkout } = await app.checkout.createCheckout({ channelType: 'WEB', checkoutInfo, ...input, ...choice })
      return checkout.id!
    }
    const [one, other] = [await made(), await made()]
    await meanwhile()
    const paymentToken = await card(app)
    return [
      await codeOf(app.checkout.createOrder({ id: one })),
      await codeOf(app.payments.placeOrder({ id: other, paymentToken, returnUrl })),
    ]
  }

  test('REDEEM_GIFT_CARD_ERROR when the card was emptied elsewhere', async () => {
    const code = await giving('EMPT-0000-0001')
    const meanwhile = () => office.giftVouchers.redeemGiftCard({ code, amount: { value: '10' } })
    const ends = await refusedBoth({ lineItems: [lineOf(mug)] }, { choice: { giftCardCode: code }, meanwhile })
    assert.deepEqual(ends, ['REDEEM_GIFT_CARD_ERROR', 'REDEEM_GIFT_CARD_ERROR'])
  })

  test('gift cards are bought with neither: GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD, COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD', async () => {
    const voucher = await addProduct(
      shop.platform,
      { site: shop.site, name: 'Gift card', price: 5000, stock: 50, itemType: 'GIFT_CARD' },
      shop.clock.now(),
    )
    const lineItems = [lineOf(voucher)]
    const byCard = await refusedBoth({ lineItems }, { choice: { giftCardCode: await giving('GIVE-0000-0002') } })
    assert.deepEqual(new Set(byCard), new Set(['GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD']))
    const byCoupon = await refusedBoth({ lineItems }, { choice: { couponCode: (await coupon()).code } })
    assert.deepEqual(new Set(byCoupon), new Set(['COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD']))
  })

  test('SUBSCRIPTION_WITH_GIFT_CARD, MEMBERS_ONLY_ITEM', async () => {
    const service = { quantity: 1, price: '20', productName: { original: 'Box' }, itemType: { preset: 'SERVICE' as const } }
    const monthly = { ...service, subscriptionOptionInfo: { subscriptionSettings: { frequency: 'MONTH' as const } } }
    const byCard = await refusedBoth({ customLineItems: [monthly] }, { choice: { giftCardCode: await giving('SUBS-0000-0003') } })
    assert.deepEqual(new Set(byCard), new Set(['SUBSCRIPTION_WITH_GIFT_CARD']))
    const forMembers = await refusedBoth({ customLineItems: [{ ...service, paymentOption: 'MEMBERSHIP' }] })
    assert.deepEqual(new Set(forMembers), new Set(['MEMBERS_ONLY_ITEM']))
  })
})
