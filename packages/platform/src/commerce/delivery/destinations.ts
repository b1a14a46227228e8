import type { Ok } from '@vitrine/contract'
import { subdivisionOf } from '@vitrine/pricing'
import type { ShippingSettings, ShippingZoneSettings } from '../../kernel/settings/shipping-settings.ts'
import { kindOf } from './model.ts'

type Destinations = Ok<'GET /ecom/v1/delivery-profiles/delivery-destination-properties'>

/** Where the shop delivers, as an address form wants to know it. */
export function destinationsOf({ zones }: ShippingSettings): Destinations {
  const open = zones.filter(({ active, options, carriers }) => active !== false && (options.length > 0 || carriers?.length))
  const countries = new Map<string, Destinations['countries'][number]>()
  let restOfWorld: Destinations['restOfWorld']
  for (const zone of open) {
    const properties = { postalCodeRequired: needsPostalCode(zone), pickupOnly: isPickupOnly(zone) }
    for (const { country, subdivisions = [] } of zone.destinations) {
      if (country === '*') {
        restOfWorld ??= properties
        continue
      }
      const known = countries.get(country) ?? { country, subdivisions: [] }
      countries.set(
        country,
        subdivisions.length === 0
          ? { ...known, deliveryDestinationProperties: known.deliveryDestinationProperties ?? properties }
          : {
              ...known,
              subdivisions: [
                ...known.subdivisions,
                ...subdivisions.map((one) => ({
                  subdivision: subdivisionOf(country, one) ?? '',
                  deliveryDestinationProperties: properties,
                })),
              ],
            },
      )
    }
  }
  return { ...(restOfWorld && { restOfWorld }), countries: [...countries.values()] }
}

/** Providers and areas of postal codes go by it. */
const needsPostalCode = ({ options, carriers = [] }: ShippingZoneSettings): boolean =>
  carriers.length > 0 || options.some(({ area }) => area?.kind === 'zip' && !area.codes.includes('*'))

const isPickupOnly = ({ options, carriers = [] }: ShippingZoneSettings): boolean =>
  carriers.length === 0 && options.every((option) => kindOf(option) === 'pickup')
