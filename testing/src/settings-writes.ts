import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

const ownRates = '0b9c4a7e-3d52-4f86-9a1b-6e7f25c8d013'
const address = { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Nikolaistraße 12' }
const rates = [{ amount: '6.50' }]

/** A provider of rates that a region can be given; the platform of whoever uses `settingsWrites` has to know it. */
export const postCarrier = {
  id: '88888888-8888-4888-8888-888888888888',
  name: 'Letters',
  needsBackupRate: false,
  ratesFor: async () => ({ rates: [] }),
}

/** What no order of a test is charged, and nobody is asked. */
const idleFee = { name: 'Handling', amount: '1', active: false }
const newView = { list: 'orders', name: 'Gifts', search: 'tag=gift' }
const idlePlugin = { type: 'SHIPPING_RATES' as const, name: 'Parcels', baseUrl: 'https://parcels.example', active: false }

/** The writes of the merchant's settings, each with what it needs made before it, in places that no order of a test is sent to. */
export function settingsWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  let places = 0
  /** Another place each time: no two regions may share one. */
  const place = () => String(++places).padStart(3, '0')

  const taxGroup = async () => (await app.taxGroups.createTaxGroup({ taxGroup: { name: 'Books' } })).taxGroup
  const newTaxRegion = () => ({ country: 'FR', subdivision: place(), appId: ownRates })
  const taxRegion = async () => (await app.taxRegions.createTaxRegion({ taxRegion: newTaxRegion() })).taxRegion
  const newMapping = async () => ({ taxGroupId: (await taxGroup()).id, taxRegionId: (await taxRegion()).id, taxRate: '0.055' })
  const mapping = async () =>
    (await app.manualTaxMappings.createManualTaxMapping({ manualTaxMapping: await newMapping() })).manualTaxMapping
  const exemptGroup = async () => (await app.taxExemptGroups.createTaxExemptGroup({ taxExemptGroup: { name: 'Embassies' } })).taxExemptGroup

  const profile = async () => (await app.deliveryProfile.queryDeliveryProfiles()).deliveryProfiles[0]!
  const newRegion = () => {
    const subdivision = place()
    return { name: `Department ${subdivision}`, destinations: [{ countryCode: 'FR', subdivisions: [subdivision] }] }
  }
  const region = async () => {
    const { id: deliveryProfileId } = await profile()
    const { deliveryProfile } = await app.deliveryProfile.addDeliveryRegion({ deliveryProfileId, deliveryRegion: newRegion() })
    return { deliveryProfileId, deliveryRegionId: deliveryProfile.deliveryRegions.at(-1)!.id }
  }
  const regionId = async () => (await region()).deliveryRegionId
  const served = async () => {
    const deliveryRegionId = await regionId()
    await app.deliveryProfile.addDeliveryCarrier({ deliveryRegionId, deliveryCarrier: { appId: postCarrier.id } })
    return deliveryRegionId
  }

  const newShipping = async () => ({ title: 'Colissimo', deliveryRegionIds: [await regionId()], rates })
  const shipping = async () => (await app.shippingOptions.createShippingOption({ shippingOption: await newShipping() })).shippingOption
  const newPickup = async () => ({ name: 'Kiosk', address, rates, deliveryRegionIds: [await regionId()] })
  const pickup = async () => (await app.pickupLocations.createPickupLocation({ pickupLocation: await newPickup() })).pickupLocation
  const newLocal = async () => ({
    areaName: 'By bike',
    zipConfig: { zipCodes: ['104*'] },
    rates,
    deliveryRegionIds: [await regionId()],
  })
  const local = async () =>
    (await app.localDeliveryOptions.createLocalDeliveryOption({ localDeliveryOption: await newLocal() })).localDeliveryOption

  return {
    'PATCH /vitrine/v1/retention': async () => ({ params: {}, body: { retention: { checkoutDays: 60 } } }),
    'PATCH /vitrine/v1/payment-settings': async () => ({
      params: {},
      body: { paymentSettings: { offlineMethods: [{ id: 'bank-transfer', name: 'Bank transfer' }] } },
    }),
    'PUT /vitrine/v1/payment-settings/stripe-keys': async () => ({
      params: {},
      body: { stripeKeys: { secretKey: 'sk_test_fake_0123456789' } },
    }),
    'PUT /vitrine/v1/payment-settings/stripe-methods': async () => {
      await app.paymentSettings.setStripeKeys({ stripeKeys: { secretKey: 'sk_test_fake_0123456789' } })
      return { params: {}, body: { stripeMethods: [{ method: 'LINK', offered: false }] } }
    },
    'DELETE /vitrine/v1/payment-settings/stripe-keys': async () => ({ params: {}, body: {} }),
    'POST /vitrine/v1/payment-settings/mode': async () => ({ params: {}, body: { mode: 'SANDBOX' } }),
    'PATCH /vitrine/v1/emails/{email.id}': async () => ({
      params: { 'email.id': 'order-shipped' },
      body: { email: { id: 'order-shipped', words: { headline: 'It has left.' } } },
    }),
    'PATCH /vitrine/v1/general-settings': async () => ({ params: {}, body: { generalSettings: { phone: '+49 341 1234' } } }),
    'POST /site-properties/v4/properties/business-contact': async () => ({
      params: {},
      body: { businessContact: { phone: '+49 341 4321' } },
    }),
    'POST /site-properties/v4/properties/business-profile': async () => ({
      params: {},
      body: { businessProfile: { description: 'Objects for slow mornings' } },
    }),
    'POST /site-properties/v4/properties/business-schedule': async () => ({
      params: {},
      body: { businessSchedule: { periods: [{ openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '17:30' }] } },
    }),
    'POST /site-properties/v4/properties/policy': async () => ({ params: {}, body: { consentPolicy: { advertising: false } } }),
    'PATCH /vitrine/v1/order-numbers': async () => {
      const { next } = (await app.generalSettings.getOrderNumbers({})).orderNumbers
      return { params: {}, body: { orderNumbers: { next: next + 10 } } }
    },
    'PATCH /vitrine/v1/email-sender': async () => ({ params: {}, body: { sender: { name: 'Test shop' } } }),
    'POST /vitrine/v1/emails/{id}/send-test': async () => ({ params: { id: 'order-shipped' }, body: {} }),
    'POST /vitrine/v1/store-clock/freeze': async () => ({ params: {}, body: {} }),
    'POST /vitrine/v1/store-clock/run': async () => ({ params: {}, body: {} }),
    'POST /vitrine/v1/store-clock/return': async () => ({ params: {}, body: {} }),
    'POST /vitrine/v1/store-clock/advance': async () => ({
      params: {},
      body: { to: new Date(shop.clock.now().getTime() + 1000).toISOString() },
    }),
    'POST /vitrine/v1/sandbox/script': async () => ({ params: {}, body: { next: [] } }),
    'POST /vitrine/v1/additional-fees': async () => ({ params: {}, body: { additionalFee: { ...idleFee } } }),
    'PATCH /vitrine/v1/additional-fees/{additionalFee.id}': async () => {
      const { id, revision } = (await app.additionalFees.createAdditionalFee({ additionalFee: idleFee })).additionalFee
      return { params: { 'additionalFee.id': id }, body: { additionalFee: { id, revision, amount: '2' } } }
    },
    'DELETE /vitrine/v1/additional-fees/{id}': async () => {
      const { id } = (await app.additionalFees.createAdditionalFee({ additionalFee: idleFee })).additionalFee
      return { params: { id }, body: {} }
    },
    'POST /vitrine/v1/service-plugins': async () => ({ params: {}, body: { servicePlugin: { ...idlePlugin } } }),
    'PATCH /vitrine/v1/service-plugins/{servicePlugin.id}': async () => {
      const { id, revision } = (await app.servicePlugins.createServicePlugin({ servicePlugin: idlePlugin })).servicePlugin
      return { params: { 'servicePlugin.id': id }, body: { servicePlugin: { id, revision, name: 'Parcels and pallets' } } }
    },
    'DELETE /vitrine/v1/service-plugins/{id}': async () => {
      const { id } = (await app.servicePlugins.createServicePlugin({ servicePlugin: idlePlugin })).servicePlugin
      return { params: { id }, body: {} }
    },
    'POST /vitrine/v1/dashboard/views': async () => ({ params: {}, body: { view: { ...newView } } }),
    'PATCH /vitrine/v1/dashboard/views/{view.id}': async () => {
      const { id, revision } = (await app.views.createView({ view: newView })).view
      return { params: { 'view.id': id }, body: { view: { id, revision, name: 'Presents' } } }
    },
    'DELETE /vitrine/v1/dashboard/views/{viewId}': async () => ({
      params: { viewId: (await app.views.createView({ view: newView })).view.id },
      body: {},
    }),
    'POST /vitrine/v1/dashboard/views/{viewId}/move': async () => {
      const { id: viewId } = (await app.views.createView({ view: newView })).view
      return { params: { viewId }, body: { to: 1 } }
    },
    'PATCH /vitrine/v1/checkout-form': async () => ({
      params: {},
      body: { checkoutForm: { questions: [{ title: 'How did you find us?' }] } },
    }),
    'POST /vitrine/v1/audit/{id}/revert': async () => {
      const { id, revision } = await taxGroup()
      await app.taxGroups.updateTaxGroup({ taxGroup: { id, revision, name: 'Maps' } })
      const { entries } = await app.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [id] }, act: 'CHANGED' } } })
      return { params: { id: entries[0]!.id }, body: {} }
    },
    'PATCH /ecom/v1/checkout-settings': async () => ({
      params: {},
      body: { checkoutSettings: { checkoutPolicies: { returnPolicy: { visible: true, content: 'Within 30 days.' } } } },
    }),

    'PATCH /ecom/v1/orders-settings': async () => ({ params: {}, body: { ordersSettings: { inventoryUpdateTrigger: 'ON_ORDER_PAID' } } }),
    'POST /billing/v1/tax-settings': async () => ({ params: {}, body: { taxSettings: { taxIncludedInItemPrices: true } } }),
    'POST /billing/v1/tax-groups': async () => ({ params: {}, body: { taxGroup: { name: 'Books' } } }),
    'PATCH /billing/v1/tax-groups/{taxGroup.id}': async () => {
      const { id, revision } = await taxGroup()
      return { params: { 'taxGroup.id': id }, body: { taxGroup: { id, revision, name: 'Books and maps' } } }
    },
    'DELETE /billing/v1/tax-groups/{taxGroupId}': async () => ({ params: { taxGroupId: (await taxGroup()).id }, body: {} }),
    'POST /billing/v1/tax-regions': async () => ({ params: {}, body: { taxRegion: newTaxRegion() } }),
    'POST /billing/v1/bulk/tax-regions/create': async () => ({ params: {}, body: { taxRegions: [newTaxRegion(), newTaxRegion()] } }),
    'PATCH /billing/v1/tax-regions/{taxRegion.id}': async () => {
      const { id, revision } = await taxRegion()
      return { params: { 'taxRegion.id': id }, body: { taxRegion: { id, revision, shippingTaxed: true } } }
    },
    'DELETE /billing/v1/tax-regions/{taxRegionId}': async () => ({ params: { taxRegionId: (await taxRegion()).id }, body: {} }),
    'POST /billing/v1/manual-tax-mappings': async () => ({ params: {}, body: { manualTaxMapping: await newMapping() } }),
    'POST /billing/v1/bulk/manual-tax-mappings/create': async () => ({ params: {}, body: { manualTaxMappings: [await newMapping()] } }),
    'PATCH /billing/v1/manual-tax-mappings/{manualTaxMapping.id}': async () => {
      const { id, revision } = await mapping()
      return { params: { 'manualTaxMapping.id': id }, body: { manualTaxMapping: { id, revision, taxRate: '0.06' } } }
    },
    'DELETE /billing/v1/manual-tax-mappings/{manualTaxMappingId}': async () => ({
      params: { manualTaxMappingId: (await mapping()).id },
      body: {},
    }),
    'POST /billing/v1/tax-exempt-groups': async () => ({ params: {}, body: { taxExemptGroup: { name: 'Embassies' } } }),
    'PATCH /billing/v1/tax-exempt-groups/{taxExemptGroup.id}': async () => {
      const { id, revision } = await exemptGroup()
      return { params: { 'taxExemptGroup.id': id }, body: { taxExemptGroup: { id, revision, name: 'Consulates' } } }
    },
    'DELETE /billing/v1/tax-exempt-groups/{taxExemptGroupId}': async () => ({
      params: { taxExemptGroupId: (await exemptGroup()).id },
      body: {},
    }),

    'PATCH /ecom/v1/delivery-profiles/{deliveryProfile.id}': async () => {
      const { id, revision } = await profile()
      return { params: { 'deliveryProfile.id': id }, body: { deliveryProfile: { id, revision, name: 'All goods' } } }
    },
    'POST /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region': async () => ({
      params: { deliveryProfileId: (await profile()).id },
      body: { deliveryRegion: newRegion() },
    }),
    'PATCH /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegion.id}': async () => {
      const { deliveryProfileId, deliveryRegionId: id } = await region()
      return { params: { deliveryProfileId, 'deliveryRegion.id': id }, body: { deliveryRegion: { id, active: false } } }
    },
    'DELETE /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegionId}': async () => ({
      params: await region(),
      body: {},
    }),
    'POST /ecom/v1/delivery-profiles/add-delivery-carrier': async () => ({
      params: {},
      body: { deliveryRegionId: await regionId(), deliveryCarrier: { appId: postCarrier.id } },
    }),
    'PATCH /ecom/v1/delivery-profiles/update-delivery-carrier': async () => {
      const deliveryCarrier = { appId: postCarrier.id, additionalCharges: [{ description: 'Packing', amount: '1.50' }] }
      return { params: {}, body: { deliveryRegionId: await served(), deliveryCarrier } }
    },
    'POST /ecom/v1/delivery-profiles/remove-delivery-carrier': async () => ({
      params: {},
      body: { deliveryRegionId: await served(), appId: postCarrier.id },
    }),

    'POST /ecom/v1/shipping-options': async () => ({ params: {}, body: { shippingOption: await newShipping() } }),
    'PATCH /ecom/v1/shipping-options/{shippingOption.id}': async () => {
      const { id, revision } = await shipping()
      return { params: { 'shippingOption.id': id }, body: { shippingOption: { id, revision, title: 'Chronopost' } } }
    },
    'DELETE /ecom/v1/shipping-options/{shippingOptionId}': async () => ({ params: { shippingOptionId: (await shipping()).id }, body: {} }),
    'POST /ecom/v1/shipping-options/{shippingOptionId}/add-delivery-region': async () => ({
      params: { shippingOptionId: (await shipping()).id },
      body: { deliveryRegionId: await regionId() },
    }),
    'POST /ecom/v1/shipping-options/{shippingOptionId}/remove-delivery-region': async () => {
      const { id, deliveryRegionIds } = await shipping()
      return { params: { shippingOptionId: id }, body: { deliveryRegionId: deliveryRegionIds[0] } }
    },

    'POST /vitrine/v1/delivery/regions/{deliveryRegionId}/arrange': async () => {
      const { id, deliveryRegionIds } = await shipping()
      return { params: { deliveryRegionId: deliveryRegionIds[0]! }, body: { deliveryOptionIds: [id] } }
    },
    'POST /vitrine/v1/delivery/closed-days': async () => ({ params: {}, body: { close: ['2031-01-06'], open: ['2031-01-07'] } }),
    'POST /vitrine/v1/delivery/slots/change': async () => {
      const timeWindows = [{ day: 'MON' as const, start: { hours: 17, minutes: 0 }, end: { hours: 19, minutes: 0 }, capacity: 3 }]
      const localDeliveryOption = { ...(await newLocal()), scheduledDeliveryConfig: { timeWindows } }
      const { id } = (await app.localDeliveryOptions.createLocalDeliveryOption({ localDeliveryOption })).localDeliveryOption
      return { params: {}, body: { deliveryOptionId: id, date: '2031-01-06', capacity: 1 } }
    },

    'POST /v1/pickup-locations': async () => ({ params: {}, body: { pickupLocation: await newPickup() } }),
    'PATCH /v1/pickup-locations/{pickupLocation.id}': async () => {
      const { id, revision } = await pickup()
      return { params: { 'pickupLocation.id': id }, body: { pickupLocation: { id, revision, name: 'Kiosk at the corner' } } }
    },
    'DELETE /v1/pickup-locations/{pickupLocationId}': async () => ({ params: { pickupLocationId: (await pickup()).id }, body: {} }),
    'POST /v1/pickup-locations/{pickupLocationId}/add-delivery-region': async () => ({
      params: { pickupLocationId: (await pickup()).id },
      body: { deliveryRegionId: await regionId() },
    }),
    'POST /v1/pickup-locations/{pickupLocationId}/remove-delivery-region': async () => {
      const { id, deliveryRegionIds } = await pickup()
      return { params: { pickupLocationId: id }, body: { deliveryRegionId: deliveryRegionIds[0] } }
    },

    'POST /v1/local-delivery-options': async () => ({ params: {}, body: { localDeliveryOption: await newLocal() } }),
    'PATCH /v1/local-delivery-options/{localDeliveryOption.id}': async () => {
      const { id, revision } = await local()
      return { params: { 'localDeliveryOption.id': id }, body: { localDeliveryOption: { id, revision, areaName: 'On foot' } } }
    },
    'DELETE /v1/local-delivery-options/{localDeliveryOptionId}': async () => ({
      params: { localDeliveryOptionId: (await local()).id },
      body: {},
    }),
    'POST /v1/local-delivery-options/add-delivery-region': async () => ({
      params: {},
      body: { localDeliveryOptionId: (await local()).id, deliveryRegionId: await regionId() },
    }),
    'POST /v1/local-delivery-options/remove-delivery-region': async () => {
      const { id, deliveryRegionIds } = await local()
      return { params: {}, body: { localDeliveryOptionId: id, deliveryRegionId: deliveryRegionIds[0] } }
    },
  }
}
