import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { text } from './primitives.ts'

const Link = z.object({ token: text(2000, 1) })

/** What the links of emails that ask for reviews open, without signing in. */
export const reviewLinks = operations({
  /**
   * Whoever holds the link of an email may review what was ordered, as its buyer: from then on `GET /vitrine/v1/reviews/mine` and
   * `POST /reviews/v1/reviews` treat this visitor as the order's buyer.
   */
  'POST /vitrine/v1/reviews/links/open': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Review what was ordered with the link of an email',
    input: Link,
    ok: z.object({}),
    errors: ['REVIEW_LINK_EXPIRED'],
  }),

  'POST /vitrine/v1/reviews/links/read': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'See whether an address is asked for reviews',
    input: Link,
    ok: z.object({ wanted: z.boolean() }),
    errors: ['REVIEW_LINK_EXPIRED'],
    reads: true,
  }),

  /**
   * `wanted: false` unsubscribes the address of the email's order for all orders, `true` subscribes it again. Repeating it changes nothing.
   */
  'POST /vitrine/v1/reviews/links/emails': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Stop emails that ask for reviews, or take them again',
    input: Link.extend({ wanted: z.boolean() }),
    ok: z.object({ wanted: z.boolean() }),
    errors: ['REVIEW_LINK_EXPIRED'],
  }),
})
