import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import type { StockItems } from './populate.ts'

const one = (): string => newId().slice(-8).toUpperCase()
const tenth = () => ({ name: 'A tenth off', code: `T${one()}`, percentOffRate: 10 })
const threeOfAKind = {
  name: 'Three of a kind',
  discounts: {
    values: [
      {
        percentage: 10,
        specificItemsInfo: { scopes: [{ catalogItemFilter: { catalogAppId: '215238eb-22a5-4c36-9e7b-e7c08025e04e' } }] },
      },
    ],
  },
}
const season = () => ({ memberId: newId(), name: 'Season', percentOff: '100' })
const fifty = () => ({ code: `GIFT-${one()}`, initialValue: { amount: '50' }, currency: 'EUR', source: 'MANUAL' as const })

/** The writes of coupons, discount rules, gift cards, memberships and subscription options, each with what it needs made before it. */
export function offerWrites(shop: TestPlatform, stockItems: StockItems): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const office = createClient({ ...connection, modules: backOffice })
  const app = createClient(connection)
  const newCoupon = async () => (await office.coupons.createCoupon({ specification: tenth() })).id
  const newRule = async () => (await office.discountRules.createDiscountRule({ discountRule: threeOfAKind })).discountRule.id
  const newCard = async () => {
    const giftCard = fifty()
    return { code: giftCard.code, id: (await office.giftCards.createGiftCard({ giftCard })).giftCard.id }
  }
  const amount = { amount: '5' }
  /** The shop's one gift card: none is left of those before. */
  const noProduct = async () => {
    const { giftCardProducts } = await app.giftVoucherProducts.queryGiftCardProducts()
    for (const { id } of giftCardProducts) await office.giftCardProducts.deleteGiftCardProduct({ giftCardProductId: id })
  }
  const product = { name: 'Gift Card', presetVariants: [{ price: { amount: '25' } }] }
  const newProduct = async () => {
    await noProduct()
    return (await office.giftCardProducts.createGiftCardProduct({ giftCardProduct: product })).giftCardProduct.id
  }
  const subscriptionOption = { title: 'Monthly', subscriptionSettings: { frequency: 'MONTH' as const, autoRenewal: true } }
  const newOption = async () => (await office.subscriptionOptions.createSubscriptionOption({ subscriptionOption })).subscriptionOption.id
  return {
    'POST /stores/v1/subscription-options': async () => ({ params: {}, body: { subscriptionOption } }),
    'POST /stores/v1/subscription-options/createBulk': async () => ({ params: {}, body: { subscriptionOptions: [subscriptionOption] } }),
    'PATCH /stores/v1/subscription-options/{subscriptionOption.id}': async () => {
      const id = await newOption()
      return { params: { 'subscriptionOption.id': id }, body: { subscriptionOption: { id, title: 'Each month' } } }
    },
    'PATCH /stores/v1/subscription-options': async () => ({
      params: {},
      body: { subscriptionOptions: [{ id: await newOption(), title: 'Each month' }] },
    }),
    'DELETE /stores/v1/subscription-options/{id}': async () => ({ params: { id: await newOption() }, body: {} }),
    'POST /stores/v1/subscription-options/deleteBulk': async () => ({ params: {}, body: { ids: [await newOption()] } }),
    'POST /stores/v1/subscription-options/product/{productId}/assign': async () => ({
      params: { productId: stockItems.print.id },
      body: { assignedSubscriptionOptions: [] },
    }),
    'PATCH /stores/v1/subscription-options/product/{productId}/allowOneTimePurchase': async () => ({
      params: { productId: stockItems.print.id },
      body: { allowed: true },
    }),
    'POST /gift-cards/v1/gift-card-products': async () => {
      await noProduct()
      return { params: {}, body: { giftCardProduct: product } }
    },
    'PATCH /gift-cards/v1/gift-card-products/{giftCardProduct.id}': async () => {
      const id = await newProduct()
      return { params: { 'giftCardProduct.id': id }, body: { giftCardProduct: { id, revision: '1', name: 'A card' } } }
    },
    'DELETE /gift-cards/v1/gift-card-products/{giftCardProductId}': async () => ({
      params: { giftCardProductId: await newProduct() },
      body: {},
    }),
    'POST /gift-cards/v1/gift-cards/{giftCardId}/send-email': async () => ({
      params: { giftCardId: (await newCard()).id },
      body: { recipientEmail: 'ada@example.com' },
    }),
    'POST /vitrine/v1/memberships': async () => ({ params: {}, body: { membership: season() } }),
    'DELETE /vitrine/v1/memberships/{id}': async () => ({
      params: { id: (await office.memberships.createMembership({ membership: season() })).membership.id },
      body: {},
    }),
    'POST /stores/v2/coupons': async () => ({ params: {}, body: { specification: tenth() } }),
    'PATCH /stores/v2/coupons/{id}': async () => ({ params: { id: await newCoupon() }, body: { specification: { active: false } } }),
    'DELETE /stores/v2/coupons/{id}': async () => ({ params: { id: await newCoupon() }, body: {} }),
    'POST /stores/v2/bulk/coupons/create': async () => ({ params: {}, body: { specifications: [tenth()] } }),
    'POST /stores/v2/bulk/coupons/delete': async () => ({ params: {}, body: { ids: [await newCoupon()] } }),
    'POST /ecom/v1/discount-rules': async () => ({ params: {}, body: { discountRule: threeOfAKind } }),
    'PATCH /ecom/v1/discount-rules/{discountRule.id}': async () => {
      const id = await newRule()
      return { params: { 'discountRule.id': id }, body: { discountRule: { id, revision: '1', active: false } } }
    },
    'DELETE /ecom/v1/discount-rules/{discountRuleId}': async () => ({ params: { discountRuleId: await newRule() }, body: {} }),
    'POST /vitrine/v1/promotions/order': async () => {
      await newRule()
      const { discountRules } = await office.discountRules.queryDiscountRules({ query: { cursorPaging: { limit: 100 } } })
      return { params: {}, body: { discountRuleIds: discountRules.map(({ id }) => id).toReversed() } }
    },
    'POST /gift-cards/v1/gift-cards': async () => ({ params: {}, body: { giftCard: fifty() } }),
    'POST /gift-cards/v1/gift-cards/{giftCardId}/disable': async () => ({ params: { giftCardId: (await newCard()).id }, body: {} }),
    'POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance': async () => ({
      params: { giftCardId: (await newCard()).id },
      body: { amount },
    }),
    'POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance': async () => ({
      params: { giftCardId: (await newCard()).id },
      body: { amount },
    }),
    'POST /ecom/v1/gift-cards/redeem': async () => ({ params: {}, body: { code: (await newCard()).code, amount: { value: '5' } } }),
    'POST /ecom/v1/gift-cards/void': async () => {
      const { code } = await newCard()
      return { params: {}, body: await office.giftVouchers.redeemGiftCard({ code, amount: { value: '5' } }) }
    },
  }
}
