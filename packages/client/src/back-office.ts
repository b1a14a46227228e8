/** What merchants do. Kept apart from what shoppers do, so that no shopper's browser is sent any of it. */
import type { Api } from './api.ts'

/** The admin for an order's money. */
export const orderBilling = (api: Api) => ({
  captureAuthorizedPayments: api('POST /ecom/v1/order-billing/capture-authorized-payments'),
  voidAuthorizedPayments: api('POST /ecom/v1/order-billing/void-authorized-payments'),
  getOrderRefundability: api('POST /ecom/v1/order-billing/get-order-refundability', 'reads'),
  calculateRefund: api('POST /ecom/v1/order-billing/calculate-refund', 'reads'),
  refundPayments: api('POST /ecom/v1/order-billing/refund-payments'),
  redeemGiftCard: api('POST /ecom/v1/order-billing/redeem-gift-card'),
  generateReceipts: api('POST /ecom/v1/order-billing/generate-receipts'),
  chargeOrder: api('POST /ecom/v1/order-billing/charge-order'),
  authorizeChargeWithSavedPaymentMethod: api('POST /ecom/v1/order-billing/authorize-charge-with-saved-payment-method'),
  chargeMemberships: api('POST /ecom/v1/order-billing/charge-memberships'),
  voidMemberships: api('POST /ecom/v1/order-billing/void-memberships'),
})

/** Links at which money that was asked for is paid. */
export const paymentLinks = (api: Api) => ({
  getPaymentLink: api('GET /vitrine/v1/payment-collections/{id}/link'),
  sendPaymentLink: api('POST /vitrine/v1/payment-collections/{id}/send'),
})

/** Whether prices contain the tax, and what the taxes of some lines are. */
export const taxSettings = (api: Api) => ({
  getTaxSettings: api('GET /billing/v1/tax-settings'),
  upsertTaxSettings: api('POST /billing/v1/tax-settings'),
  listTaxCalculators: api('GET /billing/v1/list-tax-calculators'),
  calculateTax: api('POST /billing/v1/calculate-tax', 'reads'),
  listTaxProviders: api('GET /vitrine/v1/taxes/providers'),
})

/** Goods under the same rates. */
export const taxGroups = (api: Api) => ({
  createTaxGroup: api('POST /billing/v1/tax-groups'),
  getTaxGroup: api('GET /billing/v1/tax-groups/{taxGroupId}'),
  listDefaultTaxGroups: api('GET /billing/v1/tax-groups/default-tax-groups'),
  queryTaxGroups: api('POST /billing/v1/tax-groups/query', 'reads'),
  updateTaxGroup: api('PATCH /billing/v1/tax-groups/{taxGroup.id}'),
  deleteTaxGroup: api('DELETE /billing/v1/tax-groups/{taxGroupId}'),
})

/** Where tax is collected. */
export const taxRegions = (api: Api) => ({
  createTaxRegion: api('POST /billing/v1/tax-regions'),
  bulkCreateTaxRegion: api('POST /billing/v1/bulk/tax-regions/create'),
  getTaxRegion: api('GET /billing/v1/tax-regions/{taxRegionId}'),
  queryTaxRegions: api('POST /billing/v1/tax-regions/query', 'reads'),
  updateTaxRegion: api('PATCH /billing/v1/tax-regions/{taxRegion.id}'),
  deleteTaxRegion: api('DELETE /billing/v1/tax-regions/{taxRegionId}'),
})

/** The rates of goods in regions. */
export const manualTaxMappings = (api: Api) => ({
  createManualTaxMapping: api('POST /billing/v1/manual-tax-mappings'),
  bulkCreateManualTaxMappings: api('POST /billing/v1/bulk/manual-tax-mappings/create'),
  getManualTaxMapping: api('GET /billing/v1/manual-tax-mappings/{manualTaxMappingId}'),
  listManualTaxMappings: api('GET /billing/v1/manual-tax-mappings'),
  queryManualTaxMappings: api('GET /billing/v1/manual-tax-mappings/query', '/billing/v1/manual-tax-mappings/query'),
  updateManualTaxMapping: api('PATCH /billing/v1/manual-tax-mappings/{manualTaxMapping.id}'),
  deleteManualTaxMapping: api('DELETE /billing/v1/manual-tax-mappings/{manualTaxMappingId}'),
})

/** Buyers who pay other rates, or none. */
export const taxExemptGroups = (api: Api) => ({
  createTaxExemptGroup: api('POST /billing/v1/tax-exempt-groups'),
  getTaxExemptGroup: api('GET /billing/v1/tax-exempt-groups/{taxExemptGroupId}'),
  queryTaxExemptGroups: api('GET /billing/v1/tax-exempt-groups/query', '/billing/v1/tax-exempt-groups/query'),
  updateTaxExemptGroup: api('PATCH /billing/v1/tax-exempt-groups/{taxExemptGroup.id}'),
  deleteTaxExemptGroup: api('DELETE /billing/v1/tax-exempt-groups/{taxExemptGroupId}'),
})

/** Codes that buyers type in. */
export const coupons = (api: Api) => ({
  createCoupon: api('POST /stores/v2/coupons'),
  getCoupon: api('GET /stores/v2/coupons/{id}'),
  updateCoupon: api('PATCH /stores/v2/coupons/{id}'),
  deleteCoupon: api('DELETE /stores/v2/coupons/{id}'),
  queryCoupons: api('POST /stores/v2/coupons/query', 'reads'),
  bulkCreateCoupons: api('POST /stores/v2/bulk/coupons/create'),
  bulkDeleteCoupons: api('POST /stores/v2/bulk/coupons/delete'),
})

