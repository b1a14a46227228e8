import { type PackedCard, packCards, unpackCards } from '../catalogue/packed-cards.ts'
import type { Facet, Listing } from './listing.ts'

type Entry = Facet['entries'][number]
/** Value, label where it is another, count, whether it is chosen, colour, whether that is plain. */
type PackedEntry = readonly [string, string | undefined, number | undefined, true | undefined, string | undefined, true | undefined]

/** A list as a page carries it for its script. */
export type PackedListing = Omit<Listing, 'cards' | 'facets'> & {
  cards: readonly PackedCard[]
  facets: readonly (readonly [key: string, title: string, single: boolean | undefined, entries: readonly PackedEntry[]])[]
}

const packEntry = ({ value, label, count, chosen, colour, plain }: Entry): PackedEntry => [
  value,
  label === value ? undefined : label,
  count,
  chosen || undefined,
  colour,
  plain || undefined,
]

export const packListing = ({ cards, facets, ...rest }: Listing, baseUrl: string): PackedListing => ({
  ...rest,
  cards: packCards(cards, baseUrl),
  facets: facets.map(({ key, title, single, entries }) => [key, title, single, entries.map(packEntry)]),
})

export const unpackListing = ({ cards, facets, ...rest }: PackedListing): Listing => ({
  ...rest,
  cards: unpackCards(cards),
  facets: facets.map(([key, title, single, entries]) => ({
    key,
    title,
    single,
    entries: entries.map(([value, label = value, count, chosen = false, colour, plain = false]) => ({
      value,
      label,
      count,
      chosen,
      colour,
      plain,
    })),
  })),
})
