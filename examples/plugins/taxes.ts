// A service for taxes: one rate for all of a country.
import { type Asked, serveFromEnvironment } from './serve.ts'

interface Request {
  readonly currency: string
  readonly addresses: readonly { readonly country?: string }[]
  readonly lineItems: readonly { readonly id: string; readonly price: string; readonly quantity: number }[]
}

const ratesOf: Readonly<Record<string, number>> = { DE: 0.19, PT: 0.23, FR: 0.2 }

export const taxes = {
  '/v1/calculate-tax': ({ request: { currency, addresses, lineItems } }: Asked<Request>) => {
    const country = addresses[0]?.country ?? ''
    const rate = ratesOf[country] ?? 0
    const taxed = lineItems.map(({ id, price, quantity }) => ({ id, quantity, amount: Number(price) * quantity }))
    const taxable = taxed.reduce((sum, { amount }) => sum + amount, 0)
    const taxOf = (amount: number) => (amount * rate).toFixed(2)
    return {
      currency,
      taxSummary: { totalAmount: taxable.toFixed(2), totalTax: taxOf(taxable), totalTaxableAmount: taxable.toFixed(2) },
      lineItemTaxDetails: taxed.map(({ id, quantity, amount }) => ({
        id,
        quantity,
        taxBreakdown: [
          { jurisdiction: country, jurisdictionType: 'COUNTRY', rate: String(rate), taxName: 'VAT', taxAmount: taxOf(amount) },
        ],
      })),
    }
  },
}

if (import.meta.main) serveFromEnvironment(taxes)
