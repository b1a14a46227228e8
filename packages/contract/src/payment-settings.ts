import * as z from 'zod'
import { PredefinedPaymentMethod } from './enums.ts'
import { operation, operations } from './operation.ts'
import { Instant, many, text } from './primitives.ts'

/** A way to pay without a provider: the order stands at once, and the money comes by hand. */
export const OfflinePaymentMethod = z.object({
  /** Unique in the shop. */
  id: z.string(),
  /** As the buyer reads it: `Bank transfer`. */
  name: z.string(),
  /** One sentence beside it, before the order is made. */
  hint: z.string().optional(),
  /** How to pay, once the order is made: an account, an address. Line breaks are kept. */
  instructions: z.string().optional(),
  /** Offered only to those who collect their goods, who then pay there, or only to those they are sent to. */
  onlyFor: z.enum(['PICKUP', 'SHIPPING']).optional(),
  predefined: PredefinedPaymentMethod.optional(),
  /** Absent for true. What is laid by keeps its words, and is offered to nobody. */
  active: z.boolean().optional(),
  /**
   * So many days after it was made, an order whose money has not come is cancelled and its stock is free again; 0 for never. Absent for 14,
   * and for never where the money comes in cash or when the goods are collected.
   */
  expiresAfterDays: z.int().optional(),
})
export interface OfflinePaymentMethod extends z.infer<typeof OfflinePaymentMethod> {}

/** How buyers may pay. */
export const PaymentSettings = z.object({
  /** The providers that the environment has set up, and whether the shop offers them. */
  providers: z.array(
    z.object({
      id: z.string(),
      offered: z.boolean(),
      name: z.string(),
      /** Whether money moves. No key is ever shown. */
      mode: z.enum(['LIVE', 'TEST']),
      /** When it last told something by itself; where it never did, perhaps its webhook is not set up. */
      lastHeardDate: Instant.optional(),
    }),
  ),
  offlineMethods: z.array(OfflinePaymentMethod),
  /** Whether the money of new orders is only held, and what becomes of it then: by itself, or by hand where nothing is said. */
  capture: z.object({ held: z.boolean(), action: z.enum(['CAPTURE', 'VOID']).optional(), afterDays: z.int().optional() }),
  /** Whether cards of orders are kept, for charges that are agreed on later. */
  savesCards: z.boolean(),
})
export interface PaymentSettings extends z.infer<typeof PaymentSettings> {}

export const paymentSettings = operations({
  'GET /vitrine/v1/payment-settings': operation({
    as: 'user',
    summary: 'Read how buyers may pay',
    input: z.object({}),
    ok: z.object({ paymentSettings: PaymentSettings }),
    errors: [],
  }),
  /** What is absent stays; `offlineMethods` are replaced as a whole, of `providers` those that are named. */
  'PATCH /vitrine/v1/payment-settings': operation({
    as: 'user',
    summary: 'Change how buyers may pay',
    input: z.object({
      paymentSettings: z.object({
        providers: many(z.object({ id: text(50, 1), offered: z.boolean() }), 20).optional(),
        offlineMethods: many(
          z.object({
            id: text(50, 1).regex(/^[a-z0-9-]+$/, 'may hold small letters, figures and hyphens'),
            name: text(60, 1),
            hint: text(200).nullish(),
            instructions: text(2000).nullish(),
            onlyFor: z.enum(['PICKUP', 'SHIPPING']).nullish(),
            predefined: PredefinedPaymentMethod.nullish(),
            active: z.boolean().nullish(),
            expiresAfterDays: z.int().min(0).max(365).nullish(),
          }),
          20,
        ).optional(),
        /** Cards are held for seven days at most. */
        capture: z
          .object({ held: z.boolean(), action: z.enum(['CAPTURE', 'VOID']).nullish(), afterDays: z.int().min(1).max(7).nullish() })
          .optional(),
        savesCards: z.boolean().optional(),
      }),
    }),
    ok: z.object({ paymentSettings: PaymentSettings }),
    errors: [],
  }),
})