/** How much of each product there is. */
export const inventory = (api: Api) => ({
  updateInventoryVariants: api('PATCH /stores/v2/inventoryItems/product/{inventoryItem.productId}'),
  incrementInventory: api('POST /stores/v2/inventoryItems/increment'),
  decrementInventory: api('POST /stores/v2/inventoryItems/decrement'),
  getInventoryVariants: api('POST /stores-reader/v2/inventoryItems/{inventoryId}/getVariants', 'reads'),
  queryInventory: api('POST /stores-reader/v2/inventoryItems/query', 'reads'),
})

/** Stock by variant: what there is, what moved it, and counting it. */
export const merchantInventory = (api: Api) => ({
  queryStock: api('POST /vitrine/v1/inventory/query', 'reads'),
  countLevels: api('POST /vitrine/v1/inventory/totals', 'reads'),
  listMovements: api('POST /vitrine/v1/inventory/movements', 'reads'),
  countStock: api('POST /vitrine/v1/inventory/count'),
  setPreorders: api('PUT /vitrine/v1/inventory/preorder'),
  receiveGoods: api('POST /vitrine/v1/inventory/receive'),
})

/** Stock by variant and location, in the form of catalogue v3. */
export const inventoryItemsV3 = (api: Api) => ({
  queryInventoryItems: api('GET /stores/v3/inventory-items/query', '/stores/v3/inventory-items/query'),
  searchInventoryItems: api('GET /stores/v3/inventory-items/search', '/stores/v3/inventory-items/search'),
  countInventoryItems: api('GET /stores/v3/inventory-items/count', '/stores/v3/inventory-items/count'),
  getInventoryItem: api('GET /stores/v3/inventory-items/{inventoryItemId}'),
  getDefaultStoresLocation: api('GET /stores/v3/locations/default'),
  getStoresLocation: api('GET /stores/v3/locations/{storesLocationId}'),
  queryStoresLocations: api('POST /stores/v3/locations/query', 'reads'),
})

/** Where stock is held. */
export const stockLocations = (api: Api) => ({
  listLocations: api('GET /vitrine/v1/inventory/locations', 'reads'),
  createLocation: api('POST /vitrine/v1/inventory/locations'),
  updateLocation: api('PATCH /vitrine/v1/inventory/locations/{location.id}'),
  arrangeLocations: api('PUT /vitrine/v1/inventory/locations/order'),
  setDefaultLocation: api('POST /vitrine/v1/inventory/locations/{locationId}/set-default'),
  moveStock: api('POST /vitrine/v1/inventory/locations/{locationId}/move-stock'),
  deleteLocation: api('DELETE /vitrine/v1/inventory/locations/{locationId}'),
})

/** Stock on its way between locations. */
export const stockTransfers = (api: Api) => ({
  queryTransfers: api('POST /vitrine/v1/inventory/transfers/query', 'reads'),
  getTransfer: api('GET /vitrine/v1/inventory/transfers/{transferId}', 'reads'),
  createTransfer: api('POST /vitrine/v1/inventory/transfers'),
  updateTransfer: api('PATCH /vitrine/v1/inventory/transfers/{transfer.id}'),
  sendTransfer: api('POST /vitrine/v1/inventory/transfers/{transferId}/send'),
  receiveTransfer: api('POST /vitrine/v1/inventory/transfers/{transferId}/receive'),
  cancelTransfer: api('POST /vitrine/v1/inventory/transfers/{transferId}/cancel'),
})

