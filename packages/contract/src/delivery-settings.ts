import * as z from 'zod'
import { Address } from './addresses.ts'
import { PickupMethod } from './enums.ts'
import { AddressInput, CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './orders.ts'
import { amount, CountryCode, Decimal, float, Guid, text, whole } from './primitives.ts'
import { Revision, revised } from './revised.ts'

const conditionType = z.enum(['BY_TOTAL_WEIGHT', 'BY_TOTAL_PRICE', 'BY_TOTAL_QUANTITY'])
const logicalOperator = z.enum(['EQ', 'GT', 'GTE', 'LT', 'LTE'])

export const RateCondition = z.object({ type: conditionType, value: Decimal, operator: logicalOperator })
export interface RateCondition extends z.infer<typeof RateCondition> {}

/** A price that holds while all of its conditions do; of several that hold, the lowest counts. */
export const ConditionalRates = z.object({
  amount: Decimal,
  conditions: z.array(RateCondition),
  multiplyByQuantity: z.boolean(),
})
export interface ConditionalRates extends z.infer<typeof ConditionalRates> {}

export const TimeOfDay = z.object({ hours: z.int(), minutes: z.int() })
export const DayOfWeek = z.enum(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])
export type DayOfWeek = z.infer<typeof DayOfWeek>

/** A time of the week to choose from; `capacity` is how many orders it takes, any number where it is absent. */
export const DeliveryTimeWindow = z.object({
  day: DayOfWeek,
  start: TimeOfDay,
  end: TimeOfDay,
  enabled: z.boolean(),
  capacity: z.int().optional(),
})
export interface DeliveryTimeWindow extends z.infer<typeof DeliveryTimeWindow> {}

export const ScheduledDelivery = z.object({
  handlingDays: z.int(),
  cutOffTime: TimeOfDay.optional(),
  timeWindows: z.array(DeliveryTimeWindow),
  /** How many days ahead are offered. */
  daysAhead: z.int(),
})
export interface ScheduledDelivery extends z.infer<typeof ScheduledDelivery> {}

export const Destination = z.object({ countryCode: CountryCode, subdivisions: z.array(z.string()) })
export interface Destination extends z.infer<typeof Destination> {}

export const BackupRate = z.object({ title: z.string().optional(), amount: Decimal, active: z.boolean() })
export interface BackupRate extends z.infer<typeof BackupRate> {}

export const AdditionalCharge = z.object({ description: z.string().optional(), amount: Decimal })
export interface AdditionalCharge extends z.infer<typeof AdditionalCharge> {}

/** A provider that is asked for its rates in a region, and what is offered where it does not answer. */
export const DeliveryCarrier = z.object({
  appId: Guid,
  backupRate: BackupRate.optional(),
  additionalCharges: z.array(AdditionalCharge),
})
export interface DeliveryCarrier extends z.infer<typeof DeliveryCarrier> {}

/** Places that share their ways of delivery; without destinations, the rest of the world. */
export const DeliveryRegion = z.object({
  id: Guid,
  name: z.string(),
  active: z.boolean(),
  deliveryCarriers: z.array(DeliveryCarrier),
  destinations: z.array(Destination),
})
export interface DeliveryRegion extends z.infer<typeof DeliveryRegion> {}

/** All regions of the shop. There is one profile, the default. */
export const DeliveryProfile = z.object({
  id: Guid,
  name: z.string(),
  default: z.boolean(),
  deliveryRegions: z.array(DeliveryRegion),
  ...revised,
})
export interface DeliveryProfile extends z.infer<typeof DeliveryProfile> {}

/** `deliveryRegionId` is the first of `deliveryRegionIds`. */
export const ShippingOptionSettings = z.object({
  id: Guid,
  deliveryRegionId: z.string(),
  deliveryRegionIds: z.array(Guid),
  title: z.string(),
  estimatedDeliveryTime: z.string().optional(),
  /** Working days from order to arrival; the buyer reads the dates. */
  deliveryDays: z.object({ min: z.int(), max: z.int() }).optional(),
  cutOffTime: TimeOfDay.optional(),
  instructions: z.string().optional(),
  /** False for one that is offered to nobody for now. */
  active: z.boolean(),
  rates: z.array(ConditionalRates),
  ...revised,
})
export interface ShippingOptionSettings extends z.infer<typeof ShippingOptionSettings> {}

