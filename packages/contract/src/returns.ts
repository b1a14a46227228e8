import * as z from 'zod'
import { Price } from './prices.ts'
import { CurrencyCode, Guid, Instant, text } from './primitives.ts'

/**
 * The status of a return.
 *
 * - `REQUESTED`: its buyer asked for it, and the shop decides.
 * - `APPROVED`: it may be returned; the buyer was told how.
 * - `RECEIVED`: it is with the shop.
 * - `CHECKED`: the shop has inspected it; what was accepted waits for its refund, its credit or its exchange.
 * - `REFUNDED`: the refund is on its way, or the store credit was issued.
 * - `EXCHANGED`: the order with the other variants is placed.
 * - `REFUSED`: nothing is refunded.
 * - `CANCELED`: its buyer, or the shop for them, cancelled it.
 */
export const ReturnStatus = z.enum(['REQUESTED', 'APPROVED', 'RECEIVED', 'CHECKED', 'REFUNDED', 'EXCHANGED', 'REFUSED', 'CANCELED'])
export type ReturnStatus = z.infer<typeof ReturnStatus>

/** What a buyer wants for returned goods. */
export const ReturnResolution = z.enum(['REFUND', 'EXCHANGE', 'STORE_CREDIT'])
export type ReturnResolution = z.infer<typeof ReturnResolution>

/**
 * How returned goods travel to the shop.
 *
 * - `SHIPMENT`: in a package to the return address, with a label where the shop sends one.
 * - `CODE`: a parcel shop scans a code and prints the label. The shop enters the code when it approves.
 * - `IN_PERSON`: their buyer brings them to a place of the shop.
 */
export const ReturnMethod = z.enum(['SHIPMENT', 'CODE', 'IN_PERSON'])
export type ReturnMethod = z.infer<typeof ReturnMethod>

/** The condition of returned goods. Only `AS_NEW` and `USED` units can go back in stock. */
export const ReturnCondition = z.enum(['AS_NEW', 'USED', 'DAMAGED'])
export type ReturnCondition = z.infer<typeof ReturnCondition>

/** What can be done with a return now. */
export const ReturnAction = z.enum(['APPROVE', 'REFUSE', 'RECEIVE', 'CHECK', 'REFUND', 'EXCHANGE', 'CANCEL'])
export type ReturnAction = z.infer<typeof ReturnAction>

/** Returned units of one line of an order. */
export const ReturnLine = z.object({
  lineItemId: z.string(),
  name: z.string(),
  /** What was chosen: `Sage, large`. */
  description: z.string().optional(),
  imageId: z.string().optional(),
  quantity: z.int(),
  reason: z.string(),
  /** What was paid for these units, after all discounts and with tax. */
  amount: Price,
  /** The variant of the same product that its buyer wants in their place. */
  exchangeFor: z.object({ variantId: Guid, name: z.string() }).optional(),
  /** What the shop found. Returned units that were not accepted stay their buyer's. */
  checked: z.object({ condition: ReturnCondition, accepted: z.int(), restocked: z.int() }).optional(),
})
export interface ReturnLine extends z.infer<typeof ReturnLine> {}

/** Where the goods are returned to, and by what. */
export const ReturnShipping = z.object({
  /** One line each. */
  address: z.array(z.string()),
  instructions: z.string().optional(),
  /** The link to a label; absent where its buyer arranges the shipment. */
  labelUrl: z.string().optional(),
  trackingNumber: z.string().optional(),
  /** What a parcel shop scans, as text. */
  code: z.string().optional(),
  paidBy: z.enum(['SHOP', 'BUYER']),
  /** The goods are not wanted back: they stay with their buyer. */
  keepsGoods: z.boolean(),
})
export interface ReturnShipping extends z.infer<typeof ReturnShipping> {}

export const ReturnRefund = z.object({
  amount: Price,
  /** `MANUAL`: all or part of it by hand, as it was paid. */
  method: z.enum(['PAYMENT', 'MANUAL', 'STORE_CREDIT', 'EXCHANGE']),
  /** `PENDING` until the bank has answered. */
  status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED']),
  /** The last four characters of the gift card that is the store credit. */
  giftCardSuffix: z.string().optional(),
})
export interface ReturnRefund extends z.infer<typeof ReturnRefund> {}

/** Goods of an order on their way back to the shop. */
export const OrderReturn = z.object({
  id: Guid,
  /** The number of its order and which of its returns it is: `10482-R1`. */
  number: z.string(),
  revision: z.string(),
  orderId: Guid,
  orderNumber: z.string(),
  status: ReturnStatus,
  resolution: ReturnResolution,
  /** Absent for one from before buyers could choose: a parcel. */
  method: ReturnMethod.optional(),
  currency: CurrencyCode,
  lines: z.array(ReturnLine),
  /** What its buyer wrote. */
  note: z.string().optional(),
  /** Ids of pictures that its buyer took, as in `/media/{id}`. */
  pictures: z.array(z.string()).optional(),
  /** What the shop wrote last. */
  message: z.string().optional(),
  /** Set once it was approved. */
  shipping: ReturnShipping.optional(),
  /** What was paid for the units that were accepted; for all of them as long as nobody has inspected them. */
  amount: Price,
  refund: ReturnRefund.optional(),
  /** The order with the other variants. */
  exchangeOrder: z.object({ id: Guid, number: z.string() }).optional(),
  /** Oldest first. `RULE`: by the settings of the shop. */
  history: z.array(z.object({ status: ReturnStatus, date: Instant, by: z.enum(['BUYER', 'SHOP', 'RULE']) })),
  /** What the caller can do with it now. */
  actions: z.array(ReturnAction),
  /** Whose it is; only for the shop. */
  customer: z.object({ name: z.string().optional(), email: z.string().optional(), memberId: Guid.optional() }).optional(),
  createdDate: Instant,
  updatedDate: Instant,
})
export interface OrderReturn extends z.infer<typeof OrderReturn> {}

