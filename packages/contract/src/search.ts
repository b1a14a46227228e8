import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { amount, CurrencyCode, Decimal, Flag, many, record, text, whole } from './primitives.ts'
import { Product } from './products.ts'
import { Picture } from './shop.ts'

/**
 * `bestSelling`: by recently sold units, each counting half as much as one sold thirty days later; updated hourly. `bestRated`: by the
 * average of the reviews that show, drawn to 3.5 where few have rated.
 */
export const ProductSort = z.enum(['featured', 'bestSelling', 'bestRated', 'newest', 'priceAsc', 'priceDesc', 'name'])
export type ProductSort = z.infer<typeof ProductSort>

/** A filter for a list, with how many products each choice would leave. */
export const Facet = z.object({
  name: z.string(),
  /** `rating`: how many whole stars a product has at least, `4` or `3`; one of them can be chosen. */
  kind: z.enum(['collection', 'color', 'text', 'rating']),
  choices: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      /** The colour of a `color`, `#9AA58F`. */
      hex: z.string().optional(),
      count: z.int(),
      selected: z.boolean(),
    }),
  ),
})
export interface Facet extends z.infer<typeof Facet> {}

export const SuggestedProduct = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  price: Decimal,
  formattedPrice: z.string(),
  inStock: z.boolean(),
  picture: Picture.optional(),
})
export interface SuggestedProduct extends z.infer<typeof SuggestedProduct> {}

export const search = operations({
  /**
   * Finds, filters and counts in one answer. Choices of one option are alternatives, options narrow each other; the counts of a facet
   * are those under all the other filters.
   *
   * `GET /vitrine/v1/search?q=mug&choices.Glaze=Sage&choices.Glaze=Ink&maxPrice=40&sort=priceAsc`
   */
  'GET /vitrine/v1/search': operation({
    as: 'anyone',
    summary: 'Find products',
    input: z.object({
      q: text(200).optional(),
      /** The slug of a collection. */
      collection: text(100).optional(),
      /** By the name of the option: `{ Glaze: ['Sage', 'Ink'] }`. */
      choices: record(text(50), many(text(250), 50), 50).optional(),
      minPrice: amount(3).optional(),
      maxPrice: amount(3).optional(),
      /** Only what can be bought now. */
      inStock: Flag.optional(),
      /** Only what has at least this many stars, by its average to one decimal place: 3 or 4. */
      minRating: whole(3, 4).optional(),
      sort: ProductSort.default('featured'),
      limit: whole(1, 100).default(24),
      /**
       * In a shop with 20,000 products and more, a filtered list ends after 4,800 products, and an unsorted search after 3,000: beyond that
       * there are none, whatever `total` says.
       */
      offset: whole(0, 1_000_000).default(0),
    }),
    ok: z.object({
      products: z.array(Product),
      /** All that match; an estimate where there are too many to count at once. */
      total: z.int(),
      /**
       * More than 3,000 products may match: the counts of facets, and `total` unless it is below that, are estimates from a sample, and
       * rare choices are not listed.
       */
      estimated: z.boolean().optional(),
      facets: z.array(Facet),
      /**
       * How many the filter `inStock` leaves of all that match the other filters, at most a second old. Absent where more than 3,000 match.
       */
      inStock: z.int().optional(),
      /** The lowest and the highest price among all that match, without the price filter. */
      price: z.object({
        min: Decimal,
        max: Decimal,
        currency: CurrencyCode,
        /**
         * How many of them are in each of ten equal steps from `min` to `max`, the cheapest first: `[6, 9, 12, 7, 8, 5, 4, 3, 2, 2]`. Empty where all cost
         * the same. Where `estimated`, the steps are those of the sample.
         */
        steps: z.array(z.int()),
      }),
      /** Other search words, where nothing or little was found. */
      suggestions: z.array(z.string()).optional(),
    }),
    errors: ['COLLECTION_NOT_FOUND'],
  }),

  /** Five products at most, and the collections whose name matches. */
  'GET /vitrine/v1/search/suggest': operation({
    as: 'anyone',
    summary: 'Suggest while a shopper types',
    input: z.object({ q: text(200, 1) }),
    ok: z.object({
      products: z.array(SuggestedProduct),
      collections: z.array(z.object({ slug: z.string(), name: z.string(), numberOfProducts: z.int() })),
    }),
    errors: [],
  }),
})