/** When people are let in. */
export const OpeningHours = z.object({ day: DayOfWeek, start: TimeOfDay, end: TimeOfDay })
export interface OpeningHours extends z.infer<typeof OpeningHours> {}

/** Where people come for their goods: the shop, or a point of somebody else's. */
export const PickupLocation = z.object({
  id: Guid,
  name: z.string(),
  address: Address,
  pickupMethod: PickupMethod,
  deliveryTime: z.string().optional(),
  /** Working days until it is ready; the buyer reads the date. An order after `cutOffTime` counts as one of the next working day. */
  deliveryDays: z.object({ min: z.int(), max: z.int() }).optional(),
  cutOffTime: TimeOfDay.optional(),
  instructions: z.string().optional(),
  /** The buyer reads them after the instructions. */
  openingHours: z.array(OpeningHours),
  active: z.boolean(),
  rates: z.array(ConditionalRates),
  scheduledDeliveryConfig: ScheduledDelivery.optional(),
  deliveryRegionIds: z.array(Guid),
  ...revised,
})
export interface PickupLocation extends z.infer<typeof PickupLocation> {}

const Geocode = z.object({ latitude: z.number(), longitude: z.number() })

/** What the shop brings itself: to an area, at times to choose from. At most one of the four configs says which area. */
export const LocalDeliveryOption = z.object({
  id: Guid,
  areaName: z.string(),
  zipConfig: z.object({ zipCodes: z.array(z.string()) }).optional(),
  radiusConfig: z
    .object({
      address: z.object({ formattedAddress: z.string().optional(), geocode: Geocode }),
      radius: z.number(),
      lengthUnit: z.enum(['UNSPECIFIED_LENGTH_UNIT', 'KM', 'MI']),
    })
    .optional(),
  customAreaConfig: z.object({ geocodes: z.array(Geocode) }).optional(),
  cityConfig: z
    .object({
      cityItems: z.array(z.object({ cityName: z.string(), country: CountryCode, subdivision: z.string().optional() })),
    })
    .optional(),
  estimatedDeliveryTime: z.string().optional(),
  active: z.boolean(),
  scheduledDeliveryConfig: ScheduledDelivery.optional(),
  rates: z.array(ConditionalRates),
  deliveryRegionIds: z.array(Guid),
  ...revised,
})
export interface LocalDeliveryOption extends z.infer<typeof LocalDeliveryOption> {}

const Id = Guid
const Ids = z.array(Guid).max(50)

const RatesInput = z
  .array(
    z.object({
      amount: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/, 'is no amount'),
      conditions: z
        .array(
          z.object({ type: conditionType, value: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'is no number'), operator: logicalOperator }),
        )
        .max(10)
        .optional(),
      multiplyByQuantity: z.boolean().optional(),
    }),
  )
  .max(50)

export const TimeOfDayInput = z.object({ hours: whole(0, 23), minutes: whole(0, 59).default(0) })

const ScheduleInput = z.object({
  handlingDays: whole(0, 30).nullish(),
  cutOffTime: TimeOfDayInput.nullish(),
  daysAhead: whole(0, 60).nullish(),
  timeWindows: z
    .array(
      z.object({
        day: DayOfWeek,
        start: TimeOfDayInput,
        end: TimeOfDayInput,
        enabled: z.boolean().nullish(),
        capacity: whole(1, 100_000).nullish(),
      }),
    )
    .max(100),
})

const DestinationInput = z.object({ countryCode: CountryCode, subdivisions: z.array(text(256, 1)).max(100).optional() })

const RegionInput = z.object({
  name: text(256, 1),
  active: z.boolean().nullish(),
  destinations: z.array(DestinationInput).max(250).optional(),
})

const CarrierInput = z.object({
  appId: Guid,
  backupRate: z.object({ title: text(256).nullish(), amount: amount(3), active: z.boolean() }).nullish(),
  additionalCharges: z
    .array(z.object({ description: text(250).nullish(), amount: amount(3) }))
    .max(10)
    .nullish(),
})

export const ShippingOptionInput = z.object({
  title: text(250, 1),
  deliveryRegionIds: Ids.optional(),
  /** As older callers say it: one region. */
  deliveryRegionId: Guid.nullish(),
  estimatedDeliveryTime: text(500).nullish(),
  deliveryDays: z.object({ min: whole(0, 365), max: whole(0, 365) }).nullish(),
  cutOffTime: TimeOfDayInput.nullish(),
  instructions: text(1000).nullish(),
  active: z.boolean().nullish(),
  rates: RatesInput.min(1),
})

