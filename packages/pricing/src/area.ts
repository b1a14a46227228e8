import { type Geocode, type Place, sameCountry, subdivisionOf } from './place.ts'

/** Where a merchant delivers goods in person. */
export type Area =
  /** Postal codes; a `*` matches any characters: `"104*"`. */
  | { readonly kind: 'zip'; readonly codes: readonly string[] }
  | { readonly kind: 'radius'; readonly centre: Geocode; readonly kilometres: number }
  /** The corners of a shape, at least three. */
  | { readonly kind: 'polygon'; readonly corners: readonly Geocode[] }
  | {
      readonly kind: 'cities'
      readonly cities: readonly { readonly name: string; readonly country: string; readonly subdivision?: string | null }[]
    }

/**
 * Whether a place lies in an area; false where the needed detail of it is unknown.
 * @example
 * inArea({ kind: 'zip', codes: ['10435', '104*'] }, { country: 'DE', postalCode: '10437' }) // => true
 * inArea({ kind: 'cities', cities: [{ name: 'Berlin', country: 'DE' }] }, { country: 'DE', city: ' berlin' }) // => true
 * const centre = { latitude: 52.54, longitude: 13.41 }
 * const potsdam = { country: 'DE', geocode: { latitude: 52.39, longitude: 13.06 } }
 * inArea({ kind: 'radius', centre, kilometres: 10 }, potsdam) // => false
 */
export function inArea(area: Area, place: Place): boolean {
  switch (area.kind) {
    case 'zip': {
      const code = letters(place.postalCode)
      return code !== '' && area.codes.some((pattern) => fits(letters(pattern), code))
    }
    case 'cities':
      return area.cities.some(
        ({ name, country, subdivision }) =>
          sameCountry(country, place.country) &&
          folded(name) === folded(place.city) &&
          (!subdivision || subdivisionOf(country, subdivision) === subdivisionOf(country, place.subdivision)),
      )
    case 'radius':
      return !!place.geocode && kilometresBetween(area.centre, place.geocode) <= area.kilometres
    case 'polygon':
      return !!place.geocode && isInside(area.corners, place.geocode)
  }
}

const letters = (code: string | null | undefined): string => (code ?? '').toUpperCase().replace(/[^0-9A-Z*]/g, '')

const folded = (name: string | null | undefined): string => (name ?? '').trim().toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** Step by step, so that no pattern makes it slow. */
function fits(pattern: string, code: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return pattern === code
  if (!code.startsWith(head) || code.length < head.length + tail.length || !code.endsWith(tail)) return false
  let at = head.length
  for (const unit of rest) {
    const found = code.indexOf(unit, at)
    if (found < 0 || found + unit.length > code.length - tail.length) return false
    at = found + unit.length
  }
  return true
}

const earth = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Along the surface, by the haversine formula. */
function kilometresBetween(a: Geocode, b: Geocode): number {
  const height = radians(b.latitude - a.latitude)
  const width = radians(b.longitude - a.longitude)
  const h = Math.sin(height / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(width / 2) ** 2
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** A line from the place northwards crosses the border of what it lies in an odd number of times. */
function isInside(corners: readonly Geocode[], { latitude, longitude }: Geocode): boolean {
  let inside = false
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a
    if (a.longitude > longitude === b.longitude > longitude) return
    const crossing = a.latitude + ((longitude - a.longitude) / (b.longitude - a.longitude)) * (b.latitude - a.latitude)
    if (crossing > latitude) inside = !inside
  })
  return inside
}
