import * as z from 'zod'
import { Image } from './items.ts'
import { operation, operations } from './operation.ts'
import { Guid, many, text, whole } from './primitives.ts'
import { ReviewInQueue, ReviewReportReason, ReviewSummary, ReviewWriters } from './review-admin.ts'
import { Review } from './reviews.ts'

/** Whether somebody found a review helpful. */
export const ReviewVote = z.enum(['HELPFUL', 'UNHELPFUL', 'NONE'])
export type ReviewVote = z.infer<typeof ReviewVote>

/** `relevant`: by `relevanceScore`. */
export const ReviewSort = z.enum(['relevant', 'newest', 'highest', 'lowest', 'helpful'])
export type ReviewSort = z.infer<typeof ReviewSort>

/** What a shop window quotes of a review. */
export const ReviewHighlight = z.object({
  reviewId: Guid,
  /** Of the product. */
  entityId: z.string(),
  rating: z.int(),
  /** In one line. */
  text: z.string(),
  authorName: z.string().optional(),
})
export interface ReviewHighlight extends z.infer<typeof ReviewHighlight> {}

/** Bytes of a file, as base64. */
export const PictureContent = z
  .string()
  .min(4)
  .max(1_000_000)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'is no base64')

/** What shoppers do with reviews beside reading and writing them. */
export const reviewBuyers = operations({
  /** Of unrated products, too. */
  'GET /vitrine/v1/reviews/summaries': operation({
    as: 'anyone',
    summary: 'Read how products are rated',
    input: z.object({ entityIds: many(text(36, 1), 100) }),
    ok: z.object({ summaries: z.array(ReviewSummary) }),
    errors: [],
  }),

  /** The ratings and reviews of a product, as its page shows them: the same for everybody, and so cached with the page. */
  'GET /vitrine/v1/reviews/page/{entityId}': operation({
    as: 'anyone',
    summary: 'Read the reviews of a product page',
    input: z.object({
      entityId: text(36, 1),
      /** Only those with this many stars. */
      stars: whole(1, 5).optional(),
      sort: ReviewSort.default('relevant'),
      limit: whole(1, 100).default(5),
      /** A review of the product that comes before the others, whatever its stars, such as the one that a link leads to. */
      first: Guid.optional(),
    }),
    ok: z.object({
      summary: ReviewSummary,
      reviews: z.array(Review),
      /** The four most relevant with pictures or films. */
      withMedia: z.array(Review),
    }),
    errors: [],
  }),

  /**
   * What a shop window quotes: of the hundred newest reviews with four or five stars those with a text of 40 to 200 characters, one of each
   * product, by their stars and then by how helpful they are found. `entityIds`: only of these products. Empty where there are none.
   */
  'GET /vitrine/v1/reviews/highlights': operation({
    as: 'anyone',
    summary: 'Read reviews to highlight',
    input: z.object({ entityIds: many(text(36, 1), 100).optional(), limit: whole(1, 12).default(3) }),
    ok: z.object({ highlights: z.array(ReviewHighlight) }),
    errors: [],
  }),

  /** Everybody has one vote for each review that shows, and may take it back: `NONE`. Authors cannot vote for their own. */
  'POST /vitrine/v1/reviews/{reviewId}/vote': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Say whether a review is helpful',
    input: z.object({ reviewId: Guid, vote: ReviewVote }),
    ok: z.object({ review: Review, vote: ReviewVote }),
    errors: ['REVIEW_NOT_FOUND', 'REVIEW_VOTE_OWN'],
  }),

  /** Reports a review to the shop. It stays visible until the shop decides. A second report by the same person replaces the first. */
  'POST /vitrine/v1/reviews/{reviewId}/report': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Report a review',
    input: z.object({ reviewId: Guid, reason: ReviewReportReason, text: text(500).nullish() }),
    ok: z.object({}),
    errors: ['REVIEW_NOT_FOUND', 'REVIEW_REPORT_OWN'],
  }),

  /** All reviews by the caller, newest first, a hundred at most; also those that wait, or were rejected. */
  'GET /vitrine/v1/reviews/mine': operation({
    as: 'visitor',
    merchant: 'reviews.read',
    personal: 'reviews',
    summary: 'List what one has said of products',
    input: z.object({}),
    ok: z.object({ reviews: z.array(z.object({ review: Review, product: ReviewInQueue.shape.product })) }),
    errors: [],
  }),

  /** The caller's review of a product, whether they may write one, and their votes for its reviews. */
  'GET /vitrine/v1/reviews/mine/{entityId}': operation({
    as: 'visitor',
    merchant: 'reviews.read',
    summary: 'Read what one has said of a product',
    input: z.object({ entityId: text(36, 1) }),
    ok: z.object({
      review: Review.optional(),
      /** Whether it is theirs to change: not where a member wrote it about an order whose link somebody else has opened. */
      mayChange: z.boolean(),
      /** Whether a review of theirs would be accepted. */
      mayWrite: z.boolean(),
      /** Who may write reviews here. */
      writers: ReviewWriters,
      /** Whether it would be a verified purchase. */
      bought: z.boolean(),
      /** Their name the last time, or their own. */
      authorName: z.string().optional(),
      votes: z.array(z.object({ reviewId: Guid, vote: ReviewVote })),
    }),
    errors: [],
  }),

  /**
   * Uploads a picture for a review: JPEG, PNG, WebP or AVIF. It is rotated upright and no larger than 2048 pixels, and camera metadata
   * (where, when, with what) is removed. It shows with the review that names it.
   */
  'POST /vitrine/v1/reviews/pictures': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Upload a picture for a review',
    input: z.object({ content: PictureContent }),
    ok: z.object({ picture: Image }),
    errors: ['PHOTO_NOT_TAKEN'],
  }),

  /**
   * An address to upload one short film of a review to with PUT. It takes one film and expires after an hour. The upload's answer names the file,
   * which belongs to the caller: `content.media: [{ video: { id } }]`. A caller may send ten films a day, unless the shop sets another limit.
   */
  'POST /vitrine/v1/reviews/film-upload': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Ask where to upload a film for a review',
    cost: 'film',
    input: z.object({}),
    ok: z.object({
      uploadUrl: z.string(),
      /** The maximum size of the film, in bytes. */
      mostBytes: z.int(),
      /** The maximum length of the film, in seconds. */
      mostSeconds: z.int(),
    }),
    errors: [],
  }),
})
