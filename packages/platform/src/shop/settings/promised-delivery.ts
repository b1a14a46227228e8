import type { DeliveryPromise } from '@vitrine/contract'
import { deliveryPromise, toDecimal } from '@vitrine/pricing'
import type { Sections } from '../../kernel/settings/sections.ts'

/** What is said of delivery in the country of the shop before anybody has a cart: by its ways of delivery, as far as the merchant says nothing else. */
export function promisedDelivery(
  {
    shop: { delivery, language },
    commerce: { country, currency, timeZone },
    shipping: { zones, closedOn },
  }: Pick<Sections, 'shop' | 'commerce' | 'shipping'>,
  now: Date,
): DeliveryPromise | undefined {
  const promised = deliveryPromise(zones, country, { now, timeZone, ...(closedOn && { closedOn }) })
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
