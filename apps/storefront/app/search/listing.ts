import type { CardView } from '../catalogue/product.ts'

/** What is asked of a list of products; all of it stands in the address. */
export interface Ask {
  q?: string | undefined
  collection?: string | undefined
  /** Choices by option: `{ Glaze: ['Sage'] }`. */
  choices: Readonly<Record<string, readonly string[]>>
  from?: number | undefined
  upTo?: number | undefined
  inStock: boolean
  /** So many whole stars at least. */
  minRating?: number | undefined
  sort: Sort
  page: number
}

/** As the platform calls them, and as people do. */
export const SORTS = {
  featured: 'Featured',
  bestSelling: 'Best-selling',
  bestRated: 'Best reviewed',
  newest: 'Newest',
  priceAsc: 'Price, low to high',
  priceDesc: 'Price, high to low',
  name: 'By name',
} as const
export type Sort = keyof typeof SORTS

export interface Listing {
  cards: readonly CardView[]
  /** That answer to all that was asked. */
  count: number
  /** There are so many that the shop has estimated them. */
  estimated?: boolean | undefined
  /** Without what was chosen from the facets, where that is known. */
  of?: number | undefined
  facets: readonly Facet[]
  prices: {
    least: number
    most: number
    /** How many products there are in each of as many equal steps from the least to the most. */
    steps: readonly number[]
  }
  /** Other words to look for. */
  words: readonly string[]
}

export interface Facet {
  /** Its name in the address: `collection`, `rating`, `in-stock`, or an option's name. */
  key: string
  title: string
  /** Only one of its entries can be chosen. */
  single?: boolean | undefined
  entries: readonly {
    value: string
    label: string
    /** How many there would be; not known of all. */
    count?: number | undefined
    chosen: boolean
    colour?: string | undefined
    plain?: boolean | undefined
  }[]
}

export const PAGE = 24
/** As far as pages go; whoever wants more narrows the list down. */
export const LAST_PAGE = 200

export const CHOICE = 'choice.'
/** Options that a search narrows by at the most, as the API has it. */
const MOST_CHOICES = 50
/** What no price reaches. */
const BEYOND = 1e12

/** An amount as people write it, `€1,250.50`, `1.250,50 €` or `12,5`: what the last sign divides are cents, unless three figures follow it. */
export function readAmount(text: string | null): number | undefined {
  const [, whole = '', cents = ''] =
    /^(.*?)(?:[.,](\d{1,2}|\d{4,}))?$/.exec((text ?? '').replace(/[^\d.,]/g, '').replace(/[.,]+$/, '')) ?? []
  const figures = whole.replace(/\D/g, '')
  if (figures + cents === '') return undefined
  return Math.min(BEYOND, Math.round(Number(`${figures}.${cents}`) * 1000) / 1000)
}

export function readAsk(search: URLSearchParams): Ask {
  const choices: Record<string, string[]> = {}
  for (const [key, value] of search) {
    if (!key.startsWith(CHOICE)) continue
    const name = key.slice(CHOICE.length)
    if (Object.hasOwn(choices, name)) choices[name]!.push(value)
    else if (Object.keys(choices).length < MOST_CHOICES) choices[name] = [value]
  }
  const sort = search.get('sort')
  const [from, upTo] = [readAmount(search.get('from')), readAmount(search.get('to'))]
  return {
    q: search.get('q')?.trim().slice(0, 100) || undefined,
    collection: search.get('collection') || undefined,
    choices,
    from,
    upTo,
    inStock: search.has('in-stock'),
    // Of both the one that has the other in it.
    minRating: search.getAll('rating').includes('3') ? 3 : search.get('rating') === '4' ? 4 : undefined,
    sort: sort && Object.hasOwn(SORTS, sort) ? (sort as Sort) : 'featured',
    page: Math.max(1, Math.min(LAST_PAGE, Math.trunc(Number(search.get('page'))) || 1)),
  }
}

export const isFiltered = (ask: Ask) =>
  ask.collection !== undefined ||
  Object.keys(ask.choices).length > 0 ||
  ask.from !== undefined ||
  ask.upTo !== undefined ||
  ask.inStock ||
  ask.minRating !== undefined

/** The address without one value, or without all that the facets set. */
export function without(search: URLSearchParams, taken?: { key: string; value?: string }) {
  const rest = new URLSearchParams()
  for (const [key, value] of search) {
    if (key === 'page') continue
    if (taken ? key === taken.key && (taken.value === undefined || taken.value === value) : key !== 'q' && key !== 'sort') continue
    if (value) rest.append(key, value)
  }
  return `?${rest}`
}

export const choiceKey = (option: string) => CHOICE + option
