import * as z from 'zod'
import { ChargeType, DiscountReason, DiscountType, JurisdictionType, OrderAdditionalFeeSource } from './enums.ts'
import { TaxableAddress } from './items.ts'
import { LineItemTaxInfo } from './order-lines.ts'
import { Price } from './prices.ts'
import { CurrencyCode, Decimal, Guid, Translatable } from './primitives.ts'

export const CurrencyConversionDetails = z.object({ originalCurrency: CurrencyCode.optional(), conversionRate: Decimal.optional() })
export interface CurrencyConversionDetails extends z.infer<typeof CurrencyConversionDetails> {}

/** What the order cost, in its currency: `subtotal` before discounts, `discount` all of them, including those of rules. */
export const OrderPriceSummary = z.object({
  subtotal: Price.optional(),
  shipping: Price.optional(),
  tax: Price.optional(),
  discount: Price.optional(),
  total: Price.optional(),
  totalAdditionalFees: Price.optional(),
})
export interface OrderPriceSummary extends z.infer<typeof OrderPriceSummary> {}

export const OrderTaxBreakdown = z.object({
  taxName: z.string(),
  taxType: z.string(),
  jurisdiction: z.string(),
  jurisdictionType: JurisdictionType,
  rate: Decimal,
  aggregatedTaxAmount: Price.optional(),
})
export interface OrderTaxBreakdown extends z.infer<typeof OrderTaxBreakdown> {}

export const OrderTaxInfo = z.object({
  totalTax: Price.optional(),
  taxBreakdown: z.array(OrderTaxBreakdown),
  taxExempt: z.boolean().optional(),
})
export interface OrderTaxInfo extends z.infer<typeof OrderTaxInfo> {}

export const OrderCoupon = z.object({ id: z.string(), code: z.string(), name: z.string(), amount: Price.optional() })
export interface OrderCoupon extends z.infer<typeof OrderCoupon> {}

export const OrderMerchantDiscount = z.object({
  discountReason: DiscountReason.optional(),
  description: z.string().optional(),
  amount: Price.optional(),
})
export interface OrderMerchantDiscount extends z.infer<typeof OrderMerchantDiscount> {}

export const OrderDiscountRule = z.object({ id: Guid, name: Translatable.optional(), amount: Price.optional() })
export interface OrderDiscountRule extends z.infer<typeof OrderDiscountRule> {}

export const OrderLineItemDiscount = z.object({ id: Guid.optional(), totalDiscount: Price.optional() })
export interface OrderLineItemDiscount extends z.infer<typeof OrderLineItemDiscount> {}

export const OrderAppliedDiscount = z.object({
  coupon: OrderCoupon.optional(),
  merchantDiscount: OrderMerchantDiscount.optional(),
  discountRule: OrderDiscountRule.optional(),
  discountType: DiscountType,
  id: Guid.optional(),
  lineItemDiscounts: z.array(OrderLineItemDiscount).optional(),
})
export interface OrderAppliedDiscount extends z.infer<typeof OrderAppliedDiscount> {}

/** What is paid, authorized, refunded and still due. */
export const BalanceSummary = z.object({
  balance: Price.optional(),
  paid: Price.optional(),
  refunded: Price.optional(),
  authorized: Price.optional(),
  pendingRefund: Price.optional(),
  pending: Price.optional(),
  chargeback: Price.optional(),
  chargebackReversal: Price.optional(),
  platformFees: Price.optional(),
  totalMinusPlatformFees: Price.optional(),
  cashRoundingAdjustment: Price.optional(),
})
export interface BalanceSummary extends z.infer<typeof BalanceSummary> {}

export const OrderAdditionalFee = z.object({
  code: z.string().optional(),
  name: z.string(),
  price: Price.optional(),
  taxInfo: LineItemTaxInfo.optional(),
  providerAppId: Guid.optional(),
  priceBeforeTax: Price.optional(),
  priceAfterTax: Price.optional(),
  id: Guid,
  lineItemIds: z.array(Guid).optional(),
  source: OrderAdditionalFeeSource,
  taxableAddress: TaxableAddress.optional(),
})
export interface OrderAdditionalFee extends z.infer<typeof OrderAdditionalFee> {}

export const OrderPlatformFee = z.object({
  name: Translatable.optional(),
  amount: Price.optional(),
  lineItemId: Guid,
  chargeType: ChargeType,
  percentageRate: Decimal,
})
export interface OrderPlatformFee extends z.infer<typeof OrderPlatformFee> {}

export const PlatformFeeSummary = z.object({
  total: Price.optional(),
  totalPassOn: Price.optional(),
  totalAbsorbed: Price.optional(),
  fees: z.array(OrderPlatformFee),
})
export interface PlatformFeeSummary extends z.infer<typeof PlatformFeeSummary> {}
