import type { Api } from './api.ts'

/** What was bought. */
export const orders = (api: Api) => ({
  searchOrders: api('POST /ecom/v1/orders/search', 'reads'),
  createOrder: api('POST /ecom/v1/orders'),
  importOrder: api('POST /ecom/v1/orders/import'),
  bulkDeleteImportedOrders: api('POST /ecom/v1/orders/import/bulk-delete-imported-orders'),
  setOrderNumberCounter: api('POST /ecom/v1/orders/import/set-order-number-counter'),
  updateOrder: api('PATCH /ecom/v1/orders/{order.id}'),
  bulkUpdateOrders: api('POST /ecom/v1/bulk/orders/update'),
  bulkUpdateOrderTags: api('POST /ecom/v1/bulk/orders/update-tags'),
  cancelOrder: api('POST /ecom/v1/orders/{id}/cancel'),
  updateOrderStatus: api('POST /ecom/v1/orders/{orderId}/update-status'),
  addActivity: api('POST /ecom/v1/orders/{id}/activities'),
  addActivities: api('POST /ecom/v1/orders/{orderId}/activities/add'),
  updateActivity: api('PATCH /ecom/v1/orders/{id}/activities/{activityId}'),
  deleteActivity: api('DELETE /ecom/v1/orders/{id}/activities/{activityId}'),
  getOrder: api('GET /ecom/v1/orders/{id}'),
  /** For whoever holds the link of the confirmation email. */
  getOrderStatus: api('GET /vitrine/v1/orders/{id}/status'),
  /** For whoever has lost it: by its number and the email it was ordered with. */
  findOrder: api('GET /vitrine/v1/orders/find'),
  requestOrderCancellation: api('POST /vitrine/v1/orders/{id}/request-cancellation'),
  endSubscription: api('POST /vitrine/v1/orders/{id}/end-subscription'),
  renewDownload: api('POST /vitrine/v1/orders/{id}/renew-download'),

  paymentCollectionCreatePaymentGatewayOrder: api('POST /ecom/v1/payments-collector/orders/{ecomOrderId}/create-payment-gateway-order'),
  chargeMemberships: api('POST /ecom/v1/payments-collector/orders/{ecomOrderId}/charge-membership'),
  preparePaymentCollection: api('POST /ecom/v1/payments-collector/orders/{ecomOrderId}/prepare-payment-collection'),
  getPaymentCollectabilityStatus: api('GET /ecom/v1/payments-collector/orders/{ecomOrderId}/payment-collectability-status'),
  recordManuallyCollectedPayment: api('POST /ecom/v1/payments-collector/orders/{orderId}/manual-payment'),
  paymentCollectionMarkOrderAsPaid: api('POST /ecom/v1/payments-collector/orders/{ecomOrderId}/mark-as-paid'),
  paymentCollectionBulkMarkOrdersAsPaid: api('POST /v1/bulk/payments-collector/mark-as-paid'),
  getRefundabilityStatus: api('GET /ecom/v1/payments-collector/orders/{ecomOrderId}/refundability'),
  triggerRefund: api('POST /ecom/v1/payments-collector/orders/{ecomOrderId}/trigger-refund'),
  voidAuthorizedPayments: api('POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments'),
  captureAuthorizedPayments: api('POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments'),
})

/** The payments and refunds of an order. */
export const orderTransactions = (api: Api) => ({
  listTransactionsForMultipleOrders: api('POST /ecom/v1/payments/list-by-ids', 'reads'),
  addPayments: api('POST /ecom/v1/payments/orders/{orderId}/add-payment'),
  updatePaymentStatus: api('POST /ecom/v1/payments/{paymentId}/orders/{orderId}/update-payment-transaction-status'),
  bulkUpdatePaymentStatuses: api('POST /ecom/v1/bulk/payments/update-payment-transaction-status'),
  updatePayments: api('POST /ecom/v1/payments/orders/{orderId}/update-payments'),
  updateRefundTransaction: api('POST /ecom/v1/payments/orders/{orderId}/update-refund-transaction'),
  listTransactionsForSingleOrder: api('GET /ecom/v1/payments/orders/{orderId}'),
})

/** What of an order has shipped. */
export const orderFulfillments = (api: Api) => ({
  listFulfillmentsForSingleOrder: api('GET /ecom/v1/fulfillments/orders/{orderId}'),
  listFulfillmentsForMultipleOrders: api('POST /ecom/v1/fulfillments/list-by-ids', 'reads'),
  createFulfillment: api('POST /ecom/v1/fulfillments/orders/{orderId}/create-fulfillment'),
  updateFulfillment: api('PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}'),
  deleteFulfillment: api('DELETE /ecom/v1/fulfillments/{fulfillmentId}/orders/{orderId}'),
  bulkCreateFulfillments: api('POST /ecom/v1/fulfillments/orders/bulk/create-fulfillments'),
})
