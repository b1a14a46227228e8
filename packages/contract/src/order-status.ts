import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { CustomField } from './checkout.ts'
import { FulfillmentStatus, OrderStatus, PaymentStatus } from './enums.ts'
import { operation, operations } from './operation.ts'
import { OrderLineItem } from './order-lines.ts'
import { OrderShippingInformation } from './order-shipping.ts'
import { BalanceSummary, OrderAdditionalFee, OrderAppliedDiscount, OrderPriceSummary, OrderTaxInfo } from './order-totals.ts'
import { CurrencyCode, Decimal, Email, Guid, Instant, text } from './primitives.ts'
import { Reason } from './reasons.ts'
import { ReturnStatus } from './returns.ts'
import { SubscriptionCancellation, SubscriptionState } from './subscriptions.ts'

/** A stage of an order. Dates of future stages are estimates. */
export const OrderStop = z.object({
  stop: z.enum(['PLACED', 'PAID', 'PACKED', 'SENT', 'READY_FOR_PICKUP', 'DELIVERED', 'CANCELED']),
  state: z.enum(['DONE', 'NOW', 'NEXT']),
  date: Instant.optional(),
})
export interface OrderStop extends z.infer<typeof OrderStop> {}

/**
 * A purchased file. `READY` has a link; one that is `EXPIRED` or `USED_UP` is renewed on request; a file `WAITING` for its payment, or
 * `CLOSED` because it was refunded, cannot be downloaded.
 */
export const OrderDownload = z.object({
  lineItemId: z.string(),
  fileName: z.string().optional(),
  mimeType: z.string().optional(),
  sizeInBytes: z.int().optional(),
  state: z.enum(['READY', 'EXPIRED', 'USED_UP', 'WAITING', 'CLOSED']),
  link: z.string().optional(),
  expirationDate: Instant.optional(),
  downloadsLeft: z.int().optional(),
})
export interface OrderDownload extends z.infer<typeof OrderDownload> {}

/** Units that ship together, as their buyer sees them. */
export const OrderShipment = z.object({
  id: Guid,
  lineItems: z.array(z.object({ id: z.string(), quantity: z.int() })),
  stage: z.enum(['PREPARING', 'PACKED', 'SENT', 'READY', 'DELIVERED']),
  /** Its display name: `DHL`. */
  carrier: z.string().optional(),
  trackingNumber: z.string().optional(),
  trackingLink: z.string().optional(),
  /** When it reached this stage. */
  date: Instant.optional(),
})
export interface OrderShipment extends z.infer<typeof OrderShipment> {}

/** A subscription of an order, as its buyer sees it. */
export const BuyersSubscription = SubscriptionState.omit({ orders: true }).extend({
  /** Whether its buyer may end it here. */
  mayEnd: z.boolean(),
})
export interface BuyersSubscription extends z.infer<typeof BuyersSubscription> {}

/**
 * What paid for an order, with what has not been refunded of it. `HELD` is a card that was authorized and not charged; `MANUAL` was received
 * by hand, in the way named.
 */
export const OrderPaidWith = z.object({
  method: z.enum(['CARD', 'HELD', 'GIFT_CARD', 'MANUAL']),
  /** Decimal text in the currency of the order. */
  amount: Decimal,
  card: z.object({ brand: z.string(), last4: z.string() }).optional(),
  /** The last four characters of its code. */
  giftCardSuffix: z.string().optional(),
  name: z.string().optional(),
})
export interface OrderPaidWith extends z.infer<typeof OrderPaidWith> {}

/** What only the buyer is shown. */
export const OrderDetails = z.object({
  email: z.string().optional(),
  /** The card that it was paid with. */
  card: z.object({ brand: z.string(), last4: z.string() }).optional(),
  /** How the outstanding amount is paid by hand, as long as there is one. `instructions` may hold line breaks. */
  toPay: z.object({ name: z.string(), instructions: z.string().optional(), onCollection: z.boolean() }).optional(),
  lineItems: z.array(OrderLineItem),
  priceSummary: OrderPriceSummary,
  shippingInfo: OrderShippingInformation.optional(),
  billingInfo: AddressWithContact.optional(),
  recipientInfo: AddressWithContact.optional(),
  buyerNote: z.string().optional(),
  /** The shop's questions and the buyer's answers. */
  customFields: z.array(CustomField),
  taxIncludedInPrices: z.boolean(),
  appliedDiscounts: z.array(OrderAppliedDiscount),
  additionalFees: z.array(OrderAdditionalFee),
  taxInfo: OrderTaxInfo.optional(),
  balanceSummary: BalanceSummary.optional(),
  downloads: z.array(OrderDownload),
  shipments: z.array(OrderShipment),
  /** Its subscriptions. */
  subscriptions: z.array(BuyersSubscription),
  /** Where its outstanding amount can be paid, as long as it is requested. */
  payLink: z.string().optional(),
  /** The link to its invoice, valid for a day; absent as long as there is nothing to be invoiced. */
  invoiceLink: z.string().optional(),
  /** What corrects that invoice, the oldest first; the links are valid for a day. */
  creditNotes: z.array(z.object({ number: z.string(), link: z.string() })),
  /** Whether its buyer may still ask to have it cancelled, or has. */
  cancellation: z.enum(['POSSIBLE', 'ASKED', 'TOO_LATE']),
  /** The units that they asked to cancel, if not all of it: more may be added. */
  cancellationLines: z.array(z.object({ lineItemId: z.string(), quantity: z.int() })).optional(),
  /** Where its money goes if all of it is canceled now. */
  paidWith: z.array(OrderPaidWith),
  /** The codes of its coupons that its buyer could use again if all of it was canceled now. */
  reusableCoupons: z.array(z.string()),
  /** Its returns, and with `exchangedForThis` the return that it is the exchange for; the newest first. */
  returns: z.array(z.object({ id: Guid, number: z.string(), status: ReturnStatus, exchangedForThis: z.boolean() })),
  /** How the total was calculated, as far as it was recorded when it was sold. */
  reasons: z.array(Reason),
})
export interface OrderDetails extends z.infer<typeof OrderDetails> {}

