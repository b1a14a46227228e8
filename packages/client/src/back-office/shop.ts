import type { Api } from '../api.ts'

/** How buyers may pay. */
export const paymentSettings = (api: Api) => ({
  getPaymentSettings: api('GET /vitrine/v1/payment-settings'),
  updatePaymentSettings: api('PATCH /vitrine/v1/payment-settings'),
  setStripeKeys: api('PUT /vitrine/v1/payment-settings/stripe-keys'),
  deleteStripeKeys: api('DELETE /vitrine/v1/payment-settings/stripe-keys'),
  getStripeMethods: api('GET /vitrine/v1/payment-settings/stripe-methods'),
  setStripeMethods: api('PUT /vitrine/v1/payment-settings/stripe-methods'),
  getLiveChecklist: api('GET /vitrine/v1/payment-settings/live-checklist'),
  setPaymentMode: api('POST /vitrine/v1/payment-settings/mode'),
})

/** What the checkout asks of buyers, and what they agreed to. */
export const checkoutForm = (api: Api) => ({
  getCheckoutForm: api('GET /vitrine/v1/checkout-form'),
  updateCheckoutForm: api('PATCH /vitrine/v1/checkout-form'),
  queryConsents: api('POST /vitrine/v1/consents/query', 'reads'),
})

/** Services that are asked for rates, fees and taxes. */
export const servicePlugins = (api: Api) => ({
  createServicePlugin: api('POST /vitrine/v1/service-plugins'),
  listServicePlugins: api('GET /vitrine/v1/service-plugins'),
  updateServicePlugin: api('PATCH /vitrine/v1/service-plugins/{servicePlugin.id}'),
  testServicePlugin: api('POST /vitrine/v1/service-plugins/{id}/test', 'reads'),
  deleteServicePlugin: api('DELETE /vitrine/v1/service-plugins/{id}'),
})

/** What the checkout says and asks, and all settings at once. */
export const shopSettings = (api: Api) => ({
  getCheckoutSettings: api('GET /ecom/v1/checkout-settings'),
  updateCheckoutSettings: api('PATCH /ecom/v1/checkout-settings'),
  getEcommerceSettings: api('GET /_api/ecommerce-settings/v1/ecommerce-settings'),
  listCurrencies: api('GET /currency_converter/v1/currencies'),
  getConversionRate: api('GET /currency_converter/v1/currencies/rate/{from}/convert/{to}'),
  convertCurrency: api('POST /currency_converter/v1/currencies/amounts/{from}/convert/{to}', 'reads'),
  getOrdersSettings: api('GET /ecom/v1/orders-settings'),
  updateOrdersSettings: api('PATCH /ecom/v1/orders-settings'),
  getSiteProperties: api('GET /site-properties/v4/properties'),
  getLocation: api('GET /locations/v1/locations/{id}'),
  listLocations: api('GET /locations/v1/locations'),
  queryLocations: api('POST /locations/v1/locations/query', 'reads'),
  createLocation: api('POST /locations/v1/locations'),
  updateLocation: api('PUT /locations/v1/locations/{location.id}'),
  archiveLocation: api('POST /locations/v1/locations/{id}/archive'),
  setDefaultLocation: api('POST /locations/v1/locations/{id}/set-default'),
  addTypeToLocation: api('PATCH /locations/v1/locations/{id}/add-type'),
  removeTypeFromLocation: api('PATCH /locations/v1/locations/{id}/remove-type'),
  updateBusinessContact: api('POST /site-properties/v4/properties/business-contact'),
  updateBusinessProfile: api('POST /site-properties/v4/properties/business-profile'),
  updateBusinessSchedule: api('POST /site-properties/v4/properties/business-schedule'),
  updateConsentPolicy: api('POST /site-properties/v4/properties/policy'),
})

/** The shop's clock and the sandbox bank's script. */
export const storeClock = (api: Api) => ({
  getStoreClock: api('GET /vitrine/v1/store-clock'),
  foreseeEffects: api('GET /vitrine/v1/store-clock/effects'),
  freeze: api('POST /vitrine/v1/store-clock/freeze'),
  run: api('POST /vitrine/v1/store-clock/run'),
  advance: api('POST /vitrine/v1/store-clock/advance'),
  returnToRealTime: api('POST /vitrine/v1/store-clock/return'),
  getSandboxScript: api('GET /vitrine/v1/sandbox/script'),
  setSandboxScript: api('POST /vitrine/v1/sandbox/script'),
})

/** How the shop is doing, and what needs attention. */
export const dashboard = (api: Api) => ({
  getSales: api('GET /vitrine/v1/dashboard/sales'),
  getSalesTotal: api('GET /vitrine/v1/dashboard/sales/total'),
  getDuties: api('GET /vitrine/v1/dashboard/duties'),
  countOrders: api('POST /vitrine/v1/dashboard/orders/count', 'reads'),
})

/** Saved views of the admin's lists. */
export const views = (api: Api) => ({
  listViews: api('GET /vitrine/v1/dashboard/views'),
  createView: api('POST /vitrine/v1/dashboard/views'),
  updateView: api('PATCH /vitrine/v1/dashboard/views/{view.id}'),
  deleteView: api('DELETE /vitrine/v1/dashboard/views/{viewId}'),
  moveView: api('POST /vitrine/v1/dashboard/views/{viewId}/move'),
})

/** What was changed by whom, and restoring it. */
export const audit = (api: Api) => ({
  queryAudit: api('POST /vitrine/v1/audit/query', 'reads'),
  listAuditActors: api('GET /vitrine/v1/audit/actors'),
  getAuditEntry: api('GET /vitrine/v1/audit/{id}'),
  revertAuditEntry: api('POST /vitrine/v1/audit/{id}/revert'),
})

/** The shop's name, address, currency and units, and how its orders are numbered. */
export const generalSettings = (api: Api) => ({
  getGeneralSettings: api('GET /vitrine/v1/general-settings'),
  updateGeneralSettings: api('PATCH /vitrine/v1/general-settings'),
  getOrderNumbers: api('GET /vitrine/v1/order-numbers'),
  updateOrderNumbers: api('PATCH /vitrine/v1/order-numbers'),
})

/** The emails that the shop writes. */
export const emails = (api: Api) => ({
  listEmails: api('GET /vitrine/v1/emails'),
  updateEmail: api('PATCH /vitrine/v1/emails/{email.id}'),
  updateEmailSender: api('PATCH /vitrine/v1/email-sender'),
  previewEmail: api('POST /vitrine/v1/emails/{id}/preview', 'reads'),
  sendTestEmail: api('POST /vitrine/v1/emails/{id}/send-test'),
})

/** What a shop on the open internet needs, and whether it has it. */
export const systemChecks = (api: Api) => ({
  checkSystem: api('GET /vitrine/v1/system-checks'),
})

/** Background jobs of the shop, and their outcome. */
export const jobs = (api: Api) => ({
  listJobs: api('GET /vitrine/v1/jobs'),
  retryJob: api('POST /vitrine/v1/jobs/{jobId}/retry'),
  cancelJob: api('POST /vitrine/v1/jobs/{jobId}/cancel'),
})

/** After how long the shop deletes what it no longer needs. */
export const retention = (api: Api) => ({
  getRetention: api('GET /vitrine/v1/retention'),
  updateRetention: api('PATCH /vitrine/v1/retention'),
})
