import type { Api } from './api.ts'

/** The caller's cart. */
export const currentCart = (api: Api) => ({
  getCurrentCart: api('GET /ecom/v1/carts/current'),
  updateCurrentCart: api('PATCH /ecom/v1/carts/current'),
  deleteCurrentCart: api('DELETE /ecom/v1/carts/current'),
  addToCurrentCart: api('POST /ecom/v1/carts/current/add-to-cart'),
  removeLineItemsFromCurrentCart: api('POST /ecom/v1/carts/current/remove-line-items'),
  updateCurrentCartLineItemQuantity: api('POST /ecom/v1/carts/current/update-line-items-quantity'),
  removeCouponFromCurrentCart: api('POST /ecom/v1/carts/current/remove-coupon'),
  estimateCurrentCartTotals: api('POST /ecom/v1/carts/current/estimate-totals', 'reads'),
  createCheckoutFromCurrentCart: api('POST /ecom/v1/carts/current/create-checkout'),
})