/** What the holder of a link sees, and, once they are identified, the order itself. */
export const PublicOrder = z.object({
  id: Guid,
  number: z.string(),
  placedDate: Instant,
  currency: CurrencyCode,
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  fulfillmentStatus: FulfillmentStatus,
  timeline: z.array(OrderStop),
  details: OrderDetails.optional(),
})
export interface PublicOrder extends z.infer<typeof PublicOrder> {}

export const orderStatus = operations({
  /**
   * For its buyer, or with the signed `token` of the link in the email, or with the email it was ordered with; otherwise there is no such
   * order. `details` are only for its buyer and with the right `email`: a forwarded link reveals no address.
   */
  'GET /vitrine/v1/orders/{id}/status': operation({
    as: 'anyone',
    guesses: ['email'],
    summary: 'Say how far an order is',
    input: z.object({ id: Guid, token: text(2000).optional(), email: Email.optional() }),
    ok: z.object({ order: PublicOrder }),
    errors: ['ORDER_NOT_FOUND'],
  }),

  /**
   * For whoever has lost the email with the link: finds an order by its number and the email it was ordered with. Which of the two is wrong
   * is not revealed. An order that was begun and never placed is not found.
   */
  'GET /vitrine/v1/orders/find': operation({
    as: 'anyone',
    guesses: ['email'],
    summary: 'Find an order by its number and e-mail',
    input: z.object({ number: text(20), email: Email }),
    ok: z.object({ orderId: Guid }),
    errors: ['ORDER_NOT_FOUND'],
  }),

  /**
   * For its buyer, or with the `email` it was ordered with, as long as nothing of it has shipped: all of it, or some units of some lines.
   * The shop decides; a repeated request counts once, and more units are added to those before. It is recorded in the order's activities,
   * and the shop is emailed.
   */
  'POST /vitrine/v1/orders/{id}/request-cancellation': operation({
    as: 'anyone',
    cost: 'email',
    guesses: ['email'],
    summary: 'Ask the shop to cancel an order',
    input: z.object({
      id: Guid,
      email: Email.optional(),
      reason: text(500).nullish(),
      /** By default all of it; without a quantity all of a line. */
      lineItems: z
        .array(z.object({ lineItemId: Guid, quantity: z.int().min(1).max(100_000).nullish() }))
        .max(300)
        .nullish(),
    }),
    ok: z.object({ order: PublicOrder }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_CANCELED', 'CANCELLATION_TOO_LATE', 'ORDER_LINE_ITEM_NOT_FOUND'],
  }),

  /**
   * For its buyer, or with the `email` it was ordered with, where the shop lets buyers do it. It ends when the next payment would be due,
   * and at once where one is due already, or on request. Repeating it changes nothing.
   */
  'POST /vitrine/v1/orders/{id}/end-subscription': operation({
    as: 'anyone',
    guesses: ['email'],
    summary: 'End what comes again with an order',
    input: z.object({
      id: Guid,
      subscriptionId: Guid,
      email: Email.optional(),
      effectiveAt: SubscriptionCancellation.default('NEXT_PAYMENT_DATE'),
    }),
    ok: z.object({ order: PublicOrder }),
    errors: ['ORDER_NOT_FOUND', 'SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED'],
  }),

  /** For its buyer, or with the `email` it was ordered with. The previous link then stops working. */
  'POST /vitrine/v1/orders/{id}/renew-download': operation({
    as: 'anyone',
    guesses: ['email'],
    summary: 'Renew the link to a file that was bought',
    input: z.object({ id: Guid, lineItemId: Guid, email: Email.optional() }),
    ok: z.object({ download: OrderDownload }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_LINE_ITEM_NOT_FOUND', 'DOWNLOAD_NOT_PAID'],
  }),
})
