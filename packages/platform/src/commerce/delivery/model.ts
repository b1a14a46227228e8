import type {
  ConditionalRates,
  DeliveryProfile,
  DeliveryRegion,
  LocalDeliveryOption,
  PickupLocation,
  ScheduledDelivery,
  ShippingOptionSettings,
} from '@vitrine/contract'
import { type ConditionalRate, type SlotPlan, subdivisionOf, toDecimal } from '@vitrine/pricing'
import { namedId, showRevised } from '../../kernel/settings/revised.ts'
import type { ShippingRuleSettings, ShippingSettings, ShippingZoneSettings } from '../../kernel/settings/shipping-settings.ts'

/** A way of delivery as a merchant sees it: one thing, however many regions it serves. In the section it stands in each of them. */
export interface Way extends ShippingRuleSettings {
  readonly id: string
  readonly regionIds: readonly string[]
}

export type Kind = 'shipping' | 'pickup' | 'local'

export const kindOf = ({ pickup, area, slots }: ShippingRuleSettings): Kind => (pickup ? 'pickup' : area || slots ? 'local' : 'shipping')

/** The regions and ways of a shop. */
export interface Deliveries {
  readonly settings: ShippingSettings
  readonly ways: readonly Way[]
}

/** What a rule says, without its id and dates: rules that were written down twice without an id are one way if they say the same. */
const sayingOf = (rule: ShippingRuleSettings): string =>
  JSON.stringify({ ...rule, id: undefined, revision: undefined, createdAt: undefined, updatedAt: undefined })

/** The way that a rule is, in whichever region it stands. */
export const wayIdOf = (rule: ShippingRuleSettings): string => rule.id ?? namedId(`way ${sayingOf(rule)}`)

export function deliveriesOf(settings: ShippingSettings): Deliveries {
  const ways = new Map<string, Way>()
  const placed = [
    ...settings.zones.flatMap((zone) => zone.options.map((rule) => ({ rule, regionIds: [zone.id] }))),
    ...(settings.laidBy ?? []).map((rule) => ({ rule, regionIds: [] })),
  ]
  for (const { rule, regionIds } of placed) {
    const id = wayIdOf(rule)
    const known = ways.get(id)
    ways.set(id, known ? { ...known, regionIds: [...new Set([...known.regionIds, ...regionIds])] } : { ...rule, id, regionIds })
  }
  return { settings, ways: [...ways.values()] }
}

