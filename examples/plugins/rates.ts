// A service for delivery rates: a courier by weight, and not to boxes.
import { type Asked, serveFromEnvironment } from './serve.ts'

interface Request {
  readonly lineItems: readonly { readonly quantity: number; readonly physicalProperties?: { readonly weight?: number } }[]
}

export const rates = {
  '/v1/getRates': ({ request, metadata: { currency } }: Asked<Request>) => {
    const kilograms = request.lineItems.reduce(
      (sum, { quantity, physicalProperties }) => sum + quantity * (physicalProperties?.weight ?? 1),
      0,
    )
    const price = (6 + kilograms * 1.5).toFixed(2)
    return { shippingRates: [{ code: 'courier', title: 'Courier', logistics: { deliveryTime: 'Tomorrow' }, cost: { price, currency } }] }
  },
}

if (import.meta.main) serveFromEnvironment(rates)
