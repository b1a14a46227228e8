import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { WishlistWithItems } from './own-wishlists.ts'
import { Guid } from './primitives.ts'

export const merchantWishlists = operations({
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
