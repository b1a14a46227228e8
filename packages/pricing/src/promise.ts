import { type Calendar, type DayOfWeek, instantOf, isWorkingDay, type TimeOfDay, type TimeSpan, wallAt } from './calendar.ts'
import { type Minor, minor } from './money.ts'
import { type OpenHours, type PickupDetails, type ShippingZone, shippingOptions, zoneAt } from './shipping.ts'

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

/** What is known of collecting an order before there is a cart or an address. */
export interface PickupPromise {
  readonly title: string
  readonly address: PickupDetails['address']
  readonly price: Minor
  /** When an order placed now can be collected; null where it is unknown, or a time has to be chosen. */
  readonly ready: TimeSpan | null
  /** When the place opens on the first of these days; null where its hours are unknown, or it stays closed. */
  readonly opens: string | null
  /** How many places there are, this one included. */
  readonly places: number
}

/**
 * Where a small order can be collected: the first place of those that serve all of a country.
 * @param calendar `now` decides what is still possible today
 * @example
 * const zones = [{
 *   id: 'de', name: 'Germany', destinations: [{ country: 'DE' }],
 *   options: [{
 *     code: 'studio', title: 'Studio', days: { min: 1, max: 1 }, rates: [{ amount: minor(0), conditions: [] }],
 *     pickup: { method: 'STORE_PICKUP', address: { country: 'DE', city: 'Berlin' } },
 *     hours: [{ day: 'TUE', start: { hours: 10, minutes: 0 }, end: { hours: 19, minutes: 0 } }],
 *   }],
 * }]
 * const monday = { now: new Date('2026-11-23T09:00:00Z'), timeZone: 'Europe/Berlin' }
 * pickupPromise(zones, 'DE', monday).ready // => { from: '2026-11-24T07:00:00.000Z', to: '2026-11-24T19:00:00.000Z' }
 * pickupPromise(zones, 'DE', monday).opens // => '2026-11-24T09:00:00.000Z'
 * pickupPromise(zones, 'FR', monday) === undefined // => true
 */
export function pickupPromise(zones: readonly ShippingZone[], country: string, calendar: Calendar): PickupPromise | undefined {
  const place = { country }
  const rules = zoneAt(zones, place)?.options ?? []
  const general = new Map(rules.flatMap((rule) => (rule.pickup && !rule.area ? [[rule.code, rule] as const] : [])))
  const { options } = shippingOptions({ quantity: 1, value: minor(1), weight: 0 }, zones, place, calendar)
  const ours = options.filter(({ ruleCode }) => general.has(ruleCode))
  const first = ours.find(({ ruleCode }) => !general.get(ruleCode)?.slots) ?? ours[0]
  if (!first?.pickup) return undefined
  const { title, price, pickup, hours = [] } = first
  const ready = general.get(first.ruleCode)?.slots ? null : first.arrives
  return {
    title,
    address: pickup.address,
    price,
    ready,
    opens: ready && opensOn(hours, ready.from, calendar),
    places: new Set(ours.map(({ ruleCode }) => ruleCode)).size,
  }
}

const week: readonly DayOfWeek[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

function opensOn(hours: readonly OpenHours[], from: string, { timeZone }: Calendar): string | null {
  const { day } = wallAt(Date.parse(from), timeZone)
  const starts = hours
    .filter((one) => one.day === week[new Date(day).getUTCDay()])
    .map(({ start }) => start)
    .sort((a, b) => a.hours - b.hours || a.minutes - b.minutes)
  return starts[0] ? new Date(instantOf(day, starts[0], timeZone)).toISOString() : null
}
