import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text } from './primitives.ts'

/** What a member of the community shows on their page beside their name; nothing unless they say so. */
export const MemberPageChoices = z.object({
  /** Their published reviews, and answers to questions. */
  showsWords: z.boolean(),
  /** That they have bought what they review, and never what else. */
  showsBought: z.boolean(),
  /** Whether search engines may find the page. */
  indexable: z.boolean(),
  /** A wish list of theirs; everybody sees it through a link of its own. */
  wishlistId: Guid.optional(),
})
export interface MemberPageChoices extends z.infer<typeof MemberPageChoices> {}

const OnProduct = z.object({ name: z.string(), slug: z.string(), picture: z.string().optional() })

/** A review as the page of its author shows it. */
export const ReviewOfMember = z.object({
  id: Guid,
  rating: z.int(),
  title: z.string().optional(),
  body: z.string().optional(),
  reviewDate: Instant,
  /** Absent where the member does not show it. */
  bought: z.boolean().optional(),
  product: OnProduct,
})
export interface ReviewOfMember extends z.infer<typeof ReviewOfMember> {}

/** An answer as the page of its author shows it. */
export const AnswerOfMember = z.object({
  id: Guid,
  question: z.string(),
  text: z.string(),
  helpful: z.int(),
  product: OnProduct,
})
export interface AnswerOfMember extends z.infer<typeof AnswerOfMember> {}

/** The list that a page shows. */
export const ListOfMember = z.object({
  name: z.string(),
  /** Its page is `/wishlist/{token}` of the shop. */
  token: z.string(),
  itemCount: z.int(),
  /** How many of its items others have said they give; absent for the member, who is not told. */
  givenCount: z.int().optional(),
  /** Pictures of its last items, three at most. */
  imageIds: z.array(z.string()),
})
export interface ListOfMember extends z.infer<typeof ListOfMember> {}

const Choices = z.object({ choices: MemberPageChoices })

export const memberPages = operations({
  'GET /vitrine/v1/members/my/page': operation({
    as: 'member',
    summary: "Read what one's own page shows",
    input: z.object({}),
    ok: Choices.extend({
      /** How many of their reviews, and of their answers, are published. */
      reviews: z.int(),
      answers: z.int(),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),

  /** Absent fields stay unchanged. `wishlistId`: one of the member's own lists, not the one of what they saved for later; `null` for none. */
  'PATCH /vitrine/v1/members/my/page': operation({
    as: 'member',
    summary: "Choose what one's own page shows",
    input: z.object({
      showsWords: z.boolean().nullish(),
      showsBought: z.boolean().nullish(),
      indexable: z.boolean().nullish(),
      wishlistId: Guid.nullish(),
    }),
    ok: Choices,
    errors: ['MEMBER_NOT_FOUND', 'WISHLIST_NOT_FOUND'],
  }),

  /**
   * What the page of somebody in the community shows, as far as they have chosen it: reviews and answers newest first, fifty of each at most.
   * For the members themselves as for everybody.
   */
  'GET /vitrine/v1/members/by-slug/{slug}/page': operation({
    as: 'anyone',
    summary: "Read a public member's page",
    input: z.object({ slug: text(255, 1) }),
    ok: z.object({
      reviews: z.array(ReviewOfMember),
      answers: z.array(AnswerOfMember),
      wishlist: ListOfMember.optional(),
      indexable: z.boolean(),
    }),
    errors: ['MEMBER_NOT_FOUND', 'MEMBER_TO_MEMBER_BLOCKED'],
  }),
})
