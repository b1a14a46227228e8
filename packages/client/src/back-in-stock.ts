import type { Api } from './api.ts'

/**
 * Emails about items that are back in stock, or cost less.
 *
 * @example
 * await client.backInStock.requestEmail({
 *   request: { email: 'ada@example.com', catalogReference: { appId: storesApp, catalogItemId: product.id, options: { variantId } } },
 *   itemDetails: { name: product.name, price: '30.00' },
 * })
 */
export const backInStock = (api: Api) => ({
  requestEmail: api('POST /back-in-stock-service/v1/back-in-stock-notification-requests'),
  requestPriceEmail: api('POST /vitrine/v1/price-alerts'),
  listMyAlerts: api('GET /vitrine/v1/back-in-stock/mine'),
  deleteMyAlert: api('DELETE /vitrine/v1/back-in-stock/mine/{id}'),
})
