import type { MemberAddress } from '@vitrine/contract'
import { type Destination, nowhere } from '../checkout/address.ts'
import { addressLines } from '../checkout/checkout.ts'
import { countryName } from '../checkout/countries.ts'

/** A saved address, as forms hold one. Whom it is for is said by the account. */
export function toDestination({
  addressLine,
  streetAddress,
  addressLine2,
  postalCode,
  city,
  subdivision,
  country,
}: MemberAddress): Destination {
  return {
    ...nowhere,
    country: country ?? '',
    street: addressLine ?? [streetAddress?.name, streetAddress?.number].filter(Boolean).join(' '),
    more: addressLine2 ?? '',
    postcode: postalCode ?? '',
    town: city ?? '',
    state: subdivision ?? '',
  }
}

/** What is saved of an address that a form holds. */
export const toSaved = ({ street, more, postcode, town, state, country }: Destination) => ({
  addressLine: street || null,
  addressLine2: more || null,
  postalCode: postcode || null,
  city: town || null,
  subdivision: state || null,
  country: country || null,
})

/** The lines in which an address is written there. */
export const placeLines = (address: MemberAddress, locale: string): string[] =>
  addressLines(toDestination(address), countryName(address.country ?? '', locale))

/** Whether two are the same place. */
export const isSamePlace = (one: Destination, other: Destination): boolean =>
  (['street', 'more', 'postcode', 'town', 'state', 'country'] as const).every(
    (field) => one[field].trim().toLowerCase() === other[field].trim().toLowerCase(),
  )
