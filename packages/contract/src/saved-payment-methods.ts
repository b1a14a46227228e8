import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text } from './primitives.ts'

/** A card that a payment provider stores for a member. */
export const MembersPaymentMethod = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant,
  updatedDate: Instant,
  siteMemberId: Guid,
  /** The default of its member. */
  primary: z.boolean(),
  paymentMethod: z.object({
    typeId: z.string(),
    cardInfo: z
      .object({
        brand: z.string(),
        lastFourDigits: z.string(),
        /** The last month in which it is valid, if its provider says. */
        expirationMonth: z.int().optional(),
        expirationYear: z.int().optional(),
      })
      .optional(),
  }),
  /**
   * When its owner agreed that it is saved for later orders, and to which words. Without it a card is saved for a subscription, or for
   * agreed charges: do not offer it at a checkout.
   */
  agreement: z.object({ date: Instant, text: z.string() }).optional(),
})
export interface MembersPaymentMethod extends z.infer<typeof MembersPaymentMethod> {}

const OfMethod = z.object({ savedPaymentMethodId: Guid })

/** Members see and change their own; the shop those of each member. */
export const savedPaymentMethods = operations({
  'GET /_api/payments/saved-payment-methods/v1/saved-payment-methods': operation({
    as: 'visitor',
    summary: 'List the saved cards of a member, each once',
    /** `me` for the caller. */
    input: z.object({ siteMemberId: text(36, 2).nullish() }),
    ok: z.object({ savedPaymentMethods: z.array(MembersPaymentMethod) }),
    errors: [],
  }),

  'GET /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}': operation({
    as: 'visitor',
    summary: 'Read a saved card',
    input: OfMethod,
    ok: z.object({ savedPaymentMethod: MembersPaymentMethod }),
    errors: ['SAVED_PAYMENT_METHOD_NOT_FOUND'],
  }),

  /** It is offered first from now on, and charged where no other one is named; subscriptions keep the card that was chosen for them. */
  'POST /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}/mark-primary': operation({
    as: 'visitor',
    summary: 'Make a saved card the first choice',
    alsoGet: true,
    input: OfMethod,
    ok: z.object({}),
    errors: ['SAVED_PAYMENT_METHOD_NOT_FOUND'],
  }),

  /** Its provider deletes it, too. What it was to pay for is then requested by email. */
  'DELETE /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}': operation({
    as: 'visitor',
    summary: 'Delete a saved card',
    input: OfMethod,
    ok: z.object({}),
    errors: ['SAVED_PAYMENT_METHOD_NOT_FOUND'],
  }),
})
