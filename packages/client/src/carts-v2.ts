import type { Api } from './api.ts'

/** Carts by their ids in the second version, which also places their orders. */
export const cartsV2 = (api: Api) => ({
  createCart: api('POST /ecom/v2/carts'),
  getCart: api('GET /ecom/v2/carts/{cartId}'),
  updateCart: api('PATCH /ecom/v2/carts/{cart.id}'),
  deleteCart: api('DELETE /ecom/v2/carts/{cartId}'),
  addLineItems: api('POST /ecom/v2/carts/{cartId}/add-line-items'),
  updateLineItems: api('POST /ecom/v2/carts/{cartId}/update-line-items'),
  removeLineItems: api('POST /ecom/v2/carts/{cartId}/remove-line-items'),
  addCoupon: api('POST /ecom/v2/carts/{cartId}/add-coupon'),
  removeCoupon: api('POST /ecom/v2/carts/{cartId}/remove-coupon'),
  addGiftCard: api('POST /ecom/v2/carts/{cartId}/add-gift-card'),
  removeGiftCard: api('POST /ecom/v2/carts/{cartId}/remove-gift-card'),
  setDeliveryMethod: api('POST /ecom/v2/carts/{cartId}/set-delivery-method'),
  removeDeliveryMethod: api('POST /ecom/v2/carts/{cartId}/remove-delivery-method'),
  updateFormSubmissions: api('POST /ecom/v2/carts/{cartId}/update-forms-submission'),
  refreshCart: api('POST /ecom/v2/carts/{cartId}/refresh', 'reads'),
  calculateCart: api('POST /ecom/v2/carts/{cartId}/calculate', 'reads'),
  estimateCart: api('POST /ecom/v2/carts/{cartId}/estimate', 'reads'),
  getUpsellOptions: api('GET /ecom/v2/carts/{cartId}/upsell-options'),
  getCheckoutUrl: api('POST /ecom/v2/carts/{cartId}/get-checkout-url'),
  placeOrder: api('POST /ecom/v2/carts/{cartId}/place-order'),
  markCartAsCompleted: api('POST /ecom/v2/carts/{cartId}/mark-cart-as-completed'),
})
