import { data } from 'react-router'
import { findProduct } from '../catalogue/read.server.ts'
import { readReviews } from '../reviews/reviews.server.ts'
import { readAsked } from '../reviews/reviews.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/product-reviews.ts'

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** The reviews of a product as an address asks for them, with the votes of whoever asks. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const here = visit(context)
  const product = await findProduct(here, params.slug)
  if (!product) throw data(null, { status: 404 })
  const [reviews, votes] = await Promise.all([
    readReviews(here, product.id, readAsked(new URL(request.url).searchParams)),
    here.known
      ? here.client.reviews.getMyReview({ entityId: product.id }).then(
          (mine) => mine.votes.filter(({ vote }) => vote === 'HELPFUL').map(({ reviewId }) => reviewId),
          () => [],
        )
      : [],
  ])
  if (!reviews) throw data(null, { status: 503 })
  return { reviews, votes }
}
