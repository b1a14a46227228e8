import type { Examples } from './type.ts'
import { id, other } from './values.ts'

const review = {
  namespace: 'stores',
  entityId: other,
  content: { title: 'Handle is right', body: 'Three fingers fit. That is the whole review.', rating: 5, media: [] },
  author: { authorName: 'Tobias R.' },
}
const published = { filter: { entityId: other } }

export const reviewsExamples = {
  'GET /reviews/v1/reviews/{reviewId}': { reviewId: id },
  'POST /reviews/v1/reviews': { review },
  'PATCH /reviews/v1/reviews/{review.id}': { review: { id, revision: '1', content: { rating: 4 } } },
  'DELETE /reviews/v1/reviews/{reviewId}': { reviewId: id },
  'POST /reviews/v1/bulk/reviews/create': { reviews: [{ ...review, reviewDate: '2026-09-14T09:00:00.000Z' }], returnEntity: true },
  'POST /reviews/v1/bulk/reviews/delete': { filter: { entityId: other, 'content.rating': { $lt: 2 } } },
  'POST /reviews/v1/reviews/query': {
    query: { ...published, sort: [{ fieldName: 'helpfulness', order: 'DESC' }], cursorPaging: { limit: 10 } },
  },
  'POST /reviews/v1/reviews/count': published,
  'PATCH /reviews/v1/reviews/{reviewId}/reply': { reviewId: id, message: 'Thank you for looking so closely.' },
  'DELETE /reviews/v1/reviews/{reviewId}/reply': { reviewId: id },
  'PATCH /reviews/v1/reviews/{reviewId}/moderate': { reviewId: id, status: 'APPROVED' },
  'POST /reviews/v1/bulk/reviews/moderate': {
    filter: { verified: true, 'moderation.moderationStatus': 'IN_MODERATION' },
    status: 'APPROVED',
  },
  'GET /vitrine/v1/reviews/summaries': { entityIds: [other] },
  'GET /vitrine/v1/reviews/page/{entityId}': { entityId: other, stars: 5, sort: 'helpful', limit: 10 },
  'GET /vitrine/v1/reviews/highlights': { entityIds: [other], limit: 3 },
  'GET /vitrine/v1/reviews/mine/{entityId}': { entityId: other },
  'POST /vitrine/v1/reviews/{reviewId}/vote': { reviewId: id, vote: 'HELPFUL' },
  'GET /vitrine/v1/reviews/mine': {},
  'POST /vitrine/v1/reviews/{reviewId}/report': { reviewId: id, reason: 'ADVERTISING', text: 'It only sends one to another shop.' },
  'POST /vitrine/v1/reviews/links/open': { token: 'eyJhbGciOi…' },
  'POST /vitrine/v1/reviews/links/read': { token: 'eyJhbGciOi…' },
  'POST /vitrine/v1/reviews/links/emails': { token: 'eyJhbGciOi…', wanted: false },
  'POST /vitrine/v1/reviews/pictures': { content: 'iVBORw0KGgo=' },
  'POST /vitrine/v1/reviews/film-upload': {},
  'POST /vitrine/v1/reviews/search': { query: { filter: { 'moderation.moderationStatus': 'IN_MODERATION' } }, words: 'hairline' },
  'GET /vitrine/v1/reviews/counts': {},
  'POST /vitrine/v1/reviews/jobs': { action: 'APPROVE', reviewIds: [id] },
  'GET /vitrine/v1/reviews/jobs/{jobId}': { jobId: id },
  'POST /vitrine/v1/reviews/jobs/{jobId}/undo': { jobId: id },
  'GET /vitrine/v1/reviews/settings': {},
  'PATCH /vitrine/v1/reviews/settings': { settings: { minRating: 3, words: ['scam'] } },
} satisfies Partial<Examples>
