import type { DeliveryDay, DeliverySlotState, DeliveryTrial, deliveryPlan, Received } from '@vitrine/contract'
import {
  askWays,
  type Calendar,
  type Condition,
  minor,
  type PlannedSlot,
  roundDecimal,
  type ShippingRule,
  type SlotChange,
  type SlotPlan,
  shippingOptions,
  slotDays,
  slotsOn,
  type TimeOfDay,
  toDecimal,
  wallAt,
  zoneAt,
} from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import { nextState } from '../../kernel/settings/revised.ts'
import type { CommerceSettings, Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import type { ShippingSettings } from '../../kernel/settings/shipping-settings.ts'
import { violation } from '../../kernel/violation.ts'
import type { ShippingRateProvider } from '../selling/carriers.ts'
import { withinBounds } from '../selling/pricing-context.ts'
import { findProviderHealth } from '../selling/provider-health.ts'
import { showProviderHealth } from '../selling/show-provider-health.ts'
import { deliveriesOf, kindOf, settingsWith, showLocal, showPickup, showProfile, showShippingOption, type Way, wayIdOf } from './model.ts'
import { findBooked, findOrdersOfSlot, findTaken } from './slots.ts'

export interface DeliveryPlanDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly ShippingRateProvider[]
}

interface Here {
  readonly db: Db
  readonly site: string
  readonly now: Date
}

const ordersAtMost = 50
/** Days that are closed, and changes of one way. */
const datesAtMost = 1000
const tooMany = (field: string) => violation(field, `There are ${datesAtMost} at most`, 'MAX_SIZE')
const dayMs = 24 * 3_600_000
/** Days that are over longer than this are forgotten at the next change. */
const savedDays = 31

/** How the shop delivers as a whole, and what is other on certain dates. */
export function deliveryPlanOperations({ readSettings, providers }: DeliveryPlanDeps): Handlers<typeof deliveryPlan> {
  async function read({ db, site }: Here) {
    const { document, since } = (await readSection(db, site, 'shipping')) ?? { document: { zones: [] }, since: new Date(0) }
    return { ...deliveriesOf(document), since }
  }

  const commerceOf = async ({ db, site }: Here) => (await readSettings(db, site)).commerce

  /** The days from one on, with what is taken of their slots. */
  async function daysOf(scope: Here, way: Way & { readonly slots: SlotPlan }, settings: ShippingSettings, from: string, count: number) {
    const commerce = await commerceOf(scope)
    const dates = Array.from({ length: count }, (_, ahead) => dateOf(Date.parse(from) + ahead * dayMs))
    // A day is 23 to 25 hours, and no clock is further from another than a day.
    const reach = { from: new Date(Date.parse(dates[0]!) - dayMs), to: new Date(Date.parse(dates.at(-1)!) + 2 * dayMs) }
    const booked = await findBooked(scope.db, scope.site, way.code, reach)
    return dates.map((date) => dayOf(date, way.slots, settings, commerce, scope.now, booked))
  }

  return {
    async 'GET /vitrine/v1/delivery'(_, scope) {
      const [{ settings, ways, since }, sections, health] = await Promise.all([
        read(scope),
        readSettings(scope.db, scope.site),
        findProviderHealth(scope.db, scope.site),
      ])
      const { currency, timeZone } = sections.commerce
      const of = (kind: ReturnType<typeof kindOf>) => ways.filter((way) => kindOf(way) === kind)
      const asking = settings.zones.flatMap(({ id, carriers = [] }) => carriers.map(({ appId }) => ({ regionId: id, providerId: appId })))
      return {
        deliveryProfile: showProfile(settings, since),
        shippingOptions: of('shipping').map((way) => showShippingOption(way, currency, since)),
        pickupLocations: of('pickup').map((way) => showPickup(way, currency, since)),
        localDeliveryOptions: of('local').map((way) => showLocal(way, currency, since)),
        arrangement: settings.zones.map(({ id, options }) => ({ deliveryRegionId: id, deliveryOptionIds: options.map(wayIdOf) })),
        closedOn: remembered(settings.closedOn, scope.now, timeZone),
        providers: showProviderHealth(providers(sections), asking, health),
      }
    },

    async 'POST /vitrine/v1/delivery/regions/{deliveryRegionId}/arrange'({ deliveryRegionId, deliveryOptionIds }, scope) {
      const { document } = await lockSection(scope.db, scope.site, 'shipping', { zones: [] }, scope.now)
      // What was written down without ids gets them here, so that its places can be told.
      const settings = settingsWith(document, deliveriesOf(document).ways)
      const zone = settings.zones.find(({ id }) => id === deliveryRegionId)
      if (!zone) return refuse('DELIVERY_REGION_NOT_FOUND')
      const placeOf = (id: string) => (deliveryOptionIds.includes(id) ? deliveryOptionIds.indexOf(id) : deliveryOptionIds.length)
      const options = zone.options.toSorted((a, b) => placeOf(wayIdOf(a)) - placeOf(wayIdOf(b)))
      const zones = settings.zones.map((one) => (one === zone ? { ...zone, options } : one))
      const profile = { ...settings.profile, ...nextState(settings.profile ?? {}, scope.now) }
      await writeSettings(scope.db, scope.site, 'shipping', { ...settings, zones, profile }, scope.now)
      return { deliveryOptionIds: options.map(wayIdOf) }
    },

    async 'POST /vitrine/v1/delivery/closed-days'({ close = [], open = [] }, scope) {
      const { timeZone } = await commerceOf(scope)
      const { document } = await lockSection(scope.db, scope.site, 'shipping', { zones: [] }, scope.now)
      const before = (document.closedOn ?? []).filter((date) => !open.includes(date))
      const closedOn = remembered([...before, ...close], scope.now, timeZone)
      if (closedOn.length > datesAtMost) return tooMany('close')
      await writeSettings(scope.db, scope.site, 'shipping', { ...document, closedOn }, scope.now)
      return { closedOn }
    },

    async 'GET /vitrine/v1/delivery/slots'({ deliveryOptionId, from, days }, scope) {
      const { ways, settings } = await read(scope)
      const way = withSlots(ways, deliveryOptionId)
      return way instanceof Refusal ? way : { days: await daysOf(scope, way, settings, from, days) }
    },

    async 'POST /vitrine/v1/delivery/slots/change'({ deliveryOptionId, date, start, capacity, closed }, scope) {
      const { timeZone } = await commerceOf(scope)
      const { document } = await lockSection(scope.db, scope.site, 'shipping', { zones: [] }, scope.now)
      const { ways } = deliveriesOf(document)
      const way = withSlots(ways, deliveryOptionId)
      if (way instanceof Refusal) return way
      const planned = slotsOn(date, way.slots, { timeZone })
      if (planned.length === 0 || (start && !planned.some((slot) => sameTime(slot.start, start)))) return refuse('DELIVERY_SLOT_NOT_FOUND')
      const changes = changed(way.slots.changes ?? [], { date, start, capacity, closed }, firstSaved(scope.now, timeZone))
      if (changes.length > datesAtMost) return tooMany('date')
      const after = { ...way, slots: { ...way.slots, changes } }
      const settings = settingsWith(
        document,
        ways.map((one) => (one.id === way.id ? after : one)),
      )
      await writeSettings(scope.db, scope.site, 'shipping', settings, scope.now)
      const [day] = await daysOf(scope, after, settings, date, 1)
      return { day: day! }
    },

    async 'GET /vitrine/v1/delivery/slots/orders'({ deliveryOptionId, from, after }, scope) {
      const way = (await read(scope)).ways.find(({ id }) => id === deliveryOptionId)
      if (!way) return refuse('DELIVERY_OPTION_NOT_FOUND')
      const slot = { ruleCode: way.code, startsAt: new Date(from) }
      const ids = await findOrdersOfSlot(scope.db, scope.site, slot, after, ordersAtMost + 1)
      return { orderIds: ids.slice(0, ordersAtMost), hasNext: ids.length > ordersAtMost }
    },

    async 'POST /vitrine/v1/delivery/try'(basket, scope) {
      const { shipping, commerce } = await readSettings(scope.db, scope.site)
      return tried(scope, basket, shipping, commerce)
    },
  }
}