/** Why items are returned, and which, over the last days. Returns that were refused or canceled do not count. */
export const ReturnStatistics = z.object({
  days: z.int(),
  returns: z.int(),
  /** The most frequent first. A return with several reasons counts for each of them. */
  reasons: z.array(z.object({ reason: z.string(), returns: z.int() })),
  /**
   * Variants of orders that were placed in these days, of which units were returned, largest share first. Where few were sold the share is
   * drawn to the shop's average (as if 20 more units had been sold, and returned at that rate), so that one unit of one does not lead.
   */
  items: z.array(
    z.object({
      productId: z.string().optional(),
      variantId: z.string().optional(),
      name: z.string(),
      /** What was chosen: `Sage, large`. */
      description: z.string().optional(),
      imageId: z.string().optional(),
      returnedQuantity: z.int(),
      soldQuantity: z.int(),
    }),
  ),
  /** Of all orders that were placed in these days. */
  returnedQuantity: z.int(),
  soldQuantity: z.int(),
})
export interface ReturnStatistics extends z.infer<typeof ReturnStatistics> {}

/** The rules for returns. */
export const ReturnSettings = z.object({
  revision: z.string(),
  /** Whether buyers can ask for returns on their own; staff can always begin one. */
  isOpen: z.boolean(),
  /** For how many days after the last shipment arrived buyers may ask. */
  windowDays: z.int(),
  /** In how many of the first days requests are approved at once; 0 for none. EU law gives buyers fourteen days without a reason. */
  automaticDays: z.int(),
  paidBy: z.enum(['SHOP', 'BUYER']),
  /** The return address, one line each. */
  address: z.array(z.string()),
  instructions: z.string(),
  reasons: z.array(z.string()),
  offersExchange: z.boolean(),
  offersStoreCredit: z.boolean(),
  /** Whether buyers can choose a code for a parcel shop. */
  offersCode: z.boolean(),
  /** Where buyers can bring goods in person, and when, one line each; empty where they cannot. */
  inPersonAddress: z.array(z.string()),
  /** Products that cannot be returned, such as food and what was made to order. */
  excludedProductIds: z.array(z.string()),
})
export interface ReturnSettings extends z.infer<typeof ReturnSettings> {}

/** A line of an order, as far as it can be returned. */
export const ReturnableLine = z.object({
  lineItemId: z.string(),
  name: z.string(),
  description: z.string().optional(),
  imageId: z.string().optional(),
  /** The product, to find its other variants. */
  productId: z.string().optional(),
  variantId: z.string().optional(),
  quantity: z.int(),
  /** How many units can be returned. */
  returnable: z.int(),
  /** Why no more of them can. */
  because: z.enum(['NOT_SHIPPED', 'RETURNED', 'EXCLUDED']).optional(),
  /** What was paid for one unit, after all discounts and with tax. */
  unitAmount: Price,
})
export interface ReturnableLine extends z.infer<typeof ReturnableLine> {}

/** What of an order can be returned, and by what rules. */
export const Returnability = z.object({
  orderId: Guid,
  orderNumber: z.string(),
  /** `CLOSED`: the shop takes no requests. `NOTHING`: nothing was shipped yet, or all of it was returned. */
  state: z.enum(['OPEN', 'NOTHING', 'TOO_LATE', 'CLOSED']),
  /** Since when the window counts, and until when a buyer may ask. */
  from: Instant.optional(),
  until: Instant.optional(),
  isAutomatic: z.boolean(),
  paidBy: z.enum(['SHOP', 'BUYER']),
  windowDays: z.int(),
  reasons: z.array(z.string()),
  resolutions: z.array(ReturnResolution),
  methods: z.array(ReturnMethod),
  /** Where goods can be brought in person, one line each; empty where they cannot. */
  inPersonAddress: z.array(z.string()),
  lines: z.array(ReturnableLine),
  /** Earlier and current returns, newest first. */
  returns: z.array(OrderReturn),
})
export interface Returnability extends z.infer<typeof Returnability> {}

/** Units of one line, why they are returned, and what is wanted for them. */
export const ReturnLineInput = z.object({
  lineItemId: Guid,
  quantity: z.int().min(1).max(100_000),
  /** One of the shop's reasons; staff may write any. */
  reason: text(80, 1),
  /** Of an exchange: the variant of the same product that is wanted. */
  exchangeVariantId: Guid.nullish(),
})
export interface ReturnLineInput extends z.output<typeof ReturnLineInput> {}
