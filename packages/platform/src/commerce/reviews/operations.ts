import type { reviews } from '@vitrine/contract'
import { counted, errorOf } from '../../kernel/http/bulk-results.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { startJob } from './bulk.ts'
import type { ReviewDeps } from './deps.ts'
import { countOf, maySee, pageOf } from './find.ts'
import { showReview } from './show.ts'
import { findReview, lockReview, type StoredReview } from './store.ts'
import { changeReview, isAuthor, moderate, removeReview, reply, writeReview } from './write.ts'

/** What buyers say of what they bought, at the addresses of the published client. */
export function reviewOperations(deps: ReviewDeps): Handlers<typeof reviews> {
  const shown = (review: StoredReview) => ({ review: showReview(review, deps.mediaAt) })
  const answer = <R extends Refusal>(review: StoredReview | R) => (review instanceof Refusal ? review : shown(review))

  return {
    async 'GET /reviews/v1/reviews/{reviewId}'({ reviewId, returnPrivateReviews }, scope) {
      const review = await findReview(scope.db, scope.site, reviewId)
      return review && maySee(scope, review, returnPrivateReviews === true) ? shown(review) : refuse('REVIEW_NOT_FOUND')
    },

    async 'POST /reviews/v1/reviews'({ review }, scope) {
      return answer(await writeReview(deps, scope, review))
    },

    async 'PATCH /reviews/v1/reviews/{review.id}'(input, scope) {
      return answer(await changeReview(deps, scope, input))
    },

    async 'DELETE /reviews/v1/reviews/{reviewId}'({ reviewId }, scope) {
      const review = await lockReview(scope.db, scope.site, reviewId)
      if (!review || !(scope.merchant || isAuthor(scope.caller, review))) return refuse('REVIEW_NOT_FOUND')
      await removeReview(scope, review)
      return shown(review)
    },

    async 'POST /reviews/v1/bulk/reviews/create'({ reviews: sent, returnEntity }, scope) {
      const results = []
      for (const [originalIndex, one] of sent.entries()) {
        const written = await writeReview(deps, scope, one)
        results.push(
          written instanceof Refusal
            ? { itemMetadata: { originalIndex, success: false, error: errorOf(written) } }
            : {
                itemMetadata: { id: written.id, originalIndex, success: true },
                ...(returnEntity && { review: showReview(written, deps.mediaAt) }),
              },
        )
      }
      return counted(results)
    },

    'POST /reviews/v1/bulk/reviews/delete': staged(async ({ filter }, scope) => {
      const job = await startJob({ action: 'DELETE', filter }, scope)
      return job instanceof Refusal ? job : { jobId: job.id }
    }),

    async 'POST /reviews/v1/reviews/query'({ query, returnPrivateReviews }, scope) {
      const page = await pageOf(scope, query ?? {}, returnPrivateReviews === true)
      if (page instanceof Refusal) return page
      return { reviews: page.rows.map((row) => showReview(row, deps.mediaAt)), metadata: page.metadata }
    },

    async 'POST /reviews/v1/reviews/count'({ filter, includePrivateReviews }, scope) {
      return countOf(scope, filter ?? {}, includePrivateReviews === true)
    },

    async 'PATCH /reviews/v1/reviews/{reviewId}/reply'({ reviewId, message }, scope) {
      return answer(await reply(scope, reviewId, message))
    },

    async 'DELETE /reviews/v1/reviews/{reviewId}/reply'({ reviewId }, scope) {
      return answer(await reply(scope, reviewId, null))
    },

    async 'PATCH /reviews/v1/reviews/{reviewId}/moderate'({ reviewId, status }, scope) {
      return answer(await moderate(scope, reviewId, status))
    },

    'POST /reviews/v1/bulk/reviews/moderate': staged(async ({ filter, status }, scope) => {
      const job = await startJob({ action: status === 'APPROVED' ? 'APPROVE' : 'REJECT', filter }, scope)
      return job instanceof Refusal ? job : { jobId: job.id }
    }),
  }
}