/** Products and collections as their merchant writes them. */
export const merchantProducts = (api: Api) => ({
  createProduct: api('POST /stores/v1/products'),
  updateProduct: api('PATCH /stores/v1/products/{product.id}'),
  deleteProduct: api('DELETE /stores/v1/products/{id}'),
  updateProductVariants: api('PATCH /stores/v1/products/{id}/variants'),
  resetAllProductVariantData: api('POST /stores/v1/products/{id}/variants/resetToDefault'),
  deleteProductOptions: api('DELETE /stores/v1/products/{id}/options'),
  removeBrand: api('POST /stores/v1/products/{id}/remove-brand'),
  removeRibbon: api('POST /stores/v1/products/{id}/remove-ribbon'),
  addProductMedia: api('POST /stores/v1/products/{id}/media'),
  removeProductMedia: api('POST /stores/v1/products/{id}/media/delete'),
  addProductMediaToChoices: api('PATCH /stores/v1/products/{id}/choices/media'),
  removeProductMediaFromChoices: api('POST /stores/v1/products/{id}/choices/media/delete'),
  bulkUpdateProductsProperty: api('POST /stores/v1/bulk/products/update'),
  bulkAdjustProductProperty: api('POST /stores/v1/bulk/products/adjust-properties'),
  createCollection: api('POST /stores/v1/collections'),
  updateCollection: api('PATCH /stores/v1/collections/{collection.id}'),
  deleteCollection: api('DELETE /stores/v1/collections/{id}'),
  addProductsToCollection: api('POST /stores/v1/collections/{id}/productIds'),
  removeProductsFromCollection: api('POST /stores/v1/collections/{id}/productIds/delete'),
  queryStoreVariants: api('POST /stores-reader/v1/variants/query', 'reads'),
  getStoreVariant: api('GET /stores-reader/v1/variants/{id}'),
  listProducts: api('POST /vitrine/v1/products/query', 'reads'),
  countProducts: api('POST /vitrine/v1/products/totals', 'reads'),
  readProduct: api('GET /vitrine/v1/products/{id}'),
  addProduct: api('POST /vitrine/v1/products'),
  saveProduct: api('PATCH /vitrine/v1/products/{id}'),
  duplicateProduct: api('POST /vitrine/v1/products/{id}/duplicate'),
  makeProductPreview: api('POST /vitrine/v1/products/{id}/preview'),
  bulkUpdateProducts: api('POST /vitrine/v1/products/bulk-update'),
  startProductJob: api('POST /vitrine/v1/products/jobs'),
  listProductJobs: api('GET /vitrine/v1/products/jobs'),
  getProductJob: api('GET /vitrine/v1/products/jobs/{jobId}'),
  undoProductJob: api('POST /vitrine/v1/products/jobs/{jobId}/undo'),
  listProductLabels: api('GET /vitrine/v1/products/labels/{kind}'),
  getProductLabel: api('GET /vitrine/v1/products/labels/{kind}/{id}'),
  renameProductLabel: api('POST /vitrine/v1/products/labels/{kind}/{id}/rename'),
  mergeProductLabels: api('POST /vitrine/v1/products/labels/{kind}/{id}/merge'),
  deleteProductLabel: api('DELETE /vitrine/v1/products/labels/{kind}/{id}'),
  listCollections: api('GET /vitrine/v1/collections'),
  sortCollections: api('PUT /vitrine/v1/collections/order'),
  setCollectionCover: api('PUT /vitrine/v1/collections/{id}/cover'),
  saveCollection: api('PATCH /vitrine/v1/collections/{id}'),
  previewCollectionRule: api('POST /vitrine/v1/collections/rule-preview', 'reads'),
  listCollectionProducts: api('GET /vitrine/v1/collections/{id}/products'),
  sortCollectionProducts: api('PUT /vitrine/v1/collections/{id}/products/order'),
})

/** Imports of products from CSV files: sent in parts, tried in a dry run, carried out in the background, and undone. */
export const productImports = (api: Api) => ({
  createProductImport: api('POST /vitrine/v1/product-imports'),
  listProductImports: api('GET /vitrine/v1/product-imports'),
  getProductImport: api('GET /vitrine/v1/product-imports/{id}'),
  uploadProductImportPart: api('PUT /vitrine/v1/product-imports/{id}/parts'),
  checkProductImport: api('POST /vitrine/v1/product-imports/{id}/check'),
  listProductImportItems: api('POST /vitrine/v1/product-imports/{id}/items', 'reads'),
  readProductImportRows: api('POST /vitrine/v1/product-imports/{id}/rows', 'reads'),
  editProductImportRows: api('PATCH /vitrine/v1/product-imports/{id}/rows'),
  startProductImport: api('POST /vitrine/v1/product-imports/{id}/start'),
  pauseProductImport: api('POST /vitrine/v1/product-imports/{id}/pause'),
  cancelProductImport: api('POST /vitrine/v1/product-imports/{id}/cancel'),
  undoProductImport: api('POST /vitrine/v1/product-imports/{id}/undo'),
  readProductImportReport: api('POST /vitrine/v1/product-imports/{id}/report', 'reads'),
  deleteProductImport: api('DELETE /vitrine/v1/product-imports/{id}'),
})

/** Files of the shop: where to upload them, and those there are. */
export const files = (api: Api) => ({
  generateFileUploadUrl: api('POST /site-media/v1/files/generate-upload-url'),
  listFiles: api('GET /site-media/v1/files'),
  getFileDescriptor: api('GET /site-media/v1/files/get-file-by-id'),
})

/** Ways of buying again and again, and which products have them. */
export const subscriptionOptions = (api: Api) => ({
  createSubscriptionOption: api('POST /stores/v1/subscription-options'),
  bulkCreateSubscriptionOptions: api('POST /stores/v1/subscription-options/createBulk'),
  updateSubscriptionOption: api('PATCH /stores/v1/subscription-options/{subscriptionOption.id}'),
  bulkUpdateSubscriptionOptions: api('PATCH /stores/v1/subscription-options'),
  deleteSubscriptionOption: api('DELETE /stores/v1/subscription-options/{id}'),
  bulkDeleteSubscriptionOptions: api('POST /stores/v1/subscription-options/deleteBulk'),
  assignSubscriptionOptionsToProduct: api('POST /stores/v1/subscription-options/product/{productId}/assign'),
  allowOneTimePurchases: api('PATCH /stores/v1/subscription-options/product/{productId}/allowOneTimePurchase'),
  getSubscriptionOption: api('GET /_api/subscription-options-reader-server/v1/subscription-options/{id}'),
  getSubscriptionOptionsForProduct: api('GET /_api/subscription-options-reader-server/v1/subscription-options/byProduct/{productId}'),
  getProductIdsForSubscriptionOption: api('GET /_api/subscription-options-reader-server/v1/subscription-options/{id}/productIds'),
  getOneTimePurchasesStatus: api(
    'GET /_api/subscription-options-reader-server/v1/subscription-options/product/{productId}/oneTimePurchasesStatus',
  ),
})

