import type { Api } from './api.ts'

/** What is about to be bought. */
export const checkout = (api: Api) => ({
  createCheckout: api('POST /ecom/v1/checkouts'),
  getCheckout: api('GET /ecom/v1/checkouts/{id}'),
  getCheckoutByCartId: api('GET /ecom/v1/checkouts/by-cart-id/{id}'),
  getWixCheckoutUrl: api('GET /ecom/v1/checkouts/{id}/wix-checkout-url'),
  getCheckoutUrl: api('GET /ecom/v1/checkouts/{id}/checkout-url'),
  updateCheckout: api('PATCH /ecom/v1/checkouts/{checkout.id}'),
  removeCoupon: api('POST /ecom/v1/checkouts/{id}/remove-coupon'),
  removeGiftCard: api('POST /ecom/v1/checkouts/{id}/remove-gift-card'),
  removeOverrideCheckoutUrl: api('POST /ecom/v1/checkouts/{id}/remove-override-checkout-url'),
  addToCheckout: api('POST /ecom/v1/checkouts/{id}/add-to-checkout'),
  removeLineItems: api('POST /ecom/v1/checkouts/{id}/remove-line-items'),
  updateLineItemsQuantity: api('POST /ecom/v1/checkouts/{id}/update-line-items-quantity'),
  createOrder: api('POST /ecom/v1/checkouts/{id}/create-order'),
  markCheckoutAsCompleted: api('POST /ecom/v1/checkouts/{id}/mark-as-completed'),
  getCheckoutPage: api('GET /vitrine/v1/checkout-page'),
  openCheckout: api('POST /vitrine/v1/checkouts/{id}/open'),
  /** Restores what was abandoned, by the signed link of an email. */
  recoverCheckout: api('POST /vitrine/v1/abandoned-checkouts/{id}/recover'),
  readReminderLink: api('POST /vitrine/v1/abandoned-checkouts/links/read', 'reads'),
  setReminderEmails: api('POST /vitrine/v1/abandoned-checkouts/links/emails'),
})
