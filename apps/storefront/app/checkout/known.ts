import type { Destination, Written } from './address.ts'

/** What is known of a buyer who is signed in. */
export interface KnownBuyer {
  /** What they said they are called; empty where they said nothing. */
  name: string
  email: string
  firstName: string
  lastName: string
  phone: string
  /** Where things went before, the first choice first. */
  places: readonly KnownPlace[]
}

export interface KnownPlace {
  id: string
  /** In one line: `Kastanienallee 24, 10435 Berlin, Germany`. */
  words: string
  place: Pick<Destination, 'country' | 'street' | 'more' | 'postcode' | 'town' | 'state'>
}

/** Of a form: the address that is written in it, and none of the saved ones. */
export const ANOTHER = 'another'

/** What was written, with the place that was chosen among the saved ones. */
export function withKnown(written: Written, chosen: string, known: KnownBuyer | undefined): Written {
  const found = known?.places.find(({ id }) => id === chosen)
  return found && written.way === 'door' ? { ...written, to: { ...written.to, ...found.place } } : written
}

/** Which of the saved places an address is, if it is one. */
export const knownAs = (to: Destination, known: KnownBuyer | undefined): string | undefined =>
  known?.places.find(({ place }) => (Object.keys(place) as (keyof typeof place)[]).every((field) => place[field] === to[field]))?.id
