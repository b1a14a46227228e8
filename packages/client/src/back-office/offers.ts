import type { Api } from '../api.ts'

/** Codes that buyers enter. */
export const coupons = (api: Api) => ({
  createCoupon: api('POST /stores/v2/coupons'),
  getCoupon: api('GET /stores/v2/coupons/{id}'),
  updateCoupon: api('PATCH /stores/v2/coupons/{id}'),
  deleteCoupon: api('DELETE /stores/v2/coupons/{id}'),
  queryCoupons: api('POST /stores/v2/coupons/query', 'reads'),
  bulkCreateCoupons: api('POST /stores/v2/bulk/coupons/create'),
  bulkDeleteCoupons: api('POST /stores/v2/bulk/coupons/delete'),
})

/** Subscription options, and which products have them. */
export const subscriptionOptions = (api: Api) => ({
  createSubscriptionOption: api('POST /stores/v1/subscription-options'),
  bulkCreateSubscriptionOptions: api('POST /stores/v1/subscription-options/createBulk'),
  updateSubscriptionOption: api('PATCH /stores/v1/subscription-options/{subscriptionOption.id}'),
  bulkUpdateSubscriptionOptions: api('PATCH /stores/v1/subscription-options'),
  deleteSubscriptionOption: api('DELETE /stores/v1/subscription-options/{id}'),
  bulkDeleteSubscriptionOptions: api('POST /stores/v1/subscription-options/deleteBulk'),
  assignSubscriptionOptionsToProduct: api('POST /stores/v1/subscription-options/product/{productId}/assign'),
  allowOneTimePurchases: api('PATCH /stores/v1/subscription-options/product/{productId}/allowOneTimePurchase'),
  getSubscriptionOption: api('GET /_api/subscription-options-reader-server/v1/subscription-options/{id}'),
  getSubscriptionOptionsForProduct: api('GET /_api/subscription-options-reader-server/v1/subscription-options/byProduct/{productId}'),
  getProductIdsForSubscriptionOption: api('GET /_api/subscription-options-reader-server/v1/subscription-options/{id}/productIds'),
  getOneTimePurchasesStatus: api(
    'GET /_api/subscription-options-reader-server/v1/subscription-options/product/{productId}/oneTimePurchasesStatus',
  ),
})

/** Discounts that apply automatically. */
export const discountRules = (api: Api) => ({
  createDiscountRule: api('POST /ecom/v1/discount-rules'),
  getDiscountRule: api('GET /ecom/v1/discount-rules/{discountRuleId}'),
  updateDiscountRule: api('PATCH /ecom/v1/discount-rules/{discountRule.id}'),
  deleteDiscountRule: api('DELETE /ecom/v1/discount-rules/{discountRuleId}'),
  queryDiscountRules: api('POST /ecom/v1/discount-rules/query', 'reads'),
})

/** Triggers of discount rules that other services evaluate. */
export const customTriggers = (api: Api) => ({
  listTriggers: api('POST /ecom/v1/discount-custom-triggers/list', 'reads'),
})

/** Coupons and rules together, their order, and what one of them would have done. */
export const promotions = (api: Api) => ({
  listPromotions: api('GET /vitrine/v1/promotions'),
  orderDiscountRules: api('POST /vitrine/v1/promotions/order'),
  previewPromotion: api('POST /vitrine/v1/promotions/preview', 'reads'),
})

/** Gift cards, for those who have a code. */
export const giftVouchers = (api: Api) => ({
  getGiftCard: api('POST /ecom/v1/gift-cards/{code}', 'reads'),
  redeemGiftCard: api('POST /ecom/v1/gift-cards/redeem'),
  voidTransaction: api('POST /ecom/v1/gift-cards/void'),
})

/** The shop's own gift cards. */
export const giftCards = (api: Api) => ({
  createGiftCard: api('POST /gift-cards/v1/gift-cards'),
  getGiftCard: api('GET /gift-cards/v1/gift-cards/{giftCardId}'),
  queryGiftCards: api('GET /gift-cards/v1/gift-cards/query', '/gift-cards/v1/gift-cards/query'),
  searchGiftCards: api('POST /gift-cards/v1/gift-cards/search', 'reads'),
  listGiftCardsByEmail: api('GET /gift-cards/v1/gift-cards'),
  listGiftCardsByContactDetails: api('POST /gift-cards/v1/gift-cards/list-by-contact-details', 'reads'),
  sumUpGiftCards: api('GET /vitrine/v1/gift-cards/summary'),
  countGiftCards: api('POST /gift-cards/v1/gift-cards/count', 'reads'),
  disableGiftCard: api('POST /gift-cards/v1/gift-cards/{giftCardId}/disable'),
  sendGiftCardEmail: api('POST /gift-cards/v1/gift-cards/{giftCardId}/send-email'),
  increaseGiftCardBalance: api('POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance'),
  decreaseGiftCardBalance: api('POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance'),
  queryGiftCardTransactions: api(
    'GET /gift-cards/v1/gift-cards/{giftCardId}/transactions/query',
    '/gift-cards/v1/gift-cards/{giftCardId}/transactions/query',
  ),
})

/** The gift card that the shop sells. */
export const giftCardProducts = (api: Api) => ({
  createGiftCardProduct: api('POST /gift-cards/v1/gift-card-products'),
  updateGiftCardProduct: api('PATCH /gift-cards/v1/gift-card-products/{giftCardProduct.id}'),
  deleteGiftCardProduct: api('DELETE /gift-cards/v1/gift-card-products/{giftCardProductId}'),
})

/** Fees on top of goods and delivery. */
export const additionalFees = (api: Api) => ({
  createAdditionalFee: api('POST /vitrine/v1/additional-fees'),
  listAdditionalFees: api('GET /vitrine/v1/additional-fees'),
  updateAdditionalFee: api('PATCH /vitrine/v1/additional-fees/{additionalFee.id}'),
  deleteAdditionalFee: api('DELETE /vitrine/v1/additional-fees/{id}'),
})

/** Memberships that pay for goods or discount them. */
export const memberships = (api: Api) => ({
  createMembership: api('POST /vitrine/v1/memberships'),
  listMemberships: api('GET /vitrine/v1/memberships'),
  deleteMembership: api('DELETE /vitrine/v1/memberships/{id}'),
})
