import type { DeliveryPromise } from '@vitrine/contract'
import { deliveryPromise, type DeliveryPromise as Promised, toDecimal } from '@vitrine/pricing'
import type { Sections } from '../../kernel/settings/sections.ts'

/** What the ways of delivery of a shop promise in its country at a time. */
export const promisedAt = (
  { commerce: { country, timeZone }, shipping: { zones, closedOn } }: Pick<Sections, 'commerce' | 'shipping'>,
  now: Date,
): Promised | undefined => deliveryPromise(zones, country, { now, timeZone, ...(closedOn && { closedOn }) })

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
