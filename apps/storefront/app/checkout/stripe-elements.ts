import type { PaymentElement } from '@vitrine/contract'
import { stripeLook } from './stripe-look.ts'
import type { Stripe, StripeElements } from './stripe-script.ts'

type Options = Pick<PaymentElement, 'amount' | 'currency' | 'captureMethod' | 'keeps' | 'configuration'>

/** The parameters of Stripe's form or wallets, which have to match those of the payment; in the look of the page around them. */
export const openElements = (
  stripe: Stripe,
  { amount, currency, captureMethod, keeps, configuration }: Options,
  place: HTMLElement,
): StripeElements =>
  stripe.elements({
    mode: 'payment',
    amount,
    currency,
    captureMethod,
    ...(keeps && { setupFutureUsage: 'off_session' }),
    ...(configuration && { paymentMethodConfiguration: configuration }),
    appearance: stripeLook(place),
  })
