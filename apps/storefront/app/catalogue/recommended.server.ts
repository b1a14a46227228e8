import type { RecommendationPlacement } from '@vitrine/contract'
import type { Visit } from '../shop.server.ts'
import type { CardView } from './product.ts'
import { productsNamed, showCards } from './read.server.ts'

interface Recommended {
  /** What it goes with. */
  readonly beside?: readonly string[]
  readonly most: number
  /** What stands there where nothing is known yet. */
  readonly otherwise: () => Promise<readonly CardView[]>
}

const mostBeside = 50

/** What the shop recommends at a place, and why; undefined where it recommends nothing there. */
export async function recommendedProducts(visit: Visit, placement: RecommendationPlacement, beside: readonly string[], most: number) {
  const productIds = beside.slice(0, mostBeside)
  const { enabled, items } = await visit.client.recommendations.getPlacement({
    placement,
    ...(productIds.length > 0 && { productIds }),
    limit: most,
  })
  if (!enabled) return undefined
  const products = await productsNamed(
    visit,
    items.map(({ slug }) => slug),
  )
  const kinds = new Map(items.map(({ productId, kind }) => [productId, kind]))
  return products.map((product) => ({ product, kind: kinds.get(product.id) }))
}

/** The same as cards; none where it cannot be had. */
export async function recommended(
  visit: Visit,
  placement: RecommendationPlacement,
  { beside = [], most, otherwise }: Recommended,
): Promise<readonly CardView[]> {
  try {
    const found = await recommendedProducts(visit, placement, beside, most)
    if (!found) return []
    if (found.length === 0) return await otherwise()
    return await showCards(
      visit,
      found.map(({ product }) => product),
    )
  } catch {
    return []
  }
}
