import * as z from 'zod'
import { CarrierInput, LocalDeliveryInput, PickupLocationInput, RegionInput, ShippingOptionInput } from './delivery-inputs.ts'
import { DeliveryProfile, LocalDeliveryOption, PickupLocation, ShippingOptionSettings } from './delivery-profile.ts'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { CountryCode, Guid, text } from './primitives.ts'
import { Revision } from './revised.ts'

const Profile = z.object({ deliveryProfile: DeliveryProfile })

const regionRefusals = ['DELIVERY_PROFILE_NOT_FOUND', 'DESTINATIONS_COLLISION', 'STALE_REVISION'] as const

const optionRefusals = ['DELIVERY_REGION_NOT_FOUND', 'LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED'] as const

const ofRegion = { deliveryRegionId: Guid, revision: Revision.nullish() }

export const deliverySettings = operations({
  'GET /ecom/v1/delivery-profiles/query': operation({
    as: 'user',
    summary: 'Find delivery profiles',
    twin: '/ecom/v1/delivery-profiles/query',
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ deliveryProfiles: z.array(DeliveryProfile), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'GET /ecom/v1/delivery-profiles/{deliveryProfileId}': operation({
    as: 'user',
    summary: 'Read a delivery profile',
    input: z.object({ deliveryProfileId: Guid }),
    ok: Profile,
    errors: ['DELIVERY_PROFILE_NOT_FOUND'],
  }),
  'GET /ecom/v1/delivery-profiles/delivery-regions/{deliveryRegionId}': operation({
    as: 'user',
    summary: 'Read the delivery profile of a region',
    input: z.object({ deliveryRegionId: Guid }),
    ok: Profile,
    errors: ['DELIVERY_REGION_NOT_FOUND'],
  }),
  'PATCH /ecom/v1/delivery-profiles/{deliveryProfile.id}': operation({
    as: 'user',
    summary: 'Rename a delivery profile',
    input: z.object({ deliveryProfile: z.object({ id: Guid, revision: Revision, name: text(256, 1).optional() }) }),
    ok: Profile,
    errors: ['DELIVERY_PROFILE_NOT_FOUND', 'STALE_REVISION'],
  }),
  /** No place may be in two regions. */
  'POST /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region': operation({
    as: 'user',
    summary: 'Deliver to a region',
    input: z.object({ deliveryProfileId: Guid, deliveryRegion: RegionInput, revision: Revision.nullish() }),
    ok: Profile,
    errors: [...regionRefusals],
  }),
  'PATCH /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegion.id}': operation({
    as: 'user',
    summary: 'Change a delivery region',
    input: z.object({
      deliveryProfileId: Guid,
      deliveryRegion: RegionInput.partial().extend({ id: Guid }),
      revision: Revision.nullish(),
    }),
    ok: Profile,
    errors: ['DELIVERY_REGION_NOT_FOUND', ...regionRefusals],
  }),
  /** Shipping options without another region stay, but are not offered. */
  'DELETE /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegionId}': operation({
    as: 'user',
    summary: 'Deliver no more to a region',
    input: z.object({ deliveryProfileId: Guid, deliveryRegionId: Guid, revision: Revision.nullish() }),
    ok: Profile,
    errors: ['DELIVERY_PROFILE_NOT_FOUND', 'DELIVERY_REGION_NOT_FOUND', 'STALE_REVISION'],
  }),
  'GET /ecom/v1/delivery-profiles/installed-carriers': operation({
    as: 'user',
    summary: 'List the providers of delivery rates',
    input: z.object({}),
    ok: z.object({
      installedDeliveryCarriers: z.array(
        z.object({
          id: Guid,
          displayName: z.string(),
          fallbackDefinitionMandatory: z.boolean(),
          toggleGetCarrierSettingsEnabled: z.boolean(),
        }),
      ),
    }),
    errors: [],
  }),
  'POST /ecom/v1/delivery-profiles/add-delivery-carrier': operation({
    as: 'user',
    summary: 'Ask a provider for its rates in a region',
    input: z.object({ deliveryRegionId: Guid, deliveryCarrier: CarrierInput }),
    ok: Profile,
    errors: [
      'DELIVERY_REGION_NOT_FOUND',
      'CARRIER_ALREADY_EXISTS_IN_REGION',
      'DELIVERY_CARRIER_MISSING_BACKUP_RATE',
      'UNKNOWN_DELIVERY_CARRIER',
    ],
  }),
  'PATCH /ecom/v1/delivery-profiles/update-delivery-carrier': operation({
    as: 'user',
    summary: 'Change the backup rate of a provider',
    input: z.object({ deliveryRegionId: Guid, deliveryCarrier: CarrierInput }),
    ok: Profile,
    errors: ['DELIVERY_REGION_NOT_FOUND', 'DELIVERY_CARRIER_NOT_FOUND', 'DELIVERY_CARRIER_MISSING_BACKUP_RATE'],
  }),
  'POST /ecom/v1/delivery-profiles/remove-delivery-carrier': operation({
    as: 'user',
    summary: 'Ask a provider no more in a region',
    input: z.object({ deliveryRegionId: Guid, appId: Guid }),
    ok: Profile,
    errors: ['DELIVERY_REGION_NOT_FOUND', 'DELIVERY_CARRIER_NOT_FOUND'],
  }),
  /** Where the shop delivers: whether a postal code is needed, and whether goods can only be collected. */
  'GET /ecom/v1/delivery-profiles/delivery-destination-properties': operation({
    as: 'anyone',
    summary: 'List where the shop delivers',
    input: z.object({}),
    ok: z.object({
      restOfWorld: z.object({ postalCodeRequired: z.boolean(), pickupOnly: z.boolean() }).optional(),
      countries: z.array(
        z.object({
          country: CountryCode,
          deliveryDestinationProperties: z.object({ postalCodeRequired: z.boolean(), pickupOnly: z.boolean() }).optional(),
          subdivisions: z.array(
            z.object({
              subdivision: z.string(),
              deliveryDestinationProperties: z.object({ postalCodeRequired: z.boolean(), pickupOnly: z.boolean() }),
            }),
          ),
        }),
      ),
    }),
    errors: [],
  }),

  'POST /ecom/v1/shipping-options': operation({
    as: 'user',
    summary: 'Offer a way of delivery',
    input: z.object({ shippingOption: ShippingOptionInput }),
    ok: z.object({ shippingOption: ShippingOptionSettings }),
    errors: [...optionRefusals, 'INVALID_QUANTITY_VALUE'],
  }),
  'GET /ecom/v1/shipping-options/{shippingOptionId}': operation({
    as: 'user',
    summary: 'Read a way of delivery',
    input: z.object({ shippingOptionId: Guid }),
    ok: z.object({ shippingOption: ShippingOptionSettings }),
    errors: ['SHIPPING_OPTION_NOT_FOUND'],
  }),
  'GET /ecom/v1/shipping-options/query': operation({
    as: 'user',
    summary: 'Find ways of delivery',
    twin: '/ecom/v1/shipping-options/query',
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ shippingOptions: z.array(ShippingOptionSettings), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'PATCH /ecom/v1/shipping-options/{shippingOption.id}': operation({
    as: 'user',
    summary: 'Change a way of delivery',
    input: z.object({
      shippingOption: ShippingOptionInput.omit({ deliveryRegionId: true }).partial().extend({ id: Guid, revision: Revision }),
    }),
    ok: z.object({ shippingOption: ShippingOptionSettings }),
    errors: ['SHIPPING_OPTION_NOT_FOUND', ...optionRefusals, 'INVALID_QUANTITY_VALUE', 'STALE_REVISION'],
  }),
  'DELETE /ecom/v1/shipping-options/{shippingOptionId}': operation({
    as: 'user',
    summary: 'Offer a way of delivery no more',
    input: z.object({ shippingOptionId: Guid }),
    ok: z.object({}),
    errors: ['SHIPPING_OPTION_NOT_FOUND'],
  }),
  'POST /ecom/v1/shipping-options/{shippingOptionId}/add-delivery-region': operation({
    as: 'user',
    summary: 'Offer a way of delivery in a region',
    input: z.object({ shippingOptionId: Guid, ...ofRegion }),
    ok: z.object({ shippingOption: ShippingOptionSettings }),
    errors: ['SHIPPING_OPTION_NOT_FOUND', ...optionRefusals, 'STALE_REVISION'],
  }),
  'POST /ecom/v1/shipping-options/{shippingOptionId}/remove-delivery-region': operation({
    as: 'user',
    summary: 'Offer a way of delivery in a region no more',
    input: z.object({ shippingOptionId: Guid, ...ofRegion }),
    ok: z.object({ shippingOption: ShippingOptionSettings }),
    errors: ['SHIPPING_OPTION_NOT_FOUND', 'DELIVERY_REGION_NOT_FOUND', 'STALE_REVISION'],
  }),

  'POST /v1/pickup-locations': operation({
    as: 'user',
    summary: 'Let people collect their goods',
    input: z.object({ pickupLocation: PickupLocationInput }),
    ok: z.object({ pickupLocation: PickupLocation }),
    errors: [...optionRefusals, 'INVALID_QUANTITY_VALUE'],
  }),
  'GET /v1/pickup-locations/{pickupLocationId}': operation({
    as: 'user',
    summary: 'Read where people collect their goods',
    input: z.object({ pickupLocationId: Guid }),
    ok: z.object({ pickupLocation: PickupLocation }),
    errors: ['PICKUP_LOCATION_NOT_FOUND'],
  }),
  'POST /v1/pickup-locations/query': operation({
    as: 'user',
    summary: 'Find where people collect their goods',
    reads: true,
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ pickupLocations: z.array(PickupLocation), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'PATCH /v1/pickup-locations/{pickupLocation.id}': operation({
    as: 'user',
    summary: 'Change where people collect their goods',
    input: z.object({ pickupLocation: PickupLocationInput.partial().extend({ id: Guid, revision: Revision }) }),
    ok: z.object({ pickupLocation: PickupLocation }),
    errors: ['PICKUP_LOCATION_NOT_FOUND', ...optionRefusals, 'INVALID_QUANTITY_VALUE', 'STALE_REVISION'],
  }),
  'DELETE /v1/pickup-locations/{pickupLocationId}': operation({
    as: 'user',
    summary: 'Delete where people collect their goods',
    input: z.object({ pickupLocationId: Guid }),
    ok: z.object({}),
    errors: ['PICKUP_LOCATION_NOT_FOUND'],
  }),
  'POST /v1/pickup-locations/{pickupLocationId}/add-delivery-region': operation({
    as: 'user',
    summary: 'Offer collecting in a region',
    input: z.object({ pickupLocationId: Guid, ...ofRegion }),
    ok: z.object({ pickupLocation: PickupLocation }),
    errors: ['PICKUP_LOCATION_NOT_FOUND', ...optionRefusals, 'STALE_REVISION'],
  }),
  'POST /v1/pickup-locations/{pickupLocationId}/remove-delivery-region': operation({
    as: 'user',
    summary: 'Offer collecting in a region no more',
    input: z.object({ pickupLocationId: Guid, ...ofRegion }),
    ok: z.object({ pickupLocation: PickupLocation }),
    errors: ['PICKUP_LOCATION_NOT_FOUND', 'DELIVERY_REGION_NOT_FOUND', 'STALE_REVISION'],
  }),

  'POST /v1/local-delivery-options': operation({
    as: 'user',
    summary: 'Bring goods to an area',
    input: z.object({ localDeliveryOption: LocalDeliveryInput }),
    ok: z.object({ localDeliveryOption: LocalDeliveryOption }),
    errors: [...optionRefusals, 'INVALID_QUANTITY_VALUE'],
  }),
  'GET /v1/local-delivery-options/{localDeliveryOptionId}': operation({
    as: 'user',
    summary: 'Read a local delivery',
    input: z.object({ localDeliveryOptionId: Guid }),
    ok: z.object({ localDeliveryOption: LocalDeliveryOption }),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND'],
  }),
  'POST /v1/local-delivery-options/query': operation({
    as: 'user',
    summary: 'Find local deliveries',
    reads: true,
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ localDeliveryOptions: z.array(LocalDeliveryOption), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'PATCH /v1/local-delivery-options/{localDeliveryOption.id}': operation({
    as: 'user',
    summary: 'Change a local delivery',
    input: z.object({ localDeliveryOption: LocalDeliveryInput.partial().extend({ id: Guid, revision: Revision }) }),
    ok: z.object({ localDeliveryOption: LocalDeliveryOption }),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND', ...optionRefusals, 'INVALID_QUANTITY_VALUE', 'STALE_REVISION'],
  }),
  'DELETE /v1/local-delivery-options/{localDeliveryOptionId}': operation({
    as: 'user',
    summary: 'Delete a local delivery',
    input: z.object({ localDeliveryOptionId: Guid }),
    ok: z.object({}),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND'],
  }),
  'POST /v1/local-delivery-options/add-delivery-region': operation({
    as: 'user',
    summary: 'Offer a local delivery in a region',
    input: z.object({ localDeliveryOptionId: Guid, ...ofRegion }),
    ok: z.object({ localDeliveryOption: LocalDeliveryOption }),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND', ...optionRefusals, 'STALE_REVISION'],
  }),
  'POST /v1/local-delivery-options/remove-delivery-region': operation({
    as: 'user',
    summary: 'Offer a local delivery in a region no more',
    input: z.object({ localDeliveryOptionId: Guid, ...ofRegion }),
    ok: z.object({ localDeliveryOption: LocalDeliveryOption }),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND', 'DELIVERY_REGION_NOT_FOUND', 'STALE_REVISION'],
  }),
})
