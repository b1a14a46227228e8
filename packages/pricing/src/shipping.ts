import { type Area, inArea } from './area.ts'
import { arrivalOf, type Calendar, dispatchOf, type SlotPlan, type SlotWindow, slotsOf, type TimeOfDay, type TimeSpan } from './calendar.ts'
import { atPrice, type Discount, discounted, type Line, netOf } from './lines.ts'
import { type Minor, minor, sum, times, zero } from './money.ts'
import { type Place, sameCountry, subdivisionOf } from './place.ts'

/** How a condition compares the basket with its value. */
export type Operator = 'EQ' | 'GT' | 'GTE' | 'LT' | 'LTE'

/** What a rate requires of the basket, of which only the goods to be delivered count. */
export type Condition =
  /** Their weight, in the shop's unit of weight (KG or LB), to six decimals; the same unit as that of lines, so nothing is converted. */
  | { readonly type: 'BY_TOTAL_WEIGHT'; readonly operator: Operator; readonly value: number }
  /** Their value after discounts, in minor units. */
  | { readonly type: 'BY_TOTAL_PRICE'; readonly operator: Operator; readonly value: Minor }
  /** Their number of units. */
  | { readonly type: 'BY_TOTAL_QUANTITY'; readonly operator: Operator; readonly value: number }

/** A price that holds while all of its conditions do; without any, always. */
export interface ConditionalRate {
  readonly amount: Minor
  readonly conditions: readonly Condition[]
  /** Whether the amount is per unit. */
  readonly multiplyByQuantity?: boolean
  /** What the carrier takes for it: kept beside the amount, and no part of any price. */
  readonly carrierCost?: Minor
}

/** Where something can be collected. */
export interface PickupDetails {
  readonly method: 'STORE_PICKUP' | 'PICKUP_POINT'
  readonly address: Place & {
    readonly city?: string
    readonly postalCode?: string
    readonly addressLine?: string
    readonly addressLine2?: string
  }
}

/** A weekly opening time. */
export type OpenHours = Pick<SlotWindow, 'day' | 'start' | 'end'>

/** A delivery option, as a merchant sets it up. */
export interface ShippingRule {
  readonly code: string
  readonly title: string
  /** False for an inactive one. */
  readonly active?: boolean
  /** In words, for people: `"2–3 working days"`. */
  readonly deliveryTime?: string | null
  readonly instructions?: string | null
  /** Working days from order to arrival. */
  readonly days?: { readonly min: number; readonly max: number } | null
  /** An order after this time is shipped on the next working day. */
  readonly cutOff?: TimeOfDay | null
  /** Times to choose from: each is offered as an option of its own, `cargo-bike@20261124T1600Z`, as long as it takes orders. */
  readonly slots?: SlotPlan | null
  /** The part of the zone that it serves; absent or null for all of it. */
  readonly area?: Area | null
  /** Decides its tax rates; absent or null for the default group. */
  readonly taxGroupId?: string | null
  /** Of those that hold, the lowest counts; where none holds, this option is not offered. */
  readonly rates: readonly ConditionalRate[]
  /** Set where buyers collect the goods. */
  readonly pickup?: PickupDetails | null
  /** When it is open. */
  readonly hours?: readonly OpenHours[] | null
}

/** The places that share the same delivery options. */
export interface ShippingZone {
  readonly id: string
  readonly name: string
  /** False for one where nothing is delivered for now: its places belong to no other zone meanwhile. */
  readonly active?: boolean
  readonly destinations: readonly {
    /** ISO 3166-1 alpha-2, or `"*"` for the rest of the world. */
    readonly country: string
    /** Absent or empty for the whole country. */
    readonly subdivisions?: readonly string[]
  }[]
  /** In the order in which they are offered. */
  readonly options: readonly ShippingRule[]
}

/** What the delivery rules are based on; created by {@link basketOf}. */
export interface Basket {
  /** Units to be delivered. */
  readonly quantity: number
  /** Their value after discounts. */
  readonly value: Minor
  /** Their weight in millionths of the shop's unit. */
  readonly weight: number
}

