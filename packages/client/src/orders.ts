import type { Api } from './api.ts'

/** What was bought. */
export const orders = (api: Api) => ({
  searchOrders: api('POST /ecom/v1/orders/search', 'reads'),
  getOrder: api('GET /ecom/v1/orders/{id}'),
  /** For whoever holds the link of the confirmation mail. */
  getOrderStatus: api('GET /vitrine/v1/orders/{id}/status'),
})

/** The payments and refunds of an order. */
export const orderTransactions = (api: Api) => ({
  listTransactionsForSingleOrder: api('GET /ecom/v1/payments/orders/{orderId}'),
})
