import * as z from 'zod'
import { DayOfWeek, RateConditionOperator, RateConditionType } from './delivery-profile.ts'
import { PickupMethod } from './enums.ts'
import { AddressInput } from './inputs.ts'
import { amount, CountryCode, float, Guid, text, whole } from './primitives.ts'

const Ids = z.array(Guid).max(50)
const RatesInput = z
  .array(
    z.object({
      amount: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/, 'is no amount'),
      conditions: z
        .array(
          z.object({
            type: RateConditionType,
            value: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'is no number'),
            operator: RateConditionOperator,
          }),
        )
        .max(10)
        .optional(),
      multiplyByQuantity: z.boolean().optional(),
      /** Absent in an update: as it was for the rate with the same conditions. `null`: not known any more. */
      carrierCost: z
        .string()
        .regex(/^\d{1,9}(\.\d{1,3})?$/, 'is no amount')
        .nullish(),
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

export const RegionInput = z.object({
  name: text(256, 1),
  active: z.boolean().nullish(),
  destinations: z.array(DestinationInput).max(250).optional(),
})

export const CarrierInput = z.object({
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
  /** The older form: one region. */
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
