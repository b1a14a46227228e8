import type { Media } from '@vitrine/ui'
import { findProductById, showProduct } from '../catalogue/read.server.ts'
import type { Visit } from '../shop.server.ts'
import { findArrived } from './orders.server.ts'

export interface ToReview {
  slug: string
  name: string
  picture: Media | undefined
  /** When it came, where that is known. */
  since: string | undefined
}

const ordersLookedAt = 5
const productsLookedAt = 3

/** The latest thing that has arrived, can still be had, and of which the member has said nothing yet. */
export async function findToReview(here: Visit): Promise<ToReview | undefined> {
  const [arrived, { reviews }] = await Promise.all([findArrived(here, ordersLookedAt), here.client.reviews.listMyReviews({})])
  const said = new Set(reviews.map(({ review }) => review.entityId))
  const open = new Map(
    arrived.toReversed().flatMap(({ productIds, date }) => productIds.filter((id) => !said.has(id)).map((id) => [id, date] as const)),
  )
  for (const [id, since] of [...open].toReversed().slice(0, productsLookedAt)) {
    const product = await findProductById(here, id)
    if (!product) continue
    const { name, pictures } = showProduct(product, here.shop)
    return { slug: product.slug, name, picture: pictures[0], since }
  }
  return undefined
}
