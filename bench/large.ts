import type { Connection } from './connection.ts'
import { asFetch, mixed, productsQuery, reading, turned, visitor } from './scenarios.ts'
import type { Thing } from './shop.ts'

/** What is asked of a catalogue of any size: at most five times what it takes with 1,000 products. */
export const largeScenarios = [
  {
    name: 'list, two facets and a sort',
    async begin(connection: Connection, _: readonly Thing[], nth: number) {
      return reading(connection, { ...asFetch, authorization: await visitor(connection) }, turned(lists, nth), 500)
    },
  },
  {
    name: 'large: in stock, newest, a collection',
    warmUpWorks: 500,
    async begin(connection: Connection, _: readonly Thing[], nth: number) {
      return reading(connection, { ...asFetch, authorization: await visitor(connection) }, turned(inStock, nth), 500)
    },
  },
  {
    name: 'search, two words, one mistyped',
    warmUpWorks: 4000,
    async begin(connection: Connection, things: readonly Thing[], nth: number) {
      return reading(connection, { ...asFetch, authorization: await visitor(connection) }, turned(searchesOf(things), nth), 500)
    },
  },
  {
    name: 'large: product by its slug',
    async begin(connection: Connection, things: readonly Thing[], nth: number) {
      return reading(
        connection,
        { ...asFetch, authorization: await visitor(connection) },
        turned(things, nth).map(({ slug }) => productsQuery({ filter: { slug } })),
        1000,
      )
    },
  },
  { ...mixed, name: 'large: mixed' },
] as const

const collections = ['cups', 'bowls', 'plates', 'vases', 'lamps', 'napkins', 'boards', 'candles', 'tins', 'prints']
const glazes = ['Sage', 'Oat', 'Ink', 'Clay', 'Chalk']
const sorts = ['priceAsc', 'priceDesc', 'newest', 'name']

/** Two hundred lists; what is counted beside them is known again after each was read once. */
const lists = collections.flatMap((collection) =>
  glazes.flatMap((glaze) =>
    sorts.map((sort) => `/vitrine/v1/search?collection=many-${collection}&choices.Glaze=${glaze}&choices.Size=Large&sort=${sort}`),
  ),
)

const inStock = collections.map((collection) => `/vitrine/v1/search?collection=many-${collection}&inStock=true&sort=newest`)

/** Each with a letter too few, too many, or two of them swapped. */
const mistyped: Readonly<Record<string, string>> = {
  stoneware: 'stonware',
  porcelain: 'porcelian',
  walnut: 'wallnut',
  linen: 'linnen',
  copper: 'coper',
  granite: 'grantie',
  cotton: 'coton',
  earthenware: 'earthnware',
}

/** What some of the products are called, so that each search finds something in a catalogue of any size. */
const searchesOf = (things: readonly Thing[]): string[] => [
  ...new Set(
    things.flatMap(({ slug }) => {
      const [quality = '', matter = ''] = slug.split('-')
      return mistyped[matter] ? [`/vitrine/v1/search?q=${quality}+${mistyped[matter]}`] : []
    }),
  ),
]
