import type { Address, AddressInput, AddressWithContact, AddressWithContactInput } from '@vitrine/contract'
import type { Place } from '@vitrine/pricing'

const names = new Map<string, Intl.DisplayNames>()

function countryName(code: string, locale: string): string | undefined {
  let regions = names.get(locale)
  if (!regions) {
    regions = new Intl.DisplayNames(locale, { type: 'region' })
    names.set(locale, regions)
  }
  try {
    return regions.of(code)
  } catch {
    return undefined
  }
}

/** An address as it is stored: what was sent, without its empty fields, with the country's full name beside its code. */
export function keepAddress(input: AddressInput, locale: string): Address {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined && value !== ''))
  const fullName = input.country ? countryName(input.country, locale) : undefined
  return { ...(given as Address), ...(fullName && { countryFullname: fullName }) }
}

/** Writes the parts that were sent over those that were stored: null clears, absent leaves unchanged. */
export function mergeContact(
  saved: AddressWithContact | undefined,
  input: AddressWithContactInput | null | undefined,
  locale: string,
): AddressWithContact | undefined {
  if (input === undefined) return saved
  if (input === null) return undefined
  const { address, contactDetails } = input
  const merged: AddressWithContact = { ...saved }
  if (address !== undefined) {
    if (address === null) delete merged.address
    else merged.address = keepAddress(address, locale)
  }
  if (contactDetails !== undefined) {
    if (contactDetails === null) delete merged.contactDetails
    else {
      const details = { ...merged.contactDetails, ...contactDetails }
      merged.contactDetails = Object.fromEntries(
        Object.entries(details).filter(([, value]) => value !== null && value !== undefined),
      ) as NonNullable<AddressWithContact['contactDetails']>
    }
  }
  return merged
}

/** The part of an address that prices depend on. */
export function placeOf(address: Address | undefined): Place | null {
  if (!address?.country) return null
  const { country, subdivision, city, postalCode, geocode } = address
  const { latitude, longitude } = geocode ?? {}
  return {
    country,
    subdivision: subdivision ?? null,
    ...(city && { city }),
    ...(postalCode && { postalCode }),
    ...(latitude !== undefined && longitude !== undefined && { geocode: { latitude, longitude } }),
  }
}
