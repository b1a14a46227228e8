import type { Api } from '../api.ts'

/** The admin for an order's payments. */
export const orderBilling = (api: Api) => ({
  captureAuthorizedPayments: api('POST /ecom/v1/order-billing/capture-authorized-payments'),
  voidAuthorizedPayments: api('POST /ecom/v1/order-billing/void-authorized-payments'),
  getOrderRefundability: api('POST /ecom/v1/order-billing/get-order-refundability', 'reads'),
  calculateRefund: api('POST /ecom/v1/order-billing/calculate-refund', 'reads'),
  refundPayments: api('POST /ecom/v1/order-billing/refund-payments'),
  redeemGiftCard: api('POST /ecom/v1/order-billing/redeem-gift-card'),
  generateReceipts: api('POST /ecom/v1/order-billing/generate-receipts'),
  chargeOrder: api('POST /ecom/v1/order-billing/charge-order'),
  authorizeChargeWithSavedPaymentMethod: api('POST /ecom/v1/order-billing/authorize-charge-with-saved-payment-method'),
  chargeMemberships: api('POST /ecom/v1/order-billing/charge-memberships'),
  voidMemberships: api('POST /ecom/v1/order-billing/void-memberships'),
})

/** Links to pay payment requests. */
export const paymentLinks = (api: Api) => ({
  getPaymentLink: api('GET /vitrine/v1/payment-collections/{id}/link'),
  sendPaymentLink: api('POST /vitrine/v1/payment-collections/{id}/send'),
})

/** Invoices and credit notes, the shop's own and those of other apps. */
export const orderInvoices = (api: Api) => ({
  listInvoicesForMultipleOrders: api('POST /ecom/v1/invoices/list-by-ids', 'reads'),
  generateInvoice: api('POST /ecom/v1/invoices/orders/{orderId}'),
  bulkGenerateInvoices: api('POST /ecom/v1/bulk/invoices/generate'),
  addInvoiceToOrder: api('POST /ecom/v1/invoices/orders/{orderId}/add-invoice'),
  /** One of the shop's own, or a credit note, with the link to its PDF. */
  getInvoice: api('GET /vitrine/v1/invoices/{id}'),
  searchInvoices: api('POST /vitrine/v1/invoices/search', 'reads'),
  sumUpInvoices: api('POST /vitrine/v1/invoices/sum-up', 'reads'),
  getInvoiceSettings: api('GET /vitrine/v1/invoices/settings'),
  updateInvoiceSettings: api('PATCH /vitrine/v1/invoices/settings'),
  /** Packing slips of several orders in one PDF. */
  printPackingSlips: api('POST /vitrine/v1/packing-slips', 'reads'),
})

/**
 * Lists as files, streamed while they are fetched: pass `link` to a browser, or fetch it within ten minutes.
 *
 * ```ts
 * const { link } = await client.exports.exportOrders({ format: 'CSV', filter: { paymentStatus: 'PAID' } })
 * const file = await fetch(link) // orders.csv
 * ```
 */
export const exports = (api: Api) => ({
  exportOrders: api('POST /vitrine/v1/orders/export', 'reads'),
  exportMembers: api('POST /vitrine/v1/members/export', 'reads'),
  exportProducts: api('POST /vitrine/v1/products/export', 'reads'),
})

/** Emails that the shop sent to its buyers about an order. */
export const orderEmails = (api: Api) => ({
  listOrderEmails: api('GET /vitrine/v1/orders/{orderId}/emails'),
  sendOrderEmail: api('POST /vitrine/v1/orders/{orderId}/emails'),
})

/** Checkouts that buyers abandoned. */
export const abandonedCheckouts = (api: Api) => ({
  getAbandonedCheckout: api('GET /ecom/v1/abandoned-checkout/{abandonedCheckoutId}'),
  deleteAbandonedCheckout: api('DELETE /ecom/v1/abandoned-checkout/{abandonedCheckoutId}'),
  bulkDeleteAbandonedCheckouts: api('POST /ecom/v1/bulk/abandoned-checkout/delete'),
  queryAbandonedCheckouts: api('POST /ecom/v1/abandoned-checkout/query', 'reads'),
  searchAbandonedCheckouts: api('POST /ecom/v1/abandoned-checkout/search', 'reads'),
  getAbandonedCheckoutAnalytics: api('POST /ecom/v1/abandoned-checkout/get-analytics', 'reads'),
  getRecoverySettings: api('GET /vitrine/v1/recovery-settings'),
  updateRecoverySettings: api('PATCH /vitrine/v1/recovery-settings'),
})

