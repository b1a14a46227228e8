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

/** What the shop recommends at a place, as cards; none where it recommends nothing there, or where it cannot be had. */
export async function recommended(
  visit: Visit,
  placement: RecommendationPlacement,
  { beside = [], most, otherwise }: Recommended,
): Promise<readonly CardView[]> {
  try {
    const productIds = beside.slice(0, mostBeside)
    const { enabled, items } = await visit.client.recommendations.getPlacement({
      placement,
      ...(productIds.length > 0 && { productIds }),
      limit: most,
    })
    if (!enabled) return []
    if (items.length === 0) return await otherwise()
    const products = await productsNamed(
      visit,
      items.map(({ slug }) => slug),
    )
    return await showCards(visit, products)
  } catch {
    return []
  }
}