/** A delivery option for this basket, at its price; can be used in the facts of a quote as it is. */
export interface ShippingOption {
  readonly code: string
  readonly title: string
  readonly price: Minor
  /** Its price were it not free for the value of the goods: the price to strike out; else `price`. */
  readonly regularPrice: Minor
  /** The value of goods from which it is free, or becomes free next; null where more goods do not help, 0 where it is free for any. */
  readonly freeFrom: Minor | null
  readonly taxGroupId: string | null
  readonly deliveryTime: string | null
  readonly instructions: string | null
  readonly days: { readonly min: number; readonly max: number } | null
  readonly pickup: PickupDetails | null
  /** The opening hours of the pickup location. */
  readonly hours?: readonly OpenHours[]
  /** The rule that offers it: its `code` without the slot. */
  readonly ruleCode: string
  /** When it arrives or can be collected: the slot, or from the first day to the last; null where it is unknown. */
  readonly arrives: TimeSpan | null
  /** Until when it has to leave, or to be ready to be collected; absent where that is unknown. */
  readonly shipBy?: string
  /** How many orders its slot takes; null where it has none, or the slot is unlimited. */
  readonly capacity: number | null
}

/** The calendar with the existing orders of slots: how many each has, by the code of its option. */
export interface DeliveryCalendar extends Calendar {
  readonly taken?: ReadonlyMap<string, number>
}

/** The options, in the merchant's order, or why there are none. */
export type ShippingAnswer =
  | { readonly zone: { readonly id: string; readonly name: string }; readonly options: readonly ShippingOption[]; readonly none: null }
  | {
      readonly zone: { readonly id: string; readonly name: string } | null
      readonly options: readonly []
      /**
       * `NOTHING_SHIPPABLE`: nothing needs delivery. `NO_DESTINATION`: the destination is not known yet. `NO_ZONE`: the shop does not
       * deliver there. `TOO_HEAVY`: it would, were the goods lighter. `NO_SLOT`: it would, were a slot free. `NO_RATE`: no rate holds for
       * another reason.
       */
      readonly none: 'NOTHING_SHIPPABLE' | 'NO_DESTINATION' | 'NO_ZONE' | 'TOO_HEAVY' | 'NO_SLOT' | 'NO_RATE'
    }

/**
 * The goods to deliver of some lines, valued after discounts.
 * @throws RangeError when a line is invalid (see `quote`), or a weight is negative, not finite or absurdly large
 * @example
 * basketOf([
 *   { id: 'mug', quantity: 2, price: minor(2600), weight: 0.38, shippable: true },
 *   { id: 'print', quantity: 1, price: minor(900), shippable: false },
 * ]) // => { quantity: 2, value: 5200, weight: 760000 }
 * basketOf([{ id: 'mug', quantity: 1, price: minor(2600), weight: -1, shippable: true }]) // throws RangeError
 */
export function basketOf(lines: readonly Line[], discounts: readonly Discount[] = []): Basket {
  const goods = discounted(atPrice(lines), discounts).lines.filter(({ line }) => line.shippable)
  return {
    quantity: sum(goods.map(({ line }) => minor(line.quantity))),
    value: sum(goods.map(netOf)),
    weight: sum(goods.map(({ line }) => times(minor(millionths(line.weight ?? 0)), line.quantity))),
  }
}

/** Whole millionths, so that ten times 0.1 is 1. */
function millionths(weight: number): number {
  if (!(weight >= 0 && weight <= 1e9)) throw new RangeError(`${weight} is not a weight`)
  return Math.round(weight * 1e6)
}

/**
 * The options in which a basket can be delivered to a place. The zone that names its subdivision takes precedence over the one that names
 * its country, and that over the rest of the world; of equals the first. Options with slots are offered once for each slot that is not
 * full; without a calendar they are not offered, and nothing has a date.
 * @param place where the goods go; null while unknown
 * @throws RangeError when a price leaves the safe integers
 * @example
 * const zones = [{
 *   id: 'eu', name: 'EU', destinations: [{ country: 'DE' }, { country: 'FR' }],
 *   options: [{
 *     code: 'standard', title: 'Standard', days: { min: 2, max: 3 },
 *     rates: [
 *       { amount: minor(490), conditions: [{ type: 'BY_TOTAL_WEIGHT', operator: 'LTE', value: 31.5 }] },
 *       { amount: minor(0), conditions: [{ type: 'BY_TOTAL_PRICE', operator: 'GTE', value: minor(8000) }] },
 *     ],
 *   }],
 * }]
 * const basket = { quantity: 2, value: minor(5200), weight: 760000 }
 * shippingOptions(basket, zones, { country: 'DE' }).options[0].price // => 490
 * shippingOptions({ ...basket, value: minor(8000) }, zones, { country: 'DE' }).options[0].price // => 0
 * shippingOptions({ ...basket, weight: 40_000_000 }, zones, { country: 'DE' }).none // => 'TOO_HEAVY'
 * shippingOptions(basket, zones, { country: 'US' }).none // => 'NO_ZONE'
 */