/** Reminders to recover them. */
export const reminders = (api: Api) => ({
  searchLeftCheckouts: api('POST /vitrine/v1/abandoned-checkouts/search', 'reads'),
  getLeftCheckout: api('GET /vitrine/v1/abandoned-checkouts/{id}'),
  getFigures: api('POST /vitrine/v1/abandoned-checkouts/figures', 'reads'),
  previewReminder: api('POST /vitrine/v1/abandoned-checkouts/{id}/preview', 'reads'),
  sendReminder: api('POST /vitrine/v1/abandoned-checkouts/{id}/remind'),
})

/** Creating and editing orders. */
export const draftOrders = (api: Api) => ({
  createDraftOrder: api('POST /ecom/v1/draft-orders'),
  createEmptyDraftOrder: api('POST /ecom/v1/draft-orders/create-empty-draft-order'),
  getDraftOrder: api('GET /ecom/v1/draft-orders/{draftOrderId}'),
  deleteDraftOrder: api('DELETE /ecom/v1/draft-orders/{draftOrderId}'),
  queryDraftOrders: api('POST /ecom/v1/draft-orders/query', 'reads'),
  getOrderDraftabilityStatus: api('GET /ecom/v1/draft-orders/{orderId}/draftability'),
  addLineItemsToDraftOrder: api('POST /ecom/v1/draft-orders/{draftOrderId}/add-line-items'),
  updateLineItems: api('POST /ecom/v1/draft-orders/{draftOrderId}/line-items'),
  createCustomDiscounts: api('POST /ecom/v1/draft-orders/{draftOrderId}/create-custom-discounts'),
  setDiscounts: api('POST /ecom/v1/draft-orders/{draftOrderId}/set-discounts'),
  deleteCustomDiscounts: api('POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-discounts'),
  createCustomAdditionalFees: api('POST /ecom/v1/draft-orders/{draftOrderId}/create-additional-fees'),
  setAdditionalFees: api('POST /ecom/v1/draft-orders/{draftOrderId}/set-additional-fees'),
  deleteCustomAdditionalFees: api('POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-additional-fees'),
  setBuyerInfo: api('PUT /ecom/v1/draft-orders/set-buyer-info'),
  setRecipientInfo: api('PUT /ecom/v1/draft-orders/set-recipient-info'),
  setBillingInfo: api('PUT /ecom/v1/draft-orders/set-billing-info'),
  setShippingInfo: api('PUT /ecom/v1/draft-orders/set-shipping-info'),
  setBusinessLocation: api('PUT /ecom/v1/draft-orders/set-business-location'),
  setTaxExemption: api('PUT /ecom/v1/draft-orders/set-tax-exemption'),
  setDeposit: api('POST /ecom/v1/draft-orders/{draftOrderId}/set-deposit'),
  updateExtendedFields: api('POST /ecom/v1/draft-orders/{id}/update-extended-fields'),
  commitDraftOrder: api('POST /ecom/v1/draft-orders/{draftOrderId}/commit'),
  createOrderFromDraft: api('POST /ecom/v1/draft-orders/{draftOrderId}/create-order'),
})

/** What hypothetical carts would cost. */
export const cartTester = (api: Api) => ({
  testCart: api('POST /vitrine/v1/cart-tester/test', 'reads'),
})

/** Orders that are written in the admin, such as those by phone. */
export const draftAdmin = (api: Api) => ({
  searchDrafts: api('POST /vitrine/v1/draft-orders/search', 'reads'),
  getDraft: api('GET /vitrine/v1/draft-orders/{id}'),
  updateDraft: api('PATCH /vitrine/v1/draft-orders/{id}'),
  placeDraft: api('POST /vitrine/v1/draft-orders/{id}/place'),
})

/** Subscriptions: as they were agreed, and their state. */
export const subscriptionContracts = (api: Api) => ({
  getSubscriptionContract: api('GET /ecom/subscription-contracts/v1/subscription-contracts/{subscriptionContractId}'),
  querySubscriptionContracts: api(
    'GET /ecom/subscription-contracts/v1/subscription-contracts/query',
    '/ecom/subscription-contracts/v1/subscription-contracts/query',
  ),
  getSubscription: api('GET /vitrine/v1/subscriptions/{id}'),
  cancelSubscription: api('POST /vitrine/v1/subscriptions/{id}/cancel'),
  resumeSubscription: api('POST /vitrine/v1/subscriptions/{id}/resume'),
})
