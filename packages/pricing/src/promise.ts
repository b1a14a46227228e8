import { type Calendar, instantOf, isWorkingDay, type TimeOfDay, type TimeSpan, wallAt } from './calendar.ts'
import { type Minor, minor } from './money.ts'
import { type ShippingZone, shippingOptions, zoneAt } from './shipping.ts'

/** What is known of delivery before there is a cart or an address. */
export interface DeliveryPromise {
  readonly price: Minor
  /** The value of goods from which it is free; null where more goods do not help. */
  readonly freeFrom: Minor | null
  /** When an order placed now arrives; null where it is unknown. */
  readonly arrives: TimeSpan | null
  /** Until when on this day this applies; null where it applies for the whole day, and on non-working days. */
  readonly orderBefore: string | null
}

/**
 * What the first delivery option of a country offers a small shipment: of those that serve all of it, are not pickups, and need no time to
 * be chosen.
 * @param calendar `now` decides what is still possible today
 * @example
 * const zones = [{
 *   id: 'de', name: 'Germany', destinations: [{ country: 'DE' }],
 *   options: [{ code: 'standard', title: 'Standard', days: { min: 2, max: 3 }, cutOff: { hours: 14, minutes: 0 }, rates: [{ amount: minor(490), conditions: [] }] }],
 * }]
 * const monday = { now: new Date('2026-11-23T09:00:00Z'), timeZone: 'Europe/Berlin' }
 * deliveryPromise(zones, 'DE', monday).price // => 490
 * deliveryPromise(zones, 'DE', monday).arrives // => { from: '2026-11-25T07:00:00.000Z', to: '2026-11-26T19:00:00.000Z' }
 * deliveryPromise(zones, 'DE', monday).orderBefore // => '2026-11-23T13:00:00.000Z'
 * deliveryPromise(zones, 'FR', monday) === undefined // => true
 */
export function deliveryPromise(zones: readonly ShippingZone[], country: string, calendar: Calendar): DeliveryPromise | undefined {
  const place = { country }
  const rules = zoneAt(zones, place)?.options ?? []
  const general = new Map(rules.flatMap((rule) => (rule.area || rule.pickup || rule.slots ? [] : [[rule.code, rule] as const])))
  const { options } = shippingOptions({ quantity: 1, value: minor(1), weight: 0 }, zones, place, calendar)
  const first = options.find(({ ruleCode }) => general.has(ruleCode))
  if (!first) return undefined
  const { price, freeFrom, arrives } = first
  return { price, freeFrom, arrives, orderBefore: arrives && lastMoment(general.get(first.ruleCode)?.cutOff, calendar) }
}

/** The cut-off time of today, if it is a working day and the time is still to come. */
function lastMoment(cutOff: TimeOfDay | null | undefined, { now, timeZone, closedOn }: Calendar): string | null {
  if (!cutOff) return null
  const { day } = wallAt(now.getTime(), timeZone)
  const last = instantOf(day, cutOff, timeZone)
  return isWorkingDay(day, closedOn) && last > now.getTime() ? new Date(last).toISOString() : null
}
