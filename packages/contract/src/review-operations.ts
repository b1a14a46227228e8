import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { CursorQuery, FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Flag, Guid, Instant, text, whole } from './primitives.ts'
import { Review } from './reviews.ts'
import { Revision } from './revised.ts'

/** The most pictures and films of a review. */
export const mostReviewMedia = 10

/** Files of the shop by their ids; from a buyer only those that they have uploaded for it. */
const MediaInput = z.object({
  image: z.object({ id: text(200, 1) }).nullish(),
  video: z.object({ id: text(200, 1) }).nullish(),
})

const ContentInput = z.object({
  title: text(3000).nullish(),
  body: text(3000).nullish(),
  media: z.array(MediaInput).max(mostReviewMedia).nullish(),
  /** 1 to 5 stars. */
  rating: whole(1, 5),
})

const AuthorInput = z.object({
  /** Whose review it is, if the shop or a program imports it. Ignored from buyers: they write their own. */
  contactId: Guid.nullish(),
  /** Its author's display name. */
  authorName: text(100).nullish(),
})

export const NewReview = z.object({
  /** Whose entities: `stores` for products. */
  namespace: text(100, 1),
  /** A product id. */
  entityId: text(36, 1),
  content: ContentInput,
  author: AuthorInput.nullish(),
  /** When it was written, if the shop or a program imports what was written elsewhere. Ignored from buyers. */
  reviewDate: Instant.max(40).nullish(),
})
export interface NewReview extends z.output<typeof NewReview> {}

const ChangedReview = z.object({
  id: Guid,
  revision: Revision,
  content: ContentInput.partial().nullish(),
  author: AuthorInput.pick({ authorName: true }).nullish(),
  reviewDate: Instant.max(40).nullish(),
})

const Answer = z.object({ review: Review })
const OfReview = z.object({ reviewId: Guid })
const Job = z.object({ jobId: Guid })
const at = (path: string) => [`/_api/reviews/v1/reviews${path}` as const]

/**
 * Reviews of buyers. A review shows when it is `APPROVED`: at once where the shop's rules say so, else after the shop has read it. Until
 * then only its author and the shop see it.
 */
export const reviews = operations({
  /** One that does not show is returned only with `returnPrivateReviews`: to callers who may read reviews, and to its author. */
  'GET /reviews/v1/reviews/{reviewId}': operation({
    as: 'visitor',
    merchant: 'reviews.read',
    summary: 'Read a review',
    input: OfReview.extend({ returnPrivateReviews: Flag.nullish() }),
    ok: Answer,
    errors: ['REVIEW_NOT_FOUND'],
    aliases: at('/{reviewId}'),
  }),

  /**
   * The caller is its author, and has one review of an item. It is `verified` if they have ordered it. What a shop or a program imports
   * shows at once; what a buyer writes is checked by the shop's rules.
   *
   * `{ review: { namespace: 'stores', entityId: productId, content: { rating: 5, title: 'Handle is right' } } }`
   */
  'POST /reviews/v1/reviews': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Write a review',
    input: z.object({ review: NewReview }),
    ok: Answer,
    errors: ['REVIEW_ENTITY_NOT_FOUND', 'REVIEW_EXISTS', 'REVIEW_NOT_ALLOWED', 'REVIEW_MEDIA_NOT_FOUND'],
    aliases: at(''),
  }),

  /** Absent fields stay unchanged. What its author changes is checked by the shop's rules again. */
  'PATCH /reviews/v1/reviews/{review.id}': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Change a review',
    input: z.object({ review: ChangedReview, fieldMask: FieldMask.nullish() }),
    ok: Answer,
    errors: ['REVIEW_NOT_FOUND', 'REVIEW_MEDIA_NOT_FOUND', 'STALE_REVISION'],
    aliases: at('/{review.id}'),
  }),

  /** Returns the deleted review. */
  'DELETE /reviews/v1/reviews/{reviewId}': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Delete a review',
    input: OfReview,
    ok: Answer,
    errors: ['REVIEW_NOT_FOUND'],
    aliases: at('/{reviewId}'),
  }),

  /** Up to a hundred, such as those of the shop before this one. Each is written or refused independently. */
  'POST /reviews/v1/bulk/reviews/create': operation({
    as: 'user',
    summary: 'Write many reviews',
    input: z.object({ reviews: z.array(NewReview).min(1).max(100), returnEntity: z.boolean().nullish() }),
    ok: z.object({
      results: z.array(z.object({ itemMetadata: ItemMetadata, review: Review.optional() })),
      bulkActionMetadata: BulkActionMetadata,
    }),
    errors: [],
  }),

  /** All that match a filter, in the background. */
  'POST /reviews/v1/bulk/reviews/delete': operation({
    as: 'user',
    summary: 'Delete many reviews',
    input: z.object({ filter: AnyObject }),
    ok: Job,
    errors: [],
  }),

  /**
   * Those that show; with `returnPrivateReviews` also the others, of which a buyer finds their own. The most relevant first by default.
   *
   * `{ query: { filter: { entityId: productId }, sort: [{ fieldName: 'helpfulness', order: 'DESC' }] } }`
   */
  'POST /reviews/v1/reviews/query': operation({
    as: 'visitor',
    merchant: 'reviews.read',
    personal: 'reviews',
    summary: 'Query reviews',
    input: z.object({ query: CursorQuery.nullish(), returnPrivateReviews: z.boolean().nullish() }),
    ok: z.object({ reviews: z.array(Review), metadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
    aliases: at('/query'),
  }),

  /** Counts stop at 100,000. */
  'POST /reviews/v1/reviews/count': operation({
    as: 'visitor',
    merchant: 'reviews.read',
    summary: 'Count reviews',
    input: z.object({ filter: AnyObject.nullish(), includePrivateReviews: z.boolean().nullish() }),
    ok: z.object({ count: z.int() }),
    errors: ['TOO_MANY_TO_COUNT'],
    reads: true,
    aliases: at('/count'),
  }),

  'PATCH /reviews/v1/reviews/{reviewId}/reply': operation({
    as: 'user',
    summary: 'Reply to a review',
    input: OfReview.extend({ message: text(10_000, 1) }),
    ok: Answer,
    errors: ['REVIEW_NOT_FOUND'],
    aliases: at('/{reviewId}/reply'),
  }),

  'DELETE /reviews/v1/reviews/{reviewId}/reply': operation({
    as: 'user',
    summary: 'Remove the reply to a review',
    input: OfReview,
    ok: Answer,
    errors: ['REVIEW_NOT_FOUND'],
    aliases: at('/{reviewId}/reply'),
  }),

  'PATCH /reviews/v1/reviews/{reviewId}/moderate': operation({
    as: 'user',
    summary: 'Publish a review or turn it down',
    input: OfReview.extend({ status: z.enum(['APPROVED', 'REJECTED']) }),
    ok: Answer,
    errors: ['REVIEW_NOT_FOUND'],
    aliases: at('/{reviewId}/moderate'),
  }),

  /** All that match a filter, in the background. */
  'POST /reviews/v1/bulk/reviews/moderate': operation({
    as: 'user',
    summary: 'Publish many reviews or turn them down',
    input: z.object({ filter: AnyObject, status: z.enum(['APPROVED', 'REJECTED']) }),
    ok: Job,
    errors: [],
  }),
})
