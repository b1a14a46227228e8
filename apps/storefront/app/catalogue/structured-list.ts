import { to } from '../shop/shop.ts'
import type { CardView } from './product.ts'
import { context, type Place } from './structured-data.ts'

interface ListFacts extends Place {
  readonly description?: string | undefined
  readonly cards: readonly CardView[]
  /** How many products come before these. */
  readonly before: number
  readonly count: number
}

/** A page of a list of products. */
export const collectionPage = (origin: string, { name, path, description, cards, before, count }: ListFacts) => ({
  ...context,
  '@type': 'CollectionPage',
  name,
  ...(description && { description }),
  url: new URL(path, origin).href,
  mainEntity: {
    '@type': 'ItemList',
    numberOfItems: count,
    itemListElement: cards.map((card, at) => ({
      '@type': 'ListItem',
      position: before + at + 1,
      url: new URL(to.product(card.slug), origin).href,
    })),
  },
})