/** Discounts that give themselves. */
export const discountRules = (api: Api) => ({
  createDiscountRule: api('POST /ecom/v1/discount-rules'),
  getDiscountRule: api('GET /ecom/v1/discount-rules/{discountRuleId}'),
  updateDiscountRule: api('PATCH /ecom/v1/discount-rules/{discountRule.id}'),
  deleteDiscountRule: api('DELETE /ecom/v1/discount-rules/{discountRuleId}'),
  queryDiscountRules: api('POST /ecom/v1/discount-rules/query', 'reads'),
})

/** Triggers of discount rules that others know of. */
export const customTriggers = (api: Api) => ({
  listTriggers: api('POST /ecom/v1/discount-custom-triggers/list', 'reads'),
})

/** Coupons and rules together, their order, and what one of them would have done. */
export const promotions = (api: Api) => ({
  listPromotions: api('GET /vitrine/v1/promotions'),
  orderDiscountRules: api('POST /vitrine/v1/promotions/order'),
  previewPromotion: api('POST /vitrine/v1/promotions/preview', 'reads'),
})

/** Gift cards, for those who have been told a code. */
export const giftVouchers = (api: Api) => ({
  getGiftCard: api('POST /ecom/v1/gift-cards/{code}', 'reads'),
  redeemGiftCard: api('POST /ecom/v1/gift-cards/redeem'),
  voidTransaction: api('POST /ecom/v1/gift-cards/void'),
})

/** The shop's own gift cards. */
export const giftCards = (api: Api) => ({
  createGiftCard: api('POST /gift-cards/v1/gift-cards'),
  getGiftCard: api('GET /gift-cards/v1/gift-cards/{giftCardId}'),
  queryGiftCards: api('GET /gift-cards/v1/gift-cards/query', '/gift-cards/v1/gift-cards/query'),
  searchGiftCards: api('POST /gift-cards/v1/gift-cards/search', 'reads'),
  listGiftCardsByEmail: api('GET /gift-cards/v1/gift-cards'),
  listGiftCardsByContactDetails: api('POST /gift-cards/v1/gift-cards/list-by-contact-details', 'reads'),
  sumUpGiftCards: api('GET /vitrine/v1/gift-cards/summary'),
  countGiftCards: api('POST /gift-cards/v1/gift-cards/count', 'reads'),
  disableGiftCard: api('POST /gift-cards/v1/gift-cards/{giftCardId}/disable'),
  sendGiftCardEmail: api('POST /gift-cards/v1/gift-cards/{giftCardId}/send-email'),
  increaseGiftCardBalance: api('POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance'),
  decreaseGiftCardBalance: api('POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance'),
  queryGiftCardTransactions: api(
    'GET /gift-cards/v1/gift-cards/{giftCardId}/transactions/query',
    '/gift-cards/v1/gift-cards/{giftCardId}/transactions/query',
  ),
})

/** The gift card that the shop sells. */
export const giftCardProducts = (api: Api) => ({
  createGiftCardProduct: api('POST /gift-cards/v1/gift-card-products'),
  updateGiftCardProduct: api('PATCH /gift-cards/v1/gift-card-products/{giftCardProduct.id}'),
  deleteGiftCardProduct: api('DELETE /gift-cards/v1/gift-card-products/{giftCardProductId}'),
})

/** Where the shop delivers, and which providers are asked for their rates. */
export const deliveryProfile = (api: Api) => ({
  queryDeliveryProfiles: api('GET /ecom/v1/delivery-profiles/query', '/ecom/v1/delivery-profiles/query'),
  getDeliveryProfile: api('GET /ecom/v1/delivery-profiles/{deliveryProfileId}'),
  getDeliveryProfileByDeliveryRegionId: api('GET /ecom/v1/delivery-profiles/delivery-regions/{deliveryRegionId}'),
  updateDeliveryProfile: api('PATCH /ecom/v1/delivery-profiles/{deliveryProfile.id}'),
  addDeliveryRegion: api('POST /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region'),
  updateDeliveryRegion: api('PATCH /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegion.id}'),
  removeDeliveryRegion: api('DELETE /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegionId}'),
  listInstalledDeliveryCarriers: api('GET /ecom/v1/delivery-profiles/installed-carriers'),
  addDeliveryCarrier: api('POST /ecom/v1/delivery-profiles/add-delivery-carrier'),
  updateDeliveryCarrier: api('PATCH /ecom/v1/delivery-profiles/update-delivery-carrier'),
  removeDeliveryCarrier: api('POST /ecom/v1/delivery-profiles/remove-delivery-carrier'),
  getDeliveryDestinationProperties: api('GET /ecom/v1/delivery-profiles/delivery-destination-properties'),
})

/** What is sent, and for how much. */
export const shippingOptions = (api: Api) => ({
  createShippingOption: api('POST /ecom/v1/shipping-options'),
  getShippingOption: api('GET /ecom/v1/shipping-options/{shippingOptionId}'),
  queryShippingOptions: api('GET /ecom/v1/shipping-options/query', '/ecom/v1/shipping-options/query'),
  updateShippingOption: api('PATCH /ecom/v1/shipping-options/{shippingOption.id}'),
  deleteShippingOption: api('DELETE /ecom/v1/shipping-options/{shippingOptionId}'),
  addDeliveryRegion: api('POST /ecom/v1/shipping-options/{shippingOptionId}/add-delivery-region'),
  removeDeliveryRegion: api('POST /ecom/v1/shipping-options/{shippingOptionId}/remove-delivery-region'),
})