export const PickupLocationInput = z.object({
  name: text(100, 1),
  address: AddressInput.extend({ country: CountryCode }),
  pickupMethod: PickupMethod.nullish(),
  deliveryTime: text(500).nullish(),
  deliveryDays: z.object({ min: whole(0, 365), max: whole(0, 365) }).nullish(),
  cutOffTime: TimeOfDayInput.nullish(),
  instructions: text(1000).nullish(),
  openingHours: z
    .array(z.object({ day: DayOfWeek, start: TimeOfDayInput, end: TimeOfDayInput }))
    .max(50)
    .nullish(),
  active: z.boolean().nullish(),
  rates: RatesInput.optional(),
  scheduledDeliveryConfig: ScheduleInput.nullish(),
  deliveryRegionIds: Ids.optional(),
})

const GeocodeInput = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

export const LocalDeliveryInput = z.object({
  areaName: text(100, 1),
  zipConfig: z.object({ zipCodes: z.array(text(300, 1)).max(1000) }).nullish(),
  radiusConfig: z
    .object({
      address: z.object({ formattedAddress: text(400).nullish(), geocode: GeocodeInput }),
      radius: float(0.1, 50),
    })
    .nullish(),
  customAreaConfig: z.object({ geocodes: z.array(GeocodeInput).min(3).max(300) }).nullish(),
  cityConfig: z
    .object({
      cityItems: z
        .array(z.object({ cityName: text(100, 1), country: CountryCode, subdivision: text(50).nullish() }))
        .min(1)
        .max(50),
    })
    .nullish(),
  estimatedDeliveryTime: text(40).nullish(),
  active: z.boolean().nullish(),
  scheduledDeliveryConfig: ScheduleInput.nullish(),
  rates: RatesInput.optional(),
  deliveryRegionIds: Ids.optional(),
})

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
    input: z.object({ deliveryProfileId: Id }),
    ok: Profile,
    errors: ['DELIVERY_PROFILE_NOT_FOUND'],
  }),
  'GET /ecom/v1/delivery-profiles/delivery-regions/{deliveryRegionId}': operation({
    as: 'user',
    summary: 'Read the delivery profile of a region',
    input: z.object({ deliveryRegionId: Id }),
    ok: Profile,
    errors: ['DELIVERY_REGION_NOT_FOUND'],
  }),
  'PATCH /ecom/v1/delivery-profiles/{deliveryProfile.id}': operation({
    as: 'user',
    summary: 'Rename a delivery profile',
    input: z.object({ deliveryProfile: z.object({ id: Id, revision: Revision, name: text(256, 1).optional() }) }),
    ok: Profile,
    errors: ['DELIVERY_PROFILE_NOT_FOUND', 'STALE_REVISION'],
  }),
  /** No place may be in two regions. */
  'POST /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region': operation({
    as: 'user',
    summary: 'Deliver to a region',
    input: z.object({ deliveryProfileId: Id, deliveryRegion: RegionInput, revision: Revision.nullish() }),
    ok: Profile,
    errors: [...regionRefusals],
  }),
  'PATCH /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegion.id}': operation({
    as: 'user',
    summary: 'Change a delivery region',
    input: z.object({
      deliveryProfileId: Id,
      deliveryRegion: RegionInput.partial().extend({ id: Id }),
      revision: Revision.nullish(),
    }),
    ok: Profile,
    errors: ['DELIVERY_REGION_NOT_FOUND', ...regionRefusals],
  }),
  /** Ways of delivery that served nothing else are kept, and offered nowhere. */
  'DELETE /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegionId}': operation({
    as: 'user',
    summary: 'Deliver no more to a region',
    input: z.object({ deliveryProfileId: Id, deliveryRegionId: Id, revision: Revision.nullish() }),
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
    input: z.object({ deliveryRegionId: Id, deliveryCarrier: CarrierInput }),
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
    input: z.object({ deliveryRegionId: Id, deliveryCarrier: CarrierInput }),
    ok: Profile,
    errors: ['DELIVERY_REGION_NOT_FOUND', 'DELIVERY_CARRIER_NOT_FOUND', 'DELIVERY_CARRIER_MISSING_BACKUP_RATE'],
  }),
  'POST /ecom/v1/delivery-profiles/remove-delivery-carrier': operation({
    as: 'user',
    summary: 'Ask a provider no more in a region',
    input: z.object({ deliveryRegionId: Id, appId: Guid }),
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
    input: z.object({ shippingOptionId: Id }),
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
      shippingOption: ShippingOptionInput.omit({ deliveryRegionId: true }).partial().extend({ id: Id, revision: Revision }),
    }),
    ok: z.object({ shippingOption: ShippingOptionSettings }),
    errors: ['SHIPPING_OPTION_NOT_FOUND', ...optionRefusals, 'INVALID_QUANTITY_VALUE', 'STALE_REVISION'],
  }),
  'DELETE /ecom/v1/shipping-options/{shippingOptionId}': operation({
    as: 'user',
    summary: 'Offer a way of delivery no more',
    input: z.object({ shippingOptionId: Id }),
    ok: z.object({}),
    errors: ['SHIPPING_OPTION_NOT_FOUND'],
  }),
  'POST /ecom/v1/shipping-options/{shippingOptionId}/add-delivery-region': operation({
    as: 'user',
    summary: 'Offer a way of delivery in a region',
    input: z.object({ shippingOptionId: Id, ...ofRegion }),
    ok: z.object({ shippingOption: ShippingOptionSettings }),
    errors: ['SHIPPING_OPTION_NOT_FOUND', ...optionRefusals, 'STALE_REVISION'],
  }),
  'POST /ecom/v1/shipping-options/{shippingOptionId}/remove-delivery-region': operation({
    as: 'user',
    summary: 'Offer a way of delivery in a region no more',
    input: z.object({ shippingOptionId: Id, ...ofRegion }),
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
    input: z.object({ pickupLocationId: Id }),
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
    input: z.object({ pickupLocation: PickupLocationInput.partial().extend({ id: Id, revision: Revision }) }),
    ok: z.object({ pickupLocation: PickupLocation }),
    errors: ['PICKUP_LOCATION_NOT_FOUND', ...optionRefusals, 'INVALID_QUANTITY_VALUE', 'STALE_REVISION'],
  }),
  'DELETE /v1/pickup-locations/{pickupLocationId}': operation({
    as: 'user',
    summary: 'Delete where people collect their goods',
    input: z.object({ pickupLocationId: Id }),
    ok: z.object({}),
    errors: ['PICKUP_LOCATION_NOT_FOUND'],
  }),
  'POST /v1/pickup-locations/{pickupLocationId}/add-delivery-region': operation({
    as: 'user',
    summary: 'Offer collecting in a region',
    input: z.object({ pickupLocationId: Id, ...ofRegion }),
    ok: z.object({ pickupLocation: PickupLocation }),
    errors: ['PICKUP_LOCATION_NOT_FOUND', ...optionRefusals, 'STALE_REVISION'],
  }),
  'POST /v1/pickup-locations/{pickupLocationId}/remove-delivery-region': operation({
    as: 'user',
    summary: 'Offer collecting in a region no more',
    input: z.object({ pickupLocationId: Id, ...ofRegion }),
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
    input: z.object({ localDeliveryOptionId: Id }),
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
    input: z.object({ localDeliveryOption: LocalDeliveryInput.partial().extend({ id: Id, revision: Revision }) }),
    ok: z.object({ localDeliveryOption: LocalDeliveryOption }),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND', ...optionRefusals, 'INVALID_QUANTITY_VALUE', 'STALE_REVISION'],
  }),
  'DELETE /v1/local-delivery-options/{localDeliveryOptionId}': operation({
    as: 'user',
    summary: 'Delete a local delivery',
    input: z.object({ localDeliveryOptionId: Id }),
    ok: z.object({}),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND'],
  }),
  'POST /v1/local-delivery-options/add-delivery-region': operation({
    as: 'user',
    summary: 'Offer a local delivery in a region',
    input: z.object({ localDeliveryOptionId: Id, ...ofRegion }),
    ok: z.object({ localDeliveryOption: LocalDeliveryOption }),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND', ...optionRefusals, 'STALE_REVISION'],
  }),
  'POST /v1/local-delivery-options/remove-delivery-region': operation({
    as: 'user',
    summary: 'Offer a local delivery in a region no more',
    input: z.object({ localDeliveryOptionId: Id, ...ofRegion }),
    ok: z.object({ localDeliveryOption: LocalDeliveryOption }),
    errors: ['LOCAL_DELIVERY_OPTION_NOT_FOUND', 'DELIVERY_REGION_NOT_FOUND', 'STALE_REVISION'],
  }),
})
