import * as z from 'zod'
import { ModerationStatus, ReviewAuthorType } from './enums.ts'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Guid, Instant, text, whole } from './primitives.ts'
import { Review } from './reviews.ts'
import { Revision } from './revised.ts'

/** Why a review waits for the shop. */
export const ReviewReason = z.enum(['ALL_ARE_READ', 'MUTED', 'NOT_VERIFIED', 'LOW_RATING', 'WORD', 'LINK', 'SAME_TEXT', 'MEDIA'])
export type ReviewReason = z.infer<typeof ReviewReason>

/** Why somebody reports a review. */
export const ReviewReportReason = z.enum(['ADVERTISING', 'INSULTING', 'UNTRUE', 'PERSONAL', 'OTHER'])
export type ReviewReportReason = z.infer<typeof ReviewReportReason>

/** Who may write reviews: whoever visits the shop, members, or those who have bought the item. */
export const ReviewWriters = z.enum(['EVERYBODY', 'MEMBERS', 'BUYERS'])
export type ReviewWriters = z.infer<typeof ReviewWriters>

/** Which reviews are published without anybody reading them. */
export const ReviewSettings = z.object({
  revision: z.string(),
  writers: ReviewWriters,
  /** The shop reads each review before it shows; the rules below then only give the reasons. */
  readAll: z.boolean(),
  /** Reviews without an order of the item wait. */
  holdUnverified: z.boolean(),
  /** Reviews with fewer stars wait; 1 for none. */
  minRating: z.int(),
  /** Reviews with one of these words wait. */
  words: z.array(z.string()),
  /** Reviews with a link or an address wait. */
  holdLinks: z.boolean(),
  /** Reviews with pictures or films wait. */
  holdMedia: z.boolean(),
  /** Buyers are asked for a review by email, once about an order. */
  asksByEmail: z.boolean(),
  /** How many days after the goods were delivered; after the last shipment left, where that is unknown. */
  askAfterDays: z.int(),
})
export interface ReviewSettings extends z.infer<typeof ReviewSettings> {}

/** A bulk change of reviews, some at a time. */
export const ReviewJob = z.object({
  id: Guid,
  action: z.enum(['APPROVE', 'REJECT', 'DELETE']),
  /** `UNDOING`, `UNDONE`: the reviews are restored, except for what was changed since. What was deleted does not come back. */
  state: z.enum(['RUNNING', 'DONE', 'UNDOING', 'UNDONE']),
  changed: z.int(),
  unchanged: z.int(),
  createdDate: Instant,
  endedDate: Instant.optional(),
  /** Until then it can be undone. */
  undoUntil: Instant.optional(),
})
export interface ReviewJob extends z.infer<typeof ReviewJob> {}

/** How often an item was rated, and how. */
export const ReviewSummary = z.object({
  entityId: z.string(),
  count: z.int(),
  /** One decimal place; 0 where there is none. */
  average: z.number(),
  /** How many gave one star, two, three, four, five. */
  stars: z.array(z.int()),
  /** How many come with pictures or films. */
  withMedia: z.int(),
})
export interface ReviewSummary extends z.infer<typeof ReviewSummary> {}

/** A review as the shop moderates it. */
export const ReviewInQueue = z.object({
  review: Review,
  authorType: ReviewAuthorType,
  /** Why it waits, or waited. */
  reasons: z.array(ReviewReason),
  product: z.object({ id: z.string(), name: z.string(), slug: z.string(), picture: z.string().optional() }).optional(),
  summary: ReviewSummary,
  /** The order that it is verified by. */
  order: z.object({ id: Guid, number: z.string(), createdDate: Instant }).optional(),
  author: z.object({ memberId: Guid.optional(), orders: z.int(), reviews: z.int(), average: z.number() }),
  /** How many other reviews have the same text. */
  sameText: z.int(),
  /** Reports of shoppers, the newest twenty; until the shop publishes it again or rejects it. */
  reports: z.array(z.object({ reason: ReviewReportReason, text: z.string().optional(), createdDate: Instant })),
})
export interface ReviewInQueue extends z.infer<typeof ReviewInQueue> {}

const JobAnswer = z.object({ job: ReviewJob })
const OfJob = z.object({ jobId: Guid })

/** Reviews as the shop reads, publishes and rejects them. */
export const reviewAdmin = operations({
  /** The filter and the sorts of `POST /reviews/v1/reviews/query`; words are searched for in titles, texts and names. */
  'POST /vitrine/v1/reviews/search': operation({
    as: 'user',
    personal: 'reviews',
    summary: 'Search reviews, with what there is to know of each',
    input: z.object({
      query: CursorQuery.nullish(),
      words: text(100).nullish(),
      /** Only those that shoppers have reported. */
      reported: z.boolean().nullish(),
    }),
    ok: z.object({ reviews: z.array(ReviewInQueue), metadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  /** How many there are of each status; counts stop at 10,000. */
  'GET /vitrine/v1/reviews/counts': operation({
    as: 'user',
    summary: 'Count reviews by their status',
    input: z.object({}),
    ok: z.object({
      counts: z.array(z.object({ status: ModerationStatus, count: z.int() })),
      /** Those that shoppers have reported. */
      reported: z.int(),
      /** Of all that show. */
      average: z.number(),
      published: z.int(),
    }),
    errors: [],
  }),

  /** These, or all that a filter finds. The first of them are done when this returns, the rest follows in the background. */
  'POST /vitrine/v1/reviews/jobs': operation({
    as: 'user',
    summary: 'Publish, turn down or delete many reviews',
    input: z.object({
      action: ReviewJob.shape.action,
      reviewIds: z.array(Guid).min(1).max(100).nullish(),
      filter: AnyObject.nullish(),
    }),
    ok: JobAnswer,
    errors: [],
  }),

  'GET /vitrine/v1/reviews/jobs/{jobId}': operation({
    as: 'user',
    summary: 'See how far a bulk action on reviews is',
    input: OfJob,
    ok: JobAnswer,
    errors: ['REVIEW_JOB_NOT_FOUND'],
  }),

  /** The reviews get their former status; what somebody has changed since stays as it is. */
  'POST /vitrine/v1/reviews/jobs/{jobId}/undo': operation({
    as: 'user',
    summary: 'Undo a bulk action on reviews',
    input: OfJob,
    ok: JobAnswer,
    errors: ['REVIEW_JOB_NOT_FOUND', 'REVIEW_JOB_NOT_UNDONE'],
  }),

  'GET /vitrine/v1/reviews/settings': operation({
    as: 'user',
    summary: 'Read by what rules reviews are published',
    input: z.object({}),
    ok: z.object({ settings: ReviewSettings }),
    errors: [],
  }),

  /** Absent fields stay unchanged. Existing reviews stay as they are. */
  'PATCH /vitrine/v1/reviews/settings': operation({
    as: 'user',
    summary: 'Change by what rules reviews are published',
    input: z.object({
      settings: z.object({
        revision: Revision.nullish(),
        writers: ReviewWriters.nullish(),
        readAll: z.boolean().nullish(),
        holdUnverified: z.boolean().nullish(),
        minRating: whole(1, 5).nullish(),
        words: z.array(text(50, 1)).max(200).nullish(),
        holdLinks: z.boolean().nullish(),
        holdMedia: z.boolean().nullish(),
        asksByEmail: z.boolean().nullish(),
        askAfterDays: whole(1, 60).nullish(),
      }),
    }),
    ok: z.object({ settings: ReviewSettings }),
    errors: [],
  }),
})
