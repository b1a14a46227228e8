import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { FulfillmentStatus, OrderStatus, PaymentStatus } from './enums.ts'
import { operation, operations } from './operation.ts'
import { OrderLineItem, OrderPriceSummary, OrderShippingInformation } from './orders.ts'
import { CurrencyCode, Email, Guid, Instant, text } from './primitives.ts'

/** A stop on an order's way. Dates of stops to come are estimates. */
export const OrderStop = z.object({
  stop: z.enum(['PLACED', 'PAID', 'PACKED', 'SENT', 'READY_FOR_PICKUP', 'DELIVERED', 'CANCELED']),
  state: z.enum(['DONE', 'NOW', 'NEXT']),
  date: Instant.optional(),
})
export interface OrderStop extends z.infer<typeof OrderStop> {}

/** What only the buyer is shown. */
export const OrderDetails = z.object({
  email: z.string().optional(),
  /** What it was paid with, as people know a card. */
  card: z.object({ brand: z.string(), last4: z.string() }).optional(),
  /** How what is owed is paid by hand, as long as it is. `instructions` may hold line breaks. */
  toPay: z.object({ name: z.string(), instructions: z.string().optional(), onCollection: z.boolean() }).optional(),
  lineItems: z.array(OrderLineItem),
  priceSummary: OrderPriceSummary,
  shippingInfo: OrderShippingInformation.optional(),
  billingInfo: AddressWithContact.optional(),
  recipientInfo: AddressWithContact.optional(),
  buyerNote: z.string().optional(),
})
export interface OrderDetails extends z.infer<typeof OrderDetails> {}

/** What the holder of a link sees, and, once it is clear who reads, the order itself. */
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
   * For its buyer, or with the signed `token` of the link in the mail, or with the e-mail it was ordered with; otherwise there is no such order.
   * `details` come only to its buyer and with the right `email`: a link that was passed on tells no address.
   */
  'GET /vitrine/v1/orders/{id}/status': operation({
    as: 'anyone',
    summary: 'Say how far an order is',
    input: z.object({ id: Guid, token: text(2000).optional(), email: Email.optional() }),
    ok: z.object({ order: PublicOrder }),
    errors: ['ORDER_NOT_FOUND'],
  }),
})