/** Where people collect their goods. */
export const pickupLocations = (api: Api) => ({
  createPickupLocation: api('POST /v1/pickup-locations'),
  getPickupLocation: api('GET /v1/pickup-locations/{pickupLocationId}'),
  queryPickupLocation: api('POST /v1/pickup-locations/query', 'reads'),
  updatePickupLocation: api('PATCH /v1/pickup-locations/{pickupLocation.id}'),
  deletePickupLocation: api('DELETE /v1/pickup-locations/{pickupLocationId}'),
  addDeliveryRegion: api('POST /v1/pickup-locations/{pickupLocationId}/add-delivery-region'),
  removeDeliveryRegion: api('POST /v1/pickup-locations/{pickupLocationId}/remove-delivery-region'),
})

/** What the shop brings itself. */
export const localDeliveryOptions = (api: Api) => ({
  createLocalDeliveryOption: api('POST /v1/local-delivery-options'),
  getLocalDeliveryOption: api('GET /v1/local-delivery-options/{localDeliveryOptionId}'),
  queryLocalDeliveryOptions: api('POST /v1/local-delivery-options/query', 'reads'),
  updateLocalDeliveryOption: api('PATCH /v1/local-delivery-options/{localDeliveryOption.id}'),
  deleteLocalDeliveryOption: api('DELETE /v1/local-delivery-options/{localDeliveryOptionId}'),
  addDeliveryRegion: api('POST /v1/local-delivery-options/add-delivery-region'),
  removeDeliveryRegion: api('POST /v1/local-delivery-options/remove-delivery-region'),
})

/** How the shop delivers as a whole, and what is other on certain dates. */
export const deliveryPlan = (api: Api) => ({
  getDelivery: api('GET /vitrine/v1/delivery'),
  arrangeDeliveryRegion: api('POST /vitrine/v1/delivery/regions/{deliveryRegionId}/arrange'),
  changeClosedDays: api('POST /vitrine/v1/delivery/closed-days'),
  getSlots: api('GET /vitrine/v1/delivery/slots'),
  changeSlots: api('POST /vitrine/v1/delivery/slots/change'),
  listOrdersOfSlot: api('GET /vitrine/v1/delivery/slots/orders'),
  tryDelivery: api('POST /vitrine/v1/delivery/try', 'reads'),
})

/** How buyers may pay. */
export const paymentSettings = (api: Api) => ({
  getPaymentSettings: api('GET /vitrine/v1/payment-settings'),
  updatePaymentSettings: api('PATCH /vitrine/v1/payment-settings'),
})

/** What the checkout asks of buyers, and what they said yes to. */
export const checkoutForm = (api: Api) => ({
  getCheckoutForm: api('GET /vitrine/v1/checkout-form'),
  updateCheckoutForm: api('PATCH /vitrine/v1/checkout-form'),
  queryConsents: api('POST /vitrine/v1/consents/query', 'reads'),
})

/** What is charged beside goods and delivery. */
export const additionalFees = (api: Api) => ({
  createAdditionalFee: api('POST /vitrine/v1/additional-fees'),
  listAdditionalFees: api('GET /vitrine/v1/additional-fees'),
  updateAdditionalFee: api('PATCH /vitrine/v1/additional-fees/{additionalFee.id}'),
  deleteAdditionalFee: api('DELETE /vitrine/v1/additional-fees/{id}'),
})

/** Services that are asked for rates, fees and taxes. */
export const servicePlugins = (api: Api) => ({
  createServicePlugin: api('POST /vitrine/v1/service-plugins'),
  listServicePlugins: api('GET /vitrine/v1/service-plugins'),
  updateServicePlugin: api('PATCH /vitrine/v1/service-plugins/{servicePlugin.id}'),
  deleteServicePlugin: api('DELETE /vitrine/v1/service-plugins/{id}'),
})

/** What the checkout says and asks, and all settings at once. */
export const shopSettings = (api: Api) => ({
  getCheckoutSettings: api('GET /ecom/v1/checkout-settings'),
  updateCheckoutSettings: api('PATCH /ecom/v1/checkout-settings'),
  getEcommerceSettings: api('GET /_api/ecommerce-settings/v1/ecommerce-settings'),
  listCurrencies: api('GET /currency_converter/v1/currencies'),
})

/** Invoices, the shop's own and those of other apps. */
export const orderInvoices = (api: Api) => ({
  listInvoicesForMultipleOrders: api('POST /ecom/v1/invoices/list-by-ids', 'reads'),
  generateInvoice: api('POST /ecom/v1/invoices/orders/{orderId}'),
  bulkGenerateInvoices: api('POST /ecom/v1/bulk/invoices/generate'),
  addInvoiceToOrder: api('POST /ecom/v1/invoices/orders/{orderId}/add-invoice'),
  /** The PDF of one of the shop's own. */
  getInvoice: api('GET /vitrine/v1/invoices/{id}'),
  /** What whoever packs lays beside, of several orders in one PDF. */
  printPackingSlips: api('POST /vitrine/v1/packing-slips', 'reads'),
})

