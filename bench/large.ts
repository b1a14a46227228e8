import type { Connection } from './connection.ts'
import { asFetch, productsQuery, reading, turned, visitor } from './scenarios.ts'
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
    name: 'search, two words, one mistyped',
    async begin(connection: Connection, _: readonly Thing[], nth: number) {
      return reading(connection, { ...asFetch, authorization: await visitor(connection) }, turned(searches, nth), 500)
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

const first = ['quiet', 'narrow', 'winter', 'humble', 'coastal', 'bright', 'morning', 'gentle']
/** Each with a letter too few, too many, or two of them swapped. */
const mistyped = ['stonware', 'porcelian', 'wallnut', 'linnen', 'coper', 'grantie', 'coton', 'earthnware']
const searches = first.flatMap((one) => mistyped.map((other) => `/vitrine/v1/search?q=${one}+${other}`))
