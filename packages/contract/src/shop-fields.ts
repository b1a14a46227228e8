import type { Route } from './contract.ts'

/**
 * What happens to a field that only the shop writes when somebody else sends it. Null, false and an empty list are no value.
 * - `REFUSED`: any value is a 403 PERMISSION_DENIED.
 * - `UNCHANGED`: the current value may be sent back, as when a buyer sends the document that they have read; any other is a 403.
 * - `LISTED`: an address on the redirect list of the caller's app, or of the shop itself, is accepted; any other is a 400
 * REDIRECT_URI_NOT_ALLOWED.
 */
export type FromBuyer = 'REFUSED' | 'UNCHANGED' | 'LISTED'

/** Prices, and whose address decides the tax. */
const lines = {
  'lineItems[].catalogOverrideFields': 'REFUSED',
  'lineItems[].taxableAddress': 'REFUSED',
  customLineItems: 'REFUSED',
} as const satisfies Readonly<Record<string, FromBuyer>>

/** The same fields in the second version of the cart. */
const linesV2 = {
  'catalogItems[].catalogOverrideFields': 'REFUSED',
  customItems: 'REFUSED',
} as const satisfies Readonly<Record<string, FromBuyer>>

const newV2 = {
  'cart.customCheckoutUrl': 'LISTED',
  'cart.settings.lockGiftCard': 'REFUSED',
  'cart.settings.lockCouponCode': 'REFUSED',
  'cart.settings.policyAgreementCheckboxDisabled': 'REFUSED',
  'cart.settings.manualPaymentDisabled': 'REFUSED',
} as const satisfies Readonly<Record<string, FromBuyer>>

/** The fields that only the merchant of an operation writes (see `rightFor`), where buyers may call it; `[]` stands for each of a list. */
export const shopFields: { readonly [R in Route]?: Readonly<Record<string, FromBuyer>> } = {
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests': { 'request.itemUrl': 'LISTED' },
  'PATCH /ecom/v1/carts/current': { ...lines, merchantDiscounts: 'REFUSED', 'cartInfo.overrideCheckoutUrl': 'LISTED' },
  'POST /ecom/v1/carts/current/add-to-cart': lines,
  'POST /ecom/v1/carts': { ...lines, merchantDiscounts: 'REFUSED', 'cartInfo.overrideCheckoutUrl': 'LISTED' },
  'PATCH /ecom/v1/carts/{cartInfo.id}': { ...lines, merchantDiscounts: 'REFUSED', 'cartInfo.overrideCheckoutUrl': 'LISTED' },
  'POST /ecom/v1/carts/{id}/add-to-cart': lines,
  'PATCH /ecom/v2/carts/current': { 'cart.customCheckoutUrl': 'LISTED' },
  'POST /ecom/v2/carts/current': { ...linesV2, ...newV2 },
  'POST /ecom/v2/carts/current/add-line-items': linesV2,
  'POST /ecom/v2/carts': { ...linesV2, ...newV2, 'cart.customerInfo.openAccess': 'REFUSED' },
  'PATCH /ecom/v2/carts/{cart.id}': { 'cart.customCheckoutUrl': 'LISTED' },
  'POST /ecom/v2/carts/{cartId}/add-line-items': linesV2,
  'POST /ecom/v2/carts/{cartId}/place-order': { delayCapture: 'REFUSED' },
  'POST /ecom/v1/calculate-totals': { 'lineItems[].taxableAddress': 'REFUSED' },
  'POST /ecom/v1/checkouts': {
    ...lines,
    overrideCheckoutUrl: 'LISTED',
    'checkoutInfo.taxExemptGroupId': 'REFUSED',
    'checkoutInfo.customSettings.lockGiftCard': 'REFUSED',
    'checkoutInfo.customSettings.lockCouponCode': 'REFUSED',
    'checkoutInfo.customSettings.disabledPolicyAgreementCheckbox': 'REFUSED',
    'checkoutInfo.customSettings.disabledManualPayment': 'REFUSED',
    'checkoutInfo.customContentReference': 'REFUSED',
    'checkoutInfo.externalReference': 'REFUSED',
  },
  'PATCH /ecom/v1/checkouts/{checkout.id}': {
    ...lines,
    overrideCheckoutUrl: 'LISTED',
    'checkout.taxExemptGroupId': 'UNCHANGED',
  },
  'POST /ecom/v1/checkouts/{id}/add-to-checkout': lines,
  'POST /ecom/v1/checkouts/{id}/create-order': { delayCapture: 'REFUSED' },
}
