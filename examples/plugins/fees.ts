// A service for additional fees: two euros of deposit for each bottle, by its SKU.
import { type Asked, serveFromEnvironment } from './serve.ts'

interface Request {
  readonly lineItems: readonly { readonly id: string; readonly quantity: number; readonly physicalProperties?: { readonly sku?: string } }[]
}

export const fees = {
  '/v1/calculate-additional-fees': ({ request, metadata }: Asked<Request>) => {
    const bottles = request.lineItems.filter(({ physicalProperties }) => physicalProperties?.sku?.startsWith('BOTTLE'))
    const count = bottles.reduce((sum, { quantity }) => sum + quantity, 0)
    const deposit = { code: 'deposit', name: 'Bottle deposit', price: String(count * 2), lineItemIds: bottles.map(({ id }) => id) }
    return { currency: metadata.currency, additionalFees: count > 0 ? [{ ...deposit, taxDetails: { taxable: false } }] : [] }
  },
}

if (import.meta.main) serveFromEnvironment(fees)
