import type { DeliveryPromise, PickupPromise } from '@vitrine/contract'
import {
  type PickupPromise as Collected,
  deliveryPromise,
  type DeliveryPromise as Promised,
  pickupPromise,
  toDecimal,
} from '@vitrine/pricing'
import type { Sections } from '../../kernel/settings/sections.ts'

/** What the ways of delivery of a shop promise in its country at a time. */
export const promisedAt = (
  { commerce: { country, timeZone }, shipping: { zones, closedOn } }: Pick<Sections, 'commerce' | 'shipping'>,
  now: Date,
): Promised | undefined => deliveryPromise(zones, country, { now, timeZone, ...(closedOn && { closedOn }) })

/** Where and when an order placed at a time can be collected in its country. */
export const collectedAt = (
  { commerce: { country, timeZone }, shipping: { zones, closedOn } }: Pick<Sections, 'commerce' | 'shipping'>,
  now: Date,
): Collected | undefined => pickupPromise(zones, country, { now, timeZone, ...(closedOn && { closedOn }) })

export function saidOfPickup(
  { commerce: { currency } }: Pick<Sections, 'commerce'>,
  { title, address: { addressLine, city }, price, ready, opens, places }: Collected,
): PickupPromise {
  return {
    title,
    ...(addressLine && { addressLine }),
    ...(city && { city }),
    price: toDecimal(price, currency),
    ...(ready && { ready }),
    ...(opens !== null && { opens }),
    places,
  }
}

/** What is said of delivery before anybody has a cart: what is promised, as far as the merchant says nothing else. */
export function saidOfDelivery(
  { shop: { delivery, language }, commerce: { country, currency } }: Pick<Sections, 'shop' | 'commerce'>,
  promised: Promised | undefined,
): DeliveryPromise | undefined {
  if (!promised) return delivery
  const { price, freeFrom, arrives, orderBefore } = promised
  return {
    price: toDecimal(price, currency),
    ...(freeFrom !== null && freeFrom > 0 && { freeFrom: toDecimal(freeFrom, currency) }),
    place: new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'code' }).of(country) ?? country,
    ...delivery,
    ...(arrives && { arrives }),
    ...(orderBefore !== null && { orderBefore }),
  }
}
