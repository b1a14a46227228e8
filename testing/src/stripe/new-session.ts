import type { FakeSession, Metadata } from './model.ts'
import { of, type Params, textOf } from './params.ts'
import { Wrong } from './wrong.ts'

export const least = 50

export const amountOf = (given: string | Params | undefined, param: string): number => {
  const amount = Number(given)
  if (typeof given !== 'string' || !Number.isInteger(amount) || amount < 1)
    throw new Wrong(400, { code: 'parameter_invalid_integer', message: `Invalid positive integer`, param })
  return amount
}

/** A checkout session as its parameters ask for it. */
export function newSession(params: Params, id: (kind: string) => string): FakeSession {
  const line = of(of(params['line_items'])['0'])
  const price = of(line['price_data'])
  const setup = params['mode'] === 'setup'
  const intentData = of(params[setup ? 'setup_intent_data' : 'payment_intent_data'])
  const success = textOf(params['success_url'])
  if (params['mode'] !== 'payment' && !setup)
    throw new Wrong(400, { code: 'parameter_missing', message: 'Missing required param: mode.', param: 'mode' })
  if (!success || !URL.canParse(success)) throw new Wrong(400, { code: 'url_invalid', message: 'Not a valid URL', param: 'success_url' })
  if (!setup && !textOf(of(price['product_data'])['name']))
    throw new Wrong(400, {
      code: 'parameter_missing',
      message: 'Missing required param',
      param: 'line_items[0][price_data][product_data]',
    })
  const email = textOf(params['customer_email'])
  if (email !== undefined && !email.includes('@'))
    throw new Wrong(400, { code: 'email_invalid', message: `Invalid email address: ${email}`, param: 'customer_email' })
  const amount = setup
    ? 0
    : amountOf(price['unit_amount'], 'line_items[0][price_data][unit_amount]') * amountOf(line['quantity'], 'line_items[0][quantity]')
  const currency = textOf(setup ? params['currency'] : price['currency']) ?? ''
  if (!/^[a-z]{3}$/.test(currency)) throw new Wrong(400, { message: `Invalid currency: ${currency}`, param: 'currency' })
  if (!setup && amount < least)
    throw new Wrong(400, { code: 'amount_too_small', message: 'The Checkout Session’s total amount must convert to at least 50 cents.' })
  return {
    id: id('cs'),
    status: 'open',
    amount_total: amount,
    currency,
    client_reference_id: textOf(params['client_reference_id']) ?? null,
    customer_email: email ?? null,
    metadata: of(params['metadata']) as Metadata,
    intentMetadata: of(intentData['metadata']) as Metadata,
    capture_method: intentData['capture_method'] === 'manual' ? 'manual' : 'automatic_async',
    success_url: success,
    cancel_url: textOf(params['cancel_url']) ?? null,
    intent: null,
    mode: setup ? 'setup' : 'payment',
    keeps: setup || intentData['setup_future_usage'] === 'off_session',
    customer: params['customer_creation'] === 'always' ? id('cus') : null,
    setup: null,
  }
}
