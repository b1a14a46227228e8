import type { Product } from '@vitrine/contract'
import type { Visit } from '../shop.server.ts'
import type { BesideView } from './beside.tsx'
import { packCards } from './packed-cards.ts'
import { firstChoices } from './product.ts'
import { collectionsOf, neighbours, showCards, showProduct } from './read.server.ts'
import { recommendedProducts } from './recommended.server.ts'
import { type TogetherItem, togetherItem } from './together.ts'

const mostTogether = 2

/**
 * What stands below a product: what is often bought with it, or pinned there, and can be had by one press, what else goes with it, or what could be had in its
 * place; while nothing is known of it, others of its collection.
 */
export async function besides(visit: Visit, product: Product, most: number): Promise<BesideView> {
  const soldOut = product.stock?.inStock === false
  const found = await recommendedProducts(visit, soldOut ? 'SOLD_OUT' : 'PRODUCT', [product.id], most + mostTogether).catch(() => undefined)
  const together = new Map<string, TogetherItem>()
  for (const { product: other, kind } of found ?? []) {
    const item = kind === 'BOUGHT_TOGETHER' && !soldOut && together.size < mostTogether && itemOf(visit, other)
    if (item) together.set(other.id, item)
  }
  const [collection] = collectionsOf(visit, product)
  const isKnown = !found || found.length > 0
  const shown = isKnown
    ? (found ?? []).flatMap(({ product: other }) => (together.has(other.id) ? [] : other)).slice(0, most)
    : await neighbours(visit, product, most)
  return {
    title: soldOut ? 'Like it, and in stock' : isKnown || !collection ? 'Goes well with' : `More of ${collection.name}`,
    cards: packCards(await showCards(visit, shown).catch(() => [])) || undefined,
    together: [...together.values()],
  }
}

/** What asks for a text has to be looked at first. */
function itemOf(visit: Visit, product: Product): TogetherItem | undefined {
  if (product.customTextFields.some(({ mandatory }) => mandatory)) return undefined
  const shown = showProduct(product, visit.shop)
  return togetherItem(shown, firstChoices(shown, {}))
}
