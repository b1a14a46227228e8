import { Stars } from '@vitrine/ui'
import type { ReviewsView } from './reviews.ts'

/** How a product is rated, beside its price; it leads to what people say. */
export default function Rate({ of: { average, count } }: { of: ReviewsView }) {
  if (count === 0) return null
  return (
    <a className="rate" href="#reviews">
      <Stars of={average} />
      <span className="link">{`${average.toFixed(1)} from ${count} ${count === 1 ? 'review' : 'reviews'}`}</span>
    </a>
  )
}
