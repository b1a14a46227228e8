import * as z from 'zod'
import { Address } from './addresses.ts'
import { PickupMethod } from './enums.ts'
import { CountryCode, Decimal, Guid } from './primitives.ts'
import { revised } from './revised.ts'

export const RateConditionType = z.enum(['BY_TOTAL_WEIGHT', 'BY_TOTAL_PRICE', 'BY_TOTAL_QUANTITY'])

export const RateConditionOperator = z.enum(['EQ', 'GT', 'GTE', 'LT', 'LTE'])

export const RateCondition = z.object({ type: RateConditionType, value: Decimal, operator: RateConditionOperator })
export interface RateCondition extends z.infer<typeof RateCondition> {}

/** A price that holds while all of its conditions do; of several that hold, the lowest counts. */
export const ConditionalRates = z.object({
  amount: Decimal,
  conditions: z.array(RateCondition),
  multiplyByQuantity: z.boolean(),
  /** What the carrier takes from the shop for it, to compare the amount with. It changes no price. */
  carrierCost: Decimal.optional(),
})
export interface ConditionalRates extends z.infer<typeof ConditionalRates> {}

export const TimeOfDay = z.object({ hours: z.int(), minutes: z.int() })

export const DayOfWeek = z.enum(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])

export type DayOfWeek = z.infer<typeof DayOfWeek>

/** A weekly time to choose from; `capacity` is how many orders it takes, unlimited if absent. */
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

/** Places that share their delivery options; without destinations, the rest of the world. */
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
  /** False for one that is not offered for now. */
  active: z.boolean(),
  rates: z.array(ConditionalRates),
  ...revised,
})
export interface ShippingOptionSettings extends z.infer<typeof ShippingOptionSettings> {}

/** When it is open. */
export const OpeningHours = z.object({ day: DayOfWeek, start: TimeOfDay, end: TimeOfDay })
export interface OpeningHours extends z.infer<typeof OpeningHours> {}

/** Where buyers collect their goods: the shop, or a third party's pickup point. */
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

/** Delivery by the shop itself: to an area, at times to choose from. At most one of the four configs defines the area. */
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
