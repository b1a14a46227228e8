import * as z from 'zod'
import { FallbackReason, JurisdictionType, ManualCalculationReason, RateType } from './enums.ts'
import { Decimal } from './primitives.ts'

/** An amount in the shop’s currency and in the one it is shown in, as decimal text and ready to print. */
export const MultiCurrencyPrice = z.object({
  amount: Decimal,
  convertedAmount: Decimal,
  formattedAmount: z.string(),
  formattedConvertedAmount: z.string(),
})
export interface MultiCurrencyPrice extends z.infer<typeof MultiCurrencyPrice> {}

/** An amount in the order’s currency, as decimal text and ready to print. */
export const Price = z.object({ amount: Decimal, formattedAmount: z.string() })
export interface Price extends z.infer<typeof Price> {}

/**
 * How a total is calculated. `subtotal` is before discounts, `discount` all of them, including those of rules:
 * `total = subtotal − discount + shipping + additionalFees`, and `+ tax` where prices do not include it.
 */
export const PriceSummary = z.object({
  subtotal: MultiCurrencyPrice.optional(),
  shipping: MultiCurrencyPrice.optional(),
  tax: MultiCurrencyPrice.optional(),
  discount: MultiCurrencyPrice.optional(),
  total: MultiCurrencyPrice.optional(),
  additionalFees: MultiCurrencyPrice.optional(),
})
export interface PriceSummary extends z.infer<typeof PriceSummary> {}

export const ApplicationError = z.object({ code: z.string(), description: z.string(), data: z.record(z.string(), z.unknown()).optional() })
export interface ApplicationError extends z.infer<typeof ApplicationError> {}

export const AutoTaxFallbackCalculationDetails = z.object({ fallbackReason: FallbackReason, error: ApplicationError.optional() })
export interface AutoTaxFallbackCalculationDetails extends z.infer<typeof AutoTaxFallbackCalculationDetails> {}

export const TaxCalculationDetails = z.object({
  manualRateReason: ManualCalculationReason.optional(),
  autoTaxFallbackDetails: AutoTaxFallbackCalculationDetails.optional(),
  rateType: RateType,
})
export interface TaxCalculationDetails extends z.infer<typeof TaxCalculationDetails> {}

/** The total tax. */
export const TaxSummary = z.object({
  taxableAmount: MultiCurrencyPrice.optional(),
  totalTax: MultiCurrencyPrice.optional(),
  calculationDetails: TaxCalculationDetails.optional(),
})
export interface TaxSummary extends z.infer<typeof TaxSummary> {}

export const TaxRateBreakdown = z.object({ name: z.string(), rate: Decimal, tax: MultiCurrencyPrice.optional() })
export interface TaxRateBreakdown extends z.infer<typeof TaxRateBreakdown> {}

export const TaxBreakdown = z.object({
  jurisdiction: z.string().optional(),
  nonTaxableAmount: MultiCurrencyPrice.optional(),
  rate: Decimal.optional(),
  taxAmount: MultiCurrencyPrice.optional(),
  taxableAmount: MultiCurrencyPrice.optional(),
  taxType: z.string().optional(),
  taxName: z.string().optional(),
  jurisdictionType: JurisdictionType,
})
export interface TaxBreakdown extends z.infer<typeof TaxBreakdown> {}

/** The tax of one item. `taxRate` is a share: `0.19`. */
export const ItemTaxFullDetails = z.object({
  taxableAmount: MultiCurrencyPrice.optional(),
  taxRate: Decimal,
  totalTax: MultiCurrencyPrice.optional(),
  rateBreakdown: z.array(TaxRateBreakdown),
  taxBreakdown: z.array(TaxBreakdown),
})
export interface ItemTaxFullDetails extends z.infer<typeof ItemTaxFullDetails> {}
