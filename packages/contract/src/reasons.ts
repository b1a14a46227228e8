import * as z from 'zod'
import { FallbackReason } from './enums.ts'
import { Decimal } from './primitives.ts'

/**
 * One step on the way to a total, distinguished by `step` and listed in the order they were taken: "Why this total". Amounts are decimal
 * text in the currency of the total; a step has those fields that apply to it.
 */
export const Reason = z.object({
  /**
   * `LINES`: what the units cost before discounts and additions. `DISCOUNT`: what a rule, a coupon, a membership or the merchant took off.
   * `SHIPPING` and `FEE`: what was added. `TAX`: within an amount or on top of it, rounded once. `NO_TAX`: what bears none. `TOTAL`: the
   * end. `LATER`: how it is divided over time. `GIFT_CARD`: what one pays of it.
   */
  step: z.enum(['LINES', 'DISCOUNT', 'SHIPPING', 'FEE', 'TAX', 'NO_TAX', 'TOTAL', 'LATER', 'GIFT_CARD']),
  /** The amount of the step. */
  amount: Decimal,
  /** Of which amount. */
  of: Decimal.optional(),
  /** Of a discount, the delivery or a fee, its display name. */
  name: z.string().optional(),
  code: z.string().optional(),
  /** Of a discount or a fee that is a percentage: `12.5`. */
  percent: z.string().optional(),
  lines: z.int().optional(),
  units: z.int().optional(),
  /**
   * Of the delivery: its price were it not free, the value of goods from which it is, and the value of the goods; of a fee, that of its
   * goods.
   */
  regularPrice: Decimal.optional(),
  freeFrom: Decimal.optional(),
  goods: Decimal.optional(),
  /** Of a fee for small orders: charged while the goods are worth less. */
  goodsBelow: Decimal.optional(),
  /** Of a tax: whether it is within the amount, its rate as a share, `0.19`, and its amount before rounding. */
  included: z.boolean().optional(),
  rate: Decimal.optional(),
  exact: Decimal.optional(),
  taxes: z.array(z.object({ name: z.string(), rate: Decimal, amount: Decimal })).optional(),
  because: z.enum(['NO_REGION', 'NO_RATE_FOR_GROUP', 'SHIPPING_NOT_TAXED', 'BUYER_EXEMPT']).optional(),
  /** The lines that it concerns. */
  lineIds: z.array(z.string()).optional(),
  shipping: z.boolean().optional(),
  fees: z.array(z.string()).optional(),
  /** Of the total: how much of it is tax, within the prices or added to them. */
  taxIncluded: Decimal.optional(),
  taxAdded: Decimal.optional(),
  /** Of the total: why the shop's own tax rates replace those of a provider. */
  usualRates: FallbackReason.optional(),
  /** What is paid with the order, some time after it, and when a free trial is over. */
  now: Decimal.optional(),
  later: Decimal.optional(),
  afterFreeTrial: Decimal.optional(),
  /** What is left to pay after a gift card, and what is left on it. */
  due: Decimal.optional(),
  left: Decimal.optional(),
})
export interface Reason extends z.infer<typeof Reason> {}
