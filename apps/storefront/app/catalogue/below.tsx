import type { ReviewsView } from '../reviews/reviews.ts'
import Reviews from '../reviews/section.tsx'
import { Beside } from './beside.tsx'
import RecentlySeen from './recently-seen.tsx'

/** What stands below a product: what people say of it, its neighbours, and what was looked at before. */
export default function Below({
  slug,
  reviews,
  ...rest
}: { readonly slug: string; readonly reviews: ReviewsView | undefined } & Parameters<typeof Beside>[0]) {
  return (
    <>
      {reviews && <Reviews slug={slug} reviews={reviews} />}
      <Beside {...rest} />
      <RecentlySeen but={slug} />
    </>
  )
}