export function shippingOptions(
  basket: Basket,
  zones: readonly ShippingZone[],
  place: Place | null,
  calendar?: DeliveryCalendar,
): ShippingAnswer {
  if (basket.quantity === 0) return { zone: null, options: [], none: 'NOTHING_SHIPPABLE' }
  if (!place) return { zone: null, options: [], none: 'NO_DESTINATION' }
  const found = zoneAt(zones, place)
  if (!found || found.active === false) return { zone: null, options: [], none: 'NO_ZONE' }
  const zone = { id: found.id, name: found.name }
  const rules = found.options.filter(({ active, area }) => active !== false && (!area || inArea(area, place)))
  const offers = rules.flatMap((rule) => offer(rule, basket) ?? [])
  const options = offers.flatMap(({ rule, option }) => inTime(rule, option, calendar))
  if (options.length > 0) return { zone, options, none: null }
  if (offers.length > 0) return { zone, options: [], none: 'NO_SLOT' }
  const heavy = rules.some(({ rates }) => rates.some((rate) => rate.conditions.every((one) => limitsWeight(one) || holds(one, basket))))
  return { zone, options: [], none: heavy ? 'TOO_HEAVY' : 'NO_RATE' }
}

/**
 * The zone that a place belongs to.
 * @example
 * const zones = [{ id: 'eu', name: 'EU', destinations: [{ country: 'DE' }], options: [] }]
 * zoneAt(zones, { country: 'DE', subdivision: 'DE-BE' }).id // => 'eu'
 */
export function zoneAt(zones: readonly ShippingZone[], { country, subdivision }: Place): ShippingZone | undefined {
  const wanted = subdivisionOf(country, subdivision)
  const serves = (test: (destination: ShippingZone['destinations'][number]) => boolean) =>
    zones.find((zone) => zone.destinations.some(test))
  return (
    (wanted &&
      serves((to) => sameCountry(to.country, country) && !!to.subdivisions?.some((one) => subdivisionOf(country, one) === wanted))) ||
    serves((to) => sameCountry(to.country, country) && !to.subdivisions?.length) ||
    serves((to) => to.country === '*')
  )
}

/** An option at its price; undefined where none of its rates holds. */
export function offer(rule: ShippingRule, basket: Basket): { readonly rule: ShippingRule; readonly option: ShippingOption } | undefined {
  const price = priceOf(rule, basket)
  if (price === undefined) return undefined
  const freeFrom = freeFromOf(rule, basket)
  const paid = price > 0 || !freeFrom ? price : priceOf(rule, { ...basket, value: minor(freeFrom - 1) })
  return {
    rule,
    option: {
      code: rule.code,
      title: rule.title,
      price,
      regularPrice: paid ?? price,
      freeFrom,
      taxGroupId: rule.taxGroupId ?? null,
      deliveryTime: rule.deliveryTime ?? null,
      instructions: rule.instructions ?? null,
      days: rule.days ?? null,
      pickup: rule.pickup ?? null,
      ...(rule.hours?.length && { hours: rule.hours }),
      ruleCode: rule.code,
      arrives: null,
      capacity: null,
    },
  }
}

/** An option with its dates: one, or one for each slot that is not full. */
export function inTime(rule: ShippingRule, option: ShippingOption, calendar: DeliveryCalendar | undefined): readonly ShippingOption[] {
  if (!rule.slots) {
    if (!calendar || !rule.days) return [option]
    const arrives = arrivalOf(rule.days, calendar, rule.cutOff)
    return [{ ...option, arrives, shipBy: rule.pickup ? arrives.from : dispatchOf(calendar, rule.cutOff) }]
  }
  if (!calendar) return []
  return slotsOf(rule.slots, calendar).flatMap(({ from, to, capacity }) => {
    const code = slotCode(rule.code, from)
    const full = capacity !== null && (calendar.taken?.get(code) ?? 0) >= capacity
    return full ? [] : [{ ...option, code, arrives: { from, to }, shipBy: from, capacity }]
  })
}

