import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Email, Guid, Instant } from './primitives.ts'

/** What an email about an order says. */
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

/** An email about an order that went out. */
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

/** What the shop wrote to its buyers about an order. */
export const orderEmails = operations({
  /** The latest first, a hundred at the most. */
  'GET /vitrine/v1/orders/{orderId}/emails': operation({
    as: 'user',
    summary: 'List the emails about an order',
    input: OfOrder,
    ok: z.object({ emails: z.array(OrderEmail) }),
    errors: ['ORDER_NOT_FOUND'],
  }),

  /**
   * One that went out, again, or one that every order may have: its confirmation, or the links to what was bought. It says what is true now,
   * and goes to the buyer or to the `email` that is named. The order's story says so.
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
