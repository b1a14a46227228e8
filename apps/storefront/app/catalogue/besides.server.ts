import type { Product } from '@vitrine/contract'
import type { Visit } from '../shop.server.ts'
import type { BesideView } from './beside.tsx'
import { packCards } from './packed-cards.ts'
import { collectionsOf, neighbours, showCards } from './read.server.ts'
import { recommended } from './recommended.server.ts'

/** What stands below a product: what goes with it, or what could be had in its place; while nothing is known of it, others of its collection. */
export async function besides(visit: Visit, product: Product, most: number): Promise<BesideView> {
  const soldOut = product.stock?.inStock === false
  let title = soldOut ? 'Like it, and in stock' : 'Goes well with'
  const cards = await recommended(visit, soldOut ? 'SOLD_OUT' : 'PRODUCT', {
    beside: [product.id],
    most,
    async otherwise() {
      const [collection] = collectionsOf(visit, product)
      title = collection ? `More of ${collection.name}` : title
      return showCards(visit, await neighbours(visit, product, most))
    },
  })
  return { title, cards: packCards(cards) || undefined }
}
