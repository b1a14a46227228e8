import type { QuestionsView } from '../questions/questions.ts'
import Questions from '../questions/section.tsx'
import type { ReviewsView } from '../reviews/reviews.ts'
import Reviews from '../reviews/section.tsx'
import { Beside } from './beside.tsx'
import { useCountedView } from './count-view.ts'
import RecentlySeen from './recently-seen.tsx'

/** What stands below a product: what people say of it, its neighbours, and what was looked at before. */
export default function Below({
  id,
  slug,
  preview,
  reviews,
  questions,
  beside,
}: {
  readonly id: string
  readonly slug: string
  /** A preview is looked at by the shop, and not counted. */
  readonly preview: boolean
  readonly reviews: ReviewsView | undefined
  readonly questions: QuestionsView | undefined
} & Parameters<typeof Beside>[0]) {
  useCountedView(preview ? undefined : id)
  return (
    <>
      {reviews && <Reviews slug={slug} reviews={reviews} />}
      {questions && <Questions slug={slug} questions={questions} />}
      <Beside beside={beside} />
      <RecentlySeen but={slug} />
    </>
  )
}
