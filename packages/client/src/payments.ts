import type { Api } from './api.ts'

/** Paying. */
export const payments = (api: Api) => ({
  listPaymentMethods: api('GET /vitrine/v1/checkouts/{id}/payment-methods'),
  createCardToken: api('POST /vitrine/v1/sandbox/card-tokens', 'reads'),
  placeOrder: api('POST /vitrine/v1/checkouts/{id}/place-order'),
  getPaymentCollection: api('GET /vitrine/v1/payment-collections/{id}'),
  payCollection: api('POST /vitrine/v1/payment-collections/{id}/pay'),
  confirmCollection: api('POST /vitrine/v1/payment-collections/{id}/confirm'),
  confirmPayment: api('POST /vitrine/v1/orders/{id}/confirm-payment'),
  listSavedPaymentMethods: api('GET /_api/payments/saved-payment-methods/v1/saved-payment-methods'),
  getSavedPaymentMethod: api('GET /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}'),
  markSavedPaymentMethodPrimary: api(
    'POST /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}/mark-primary',
  ),
  deleteSavedPaymentMethod: api('DELETE /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}'),
  /** What the sandbox bank's page for 3-D Secure asks. */
  getSandboxAuthentication: api('GET /vitrine/v1/sandbox/authentications/{id}'),
  answerSandboxAuthentication: api('POST /vitrine/v1/sandbox/authentications/{id}'),
})
