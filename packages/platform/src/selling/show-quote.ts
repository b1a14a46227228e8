import type { ItemTaxFullDetails, PriceSummary, TaxSummary } from '@vitrine/contract'
import { type ItemTax, minor, type Quote } from '@vitrine/pricing'
import type { Amounts } from './amounts.ts'

type Totals = Pick<Quote, 'subtotal' | 'discount' | 'shipping' | 'tax' | 'additionalFees' | 'total'>

export const priceSummary = (totals: Totals, money: Amounts): PriceSummary & { readonly total: NonNullable<PriceSummary['total']> } => ({
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
