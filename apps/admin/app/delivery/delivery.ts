import type { ConditionalRates, DeliveryRegion, LocalDeliveryOption, Ok, PickupLocation, ShippingOptionSettings } from '@vitrine/contract'
import { client } from '../client.ts'
import { countryName } from '../parts/countries.ts'

/** All of how the shop delivers. */
export type Delivery = Ok<'GET /vitrine/v1/delivery'>

export const readDelivery = ({ request: { signal } }: { request: Request }): Promise<Delivery> =>
  client.deliveryPlan.getDelivery({}, { signal })

/** A delivery method, whichever kind it is. */
export type DeliveryMethod = {
  readonly id: string
  readonly title: string
  readonly active: boolean
  readonly rates: readonly ConditionalRates[]
  readonly regionIds: readonly string[]
  readonly revision: string
} & (
  | { readonly kind: 'shipping'; readonly of: ShippingOptionSettings }
  | { readonly kind: 'pickup'; readonly of: PickupLocation }
  | { readonly kind: 'local'; readonly of: LocalDeliveryOption }
)

const shared = <T extends { id: string; active: boolean; rates: ConditionalRates[]; deliveryRegionIds: string[]; revision: string }>(
  of: T,
) => ({
  id: of.id,
  active: of.active,
  rates: of.rates,
  regionIds: of.deliveryRegionIds,
  revision: of.revision,
})

export const methodsOf = ({ shippingOptions, pickupLocations, localDeliveryOptions }: Delivery): readonly DeliveryMethod[] => [
  ...shippingOptions.map((of): DeliveryMethod => ({ ...shared(of), title: of.title, kind: 'shipping', of })),
  ...pickupLocations.map((of): DeliveryMethod => ({ ...shared(of), title: of.name, kind: 'pickup', of })),
  ...localDeliveryOptions.map((of): DeliveryMethod => ({ ...shared(of), title: of.areaName, kind: 'local', of })),
]

/** The methods of a region in the order in which buyers see them. */
export function methodsIn(delivery: Delivery, regionId: string): readonly DeliveryMethod[] {
  const all = new Map(methodsOf(delivery).map((method) => [method.id, method]))
  const order = delivery.arrangement.find(({ deliveryRegionId }) => deliveryRegionId === regionId)?.deliveryOptionIds ?? []
  return order.flatMap((id) => all.get(id) ?? [])
}

/** Switches a method on or off, wherever it stands. */
export async function offer({ kind, id, revision }: DeliveryMethod, active: boolean): Promise<void> {
  if (kind === 'shipping') await client.shippingOptions.updateShippingOption({ shippingOption: { id, revision, active } })
  else if (kind === 'pickup') await client.pickupLocations.updatePickupLocation({ pickupLocation: { id, revision, active } })
  else await client.localDeliveryOptions.updateLocalDeliveryOption({ localDeliveryOption: { id, revision, active } })
}

export async function forget({ kind, id }: DeliveryMethod): Promise<void> {
  if (kind === 'shipping') await client.shippingOptions.deleteShippingOption({ shippingOptionId: id })
  else if (kind === 'pickup') await client.pickupLocations.deletePickupLocation({ pickupLocationId: id })
  else await client.localDeliveryOptions.deleteLocalDeliveryOption({ localDeliveryOptionId: id })
}

type Destination = DeliveryRegion['destinations'][number]

/** `AT, BE, DE (DE-BE, DE-HH)`; `*` for the rest of the world. */
export const destinationsText = (destinations: readonly Destination[]): string =>
  destinations.length === 0
    ? '*'
    : destinations
        .map(({ countryCode, subdivisions }) => (subdivisions.length > 0 ? `${countryCode} (${subdivisions.join(', ')})` : countryCode))
        .toSorted()
        .join(', ')

export const destinationsFrom = (text: string): Destination[] =>
  text === '*'
    ? []
    : [...text.matchAll(/([A-Z]{2})(?: \(([^)]*)\))?(?:, |$)/g)].map(([, countryCode = '', parts = '']) => ({
        countryCode,
        subdivisions: parts.split(', ').filter(Boolean),
      }))

const fewNames = 4

/** `Germany`, `AT, NL, BE`, `26 countries`, `the rest of the world`. */
export function destinationText({ destinations }: DeliveryRegion): string {
  if (destinations.length === 0) return 'the rest of the world'
  if (destinations.length > 9) return `${destinations.length} countries`
  const named = destinations.map(({ countryCode, subdivisions }) =>
    subdivisions.length > 0
      ? `${countryName(countryCode)}: ${subdivisions.map((part) => part.replace(`${countryCode}-`, '')).join(', ')}`
      : destinations.length > fewNames
        ? countryCode
        : countryName(countryCode),
  )
  return named.join(', ')
}

export const timeText = ({ hours, minutes }: { readonly hours: number; readonly minutes: number }): string =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`

/** `14:00` as the wire has it; undefined where it is no time. */
export function timeFrom(text: string): { hours: number; minutes: number } | undefined {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? []
  return hours && Number(hours) < 24 && Number(minutes) < 60 ? { hours: Number(hours), minutes: Number(minutes) } : undefined
}

/** `1–2 working days` */
export const daysText = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  max === 0 ? 'the same working day' : `${min === max ? min : `${min}–${max}`} working ${max === 1 ? 'day' : 'days'}`

/** `2–3` or `1`; undefined where it is neither. */
export function daysFrom(text: string): { min: number; max: number } | undefined {
  const [, min = '', max = min] = /^\s*(\d{1,3})\s*(?:[–-]\s*(\d{1,3}))?\s*$/.exec(text) ?? []
  return min !== '' && Number(min) <= Number(max || min) && Number(max || min) <= 365
    ? { min: Number(min), max: Number(max || min) }
    : undefined
}

/** Refusals of these pages. */
export const deliveryText: Readonly<Record<string, string>> = {
  DELIVERY_REGION_NOT_FOUND: 'That zone was deleted meanwhile.',
  SHIPPING_OPTION_NOT_FOUND: 'That rate was deleted meanwhile.',
  PICKUP_LOCATION_NOT_FOUND: 'That point was deleted meanwhile.',
  LOCAL_DELIVERY_OPTION_NOT_FOUND: 'That delivery was deleted meanwhile.',
  LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED: 'A zone takes 100 rates at most.',
  DESTINATIONS_COLLISION: 'Another zone delivers to one of these places already.',
  CARRIER_ALREADY_EXISTS_IN_REGION: 'That service is asked here already.',
  DELIVERY_CARRIER_MISSING_BACKUP_RATE: 'This service needs a price for when it does not answer.',
  DELIVERY_SLOT_NOT_FOUND: 'The plan has no such time any more.',
}
