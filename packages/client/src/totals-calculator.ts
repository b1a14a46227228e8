import type { Api } from './api.ts'

/** Totals of line items that are in no cart. */
export const totalsCalculator = (api: Api) => ({
  calculateTotals: api('POST /ecom/v1/calculate-totals', 'reads'),
})
