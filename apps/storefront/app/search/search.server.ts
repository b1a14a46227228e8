import { attempt } from '@vitrine/client'
import type { Facet as SearchFacet } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'
import { showPicture } from '../catalogue/image.server.ts'
import { isPlain, showCards } from '../catalogue/read.server.ts'
import type { Visit } from '../shop.server.ts'
import { completions } from './completions.ts'
import { rounded } from './counted.ts'
import { type Ask, CHOICE, choiceKey, type Facet, isFiltered, type Listing, PAGE, readAsk } from './listing.ts'

const nothing: Listing = { cards: [], count: 0, facets: [], prices: { least: 0, most: 0, steps: [] }, words: [] }

const named = (kind: SearchFacet['kind'], name: string) => {
  if (kind === 'collection') return { key: 'collection', title: 'Collection' }
  return kind === 'rating' ? { key: 'rating', title: 'Rating' } : { key: choiceKey(name), title: name }
}

/** The products that answer to what was asked, in one collection or in all; `undefined` when there is no such collection. */
export async function findProducts(visit: Visit, ask: Ask, within?: string, limit = PAGE): Promise<Listing> {
  const { shop, client } = visit
  const collection = within ?? ask.collection
  const [refused, found] = await attempt(
    client.search.searchProducts({
      sort: ask.sort,
      limit,
      offset: (ask.page - 1) * PAGE,
      ...(ask.q ? { q: ask.q } : {}),
      ...(collection ? { collection } : {}),
      ...(Object.keys(ask.choices).length > 0
        ? { choices: Object.fromEntries(Object.entries(ask.choices).map(([name, values]) => [name, [...values]])) }
        : {}),
      ...(ask.from === undefined ? {} : { minPrice: String(ask.from) }),
      ...(ask.upTo === undefined ? {} : { maxPrice: String(ask.upTo) }),
      ...(ask.inStock ? { inStock: true } : {}),
      ...(ask.minRating === undefined ? {} : { minRating: ask.minRating }),
    }),
  )
  if (refused?.code === 'COLLECTION_NOT_FOUND') return nothing
  if (refused) throw refused
  const wanted = Object.values(ask.choices).flat()
  const facets: Facet[] = found.facets.flatMap(({ name, kind, choices }) => {
    if (kind === 'collection' && within) return []
    return [
      {
        ...named(kind, name),
        single: kind === 'collection',
        entries: choices.map(({ value, label, hex, count, selected }) => ({
          value,
          label,
          count: found.estimated ? rounded(count) : count,
          chosen: selected,
          colour: kind === 'color' ? hex : undefined,
          plain: kind === 'color' ? isPlain(shop, name) : undefined,
        })),
      },
    ]
  })
  return {
    cards: await showCards(visit, found.products, ({ productOptions }) => {
      const names = new Set(productOptions.flatMap(({ choices }) => choices?.map(({ description }) => description) ?? []))
      return wanted.find((name) => names.has(name))
    }),
    count: found.total,
    estimated: found.estimated,
    of: ask.q
      ? isFiltered(ask)
        ? undefined
        : found.total
      : within
        ? shop.collections.find(({ slug }) => slug === within)?.count
        : shop.count,
    facets: [
      ...facets.filter((facet) => facet.entries.length > 0 && narrows(facet, found.total)),
      { key: 'in-stock', title: 'Availability', entries: [{ value: 'yes', label: 'In stock', count: found.inStock, chosen: ask.inStock }] },
    ],
    prices: { least: Number(found.price.min), most: Number(found.price.max), steps: found.price.steps },
    words: found.suggestions ?? [],
  }
}

const few = 12

/** Facet values that match a single product do not help in a long list; they return once the list is shorter. */
export const narrows = ({ key, entries }: Facet, total: number): boolean =>
  total <= few || !key.startsWith(CHOICE) || entries.some(({ count, chosen }) => chosen || count === undefined || count > 1)

/** The first products that can be had, as cards. */
export const firstInStock = async (visit: Visit, most: number) =>
  (await findProducts(visit, readAsk(new URLSearchParams('in-stock=yes')), undefined, most)).cards

export interface Suggestions {
  /** What somebody may be about to type. */
  words: readonly string[]
  collections: readonly { slug: string; name: string; count: number }[]
  products: readonly { slug: string; name: string; price: number; picture?: Media | undefined }[]
}

export async function suggest({ client }: Visit, q: string): Promise<Suggestions> {
  const found = await client.search.suggest({ q })
  return {
    words: completions(
      q,
      found.products.map(({ name }) => name),
    ),
    collections: found.collections.map(({ slug, name, numberOfProducts }) => ({ slug, name, count: numberOfProducts })),
    products: found.products.map(({ slug, name, price, picture }) => ({
      slug,
      name,
      price: Number(price),
      picture: picture && showPicture(picture),
    })),
  }
}
