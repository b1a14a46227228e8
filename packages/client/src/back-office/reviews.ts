import type { Api } from '../api.ts'

/** Reviews as the shop publishes, rejects and answers them. */
export const reviewManagement = (api: Api) => ({
  bulkCreateReviews: api('POST /reviews/v1/bulk/reviews/create'),
  bulkDeleteReviews: api('POST /reviews/v1/bulk/reviews/delete'),
  setReply: api('PATCH /reviews/v1/reviews/{reviewId}/reply'),
  removeReply: api('DELETE /reviews/v1/reviews/{reviewId}/reply'),
  updateModerationStatus: api('PATCH /reviews/v1/reviews/{reviewId}/moderate'),
  bulkUpdateModerationStatus: api('POST /reviews/v1/bulk/reviews/moderate'),
  searchReviews: api('POST /vitrine/v1/reviews/search', 'reads'),
  countByStatus: api('GET /vitrine/v1/reviews/counts'),
  startJob: api('POST /vitrine/v1/reviews/jobs'),
  getJob: api('GET /vitrine/v1/reviews/jobs/{jobId}'),
  undoJob: api('POST /vitrine/v1/reviews/jobs/{jobId}/undo'),
  getReviewSettings: api('GET /vitrine/v1/reviews/settings'),
  setReviewSettings: api('PATCH /vitrine/v1/reviews/settings'),
})
