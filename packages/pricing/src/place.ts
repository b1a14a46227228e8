/** Where an order goes or is taxed, as far as prices depend on it. */
export interface Place {
  /** ISO 3166-1 alpha-2, such as `"DE"`. */
  readonly country: string
  /** ISO 3166-2, with the country in front (`"US-NY"`) or without (`"NY"`); null or absent when not known. */
  readonly subdivision?: string | null
  readonly city?: string | null
  readonly postalCode?: string | null
  /** Where on earth it is, in degrees; null or absent if not geocoded. */
  readonly geocode?: Geocode | null
}

export interface Geocode {
  readonly latitude: number
  readonly longitude: number
}

/**
 * The code of a subdivision without its country: `"us-ny"`, `"US-NY"` and `"NY"` are one of the US; null means none or all (`*`).
 * @example
 * subdivisionOf('US', 'us-ny') // => 'NY'
 * subdivisionOf('US', '*') // => null
 */
export function subdivisionOf(country: string, subdivision: string | null | undefined): string | null {
  const code = subdivision?.trim().toUpperCase() ?? ''
  const prefix = `${country.toUpperCase()}-`
  const bare = code.startsWith(prefix) ? code.slice(prefix.length) : code
  return bare === '' || bare === '*' ? null : bare
}

/**
 * Whether two codes are of one country, in whichever case.
 * @example
 * sameCountry('de', 'DE') // => true
 */
export const sameCountry = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase()
