import * as z from 'zod'
import { TimeOfDayInput } from './delivery-inputs.ts'
import {
  DeliveryProfile,
  LocalDeliveryOption,
  PickupLocation,
  RateCondition,
  ShippingOptionSettings,
  TimeOfDay,
} from './delivery-profile.ts'
import { operation, operations } from './operation.ts'
import { amount, CountryCode, Decimal, Guid, Instant, text, whole } from './primitives.ts'
import { ProviderHealth } from './providers.ts'

/** A date in the shop's time zone, `2026-12-24`. */
const Day = z.iso.date().max(10)

/** The state of a slot: `OVER` can no longer be chosen, `LATER` not yet. A closed slot keeps its orders. */
export const DeliverySlotState = z.enum(['OPEN', 'FULL', 'CLOSED', 'OVER', 'LATER'])
export type DeliverySlotState = z.infer<typeof DeliverySlotState>

export const DeliverySlot = z.object({
  from: Instant,
  to: Instant,
  start: TimeOfDay,
  end: TimeOfDay,
  /** How many orders it takes on this date; unlimited if absent. */
  capacity: z.int().optional(),
  /** How many it takes in other weeks. */
  usualCapacity: z.int().optional(),
  /** How many orders it has. */
  taken: z.int(),
  state: DeliverySlotState,
  /** It has orders, but is no longer in the plan. */
  unplanned: z.boolean(),
})
export interface DeliverySlot extends z.infer<typeof DeliverySlot> {}

export const DeliveryDay = z.object({
  date: Day,
  /** The whole shop is closed. */
  shopClosed: z.boolean(),
  slots: z.array(DeliverySlot),
})
export interface DeliveryDay extends z.infer<typeof DeliveryDay> {}

/** Whether a delivery option is offered to a basket or, if not, why. */
export const DeliveryTrial = z.object({
  deliveryOptionId: Guid,
  title: z.string(),
  because: z.enum(['SWITCHED_OFF', 'OUTSIDE_ITS_AREA', 'NO_SLOT', 'NO_RATE', 'UNMET']).optional(),
  /** The unmet condition of the closest rate: `BY_TOTAL_WEIGHT LTE 20`. */
  unmet: RateCondition.optional(),
  /** Its price, if it is offered. */
  price: Decimal.optional(),
  /** The value of goods from which it is free. */
  freeFrom: Decimal.optional(),
  /** When it arrives: the first of its slots, or from the first day to the last. */
  arrives: z.object({ from: Instant, to: Instant }).optional(),
  slots: z.int().optional(),
})
export interface DeliveryTrial extends z.infer<typeof DeliveryTrial> {}

export const deliveryPlan = operations({
  /** A consistent snapshot. */
  'GET /vitrine/v1/delivery': operation({
    as: 'user',
    summary: 'Read how the shop delivers',
    input: z.object({}),
    ok: z.object({
      deliveryProfile: DeliveryProfile,
      shippingOptions: z.array(ShippingOptionSettings),
      pickupLocations: z.array(PickupLocation),
      localDeliveryOptions: z.array(LocalDeliveryOption),
      /** The options of each region, in the order in which buyers see them. */
      arrangement: z.array(z.object({ deliveryRegionId: Guid, deliveryOptionIds: z.array(Guid) })),
      /** Days without work or delivery, from last month on. */
      closedOn: z.array(Day),
      providers: z.array(ProviderHealth),
    }),
    errors: [],
  }),

  /** Those that are not named come after those that are. */
  'POST /vitrine/v1/delivery/regions/{deliveryRegionId}/arrange': operation({
    as: 'user',
    summary: 'Order the ways of a region',
    input: z.object({ deliveryRegionId: Guid, deliveryOptionIds: z.array(Guid).max(100) }),
    ok: z.object({ deliveryOptionIds: z.array(Guid) }),
    errors: ['DELIVERY_REGION_NOT_FOUND'],
  }),

  /** On these days nothing is shipped, and no slot is offered. Orders that have one keep it. */
  'POST /vitrine/v1/delivery/closed-days': operation({
    as: 'user',
    summary: 'Close the shop on days, or open it again',
    input: z.object({ close: z.array(Day).max(366).optional(), open: z.array(Day).max(366).optional() }),
    ok: z.object({ closedOn: z.array(Day) }),
    errors: [],
  }),

  'GET /vitrine/v1/delivery/slots': operation({
    as: 'user',
    summary: 'Read the slots of some days, and how many orders each has',
    input: z.object({ deliveryOptionId: Guid, from: Day, days: whole(1, 31).default(7) }),
    ok: z.object({ days: z.array(DeliveryDay) }),
    errors: ['DELIVERY_OPTION_NOT_FOUND', 'DELIVERY_SLOT_NOT_FOUND'],
  }),

  /**
   * Changes one slot of one date, or without `start` all of that date; other weeks do not change. Absent fields stay unchanged, null
   * restores the weekly value. Orders keep their slot.
   */
  'POST /vitrine/v1/delivery/slots/change': operation({
    as: 'user',
    summary: 'Change the slots of a date',
    input: z.object({
      deliveryOptionId: Guid,
      date: Day,
      start: TimeOfDayInput.nullish(),
      capacity: whole(1, 100_000).nullish(),
      closed: z.boolean().nullish(),
    }),
    ok: z.object({ day: DeliveryDay }),
    errors: ['DELIVERY_OPTION_NOT_FOUND', 'DELIVERY_SLOT_NOT_FOUND'],
  }),

  'GET /vitrine/v1/delivery/slots/orders': operation({
    as: 'user',
    summary: 'List the orders of a slot',
    input: z.object({ deliveryOptionId: Guid, from: Instant.max(40), after: Guid.optional() }),
    /** At most 50, oldest first; `after` continues from the last of them. */
    ok: z.object({ orderIds: z.array(Guid), hasNext: z.boolean() }),
    errors: ['DELIVERY_OPTION_NOT_FOUND'],
  }),

  /** Providers are not asked. */
  'POST /vitrine/v1/delivery/try': operation({
    as: 'user',
    cost: 'price',
    summary: 'Say what a delivery would cost',
    reads: true,
    input: z.object({
      country: CountryCode,
      subdivision: text(50).nullish(),
      city: text(100).nullish(),
      postalCode: text(50).nullish(),
      /** Of all units, in the shop's unit. */
      weight: z.string().regex(/^\d{1,6}(\.\d{1,6})?$/, 'is no weight'),
      /** After discounts. */
      value: amount(3),
      quantity: whole(1, 100_000),
    }),
    ok: z.object({
      /** None where the shop does not deliver there. */
      deliveryRegion: z.object({ id: Guid, name: z.string(), active: z.boolean() }).optional(),
      ways: z.array(DeliveryTrial),
    }),
    errors: [],
  }),
})
