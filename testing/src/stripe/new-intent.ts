import type { FakeIntent, Metadata } from './model.ts'
import { amountOf, least } from './new-session.ts'
import { of, type Params, textOf } from './params.ts'
import { Wrong } from './wrong.ts'

/** An intent without a payment method. */
export const freshIntent = (
  id: (kind: string) => string,
  said: Pick<FakeIntent, 'amount' | 'currency' | 'capture_method' | 'metadata' | 'customer' | 'setup_future_usage'> & Partial<FakeIntent>,
): FakeIntent => {
  const its = id('pi')
  return {
    id: its,
    status: 'requires_payment_method',
    amount_received: 0,
    last_payment_error: null,
    charge: null,
    payment_method: null,
    return_url: null,
    client_secret: `${its}_secret_${id('made')}`,
    configuration: null,
    chosen: null,
    ...said,
  }
}

/** An intent with the given parameters, to be confirmed by a page. */
export function newIntent(params: Params, id: (kind: string) => string): FakeIntent {
  const currency = textOf(params['currency']) ?? ''
  if (!/^[a-z]{3}$/.test(currency)) throw new Wrong(400, { message: `Invalid currency: ${currency}`, param: 'currency' })
  if (of(params['automatic_payment_methods'])['enabled'] !== 'true')
    throw new Wrong(400, { message: 'Neither payment methods nor automatic ones are given.', param: 'automatic_payment_methods' })
  const amount = amountOf(params['amount'], 'amount')
  if (amount < least)
    throw new Wrong(400, { code: 'amount_too_small', message: 'Amount must convert to at least 50 cents.', param: 'amount' })
  return freshIntent(id, {
    amount,
    currency,
    capture_method: params['capture_method'] === 'manual' ? 'manual' : 'automatic_async',
    metadata: of(params['metadata']) as Metadata,
    customer: textOf(params['customer']) ?? null,
    setup_future_usage: params['setup_future_usage'] === 'off_session' ? 'off_session' : null,
    configuration: textOf(params['payment_method_configuration']) ?? null,
  })
}
