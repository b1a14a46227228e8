import * as z from 'zod'
import { operation, operations } from './operation.ts'

const Days = z.int().min(1).max(3650)

/** After how many days the shop automatically deletes what it no longer needs. */
export const Retention = z.object({
  /** Checkouts, carts and abandoned checkouts, after their last change. Checkouts of orders that wait for their payment stay. */
  checkoutDays: Days,
  /** Sent emails: to whom, about what, and their text. */
  emailDays: Days,
  /** IP addresses of sessions, remembered browsers and entries of the audit log, after their last use; the rest of these stays. */
  addressDays: Days,
})
export interface Retention extends z.infer<typeof Retention> {}

export const retention = operations({
  'GET /vitrine/v1/retention': operation({
    as: 'user',
    summary: 'Read after how long the shop deletes what it needs no more',
    input: z.object({}),
    ok: z.object({ retention: Retention }),
    errors: [],
  }),

  /** Absent fields stay unchanged. */
  'PATCH /vitrine/v1/retention': operation({
    as: 'user',
    summary: 'Change after how long the shop deletes what it needs no more',
    input: z.object({ retention: Retention.partial() }),
    ok: z.object({ retention: Retention }),
    errors: [],
  }),
})
