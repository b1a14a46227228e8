import type { TaxReason } from '../levy.ts'
import type { Quote } from '../quote.ts'
import type { TaxChoice, TaxRate } from '../tax.ts'

export const vat = (rate: string): TaxRate => ({ name: 'VAT', rate, jurisdiction: 'Germany', jurisdictionType: 'COUNTRY' })
export const germany: TaxChoice = {
  rateType: 'MANUAL_RATE',
  region: { id: 'de', name: 'Germany' },
  taxIncludedInPrice: true,
  shippingTaxed: true,
  defaultGroupId: 'standard',
  rates: { standard: [vat('0.19')], reduced: [vat('0.07')] },
}
export const nowhere: TaxChoice = { ...germany, rateType: 'NO_TAX_COLLECTED', region: null, taxIncludedInPrice: false, rates: {} }
/** The steps of a quote's reasons that are taxes. */
export const taxSteps = ({ reasons }: Quote) => reasons.filter((one): one is TaxReason => one.step === 'TAX')
