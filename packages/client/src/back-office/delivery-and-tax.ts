import type { Api } from '../api.ts'

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

/** Shipping options, and their prices. */
export const shippingOptions = (api: Api) => ({
  createShippingOption: api('POST /ecom/v1/shipping-options'),
  getShippingOption: api('GET /ecom/v1/shipping-options/{shippingOptionId}'),
  queryShippingOptions: api('GET /ecom/v1/shipping-options/query', '/ecom/v1/shipping-options/query'),
  updateShippingOption: api('PATCH /ecom/v1/shipping-options/{shippingOption.id}'),
  deleteShippingOption: api('DELETE /ecom/v1/shipping-options/{shippingOptionId}'),
  addDeliveryRegion: api('POST /ecom/v1/shipping-options/{shippingOptionId}/add-delivery-region'),
  removeDeliveryRegion: api('POST /ecom/v1/shipping-options/{shippingOptionId}/remove-delivery-region'),
})

/** Where buyers collect their goods. */
export const pickupLocations = (api: Api) => ({
  createPickupLocation: api('POST /v1/pickup-locations'),
  getPickupLocation: api('GET /v1/pickup-locations/{pickupLocationId}'),
  queryPickupLocation: api('POST /v1/pickup-locations/query', 'reads'),
  updatePickupLocation: api('PATCH /v1/pickup-locations/{pickupLocation.id}'),
  deletePickupLocation: api('DELETE /v1/pickup-locations/{pickupLocationId}'),
  addDeliveryRegion: api('POST /v1/pickup-locations/{pickupLocationId}/add-delivery-region'),
  removeDeliveryRegion: api('POST /v1/pickup-locations/{pickupLocationId}/remove-delivery-region'),
})

/** Delivery by the shop itself. */
export const localDeliveryOptions = (api: Api) => ({
  createLocalDeliveryOption: api('POST /v1/local-delivery-options'),
  getLocalDeliveryOption: api('GET /v1/local-delivery-options/{localDeliveryOptionId}'),
  queryLocalDeliveryOptions: api('POST /v1/local-delivery-options/query', 'reads'),
  updateLocalDeliveryOption: api('PATCH /v1/local-delivery-options/{localDeliveryOption.id}'),
  deleteLocalDeliveryOption: api('DELETE /v1/local-delivery-options/{localDeliveryOptionId}'),
  addDeliveryRegion: api('POST /v1/local-delivery-options/add-delivery-region'),
  removeDeliveryRegion: api('POST /v1/local-delivery-options/remove-delivery-region'),
})

/** How the shop delivers as a whole, and the exceptions on certain dates. */
export const deliveryPlan = (api: Api) => ({
  getDelivery: api('GET /vitrine/v1/delivery'),
  arrangeDeliveryRegion: api('POST /vitrine/v1/delivery/regions/{deliveryRegionId}/arrange'),
  changeClosedDays: api('POST /vitrine/v1/delivery/closed-days'),
  getSlots: api('GET /vitrine/v1/delivery/slots'),
  changeSlots: api('POST /vitrine/v1/delivery/slots/change'),
  listOrdersOfSlot: api('GET /vitrine/v1/delivery/slots/orders'),
  tryDelivery: api('POST /vitrine/v1/delivery/try', 'reads'),
})
