import { packCards, unpackCards } from '../catalogue/packed-cards.ts'
import { numberIn, packed, textIn, textOf, unpacked, value } from '../catalogue/packed-text.ts'
import type { Facet, Listing } from './listing.ts'

type Entry = Facet['entries'][number]

/** A list as a page carries it for its script. */
export type PackedListing = Omit<Listing, 'cards' | 'facets'> & { cards: string; facets: string }

/** The label is left out where it equals the value. */
const packEntry = ({ value: own, label, count, chosen, colour, plain }: Entry) =>
  packed([value(own), label === own ? '' : value(label), value(count), (chosen ? 'y' : '') + (plain ? 'p' : ''), value(colour)], '=')

function unpackEntry(text: string): Entry {
  const [own, label, count, marks = '', colour] = unpacked(text, '=')
  return {
    value: textOf(own),
    label: textIn(label) ?? textOf(own),
    count: numberIn(count),
    chosen: marks.includes('y'),
    colour: textIn(colour),
    plain: marks.includes('p'),
  }
}

const packFacet = ({ key, title, single, entries }: Facet) =>
  packed([value(key), value(title), single ? '1' : '', packed(entries.map(packEntry), ',')], '|')

function unpackFacet(row: string): Facet {
  const [key, title, single, entries = ''] = unpacked(row, '|')
  return { key: textOf(key), title: textOf(title), single: single === '1', entries: unpacked(entries, ',').map(unpackEntry) }
}

export const packListing = ({ cards, facets, ...rest }: Listing): PackedListing => ({
  ...rest,
  cards: packCards(cards),
  facets: packed(facets.map(packFacet), '\n'),
})

export const unpackListing = ({ cards, facets, ...rest }: PackedListing): Listing => ({
  ...rest,
  cards: unpackCards(cards),
  facets: unpacked(facets, '\n').map(unpackFacet),
})
