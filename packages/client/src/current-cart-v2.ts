import type { Api } from './api.ts'

/** The caller's cart, in its second version: the same cart, with its totals separate. */
export const currentCartV2 = (api: Api) => ({
  getCurrentCart: api('GET /ecom/v2/carts/current'),
  createCurrentCart: api('POST /ecom/v2/carts/current'),
  updateCurrentCart: api('PATCH /ecom/v2/carts/current'),
  deleteCurrentCart: api('DELETE /ecom/v2/carts/current'),
  addLineItemsToCurrentCart: api('POST /ecom/v2/carts/current/add-line-items'),
  updateLineItemsInCurrentCart: api('POST /ecom/v2/carts/current/update-line-items'),
  removeLineItemsFromCurrentCart: api('POST /ecom/v2/carts/current/remove-line-items'),
  addCouponToCurrentCart: api('POST /ecom/v2/carts/current/add-coupon'),
  removeCouponFromCurrentCart: api('POST /ecom/v2/carts/current/remove-coupon'),
  addGiftCardToCurrentCart: api('POST /ecom/v2/carts/current/add-gift-card'),
  removeGiftCardFromCurrentCart: api('POST /ecom/v2/carts/current/remove-gift-card'),
  updateFormSubmissionsInCurrentCart: api('POST /ecom/v2/carts/current/update-forms-submission'),
  getUpsellOptionsForCurrentCart: api('GET /ecom/v2/carts/current/upsell-options'),
  setDeliveryMethodForCurrentCart: api('POST /ecom/v2/carts/current/set-delivery-method'),
  removeDeliveryMethodFromCurrentCart: api('POST /ecom/v2/carts/current/remove-delivery-method'),
  refreshCurrentCart: api('POST /ecom/v2/carts/current/refresh', 'reads'),
  calculateCurrentCart: api('POST /ecom/v2/carts/current/calculate', 'reads'),
  estimateCurrentCart: api('POST /ecom/v2/carts/current/estimate', 'reads'),
})