/** The section with these ways, each in its regions, in the order of each region; what is new in one comes last. */
export function settingsWith(settings: ShippingSettings, ways: readonly Way[]): ShippingSettings {
  const ruleOf = (way: Way): ShippingRuleSettings => {
    const { regionIds: _, ...rule } = way
    return rule
  }
  const laidBy = ways.filter(({ regionIds }) => !settings.zones.some(({ id }) => regionIds.includes(id)))
  const { laidBy: _, ...rest } = settings
  const inOrderOf = (zone: ShippingZoneSettings): readonly Way[] => {
    const places = new Map(zone.options.map((rule, place) => [wayIdOf(rule), place]))
    const placeOf = ({ id }: Way) => places.get(id) ?? places.size
    return ways.filter(({ regionIds }) => regionIds.includes(zone.id)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
  return {
    ...rest,
    zones: settings.zones.map((zone) => ({ ...zone, options: inOrderOf(zone).map(ruleOf) })),
    ...(laidBy.length > 0 && { laidBy: laidBy.map(ruleOf) }),
  }
}

export const profileIdOf = ({ profile }: ShippingSettings): string => profile?.id ?? namedId('the default delivery profile')

export const showProfile = (settings: ShippingSettings, since: Date): DeliveryProfile => ({
  id: profileIdOf(settings),
  name: settings.profile?.name ?? 'Default',
  default: true,
  deliveryRegions: settings.zones.map(showRegion),
  ...showRevised(settings.profile ?? {}, since),
})

const showRegion = ({ id, name, active, carriers = [], destinations }: ShippingZoneSettings): DeliveryRegion => ({
  id,
  name,
  active: active !== false,
  deliveryCarriers: carriers.map(({ appId, backupRate, additionalCharges = [] }) => ({
    appId,
    ...(backupRate && { backupRate }),
    additionalCharges: [...additionalCharges],
  })),
  destinations: destinations.flatMap(({ country, subdivisions = [] }) =>
    country === '*' ? [] : [{ countryCode: country, subdivisions: [...subdivisions] }],
  ),
})

const showRates = (rates: readonly ConditionalRate[], currency: string): ConditionalRates[] =>
  rates.map(({ amount, conditions, multiplyByQuantity, carrierCost }) => ({
    amount: toDecimal(amount, currency),
    conditions: conditions.map((one) => ({
      type: one.type,
      operator: one.operator,
      value: one.type === 'BY_TOTAL_PRICE' ? toDecimal(one.value, currency) : String(one.value),
    })),
    multiplyByQuantity: multiplyByQuantity ?? false,
    ...(carrierCost !== undefined && { carrierCost: toDecimal(carrierCost, currency) }),
  }))

const usualDaysAhead = 7

const showSchedule = ({ windows, handlingDays = 0, cutOff, daysAhead = usualDaysAhead }: SlotPlan): ScheduledDelivery => ({
  handlingDays,
  ...(cutOff && { cutOffTime: cutOff }),
  daysAhead,
  timeWindows: windows.map(({ day, start, end, capacity, active }) => ({
    day,
    start,
    end,
    enabled: active !== false,
    ...(capacity && { capacity }),
  })),
})

export const showShippingOption = (way: Way, currency: string, since: Date): ShippingOptionSettings => ({
  id: way.id,
  deliveryRegionId: way.regionIds[0] ?? '',
  deliveryRegionIds: [...way.regionIds],
  title: way.title,
  ...(way.deliveryTime && { estimatedDeliveryTime: way.deliveryTime }),
  ...(way.days && { deliveryDays: way.days }),
  ...(way.cutOff && { cutOffTime: way.cutOff }),
  ...(way.instructions && { instructions: way.instructions }),
  active: way.active !== false,
  rates: showRates(way.rates, currency),
  ...showRevised(way, since),
})

export const showPickup = (way: Way, currency: string, since: Date): PickupLocation => {
  const { country, subdivision, city, postalCode, addressLine, addressLine2 } = way.pickup!.address
  return {
    id: way.id,
    name: way.title,
    address: {
      country,
      ...(subdivision && { subdivision }),
      ...(city && { city }),
      ...(postalCode && { postalCode }),
      ...(addressLine && { addressLine }),
      ...(addressLine2 && { addressLine2 }),
    },
    pickupMethod: way.pickup!.method,
    ...(way.deliveryTime && { deliveryTime: way.deliveryTime }),
    ...(way.days && { deliveryDays: way.days }),
    ...(way.cutOff && { cutOffTime: way.cutOff }),
    ...(way.instructions && { instructions: way.instructions }),
    openingHours: [...(way.hours ?? [])],
    active: way.active !== false,
    rates: showRates(way.rates, currency),
    ...(way.slots && { scheduledDeliveryConfig: showSchedule(way.slots) }),
    deliveryRegionIds: [...way.regionIds],
    ...showRevised(way, since),
  }
}

export const showLocal = (way: Way, currency: string, since: Date): LocalDeliveryOption => ({
  id: way.id,
  areaName: way.title,
  ...areaOf(way),
  ...(way.deliveryTime && { estimatedDeliveryTime: way.deliveryTime }),
  active: way.active !== false,
  ...(way.slots && { scheduledDeliveryConfig: showSchedule(way.slots) }),
  rates: showRates(way.rates, currency),
  deliveryRegionIds: [...way.regionIds],
  ...showRevised(way, since),
})

function areaOf({ area }: Way): Pick<LocalDeliveryOption, 'zipConfig' | 'radiusConfig' | 'customAreaConfig' | 'cityConfig'> {
  switch (area?.kind) {
    case 'zip':
      return { zipConfig: { zipCodes: [...area.codes] } }
    case 'radius':
      return { radiusConfig: { address: { geocode: area.centre }, radius: area.kilometres, lengthUnit: 'KM' } }
    case 'polygon':
      return { customAreaConfig: { geocodes: [...area.corners] } }
    case 'cities':
      return {
        cityConfig: {
          cityItems: area.cities.map(({ name, country, subdivision }) => ({
            cityName: name,
            country,
            ...(subdivision && { subdivision }),
          })),
        },
      }
    default:
      return {}
  }
}

/** Whether two destinations name a place in common: both the whole country, or one subdivision. A subdivision may be taken out of its country. */
export function collide(a: ShippingZoneSettings['destinations'][number], b: ShippingZoneSettings['destinations'][number]): boolean {
  if (a.country.toUpperCase() !== b.country.toUpperCase()) return false
  const [here, there] = [a, b].map(({ country, subdivisions = [] }) => subdivisions.map((one) => subdivisionOf(country, one)))
  if (!here?.length || !there?.length) return !here?.length && !there?.length
  return here.some((one) => there.includes(one))
}
