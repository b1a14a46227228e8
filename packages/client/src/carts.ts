import type { Api } from './api.ts'

/** Carts by their ids: the caller's own; for the shop, all carts. */
export const carts = (api: Api) => ({
  createCart: api('POST /ecom/v1/carts'),
  getCart: api('GET /ecom/v1/carts/{id}'),
  getCartByCheckoutId: api('GET /ecom/v1/carts/by-checkout-id/{id}'),
  updateCart: api('PATCH /ecom/v1/carts/{cartInfo.id}'),
  deleteCart: api('DELETE /ecom/v1/carts/{id}'),
  addToCart: api('POST /ecom/v1/carts/{id}/add-to-cart'),
  removeLineItems: api('POST /ecom/v1/carts/{id}/remove-line-items'),
  updateLineItemsQuantity: api('POST /ecom/v1/carts/{id}/update-line-items-quantity'),
  removeCoupon: api('POST /ecom/v1/carts/{id}/remove-coupon'),
  removeBusinessLocation: api('POST /ecom/v1/carts/{id}/remove-business-location'),
  estimateTotals: api('POST /ecom/v1/carts/{id}/estimate-totals', 'reads'),
  createCheckout: api('POST /ecom/v1/carts/{id}/create-checkout'),
})
