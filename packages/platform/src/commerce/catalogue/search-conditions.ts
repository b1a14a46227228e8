import type { ProductSort } from '@vitrine/contract'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { usualOrder } from './fields.ts'
import { unitSeparator } from './product.ts'

/** What a shopper is looking for. */
export interface Search {
  /** A tsquery; undefined where no words were given. */
  readonly words: string | undefined
  /** The same words where only names are looked into. */
  readonly names?: string | undefined
  /** Most products of the database are this shop's: then the index of words is read without comparing each of them with all that the shop has. */
  readonly alone?: boolean | undefined
  readonly collectionId: string | undefined
  readonly choices: Readonly<Record<string, readonly string[]>>
  readonly min: number | undefined
  readonly max: number | undefined
  readonly inStock: boolean
  /** So many whole stars at least. */
  readonly minRating: number | undefined
  /** `usual`: as the shop shows its products, whatever words they have. */
  readonly sort: ProductSort | 'usual'
  /** The collection whose own order this is, where the shopper chose none. */
  readonly placed?: string | undefined
  readonly limit: number
  readonly offset: number
}

export function matching(site: string, { words, alone }: Pick<Search, 'words' | 'alone'>): Sql {
  if (words === undefined) return sql`product.site = ${site} and product.visible`
  // What is compared with `true` is no condition of an index.
  const own = alone ? sql`(product.site = ${site}) is true` : sql`product.site = ${site}`
  return sql`${own} and product.visible and product.search @@ ${words}::tsquery`
}

/** A choice as products have it. */
export const tokenOf = (option: string, choice: string): string => option + unitSeparator + choice

/** Whether a `product` that shoppers see is in stock: asked for each row by itself, as few are looked at. */
const listedInStock = sql`(
  select listing.in_stock from product_listing listing where listing.site = product.site and listing.product_id = product.id)`

const inCollection = (id: string): Sql => sql`product.collection_ids @> ${[id]}::uuid[]`

const withChoices = (option: string, choices: readonly string[]): Sql =>
  sql`product.choices && ${choices.map((choice) => tokenOf(option, choice))}::text[]`

const between = (min: number | undefined, max: number | undefined): Sql =>
  sql`product.price between ${min ?? 0} and ${max ?? Number.MAX_SAFE_INTEGER}`

const ratedAtLeast = (stars: number): Sql => sql`product.rating_floor >= ${stars}`

/** One condition for each thing that is asked for, so that each can be left out by itself. */
export function conditions({ collectionId, choices, min, max, inStock, minRating }: Search) {
  return {
    collection: collectionId === undefined ? undefined : inCollection(collectionId),
    options: Object.entries(choices)
      .filter(([, wanted]) => wanted.length > 0)
      .map(([option, wanted]) => ({ option, condition: withChoices(option, wanted) })),
    price: min === undefined && max === undefined ? undefined : between(min, max),
    stock: inStock ? listedInStock : undefined,
    rating: minRating === undefined ? undefined : ratedAtLeast(minRating),
  }
}

export const present = (units: readonly (Sql | undefined)[]): Sql[] => units.filter((unit) => unit !== undefined)

export function orderOf({ sort, words }: Pick<Search, 'sort' | 'words'>): Sql {
  switch (sort) {
    case 'bestSelling':
      return sql`product.best_selling desc, ${usualOrder}`
    case 'bestRated':
      return sql`product.best_rated desc, ${usualOrder}`
    case 'newest':
      return sql`product.created_at desc, product.id desc`
    case 'priceAsc':
      return sql`product.price, product.id`
    case 'priceDesc':
      return sql`product.price desc, product.id desc`
    case 'name':
      return sql`product.name_key, product.id`
    case 'usual':
      return usualOrder
    case 'featured':
      return words === undefined ? usualOrder : sql`ts_rank(product.search, ${words}::tsquery) desc, ${usualOrder}`
  }
}

/** Whether anything but a collection narrows the list down; where nothing does, how many a collection has is known already. */
export const narrowed = ({ words, choices, min, max, inStock, minRating }: Search): boolean =>
  words !== undefined || Object.keys(choices).length > 0 || min !== undefined || max !== undefined || inStock || minRating !== undefined