/**
 * The code of a slot as an option.
 * @param from an instant, as `slotsOf` writes it
 * @example
 * slotCode('cargo-bike', '2026-11-24T16:00:00.000Z') // => 'cargo-bike@20261124T1600Z'
 */
export const slotCode = (ruleCode: string, from: string): string => `${ruleCode}@${from.slice(0, 16).replace(/[-:]/g, '')}Z`

function priceOf({ rates }: ShippingRule, basket: Basket): Minor | undefined {
  let lowest: Minor | undefined
  for (const { amount, conditions, multiplyByQuantity } of rates) {
    if (!conditions.every((one) => holds(one, basket))) continue
    if (amount < 0) throw new RangeError('The price of a delivery cannot be negative')
    const price = multiplyByQuantity ? times(amount, basket.quantity) : minor(amount)
    if (lowest === undefined || price < lowest) lowest = price
  }
  return lowest
}

/**
 * From which value on it is free: where it is free now, the start of that; else the next such value; null where more goods do not help. All
 * else being equal, the price only changes at the bounds of conditions.
 */
function freeFromOf(rule: ShippingRule, basket: Basket): Minor | null {
  const isFree = (value: Minor) => priceOf(rule, { ...basket, value }) === 0
  const bounds = rule.rates.flatMap((rate) =>
    rate.conditions.flatMap((one) => (one.type === 'BY_TOTAL_PRICE' ? [one.value, minor(one.value + 1)] : [])),
  )
  const steps = [zero, ...bounds].sort((a, b) => a - b)
  if (!isFree(basket.value)) return steps.find((value) => value > basket.value && isFree(value)) ?? null
  const below = steps.filter((value) => value >= 0 && value <= basket.value)
  return below[below.findLastIndex((value) => !isFree(value)) + 1] ?? zero
}

/** Whether a basket meets a condition of a rate. */
export function holds({ type, operator, value }: Condition, basket: Basket): boolean {
  const [actual, limit] =
    type === 'BY_TOTAL_WEIGHT'
      ? [basket.weight, millionths(value)]
      : type === 'BY_TOTAL_PRICE'
        ? [basket.value, value]
        : [basket.quantity, value]
  switch (operator) {
    case 'EQ':
      return actual === limit
    case 'GT':
      return actual > limit
    case 'GTE':
      return actual >= limit
    case 'LT':
      return actual < limit
    case 'LTE':
      return actual <= limit
  }
}

const limitsWeight = ({ type, operator }: Condition): boolean => type === 'BY_TOTAL_WEIGHT' && (operator === 'LT' || operator === 'LTE')

/** How far a basket is from free delivery. */
export interface FreeDelivery {
  /** Which delivery option becomes free. */
  readonly code: string
  /** The value of goods from which it does; 0 where it always is. */
  readonly from: Minor
  /** The value of the goods now. */
  readonly at: Minor
  /** What is missing; 0 once it is free. */
  readonly missing: Minor
}

/**
 * How much is missing for free delivery, by the option that gets there first: "Delivery is free. From €80, you are at €186.50." Pickup does
 * not count. Null where nothing becomes free.
 * @param options those that {@link shippingOptions} offers for this basket
 * @example
 * const option = {
 *   code: 'standard', title: 'Standard', price: minor(490), regularPrice: minor(490), freeFrom: minor(8000),
 *   taxGroupId: null, deliveryTime: null, instructions: null, days: null, pickup: null,
 *   ruleCode: 'standard', arrives: null, capacity: null,
 * }
 * freeOver({ quantity: 2, value: minor(5200), weight: 0 }, [option]) // => { code: 'standard', from: 8000, at: 5200, missing: 2800 }
 * freeOver({ quantity: 2, value: minor(5200), weight: 0 }, [{ ...option, freeFrom: null }]) // => null
 */
export function freeOver(basket: Basket, options: readonly ShippingOption[]): FreeDelivery | null {
  let nearest: FreeDelivery | null = null
  for (const { code, price, freeFrom, pickup } of options) {
    if (pickup || freeFrom === null) continue
    const missing = minor(price === 0 ? 0 : freeFrom - basket.value)
    if (!nearest || missing < nearest.missing) nearest = { code, from: freeFrom, at: basket.value, missing }
  }
  return nearest
}
