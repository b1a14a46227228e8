import type { Examples } from './type.ts'
import { id, other, stores } from './values.ts'

export const offersExamples = {
  'POST /vitrine/v1/memberships': {
    membership: { memberId: other, name: 'Ten classes', catalogItemIds: [id], percentOff: '100', credits: { total: 10 } },
  },
  'GET /vitrine/v1/memberships': { memberId: other },
  'DELETE /vitrine/v1/memberships/{id}': { id },
  'POST /stores/v1/subscription-options': {
    subscriptionOption: {
      title: 'Every two weeks',
      description: 'For two who drink theirs every morning.',
      subscriptionSettings: { frequency: 'WEEK', interval: 2, autoRenewal: true },
      discount: { type: 'PERCENT', value: 12 },
    },
  },
  'POST /stores/v1/subscription-options/createBulk': {
    subscriptionOptions: [
      { title: 'Every month', subscriptionSettings: { frequency: 'MONTH', autoRenewal: true }, discount: { type: 'PERCENT', value: 10 } },
      { title: 'Six months', subscriptionSettings: { frequency: 'MONTH', billingCycles: 6 }, discount: { type: 'AMOUNT', value: 2.5 } },
    ],
  },
  'PATCH /stores/v1/subscription-options/{subscriptionOption.id}': {
    subscriptionOption: { id, discount: { type: 'PERCENT', value: 15 } },
  },
  'PATCH /stores/v1/subscription-options': {
    subscriptionOptions: [
      { id, title: 'Each month' },
      { id: other, discount: null },
    ],
  },
  'DELETE /stores/v1/subscription-options/{id}': { id },
  'POST /stores/v1/subscription-options/deleteBulk': { ids: [id, other] },
  'POST /stores/v1/subscription-options/product/{productId}/assign': {
    productId: id,
    assignedSubscriptionOptions: [{ id: other }],
  },
  'PATCH /stores/v1/subscription-options/product/{productId}/allowOneTimePurchase': { productId: id, allowed: true },
  'GET /_api/subscription-options-reader-server/v1/subscription-options/{id}': { id },
  'GET /_api/subscription-options-reader-server/v1/subscription-options/byProduct/{productId}': { productId: id },
  'GET /_api/subscription-options-reader-server/v1/subscription-options/{id}/productIds': { id, paging: { limit: 20 } },
  'GET /_api/subscription-options-reader-server/v1/subscription-options/product/{productId}/oneTimePurchasesStatus': { productId: id },
  'POST /stores/v2/coupons': { specification: { name: 'A tenth off', code: 'SLOWSUNDAY', percentOffRate: 10, minimumSubtotal: 50 } },
  'GET /stores/v2/coupons/{id}': { id },
  'PATCH /stores/v2/coupons/{id}': { id, specification: { usageLimit: 500, expirationTime: '1798761600000' } },
  'DELETE /stores/v2/coupons/{id}': { id },
  'POST /stores/v2/coupons/query': {
    query: { filter: '{"specification.active":true}', sort: '{"dateCreated":"desc"}', paging: { limit: 20 } },
  },
  'POST /stores/v2/bulk/coupons/create': {
    specifications: [
      { name: 'Ten euros', code: 'TENOFF', moneyOffAmount: 10 },
      { name: 'Free delivery', code: 'HOMEFREE', freeShipping: true },
    ],
    returnFullEntity: true,
  },
  'POST /stores/v2/bulk/coupons/delete': { ids: [id, other] },
  'POST /ecom/v1/discount-rules': {
    discountRule: {
      name: 'Three of a kind',
      active: true,
      trigger: { triggerType: 'ITEM_QUANTITY_RANGE', itemQuantityRange: { from: 3 } },
      discounts: {
        values: [
          {
            discountType: 'PERCENTAGE',
            percentage: 15,
            specificItemsInfo: { scopes: [{ catalogItemFilter: { catalogAppId: stores, catalogItemIds: [id] } }] },
          },
        ],
      },
    },
  },
  'GET /ecom/v1/discount-rules/{discountRuleId}': { discountRuleId: id },
  'PATCH /ecom/v1/discount-rules/{discountRule.id}': { discountRule: { id, revision: '1', active: false } },
  'DELETE /ecom/v1/discount-rules/{discountRuleId}': { discountRuleId: id },
  'POST /ecom/v1/discount-rules/query': { query: { filter: { active: true }, cursorPaging: { limit: 20 } } },
  'POST /ecom/v1/discount-custom-triggers/list': {},
  'GET /vitrine/v1/promotions': { view: 'ACTIVE', search: 'sunday', limit: 20 },
  'POST /vitrine/v1/promotions/order': { discountRuleIds: [other, id] },
  'POST /vitrine/v1/promotions/preview': {
    discountRule: {
      name: 'Set the table',
      trigger: { triggerType: 'ITEM_QUANTITY_RANGE', itemQuantityRange: { from: 4 } },
      discounts: {
        values: [
          {
            discountType: 'PERCENTAGE',
            percentage: 15,
            specificItemsInfo: { scopes: [{ catalogItemFilter: { catalogAppId: stores, catalogItemIds: [id] } }] },
          },
        ],
      },
    },
    last: 200,
  },
  'POST /ecom/v1/gift-cards/{code}': { code: 'HC7X-2KQM-9PWD-4T3F' },
  'POST /ecom/v1/gift-cards/redeem': { code: 'HC7X-2KQM-9PWD-4T3F', amount: { value: '20.00', currency: 'EUR' }, orderId: id },
  'POST /ecom/v1/gift-cards/void': { transactionId: other },
  'POST /gift-cards/v1/gift-cards': {
    giftCard: {
      initialValue: { amount: '50.00' },
      currency: 'EUR',
      source: 'MANUAL',
      notificationInfo: { recipient: { email: 'ada@example.com', name: 'Ada' }, personalizedMessage: 'For your new kitchen.' },
    },
    idempotencyKey: 'birthday-2026',
  },
  'GET /gift-cards/v1/gift-cards/{giftCardId}': { giftCardId: id },
  'GET /gift-cards/v1/gift-cards/query': {
    query: { filter: { balance: { $gt: 0 } }, sort: [{ fieldName: 'createdDate', order: 'DESC' }] },
  },
  'POST /gift-cards/v1/gift-cards/search': { search: { search: { expression: 'ada' }, cursorPaging: { limit: 20 } } },
  'GET /gift-cards/v1/gift-cards': { email: 'ada@example.com' },
  'POST /gift-cards/v1/gift-cards/list-by-contact-details': { searchField: 'Keller' },
  'GET /vitrine/v1/gift-cards/summary': {},
  'POST /gift-cards/v1/gift-cards/count': { filter: { expirationDate: { $exists: true } } },
  'POST /gift-cards/v1/gift-cards/{giftCardId}/disable': { giftCardId: id },
  'POST /gift-cards/v1/gift-cards/{giftCardId}/send-email': { giftCardId: id, recipientEmail: 'ada@example.com' },
  'POST /gift-cards/v1/gift-card-products': {
    giftCardProduct: {
      name: 'Gift Card',
      presetVariants: [{ price: { amount: '25.00' } }, { price: { amount: '45.00' }, value: { amount: '50.00' } }],
      customVariant: { minValue: { amount: '10.00' }, maxValue: { amount: '500.00' } },
      expirationType: 'RELATIVE',
      relativeExpirationDate: { value: 3, period: 'YEARS' },
    },
  },
  'GET /gift-cards/v1/gift-card-products/{giftCardProductId}': { giftCardProductId: id },
  'GET /gift-cards/v1/gift-card-products/query': { query: { cursorPaging: { limit: 10 } } },
  'PATCH /gift-cards/v1/gift-card-products/{giftCardProduct.id}': {
    giftCardProduct: { id, revision: '1', description: 'For someone whose mornings you care about.' },
  },
  'DELETE /gift-cards/v1/gift-card-products/{giftCardProductId}': { giftCardProductId: id },
  'POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance': {
    giftCardId: id,
    amount: { amount: '10.00' },
    note: 'For the chipped cup',
  },
  'POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance': { giftCardId: id, amount: { amount: '10.00' } },
  'POST /vitrine/v1/additional-fees': {
    additionalFee: { name: 'Small order', amount: '3', subtotalBelow: '20', destinations: [{ countryCode: 'DE' }] },
  },
  'GET /vitrine/v1/additional-fees': {},
  'PATCH /vitrine/v1/additional-fees/{additionalFee.id}': { additionalFee: { id, revision: '1', amount: '2.5' } },
  'DELETE /vitrine/v1/additional-fees/{id}': { id },
  'GET /ecom/subscription-contracts/v1/subscription-contracts/query': { query: { cursorPaging: { limit: 20 } } },
  'GET /ecom/subscription-contracts/v1/subscription-contracts/{subscriptionContractId}': { subscriptionContractId: id },
  'GET /vitrine/v1/subscriptions/{id}': { id },
  'POST /vitrine/v1/subscriptions/{id}/cancel': { id, effectiveAt: 'NEXT_PAYMENT_DATE' },
  'POST /vitrine/v1/subscriptions/{id}/resume': { id },
  'GET /vitrine/v1/members/my/subscriptions': { limit: 20 },
  'GET /vitrine/v1/members/my/gift-cards': {},
  'POST /vitrine/v1/members/my/subscriptions/{id}/end': { id, effectiveAt: 'NEXT_PAYMENT_DATE' },
  'POST /vitrine/v1/members/my/subscriptions/{id}/resume': { id },
  'POST /vitrine/v1/members/my/subscriptions/{id}/skip': { id, chargeDate: '2026-12-21T09:00:00.000Z' },
  'POST /vitrine/v1/members/my/subscriptions/{id}/card': { id, savedPaymentMethodId: other },
} satisfies Partial<Examples>
