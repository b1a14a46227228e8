import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { text } from './primitives.ts'

const Link = z.object({ token: text(2000, 1) })

/** What the links of emails about abandoned checkouts open, without signing in. */
export const reminderLinks = operations({
  'POST /vitrine/v1/abandoned-checkouts/links/read': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'See whether an address is reminded of abandoned checkouts',
    input: Link,
    ok: z.object({ wanted: z.boolean() }),
    errors: ['REMINDER_LINK_EXPIRED'],
    reads: true,
  }),

  /**
   * `wanted: false` unsubscribes the address of the email's checkout from reminders of all checkouts, also those that were planned; `true`
   * subscribes it again. Repeating it changes nothing.
   */
  'POST /vitrine/v1/abandoned-checkouts/links/emails': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Stop emails about abandoned checkouts, or take them again',
    input: Link.extend({ wanted: z.boolean() }),
    ok: z.object({ wanted: z.boolean() }),
    errors: ['REMINDER_LINK_EXPIRED'],
  }),
})
