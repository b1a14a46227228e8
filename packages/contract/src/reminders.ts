import * as z from 'zod'
import { AbandonedCheckout } from './abandoned-checkouts.ts'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Price } from './prices.ts'
import { CurrencyCode, Guid, Instant, text } from './primitives.ts'

/** At which step a buyer left. */
export const CheckoutStop = z.enum(['ADDRESS', 'DELIVERY', 'PAYMENT'])
export type CheckoutStop = z.infer<typeof CheckoutStop>

/** What prevented the order, as far as the shop knows. */
export const CheckoutObstacle = z.enum(['NONE', 'PAYMENT_DECLINED', 'NO_DELIVERY', 'OUT_OF_STOCK', 'COUPON_REFUSED'])
export type CheckoutObstacle = z.infer<typeof CheckoutObstacle>

/**
 * Why somebody is not emailed now. `TOO_SOON`: less than a day since the last email. `UNSUBSCRIBED`: they want no emails about abandoned
 * checkouts.
 */
export const NoReminder = z.enum(['BOUGHT', 'UNSUBSCRIBED', 'TOO_MANY', 'TOO_SOON'])
export type NoReminder = z.infer<typeof NoReminder>

/** An abandoned checkout, with what was done to recover it. */
export const AbandonedCheckoutView = z.object({
  abandonedCheckout: AbandonedCheckout,
  stopped: CheckoutStop,
  obstacle: CheckoutObstacle,
  /** How many emails were sent. */
  emailsSent: z.int(),
  lastEmailDate: Instant.optional(),
  /** When the next one is sent automatically. */
  nextEmailDate: Instant.optional(),
  /** Absent where its buyer may be emailed. */
  noReminder: NoReminder.optional(),
  /** The resulting order. */
  order: z.object({ id: Guid, number: z.string() }).optional(),
})
export interface AbandonedCheckoutView extends z.infer<typeof AbandonedCheckoutView> {}

const LocalDate = text(10).regex(/^\d{4}-\d\d-\d\d$/, 'is no day such as 2026-11-21')
const Several = z.object({ count: z.int(), value: Price })
const Wanted = z.object({
  id: Guid,
  /** Part of the link: whoever follows it finds the coupon in the checkout. */
  couponCode: text(50, 1).optional(),
  /** In the shop's own words. */
  customMessage: text(1000, 1).optional(),
})

/** Abandoned checkouts, for those who want to recover them. */
export const reminders = operations({
  /** Newest first by default. `expression` is matched against the buyer's email address and name. */
  'POST /vitrine/v1/abandoned-checkouts/search': operation({
    as: 'user',
    summary: 'Search what was left, and what was done about it',
    input: z.object({
      search: CursorQuery.extend({ search: z.object({ expression: text(100).nullish() }).nullish() }).nullish(),
    }),
    ok: z.object({ checkouts: z.array(AbandonedCheckoutView), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  'GET /vitrine/v1/abandoned-checkouts/{id}': operation({
    as: 'user',
    summary: 'Read what was left, and what was done about it',
    input: z.object({ id: Guid }),
    ok: z.object({ checkout: AbandonedCheckoutView }),
    errors: ['ABANDONED_CHECKOUT_NOT_FOUND'],
  }),

  /** Of checkouts abandoned in these days, which are the shop's own, both included; amounts in the shop's currency. */
  'POST /vitrine/v1/abandoned-checkouts/figures': operation({
    as: 'user',
    summary: 'Say what was left and what came back',
    input: z.object({ startDate: LocalDate, endDate: LocalDate }),
    ok: z.object({
      currency: CurrencyCode,
      left: Several,
      /** Not bought yet. */
      open: Several,
      writtenTo: Several,
      cameBack: Several,
      cameBackAfterEmail: Several,
      /** How many got past the address, and past the choice of delivery. */
      gaveAddress: z.int(),
      choseDelivery: z.int(),
    }),
    errors: [],
    reads: true,
  }),

  /** The email as it would be sent. */
  'POST /vitrine/v1/abandoned-checkouts/{id}/preview': operation({
    as: 'user',
    summary: 'See a reminder before it goes',
    input: Wanted,
    ok: z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
    errors: ['ABANDONED_CHECKOUT_NOT_FOUND'],
    reads: true,
  }),

  /** If the mail server does not accept it now, it is sent as soon as it does. */
  'POST /vitrine/v1/abandoned-checkouts/{id}/remind': operation({
    as: 'user',
    cost: 'email',
    summary: 'Write to somebody about what they left',
    input: Wanted,
    ok: z.object({ checkout: AbandonedCheckoutView }),
    errors: ['ABANDONED_CHECKOUT_NOT_FOUND', 'REMINDER_NOT_ALLOWED'],
  }),
})
