import type { AdditionalFee, ItemTaxFullDetails, PriceSummary, TaxSummary } from '@vitrine/contract'
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
  calculationDetails: {
    rateType: taxSummary.rateType,
    ...(taxSummary.rateType === 'MANUAL_RATE' && { manualRateReason: 'GLOBAL_SETTING_TO_MANUAL' as const }),
  },
})

/** What is charged beside goods and delivery. */
export const showFee = ({ code, name, price, lineIds, tax, totalBeforeTax, totalAfterTax }: QuotedFee, money: Amounts): AdditionalFee => ({
  code,
  name,
  price: money.price(price),
  priceBeforeTax: money.price(totalBeforeTax),
  priceAfterTax: money.price(totalAfterTax),
  taxDetails: itemTax(tax, money),
  ...(lineIds && { lineItemIds: [...lineIds] }),
  source: 'MANUAL',
})

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
