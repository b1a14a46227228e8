import type { Input, Route } from '@vitrine/contract'

const id = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10'
const other = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e11'
const clientId = '10c1663b-2cdf-47c5-a3ef-30c2e8543849'
const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const mug = { catalogItemId: id, appId: stores, options: { options: { Glaze: 'Sage' } } }
const group = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e12'
const region = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e13'
const ownRates = '0b9c4a7e-3d52-4f86-9a1b-6e7f25c8d013'
const address = {
  country: 'DE',
  city: 'Leipzig',
  postalCode: '04109',
  streetAddress: { name: 'Nikolaistraße', number: '12' },
}
const ada = { firstName: 'Ada', lastName: 'Lovelace' }

/** A believable input of each operation. */
export const examples: { readonly [R in Route]: Input<R> } = {
  'POST /oauth2/token': { grantType: 'anonymous', clientId },
  'POST /oauth2/token-info': { token: 'OauthNG.JWS.eyJhbGciOi…' },
  'GET /stores-reader/v1/products/query-platformized': {
    query: { filter: { 'priceData.price': { $lt: 50 } }, sort: [{ fieldName: 'price', order: 'ASC' }], paging: { limit: 20 } },
  },
  'GET /stores-reader/v1/products/{id}': { id },
  'POST /stores-reader/v1/products/{id}/productOptionsAvailability': { id, options: { Glaze: 'Sage' } },
  'POST /stores-reader/v1/products/{id}/variants/query': { id, choices: { Glaze: 'Sage' } },
  'GET /v2/collections/query': { query: { sort: [{ fieldName: 'name', order: 'ASC' }], paging: { limit: 10 } } },
  'GET /v2/collections/{id}': { id },
  'GET /v2/collections/slug/{slug}': { slug: 'tableware' },
  'GET /stores-reader/v1/collections/slug/{slug}': { slug: 'tableware' },
  'GET /ecom/v1/carts/current': {},
  'PATCH /ecom/v1/carts/current': { cartInfo: { buyerNote: 'Ring twice, please.' } },
  'DELETE /ecom/v1/carts/current': {},
  'POST /ecom/v1/carts/current/add-to-cart': { lineItems: [{ catalogReference: mug, quantity: 1 }] },
  'POST /ecom/v1/carts/current/remove-line-items': { lineItemIds: [id] },
  'POST /ecom/v1/carts/current/update-line-items-quantity': { lineItems: [{ id, quantity: 3 }] },
  'POST /ecom/v1/carts/current/remove-coupon': {},
  'POST /ecom/v1/carts/current/estimate-totals': { shippingAddress: { country: 'DE', postalCode: '04109' }, calculateTax: true },
  'POST /ecom/v1/carts/current/create-checkout': { channelType: 'WEB', email: 'ada@example.com', shippingAddress: address },
  'POST /ecom/v1/checkouts': { channelType: 'WEB', lineItems: [{ catalogReference: mug, quantity: 2 }] },
  'GET /ecom/v1/checkouts/{id}': { id },
  'GET /ecom/v1/checkouts/by-cart-id/{id}': { id },
  'GET /ecom/v1/checkouts/{id}/checkout-url': { id },
  'PATCH /ecom/v1/checkouts/{checkout.id}': {
    checkout: {
      id,
      buyerInfo: { email: 'ada@example.com' },
      shippingInfo: { shippingDestination: { address, contactDetails: ada } },
    },
  },
  'POST /ecom/v1/checkouts/{id}/remove-coupon': { id },
  'POST /ecom/v1/checkouts/{id}/remove-gift-card': { id },
  'POST /ecom/v1/checkouts/{id}/remove-override-checkout-url': { id },
  'POST /ecom/v1/checkouts/{id}/add-to-checkout': { id, lineItems: [{ catalogReference: mug, quantity: 1 }] },
  'POST /ecom/v1/checkouts/{id}/remove-line-items': { id, lineItemIds: [other] },
  'POST /ecom/v1/checkouts/{id}/update-line-items-quantity': { id, lineItems: [{ id: other, quantity: 3 }] },
  'POST /ecom/v1/checkouts/{id}/create-order': { id },
  'POST /ecom/v1/checkouts/{id}/mark-as-completed': { id, orderId: other },
  'POST /vitrine/v1/checkouts/{id}/open': { id, key: 'the-key-of-the-link' },
  'POST /ecom/v1/orders/search': {
    search: { filter: { paymentStatus: 'PAID', 'priceSummary.total.amount': { $gte: '100' } }, cursorPaging: { limit: 20 } },
  },
  'PATCH /ecom/v1/orders/{order.id}': { order: { id, archived: true, recipientInfo: { address, contactDetails: ada } } },
  'POST /ecom/v1/bulk/orders/update': { orders: [{ order: { id, seenByAHuman: true } }], returnEntity: false },
  'POST /ecom/v1/bulk/orders/update-tags': { orderIds: [id, other], assignTags: { tags: { tagIds: ['gift'] } } },
  'POST /ecom/v1/orders/{id}/cancel': { id, restockAllItems: true, sendOrderCanceledEmail: true, customMessage: 'The kiln broke.' },
  'POST /ecom/v1/orders': {
    order: {
      channelInfo: { type: 'BACKOFFICE_MERCHANT' },
      lineItems: [{ productName: { original: 'Morning Mug' }, quantity: 2, price: { amount: '26.00' }, itemType: { preset: 'PHYSICAL' } }],
      priceSummary: { total: { amount: '52.00' } },
      taxIncludedInPrices: true,
      buyerInfo: { email: 'ada@example.com' },
    },
    settings: { orderApprovalStrategy: 'PAYMENT_RECEIVED' },
  },
  'POST /ecom/v1/orders/import': {
    order: {
      channelInfo: { type: 'OTHER_PLATFORM', externalOrderId: 'A-1047' },
      lineItems: [{ productName: { original: 'Morning Mug' }, quantity: 1, price: { amount: '24.00' }, itemType: { preset: 'PHYSICAL' } }],
      priceSummary: { total: { amount: '24.00' } },
      taxIncludedInPrices: true,
      paymentStatus: 'PAID',
      purchasedDate: '2024-03-02T10:00:00.000Z',
    },
  },
  'POST /ecom/v1/orders/{orderId}/update-status': { orderId: id, status: 'APPROVED' },
  'POST /ecom/v1/orders/{id}/activities': { id, activity: { merchantComment: { message: 'Wrapped as a present.' } } },
  'POST /ecom/v1/orders/{orderId}/activities/add': { orderId: id, orderActivities: [{ activityType: 'INVOICE_SENT' }] },
  'PATCH /ecom/v1/orders/{id}/activities/{activityId}': {
    id,
    activityId: other,
    activity: { merchantComment: { message: 'Wrapped as a present, with a card.' } },
  },
  'DELETE /ecom/v1/orders/{id}/activities/{activityId}': { id, activityId: other },
  'GET /ecom/v1/orders/{id}': { id },
  'GET /vitrine/v1/orders/{id}/status': { id, email: 'ada@example.com' },
  'GET /ecom/v1/payments/orders/{orderId}': { orderId: id },
  'POST /ecom/v1/payments/list-by-ids': { orderIds: [id, other] },
  'GET /ecom/v1/fulfillments/orders/{orderId}': { orderId: id },
  'POST /ecom/v1/fulfillments/list-by-ids': { orderIds: [id, other] },
  'POST /ecom/v1/fulfillments/orders/{orderId}/create-fulfillment': {
    orderId: id,
    fulfillment: {
      lineItems: [{ id: other, quantity: 2 }],
      trackingInfo: { shippingProvider: 'dhl', trackingNumber: '00340434161288941' },
    },
  },
  'PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}': { orderId: id, fulfillment: { id: other, status: 'Delivered' } },
  'DELETE /ecom/v1/fulfillments/{fulfillmentId}/orders/{orderId}': { orderId: id, fulfillmentId: other },
  'POST /ecom/v1/fulfillments/orders/bulk/create-fulfillments': {
    ordersWithFulfillments: [{ orderId: id, fulfillments: [{ lineItems: [{ id: other }] }] }],
  },
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/prepare-payment-collection': {
    ecomOrderId: id,
    amount: { amount: '25.00' },
    delayedCaptureSettings: { scheduledAction: { actionType: 'CAPTURE' }, delayDuration: { count: 3, unit: 'DAYS' } },
  },
  'GET /ecom/v1/payments-collector/orders/{ecomOrderId}/payment-collectability-status': { ecomOrderId: id },
  'POST /ecom/v1/payments-collector/orders/{orderId}/manual-payment': {
    orderId: id,
    amount: { amount: '25.00' },
    userDefinedPaymentMethodName: { predefined: 'CASH' },
  },
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/mark-as-paid': { ecomOrderId: id },
  'POST /v1/bulk/payments-collector/mark-as-paid': { ecomOrderIds: [id, other] },
  'GET /ecom/v1/payments-collector/orders/{ecomOrderId}/refundability': { ecomOrderId: id },
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/trigger-refund': {
    ecomOrderId: id,
    payments: [{ paymentId: other, amount: { amount: '12.50' } }],
    details: { reason: 'It came chipped.' },
    sideEffects: { restockInfo: { type: 'NO_ITEMS' }, sendOrderRefundedEmail: true },
  },
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments': { ecomOrderId: id, paymentIds: [other] },
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments': {
    ecomOrderId: id,
    payments: [{ paymentId: other, amount: { amount: '20.00' } }],
  },
  'POST /_api/redirects-api/v1/redirect-session': {
    ecomCheckout: { checkoutId: id },
    callbacks: { postFlowUrl: 'https://shop.example/cart', thankYouPageUrl: 'https://shop.example/thanks' },
  },
  'GET /vitrine/v1/redirect-sessions/{id}': { id },
  'GET /vitrine/v1/shop': {},
  'GET /vitrine/v1/search': { q: 'mug', choices: { Glaze: ['Sage', 'Ink'] }, maxPrice: '40', sort: 'priceAsc' },
  'GET /vitrine/v1/search/suggest': { q: 'mug' },
  'POST /vitrine/v1/sandbox/card-tokens': {
    cardNumber: '4242 4242 4242 4242',
    expiryMonth: 4,
    expiryYear: 2030,
    securityCode: '123',
    holder: 'Ada Lovelace',
  },
  'GET /vitrine/v1/checkouts/{id}/payment-methods': { id },
  'POST /vitrine/v1/checkouts/{id}/place-order': {
    id,
    paymentToken: 'the-token-of-the-card',
    returnUrl: 'https://shop.example/thanks',
    expectedTotal: '26.00',
  },
  'GET /vitrine/v1/payment-collections/{id}': { id },
  'POST /vitrine/v1/payment-collections/{id}/pay': { id, paymentToken: 'from-card-tokens', returnUrl: 'https://shop.example/paid' },
  'POST /vitrine/v1/payment-collections/{id}/confirm': { id, resultToken: 'what-the-bank-handed-over' },
  'POST /vitrine/v1/orders/{id}/confirm-payment': { id, resultToken: 'what-the-bank-handed-over' },
  'GET /vitrine/v1/sandbox/authentications/{id}': { id },
  'POST /vitrine/v1/sandbox/authentications/{id}': { id, answer: 'CONFIRM' },
  'GET /billing/v1/tax-settings': {},
  'POST /billing/v1/tax-settings': { taxSettings: { taxIncludedInItemPrices: true } },
  'POST /billing/v1/tax-groups': { taxGroup: { name: 'Books' } },
  'GET /billing/v1/tax-groups/{taxGroupId}': { taxGroupId: group },
  'GET /billing/v1/tax-groups/default-tax-groups': {},
  'POST /billing/v1/tax-groups/query': { query: { filter: { name: 'Books' } } },
  'PATCH /billing/v1/tax-groups/{taxGroup.id}': { taxGroup: { id: group, revision: '1', name: 'Books and maps' } },
  'DELETE /billing/v1/tax-groups/{taxGroupId}': { taxGroupId: group },
  'POST /billing/v1/tax-regions': { taxRegion: { country: 'US', subdivision: 'NY', appId: ownRates } },
  'POST /billing/v1/bulk/tax-regions/create': {
    taxRegions: [
      { country: 'DE', appId: ownRates, taxIncludedInPrice: true },
      { country: 'FR', appId: ownRates, taxIncludedInPrice: true },
    ],
  },
  'GET /billing/v1/tax-regions/{taxRegionId}': { taxRegionId: region },
  'POST /billing/v1/tax-regions/query': { query: { filter: { country: 'US' }, sort: [{ fieldName: 'subdivision', order: 'ASC' }] } },
  'PATCH /billing/v1/tax-regions/{taxRegion.id}': { taxRegion: { id: region, revision: '1', shippingTaxed: false } },
  'DELETE /billing/v1/tax-regions/{taxRegionId}': { taxRegionId: region },
  'POST /billing/v1/manual-tax-mappings': {
    manualTaxMapping: { taxGroupId: group, taxRegionId: region, taxRate: '0.19', taxName: 'VAT', jurisdictionType: 'COUNTRY' },
  },
  'POST /billing/v1/bulk/manual-tax-mappings/create': {
    manualTaxMappings: [
      { taxGroupId: group, taxRegionId: region, taxRate: '0.04', taxName: 'New York State sales tax', jurisdictionType: 'STATE' },
      { taxGroupId: group, taxRegionId: region, taxRate: '0.045', taxName: 'New York City sales tax', jurisdictionType: 'CITY' },
    ],
  },
  'GET /billing/v1/manual-tax-mappings/{manualTaxMappingId}': { manualTaxMappingId: id },
  'GET /billing/v1/manual-tax-mappings': {},
  'GET /billing/v1/manual-tax-mappings/query': { query: { filter: { taxRegionId: region } } },
  'PATCH /billing/v1/manual-tax-mappings/{manualTaxMapping.id}': { manualTaxMapping: { id, revision: '1', taxRate: '0.2' } },
  'DELETE /billing/v1/manual-tax-mappings/{manualTaxMappingId}': { manualTaxMappingId: id },
  'POST /billing/v1/tax-exempt-groups': { taxExemptGroup: { name: 'Embassies' } },
  'GET /billing/v1/tax-exempt-groups/{taxExemptGroupId}': { taxExemptGroupId: group },
  'GET /billing/v1/tax-exempt-groups/query': { query: { filter: { name: 'Embassies' } } },
  'PATCH /billing/v1/tax-exempt-groups/{taxExemptGroup.id}': {
    taxExemptGroup: { id: group, revision: '1', name: 'Embassies and consulates' },
  },
  'DELETE /billing/v1/tax-exempt-groups/{taxExemptGroupId}': { taxExemptGroupId: group },
  'GET /billing/v1/list-tax-calculators': {},
  'POST /billing/v1/calculate-tax': {
    addresses: [{ country: 'DE', postalCode: '04109' }],
    lineItems: [{ id: 'mug', quantity: 2, price: '52.00', addressIndex: { singleAddress: 0 } }],
  },
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
  'POST /gift-cards/v1/gift-cards/count': { filter: { expirationDate: { $exists: true } } },
  'POST /gift-cards/v1/gift-cards/{giftCardId}/disable': { giftCardId: id },
  'POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance': {
    giftCardId: id,
    amount: { amount: '10.00' },
    note: 'For the chipped cup',
  },
  'POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance': { giftCardId: id, amount: { amount: '10.00' } },
  'GET /gift-cards/v1/gift-cards/{giftCardId}/transactions/query': { giftCardId: id, query: { cursorPaging: { limit: 20 } } },
  'GET /vitrine/v1/inbox': { limit: 10 },
  'GET /vitrine/v1/inbox/{id}': { id },
}