function withSlots(ways: readonly Way[], id: string) {
  const way = ways.find((one) => one.id === id)
  if (!way) return refuse('DELIVERY_OPTION_NOT_FOUND')
  const { slots } = way
  return slots ? { ...way, slots } : refuse('DELIVERY_SLOT_NOT_FOUND')
}

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10)
const firstSaved = (now: Date, timeZone: string): string => dateOf(wallAt(now.getTime(), timeZone).day - savedDays * dayMs)
const remembered = (dates: readonly string[] = [], now: Date, timeZone: string): string[] =>
  [...new Set(dates)].filter((date) => date >= firstSaved(now, timeZone)).sort()
const sameTime = (a: TimeOfDay, b: TimeOfDay): boolean => a.hours === b.hours && a.minutes === b.minutes

type SlotChangeInput = Pick<Received<'POST /vitrine/v1/delivery/slots/change'>, 'date' | 'start' | 'capacity' | 'closed'>

/** The changes after one more. What is said of a whole day is so for each of its slots. */
function changed(before: readonly SlotChange[], { date, start, capacity, closed }: SlotChangeInput, since: string): readonly SlotChange[] {
  const isOwn = (change: SlotChange) => change.date === date && (start ? !!change.start && sameTime(change.start, start) : !change.start)
  const own = before.find(isOwn)
  const said: SlotChange = {
    date,
    ...(start && { start }),
    capacity: capacity === undefined ? (own?.capacity ?? null) : capacity,
    closed: closed === undefined ? (own?.closed ?? null) : closed,
  }
  const others = before
    .filter((change) => !isOwn(change) && change.date >= since)
    .map((change) =>
      start || change.date !== date
        ? change
        : { ...change, ...(capacity !== undefined && { capacity: null }), ...(closed !== undefined && { closed: null }) },
    )
  const says = (change: SlotChange) => typeof change.capacity === 'number' || typeof change.closed === 'boolean'
  return [...others, said].filter(says).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

type Booked = ReadonlyMap<string, number>

function dayOf(
  date: string,
  plan: SlotPlan,
  { closedOn }: ShippingSettings,
  { timeZone }: CommerceSettings,
  now: Date,
  booked: Booked,
): DeliveryDay {
  const calendar: Calendar = { now, timeZone, ...(closedOn && { closedOn }) }
  const horizon = slotDays(plan, calendar)
  const planned = slotsOn(date, plan, calendar)
  const stateOf = ({ from, capacity, closed }: PlannedSlot, taken: number): DeliverySlotState => {
    if (Date.parse(from) <= now.getTime() || date < horizon.first) return 'OVER'
    if (closed) return 'CLOSED'
    if (capacity !== null && taken >= capacity) return 'FULL'
    return date > horizon.last ? 'LATER' : 'OPEN'
  }
  // Orders keep their time even where it is no longer in the plan.
  const orphans = [...booked].filter(
    ([from]) => dateOf(wallAt(Date.parse(from), timeZone).day) === date && !planned.some((slot) => slot.from === from),
  )
  const slots = planned.map((slot) => {
    const { from, to, start, end, capacity, usualCapacity } = slot
    const taken = booked.get(from) ?? 0
    return {
      from,
      to,
      start,
      end,
      ...(capacity !== null && { capacity }),
      ...(usualCapacity !== null && { usualCapacity }),
      taken,
      state: stateOf(slot, taken),
      unplanned: false,
    }
  })
  const left = orphans.map(([from, taken]) => {
    const { minutes } = wallAt(Date.parse(from), timeZone)
    const start = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
    const state: DeliverySlotState = Date.parse(from) <= now.getTime() ? 'OVER' : 'CLOSED'
    return { from, to: from, start, end: start, taken, state, unplanned: true }
  })
  return {
    date,
    shopClosed: closedOn?.includes(date) ?? false,
    slots: [...slots, ...left].toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  }
}

/** Of several steps the one that goes furthest: a shipment that is too heavy for all of them wants to know of the last. */
function furthest({ rates }: ShippingRule, { type, operator, value }: Condition): number {
  const isUpper = operator === 'LT' || operator === 'LTE'
  const bounds = rates.flatMap(({ conditions }) =>
    conditions.flatMap((one) => (one.type === type && one.operator === operator ? [Number(one.value)] : [])),
  )
  return isUpper ? Math.max(value, ...bounds) : value
}

/** What the ways of a place say to goods of some weight, value and number. */
async function tried(
  { db, site, now }: Here,
  { country, subdivision, city, postalCode, weight, value, quantity }: Received<'POST /vitrine/v1/delivery/try'>,
  { zones, closedOn }: ShippingSettings,
  { currency, timeZone }: CommerceSettings,
) {
  const place = { country, subdivision: subdivision ?? null, city: city ?? null, postalCode: postalCode ?? null }
  const zone = zoneAt(zones, place)
  if (!zone) return { ways: [] }
  const codes = zone.options.filter(({ slots }) => slots).map(({ code }) => code)
  const taken = codes.length > 0 ? await findTaken(db, site, codes, now) : new Map<string, number>()
  const calendar = { now, timeZone, taken, ...(closedOn && { closedOn }) }
  return withinBounds(() => {
    const basket = { quantity, value: roundDecimal(value, currency), weight: Math.round(Number(weight) * 1e6) }
    // A region where nothing is delivered for now says nothing: what it would say is asked nevertheless.
    const asked = zones.map((one) => (one.id === zone.id ? { ...one, active: true } : one))
    const { options } = shippingOptions(basket, asked, place, calendar)
    const answers = askWays(basket, asked, place, calendar)
    const money = (amount: number) => toDecimal(minor(amount), currency)
    const ways = zone.options.map((rule, at): DeliveryTrial => {
      const told = answers[at]!
      const named = { deliveryOptionId: wayIdOf(rule), title: rule.title }
      const offers = options.filter(({ ruleCode }) => ruleCode === rule.code)
      const first = offers[0]
      if (told.offered && first)
        return {
          ...named,
          price: money(first.price),
          ...(first.freeFrom !== null && { freeFrom: money(first.freeFrom) }),
          ...(first.arrives && { arrives: first.arrives }),
          ...(rule.slots && { slots: offers.length }),
        }
      if (told.offered || told.because !== 'UNMET') return { ...named, because: told.offered ? 'NO_SLOT' : told.because }
      const { type, operator } = told.condition
      const bound = furthest(rule, told.condition)
      return { ...named, because: 'UNMET', unmet: { type, operator, value: type === 'BY_TOTAL_PRICE' ? money(bound) : String(bound) } }
    })
    return { deliveryRegion: { id: zone.id, name: zone.name, active: zone.active !== false }, ways }
  })
}
