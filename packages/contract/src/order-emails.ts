import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Email, Guid, Instant } from './primitives.ts'

/** The kinds of emails about an order. */
export const OrderEmailKind = z.enum([
  'ORDER_CONFIRMATION',
  'ORDER_CHANGED',
  'ORDER_CANCELED',
  'ORDER_REFUNDED',
  'SHIPPED',
  'TRACKING',
  'PICKUP_READY',
  'DELIVERED',
  'FILES_READY',
  'PAYMENT_ASKED',
  'PAYMENT_RECEIVED',
  'PAYMENT_FAILED',
  'GIFT_CARD',
])
export type OrderEmailKind = z.infer<typeof OrderEmailKind>

/** A sent email about an order. */
export const OrderEmail = z.object({
  id: Guid,
  kind: OrderEmailKind,
  subject: z.string(),
  sentTo: z.string(),
  sentDate: Instant,
  /** Of a `GIFT_CARD`, which one: it is sent again by its own call. */
  giftCardId: Guid.optional(),
})
export interface OrderEmail extends z.infer<typeof OrderEmail> {}

const OfOrder = z.object({ orderId: Guid })

/** Emails that the shop sent to its buyers about an order. */
export const orderEmails = operations({
  /** Latest first, a hundred at most. */
  'GET /vitrine/v1/orders/{orderId}/emails': operation({
    as: 'user',
    summary: 'List the emails about an order',
    input: OfOrder,
    ok: z.object({ emails: z.array(OrderEmail) }),
    errors: ['ORDER_NOT_FOUND'],
  }),

  /**
   * Sends an earlier one again, or one that every order may have: its confirmation, or the links to what was bought. It shows the current
   * state, and goes to the buyer or to the `email` that is named. Recorded in the order's activities.
   */
  'POST /vitrine/v1/orders/{orderId}/emails': operation({
    as: 'user',
    cost: 'email',
    summary: 'Send an email about an order',
    input: OfOrder.extend({
      emailId: Guid.nullish(),
      kind: z.enum(['ORDER_CONFIRMATION', 'FILES_READY']).nullish(),
      email: Email.nullish(),
    }),
    ok: z.object({ sentTo: z.string() }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_EMAIL_NOT_FOUND', 'NOTHING_TO_WRITE'],
  }),
})
