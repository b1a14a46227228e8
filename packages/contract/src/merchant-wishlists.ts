import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { WishlistWithItems } from './own-wishlists.ts'
import { Guid, whole } from './primitives.ts'

/** A product that people have on wish lists. What was saved for later is not counted. */
export const WishlistProduct = z.object({
  productId: Guid,
  /** Of a product that is hidden or gone: its name when it was last put on a list. */
  name: z.string(),
  imageId: z.string().optional(),
  soldOut: z.boolean(),
  wishlists: z.int(),
  /** How many people have it on a list. */
  people: z.int(),
  /** How many of them put it there within the last thirty days. */
  newPeople: z.int(),
  /** How often it was moved from a wish list into a cart within the last thirty days. */
  moved: z.int(),
  /** How many members bought it after putting it on a list that still has it; of visitors this is unknown. */
  bought: z.int(),
})
export interface WishlistProduct extends z.infer<typeof WishlistProduct> {}

export const merchantWishlists = operations({
  /** Those on most people's lists first. */
  'GET /vitrine/v1/wishlists/products': operation({
    as: 'user',
    summary: 'List the products on wish lists',
    input: z.object({ limit: whole(1, 100).nullish(), offset: whole(0, 100_000).nullish() }),
    ok: z.object({
      products: z.array(WishlistProduct),
      totals: z.object({
        products: z.int(),
        /** People whose lists have items. */
        people: z.int(),
        wishlists: z.int(),
        /** How many of these lists have a link. */
        shared: z.int(),
      }),
    }),
    errors: [],
  }),

  /** What was saved for later is not counted. */
  'GET /vitrine/v1/wishlists/products/{productId}/count': operation({
    as: 'user',
    summary: 'Count the wish lists that a product is on',
    input: z.object({ productId: Guid }),
    ok: z.object({
      wishlists: z.int(),
      /** How many people have it on a list. */
      people: z.int(),
      /** How many of them put it there within the last thirty days. */
      newPeople: z.int(),
    }),
    errors: [],
  }),

  'GET /vitrine/v1/wishlists/members/{memberId}': operation({
    as: 'user',
    personal: 'wishlists',
    summary: 'List the wish lists of a member with their items',
    input: z.object({ memberId: Guid }),
    ok: z.object({ wishlists: z.array(WishlistWithItems) }),
    errors: [],
  }),
})
