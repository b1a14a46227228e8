// A service for payment settings: whoever orders for 500 and more confirms the payment with their bank.
import { type Asked, serveFromEnvironment } from './serve.ts'

interface Request {
  readonly order: { readonly priceSummary: { readonly total: { readonly amount: string } } }
}

export const paymentSettings = {
  '/v1/payment-settings': ({ request: { order } }: Asked<Request>) => ({
    paymentSettings: { requires3dSecure: Number(order.priceSummary.total.amount) >= 500 },
  }),
}

if (import.meta.main) serveFromEnvironment(paymentSettings)
