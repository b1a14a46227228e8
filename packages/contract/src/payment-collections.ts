import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { OrderDetails } from './order-status.ts'
import { CheckoutPaymentMethod, PlacedOrder } from './payments.ts'
import { Price } from './prices.ts'
import { CurrencyCode, Email, Guid, Instant, text } from './primitives.ts'

/** What is paid for, as far as the holder of the signed link may know: no name, no address. */
export const CollectedOrder = OrderDetails.pick({
  lineItems: true,
  priceSummary: true,
  taxIncludedInPrices: true,
  appliedDiscounts: true,
  additionalFees: true,
  taxInfo: true,
  balanceSummary: true,
  reasons: true,
}).extend({ placedDate: Instant })
export interface CollectedOrder extends z.infer<typeof CollectedOrder> {}

/** A payment request: how much, for which order, and whether it is still open. */
export const PaymentCollection = z.object({
  id: Guid,
  orderId: Guid,
  orderNumber: z.string(),
  shop: z.string(),
  /** The order's, in which it is requested and paid. */
  currency: CurrencyCode,
  amount: Price,
  /** `OPEN`: it can be paid. `PENDING`: a payment is on its way. `CLOSED`: the order is cancelled, or it owes less by now. */
  status: z.enum(['OPEN', 'PENDING', 'PAID', 'CLOSED']),
  /** The payment methods, while it is open. */
  paymentMethods: z.array(CheckoutPaymentMethod),
  /** Whether a saved card of the caller may pay; not where the order saves its card for somebody else. */
  takesSavedPaymentMethods: z.literal(true).optional(),
  /** Only with the token of its link. */
  order: CollectedOrder.optional(),
  /** Where the requester wants the buyer to go afterwards. */
  redirectUrls: z
    .object({
      successUrl: z.string().optional(),
      cancelUrl: z.string().optional(),
      errorUrl: z.string().optional(),
      pendingUrl: z.string().optional(),
    })
    .optional(),
})
export interface PaymentCollection extends z.infer<typeof PaymentCollection> {}

const OfCollection = z.object({ id: Guid })

/**
 * Paying what `prepare-payment-collection` requested, or the order that `create-order` placed: their `paymentGatewayOrderId` is the id
 * here. It is a secret of its own: whoever has it may pay, and sees no more than the number and the amount. With the `token` of the shop's
 * link they also see what it is for.
 */
export const paymentCollections = operations({
  'GET /vitrine/v1/payment-collections/{id}': operation({
    as: 'visitor',
    summary: 'Read what there is to be paid',
    input: OfCollection.extend({ token: text(2000).optional() }),
    ok: z.object({ paymentCollection: PaymentCollection }),
    errors: ['PAYMENT_COLLECTION_NOT_FOUND'],
  }),

  /** With one Idempotency-Key there is one payment, however often it is sent. After a card is declined another may be tried. */
  'POST /vitrine/v1/payment-collections/{id}/pay': operation({
    as: 'visitor',
    summary: 'Pay what was asked for',
    input: OfCollection.extend({
      /** The payment method; with only a token, that card. */
      paymentMethodId: text(50, 1).optional(),
      paymentToken: text(4000, 1).optional(),
      /** A saved card of the calling member, in place of any other payment method. */
      savedPaymentMethodId: Guid.optional(),
      /** Where the buyer returns to from 3-D Secure or the provider's page. */
      returnUrl: text(2048, 1),
    }),
    ok: PlacedOrder,
    confidential: true,
    errors: [
      'PAYMENT_COLLECTION_NOT_FOUND',
      'ORDER_CANCELED',
      'ORDER_IS_REJECTED',
      'ORDER_ALREADY_PAID',
      'INVALID_AMOUNT',
      'PAYMENT_ALREADY_APPROVED',
      'PAYMENT_ALREADY_IN_PROGRESS',
      'FULL_OUT_OF_STOCK',
      'PARTIAL_OUT_OF_STOCK',
      'PAYMENT_ERROR',
      'PAYMENT_TOKEN_INVALID',
      'PAYMENT_PROVIDER_UNREACHABLE',
      'PAYMENT_METHOD_NOT_AVAILABLE',
      'SAVED_PAYMENT_METHOD_NOT_FOUND',
      'REDIRECT_URI_NOT_ALLOWED',
      'SITE_NOT_ACCEPTING_PAYMENTS',
    ],
  }),

  /** The page of the shop where it is paid, to be passed on to anybody. */
  'GET /vitrine/v1/payment-collections/{id}/link': operation({
    as: 'user',
    summary: 'Give out the link to pay at',
    input: OfCollection,
    ok: z.object({ url: z.string() }),
    errors: ['PAYMENT_COLLECTION_NOT_FOUND'],
  }),

  /** To the buyer of the order, or to the `email` that is named. Recorded in the order's activities. Each call sends an email. */
  'POST /vitrine/v1/payment-collections/{id}/send': operation({
    as: 'user',
    cost: 'email',
    summary: 'Send the link to pay at by email',
    input: OfCollection.extend({
      email: Email.optional(),
      /** In the shop's own words; paragraphs are separated by an empty line. */
      customMessage: text(1000, 1).nullish(),
    }),
    ok: z.object({ url: z.string(), sentTo: z.string() }),
    errors: [
      'PAYMENT_COLLECTION_NOT_FOUND',
      'ORDER_CANCELED',
      'ORDER_IS_REJECTED',
      'ORDER_ALREADY_PAID',
      'INVALID_AMOUNT',
      'PAYMENT_ALREADY_APPROVED',
    ],
  }),

  /** After 3-D Secure or the provider's page. A repeated call returns the same. */
  'POST /vitrine/v1/payment-collections/{id}/confirm': operation({
    as: 'visitor',
    summary: 'Finish the payment of what was asked for',
    input: OfCollection.extend({ resultToken: text(4000, 1) }),
    ok: PlacedOrder,
    confidential: true,
    errors: ['PAYMENT_COLLECTION_NOT_FOUND', 'PAYMENT_ERROR', 'PAYMENT_TOKEN_INVALID', 'PAYMENT_PROVIDER_UNREACHABLE'],
  }),
})
