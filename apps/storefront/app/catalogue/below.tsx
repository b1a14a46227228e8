import type { QuestionsView } from '../questions/questions.ts'
import Questions from '../questions/section.tsx'
import type { ReviewsView } from '../reviews/reviews.ts'
import Reviews from '../reviews/section.tsx'
import { Beside } from './beside.tsx'
import { useCountedView } from './count-view.ts'
import type { Choices, ProductView } from './product.ts'
import RecentlySeen from './recently-seen.tsx'
import { Together } from './together.tsx'

/** What stands below a product: what is bought with it, what people say of it, its neighbours, and what was looked at before. */
export default function Below({
  product,
  chosen,
  preview,
  reviews,
  questions,
  beside,
}: {
  readonly product: ProductView
  readonly chosen: Choices
  /** A preview is looked at by the shop, and not counted. */
  readonly preview: boolean
  readonly reviews: ReviewsView | undefined
  readonly questions: QuestionsView | undefined
} & Parameters<typeof Beside>[0]) {
  const { id, slug } = product
  useCountedView(preview ? undefined : id)
  return (
    <>
      {!preview && <Together product={product} chosen={chosen} beside={beside} />}
      {reviews && <Reviews slug={slug} reviews={reviews} />}
      {questions && <Questions slug={slug} questions={questions} />}
      <Beside beside={beside} />
      <RecentlySeen but={slug} />
    </>
  )
}
