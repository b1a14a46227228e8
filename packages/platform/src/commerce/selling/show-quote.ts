import type {
  AdditionalFee,
  CalculationErrors,
  ItemTaxFullDetails,
  PriceSummary,
  TaxCalculationDetails,
  TaxSummary,
} from '@vitrine/contract'
import { type ItemTax, minor, type Quote, type QuotedFee, type Sums } from '@vitrine/pricing'
import type { Amounts } from './amounts.ts'

export const priceSummary = (totals: Sums, money: Amounts): PriceSummary & { readonly total: NonNullable<PriceSummary['total']> } => ({
  subtotal: money.price(totals.subtotal),
  shipping: money.price(totals.shipping),
  tax: money.price(totals.tax),
  discount: money.price(totals.discount),
  total: money.price(totals.total),
  additionalFees: money.price(totals.additionalFees),
})

export const taxSummary = ({ taxSummary }: Quote, money: Amounts): TaxSummary => ({
  taxableAmount: money.price(taxSummary.taxableAmount),
  totalTax: money.price(taxSummary.totalTax),
  calculationDetails: calculationDetails(taxSummary),
})

/** Where the rates come from: the merchant, a provider, or the merchant in the place of a provider, and then why. */
function calculationDetails({ rateType, reason }: Quote['taxSummary']): TaxCalculationDetails {
  if (reason === 'AUTO_TAX_FAILED' || reason === 'AUTO_TAX_DEACTIVATED')
    return { rateType, autoTaxFallbackDetails: { fallbackReason: reason, error: { code: reason, description: fallbackText[reason] } } }
  return { rateType, ...(rateType === 'MANUAL_RATE' && reason && { manualRateReason: reason }) }
}

export const fallbackText = {
  AUTO_TAX_FAILED: 'The provider of taxes did not answer; the shop’s own rates stand in.',
  AUTO_TAX_DEACTIVATED: 'The provider of taxes is switched off; the shop’s own rates stand in.',
} as const

/** Where a provider does not answer and the shop has no rates of its own, the taxes are unknown. */
export function taxError({ taxSummary: { rateType, reason, breakdown }, total }: Quote): Pick<CalculationErrors, 'taxCalculationError'> {
  if (rateType !== 'FALLBACK_RATE' || breakdown.length > 0 || total === 0) return {}
  const description = 'Nobody said which taxes are due here, and the shop has no rates of its own.'
  return { taxCalculationError: { applicationError: { code: reason ?? 'AUTO_TAX_FAILED', description, data: {} } } }
}

/** What is charged beside goods and delivery. */
export const showFee = (
  { code, name, price, lineIds, providerId, tax, totalBeforeTax, totalAfterTax }: QuotedFee,
  money: Amounts,
): AdditionalFee => ({
  code: feeCode(code, providerId),
  name,
  price: money.price(price),
  priceBeforeTax: money.price(totalBeforeTax),
  priceAfterTax: money.price(totalAfterTax),
  taxDetails: itemTax(tax, money),
  ...(lineIds && { lineItemIds: [...lineIds] }),
  ...(providerId && { providerAppId: providerId }),
  source: providerId ? 'SERVICE_PLUGIN' : 'MANUAL',
})

/** A provider's own code, which is unique only among its fees. */
export const feeCode = (code: string, providerId: string | null): string => (providerId ? code.slice(providerId.length + 1) : code)

/** The taxes of a line or of the delivery. */
export const itemTax = (tax: ItemTax, money: Amounts): ItemTaxFullDetails => ({
  taxableAmount: money.price(tax.taxableAmount),
  taxRate: tax.rate,
  totalTax: money.price(tax.tax),
  rateBreakdown: tax.breakdown.map(({ name, rate, tax: part }) => ({ name, rate, tax: money.price(part) })),
  taxBreakdown: tax.breakdown.map((part) => ({
    ...(part.jurisdiction && { jurisdiction: part.jurisdiction }),
    jurisdictionType: part.jurisdictionType,
    rate: part.rate,
    taxName: part.name,
    ...(part.taxType && { taxType: part.taxType }),
    taxAmount: money.price(part.tax),
    taxableAmount: money.price(part.taxableAmount),
    nonTaxableAmount: money.price(minor(0)),
  })),
})