/**
 * Lists as files, written while they are fetched: give `link` to a browser, or fetch it within ten minutes.
 *
 * ```ts
 * const { link } = await client.exports.exportOrders({ format: 'CSV', filter: { paymentStatus: 'PAID' } })
 * const file = await fetch(link) // orders.csv
 * ```
 */
export const exports = (api: Api) => ({
  exportOrders: api('POST /vitrine/v1/orders/export', 'reads'),
  exportMembers: api('POST /vitrine/v1/members/export', 'reads'),
  exportProducts: api('POST /vitrine/v1/products/export', 'reads'),
})

/** What the shop wrote to its buyers about an order. */
export const orderEmails = (api: Api) => ({
  listOrderEmails: api('GET /vitrine/v1/orders/{orderId}/emails'),
  sendOrderEmail: api('POST /vitrine/v1/orders/{orderId}/emails'),
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

/** How the shop goes, and what waits for somebody. */
export const dashboard = (api: Api) => ({
  getSales: api('GET /vitrine/v1/dashboard/sales'),
  getSalesTotal: api('GET /vitrine/v1/dashboard/sales/total'),
  getDuties: api('GET /vitrine/v1/dashboard/duties'),
  countOrders: api('POST /vitrine/v1/dashboard/orders/count', 'reads'),
})

/** Ways of looking at the admin's lists that somebody keeps. */
export const views = (api: Api) => ({
  listViews: api('GET /vitrine/v1/dashboard/views'),
  createView: api('POST /vitrine/v1/dashboard/views'),
  updateView: api('PATCH /vitrine/v1/dashboard/views/{view.id}'),
  deleteView: api('DELETE /vitrine/v1/dashboard/views/{viewId}'),
  moveView: api('POST /vitrine/v1/dashboard/views/{viewId}/move'),
})

/** What was changed by whom, and putting it back. */
export const audit = (api: Api) => ({
  queryAudit: api('POST /vitrine/v1/audit/query', 'reads'),
  listAuditActors: api('GET /vitrine/v1/audit/actors'),
  getAuditEntry: api('GET /vitrine/v1/audit/{id}'),
  revertAuditEntry: api('POST /vitrine/v1/audit/{id}/revert'),
})

/** What the shop is called, where it stands, what it counts in, and how its orders are numbered. */
export const generalSettings = (api: Api) => ({
  getGeneralSettings: api('GET /vitrine/v1/general-settings'),
  updateGeneralSettings: api('PATCH /vitrine/v1/general-settings'),
  getOrderNumbers: api('GET /vitrine/v1/order-numbers'),
  updateOrderNumbers: api('PATCH /vitrine/v1/order-numbers'),
})

/** What buyers left at the checkout. */
export const abandonedCheckouts = (api: Api) => ({
  getAbandonedCheckout: api('GET /ecom/v1/abandoned-checkout/{abandonedCheckoutId}'),
  deleteAbandonedCheckout: api('DELETE /ecom/v1/abandoned-checkout/{abandonedCheckoutId}'),
  bulkDeleteAbandonedCheckouts: api('POST /ecom/v1/bulk/abandoned-checkout/delete'),
  queryAbandonedCheckouts: api('POST /ecom/v1/abandoned-checkout/query', 'reads'),
  searchAbandonedCheckouts: api('POST /ecom/v1/abandoned-checkout/search', 'reads'),
  getAbandonedCheckoutAnalytics: api('POST /ecom/v1/abandoned-checkout/get-analytics', 'reads'),
  getRecoverySettings: api('GET /vitrine/v1/recovery-settings'),
  updateRecoverySettings: api('PATCH /vitrine/v1/recovery-settings'),
})

/** What was done to bring it back. */
export const reminders = (api: Api) => ({
  searchLeftCheckouts: api('POST /vitrine/v1/abandoned-checkouts/search', 'reads'),
  getLeftCheckout: api('GET /vitrine/v1/abandoned-checkouts/{id}'),
  getFigures: api('POST /vitrine/v1/abandoned-checkouts/figures', 'reads'),
  previewReminder: api('POST /vitrine/v1/abandoned-checkouts/{id}/preview', 'reads'),
  sendReminder: api('POST /vitrine/v1/abandoned-checkouts/{id}/remind'),
})

/** What members have that pays for goods or lowers them. */
export const memberships = (api: Api) => ({
  createMembership: api('POST /vitrine/v1/memberships'),
  listMemberships: api('GET /vitrine/v1/memberships'),
  deleteMembership: api('DELETE /vitrine/v1/memberships/{id}'),
})

/** Writing orders, and writing them anew. */
export const draftOrders = (api: Api) => ({
  createDraftOrder: api('POST /ecom/v1/draft-orders'),
  createEmptyDraftOrder: api('POST /ecom/v1/draft-orders/create-empty-draft-order'),
  getDraftOrder: api('GET /ecom/v1/draft-orders/{draftOrderId}'),
  deleteDraftOrder: api('DELETE /ecom/v1/draft-orders/{draftOrderId}'),
  queryDraftOrders: api('POST /ecom/v1/draft-orders/query', 'reads'),
  getOrderDraftabilityStatus: api('GET /ecom/v1/draft-orders/{orderId}/draftability'),
  addLineItemsToDraftOrder: api('POST /ecom/v1/draft-orders/{draftOrderId}/add-line-items'),
  updateLineItems: api('POST /ecom/v1/draft-orders/{draftOrderId}/line-items'),
  createCustomDiscounts: api('POST /ecom/v1/draft-orders/{draftOrderId}/create-custom-discounts'),
  setDiscounts: api('POST /ecom/v1/draft-orders/{draftOrderId}/set-discounts'),
  deleteCustomDiscounts: api('POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-discounts'),
  createCustomAdditionalFees: api('POST /ecom/v1/draft-orders/{draftOrderId}/create-additional-fees'),
  setAdditionalFees: api('POST /ecom/v1/draft-orders/{draftOrderId}/set-additional-fees'),
  deleteCustomAdditionalFees: api('POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-additional-fees'),
  setBuyerInfo: api('PUT /ecom/v1/draft-orders/set-buyer-info'),
  setRecipientInfo: api('PUT /ecom/v1/draft-orders/set-recipient-info'),
  setBillingInfo: api('PUT /ecom/v1/draft-orders/set-billing-info'),
  setShippingInfo: api('PUT /ecom/v1/draft-orders/set-shipping-info'),
  setBusinessLocation: api('PUT /ecom/v1/draft-orders/set-business-location'),
  setTaxExemption: api('PUT /ecom/v1/draft-orders/set-tax-exemption'),
  setDeposit: api('POST /ecom/v1/draft-orders/{draftOrderId}/set-deposit'),
  updateExtendedFields: api('POST /ecom/v1/draft-orders/{id}/update-extended-fields'),
  commitDraftOrder: api('POST /ecom/v1/draft-orders/{draftOrderId}/commit'),
  createOrderFromDraft: api('POST /ecom/v1/draft-orders/{draftOrderId}/create-order'),
})

/** The emails that the shop writes. */
export const emails = (api: Api) => ({
  listEmails: api('GET /vitrine/v1/emails'),
  updateEmail: api('PATCH /vitrine/v1/emails/{email.id}'),
  updateEmailSender: api('PATCH /vitrine/v1/email-sender'),
  previewEmail: api('POST /vitrine/v1/emails/{id}/preview', 'reads'),
  sendTestEmail: api('POST /vitrine/v1/emails/{id}/send-test'),
})

/** What carts would pay that nobody has. */
export const cartTester = (api: Api) => ({
  testCart: api('POST /vitrine/v1/cart-tester/test', 'reads'),
})

/** Orders that are written in the admin, by telephone say. */
export const draftAdmin = (api: Api) => ({
  searchDrafts: api('POST /vitrine/v1/draft-orders/search', 'reads'),
  getDraft: api('GET /vitrine/v1/draft-orders/{id}'),
  updateDraft: api('PATCH /vitrine/v1/draft-orders/{id}'),
  placeDraft: api('POST /vitrine/v1/draft-orders/{id}/place'),
})

/** What is bought again and again: as it was agreed, and how it stands. */
export const subscriptionContracts = (api: Api) => ({
  getSubscriptionContract: api('GET /ecom/subscription-contracts/v1/subscription-contracts/{subscriptionContractId}'),
  querySubscriptionContracts: api(
    'GET /ecom/subscription-contracts/v1/subscription-contracts/query',
    '/ecom/subscription-contracts/v1/subscription-contracts/query',
  ),
  getSubscription: api('GET /vitrine/v1/subscriptions/{id}'),
  cancelSubscription: api('POST /vitrine/v1/subscriptions/{id}/cancel'),
  resumeSubscription: api('POST /vitrine/v1/subscriptions/{id}/resume'),
})

/** Letting members in, keeping them out, and taking them away. */
export const memberManagement = (api: Api) => ({
  createMember: api('POST /members/v1/members'),
  muteMember: api('POST /members/v1/members/{id}/mute'),
  unmuteMember: api('POST /members/v1/members/{id}/unmute'),
  approveMember: api('POST /members/v1/members/{id}/approve'),
  blockMember: api('POST /members/v1/members/{id}/block'),
  disconnectMember: api('POST /members/v1/members/{id}/disconnect'),
  deleteMember: api('DELETE /members/v1/members/{id}'),
  bulkDeleteMembers: api('POST /members/v1/members/bulk/delete'),
  bulkDeleteMembersByFilter: api('POST /members/v1/members/bulk/delete-by-filter'),
  bulkApproveMembers: api('POST /members/v1/members/bulk/approve-by-filter'),
  bulkBlockMembers: api('POST /members/v1/members/bulk/block-by-filter'),
})

/** Members in the admin. */
export const memberAdmin = (api: Api) => ({
  searchMembers: api('POST /vitrine/v1/members/search', 'reads'),
  countMembers: api('POST /vitrine/v1/members/count', 'reads'),
  getMember: api('GET /vitrine/v1/members/{id}'),
  noteMember: api('PATCH /vitrine/v1/members/{id}'),
  previewDeletion: api('GET /vitrine/v1/members/{id}/deletion'),
  restoreMember: api('POST /vitrine/v1/members/{id}/restore'),
  previewBulk: api('POST /vitrine/v1/members/bulk/preview', 'reads'),
  startBulk: api('POST /vitrine/v1/members/bulk'),
  listJobs: api('GET /vitrine/v1/members/jobs'),
  getJob: api('GET /vitrine/v1/members/jobs/{jobId}'),
  undoJob: api('POST /vitrine/v1/members/jobs/{jobId}/undo'),
  getFields: api('GET /vitrine/v1/members/fields'),
  setFields: api('PUT /vitrine/v1/members/fields'),
})

/** How members sign in, for the staff who help them. */
export const memberSecurity = (api: Api) => ({
  getSecurity: api('GET /vitrine/v1/members/{id}/security'),
  endSession: api('DELETE /vitrine/v1/members/{id}/sessions/{sessionId}'),
  endSessions: api('DELETE /vitrine/v1/members/{id}/sessions'),
  wantNewPassword: api('PUT /vitrine/v1/members/{id}/new-password'),
  removeSecondStep: api('POST /vitrine/v1/members/{id}/remove-second-step'),
})

/** Who becomes a member, and how members sign in. */
export const signInSettings = (api: Api) => ({
  getSignInSettings: api('GET /vitrine/v1/settings/sign-in'),
  setSignInSettings: api('PUT /vitrine/v1/settings/sign-in'),
  getSignOnPolicy: api('GET /iam/signon/v1/sign-on-policies'),
  updateSignOnPolicy: api('PATCH /iam/signon/v1/sign-on-policies'),
})

/** Who runs the shop. */
export const staff = (api: Api) => ({
  listStaff: api('GET /vitrine/v1/staff'),
  getStaffMember: api('GET /vitrine/v1/staff/{id}'),
  listApiKeysOfStaffMember: api('GET /vitrine/v1/staff/{id}/api-keys'),
  updateStaffMember: api('PATCH /vitrine/v1/staff/{staffMember.id}'),
  removeStaffMember: api('DELETE /vitrine/v1/staff/{id}'),
  restoreStaffMember: api('POST /vitrine/v1/staff/{id}/restore'),
  removeSecondStep: api('POST /vitrine/v1/staff/{id}/remove-second-step'),
  listSessions: api('GET /vitrine/v1/staff/sessions'),
  endSession: api('DELETE /vitrine/v1/staff/sessions/{sessionId}'),
  endSessions: api('DELETE /vitrine/v1/staff/{id}/sessions'),
  listInvitations: api('GET /vitrine/v1/staff/invitations'),
  invite: api('POST /vitrine/v1/staff/invitations'),
  sendInvitation: api('POST /vitrine/v1/staff/invitations/{id}/send'),
  withdrawInvitation: api('DELETE /vitrine/v1/staff/invitations/{id}'),
  previewInvitation: api('POST /vitrine/v1/staff/invitations/preview', 'reads'),
  acceptInvitation: api('POST /vitrine/v1/staff/invitations/accept'),
  listRoles: api('GET /vitrine/v1/staff/roles'),
  getRules: api('GET /vitrine/v1/staff/rules'),
  updateRules: api('PATCH /vitrine/v1/staff/rules'),
})

/** Another password, for one of the staff who has forgotten theirs. */
export const staffRecovery = (api: Api) => ({
  sendLink: api('POST /vitrine/v1/staff/recovery/send'),
  resetPassword: api('POST /vitrine/v1/staff/recovery/reset'),
})

/** The account of whoever calls, where they run the shop. */
export const staffAccount = (api: Api) => ({
  getMe: api('GET /vitrine/v1/me'),
  updateMe: api('PATCH /vitrine/v1/me'),
  changePassword: api('POST /vitrine/v1/me/password'),
  beginSecondStep: api('POST /vitrine/v1/me/second-step', 'reads'),
  confirmSecondStep: api('POST /vitrine/v1/me/second-step/confirm'),
  removeSecondStep: api('POST /vitrine/v1/me/second-step/remove'),
  makeRecoveryCodes: api('POST /vitrine/v1/me/recovery-codes'),
  forgetBrowser: api('DELETE /vitrine/v1/me/browsers/{browserId}'),
  endSession: api('DELETE /vitrine/v1/me/sessions/{sessionId}'),
  endSessions: api('DELETE /vitrine/v1/me/sessions'),
})

/** The apps that members sign in with, and the keys that programs act with. */
export const developers = (api: Api) => ({
  listApps: api('GET /vitrine/v1/apps'),
  createApp: api('POST /vitrine/v1/apps'),
  updateApp: api('PATCH /vitrine/v1/apps/{app.id}'),
  revokeApp: api('DELETE /vitrine/v1/apps/{id}'),
  makeAppSecret: api('POST /vitrine/v1/apps/{id}/secret'),
  listApiKeys: api('GET /vitrine/v1/api-keys'),
  createApiKey: api('POST /vitrine/v1/api-keys'),
  updateApiKey: api('PATCH /vitrine/v1/api-keys/{apiKey.id}'),
  revokeApiKey: api('DELETE /vitrine/v1/api-keys/{id}'),
  rotateSigningKey: api('POST /vitrine/v1/signing-keys/rotate'),
})

/** What the shop has about guests, by their email address. */
export const personalData = (api: Api) => ({
  previewPersonalData: api('POST /vitrine/v1/personal-data/preview', 'reads'),
  exportPersonalData: api('POST /vitrine/v1/personal-data/export', 'reads'),
  erasePersonalData: api('POST /vitrine/v1/personal-data/erase'),
})

/** What a shop on the open internet needs, and whether it is there. */
export const systemChecks = (api: Api) => ({
  checkSystem: api('GET /vitrine/v1/system-checks'),
})

/** After how long the shop deletes what it needs no more. */
export const retention = (api: Api) => ({
  getRetention: api('GET /vitrine/v1/retention'),
  updateRetention: api('PATCH /vitrine/v1/retention'),
})
