import type { Api } from './api.ts'

/**
 * Reviews of buyers.
 *
 * @example
 * const { reviews } = await client.reviews.queryReviews({ query: { filter: { entityId: product.id }, cursorPaging: { limit: 10 } } })
 */
export const reviews = (api: Api) => ({
  getReview: api('GET /reviews/v1/reviews/{reviewId}'),
  createReview: api('POST /reviews/v1/reviews'),
  updateReview: api('PATCH /reviews/v1/reviews/{review.id}'),
  deleteReview: api('DELETE /reviews/v1/reviews/{reviewId}'),
  queryReviews: api('POST /reviews/v1/reviews/query', 'reads'),
  countReviews: api('POST /reviews/v1/reviews/count', 'reads'),
  getPage: api('GET /vitrine/v1/reviews/page/{entityId}'),
  getSummaries: api('GET /vitrine/v1/reviews/summaries'),
  getHighlights: api('GET /vitrine/v1/reviews/highlights'),
  getMyReview: api('GET /vitrine/v1/reviews/mine/{entityId}'),
  listMyReviews: api('GET /vitrine/v1/reviews/mine'),
  reportReview: api('POST /vitrine/v1/reviews/{reviewId}/report'),
  voteForReview: api('POST /vitrine/v1/reviews/{reviewId}/vote'),
  openReviewLink: api('POST /vitrine/v1/reviews/links/open'),
  readReviewLink: api('POST /vitrine/v1/reviews/links/read', 'reads'),
  setReviewEmails: api('POST /vitrine/v1/reviews/links/emails'),
  uploadReviewPicture: api('POST /vitrine/v1/reviews/pictures'),
  requestFilmUpload: api('POST /vitrine/v1/reviews/film-upload'),
})
