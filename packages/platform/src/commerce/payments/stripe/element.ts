import type { PaymentElement } from '@vitrine/contract'
import type Stripe from 'stripe'
import type { Authorization, ElementRequest, ProviderResult } from '../provider.ts'
import { resultOfIntent } from './results.ts'
import { decimalsOf, toStripe } from './units.ts'

type Intent = Stripe.PaymentIntent

/** What pages need of an account to show Stripe's form. */
export interface ElementAccount {
  readonly publishableKey: string
  /** The id of the shop's payment method configuration. */
  readonly configuration?: string | undefined
}

/** The parameters of Stripe's form for the amount due; undefined for an amount that Stripe cannot take. */
export function elementFor(
  { publishableKey, configuration }: ElementAccount,
  scriptUrl: string,
  { amount, currency, delayCapture, keeps }: ElementRequest,
): PaymentElement | undefined {
  const counted = toStripe(amount, currency)
  if (counted === undefined) return undefined
  return {
    provider: 'STRIPE',
    publishableKey,
    scriptUrl,
    amount: counted,
    decimals: decimalsOf(currency),
    currency: currency.toLowerCase(),
    captureMethod: delayCapture ? 'manual' : 'automatic',
    keeps,
    ...(configuration !== undefined && { configuration }),
  }
}

/** Metadata of an intent that is confirmed from our page. */
const mark = { by: 'element' }
export const isOfElement = ({ metadata }: Pick<Intent, 'metadata'>): boolean => metadata['by'] === mark.by

/** Asks the bank of a card for 3-D Secure, also where the law or Stripe would not. */
export const demanding3dSecure = { payment_method_options: { card: { request_three_d_secure: 'any' as const } } }

/** Creates the intent that a buyer confirms on our page. A second call for one payment returns the same intent. */
export async function openIntent(
  client: Stripe,
  request: Authorization,
  amount: number,
  configuration: string | undefined,
): Promise<ProviderResult> {
  const { site, paymentId, orderId, currency, delayCapture, orderNumber, email, keep, requires3dSecure } = request
  const customer = keep
    ? await client.customers.create({ metadata: { site, paymentId }, ...(email && { email }) }, { idempotencyKey: `${paymentId}:customer` })
    : undefined
  const intent = await client.paymentIntents.create(
    {
      amount,
      currency: currency.toLowerCase(),
      automatic_payment_methods: { enabled: true },
      ...(configuration !== undefined && { payment_method_configuration: configuration }),
      description: `Order ${orderNumber}`,
      metadata: { site, paymentId, orderId, ...mark },
      ...(delayCapture && { capture_method: 'manual' }),
      ...(customer && { customer: customer.id, setup_future_usage: 'off_session' }),
      ...(requires3dSecure && demanding3dSecure),
    },
    { idempotencyKey: `${paymentId}:intent` },
  )
  return resultOfElement(intent)
}

/** The status of an intent that is confirmed on our page. A refused card does not end it: the buyer may try another. */
export function resultOfElement(intent: Intent): ProviderResult {
  const { id: reference, client_secret: clientSecret } = intent
  return isOpen(intent) && !isPaidLater(intent) && !hasFailedLate(intent) && clientSecret
    ? { state: 'ACTION_REQUIRED', reference, clientSecret }
    : resultOfIntent(intent)
}

/** Whether the buyer can still confirm it. */
export const isOpen = ({ status }: Intent): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action'

/** The buyer was given a voucher or an account number: they are done on the page, and pay within days. */
const isPaidLater = ({ status, next_action: next }: Intent): boolean =>
  status === 'requires_action' &&
  /_display_details$|^display_bank_transfer_instructions$|^verify_with_microdeposits$/.test(next?.type ?? '')

/** A debit that was accepted and failed days later, when the buyer has left the page. */
function hasFailedLate({ status, latest_charge: charge, last_payment_error: said }: Intent): boolean {
  if (status !== 'requires_payment_method') return false
  const method = typeof charge === 'object' ? charge?.payment_method_details?.type : undefined
  return said?.code === 'payment_intent_payment_attempt_failed' || (said !== null && method?.endsWith('_debit') === true)
}

/**
 * The result for a buyer who is back from a bank, or will not return. A refused intent is canceled, so that it cannot be paid later in addition
 * to another try.
 */
export async function endedElement(client: Stripe, intent: Intent): Promise<ProviderResult> {
  if (intent.status !== 'requires_payment_method' || !intent.last_payment_error) return resultOfElement(intent)
  const refused = resultOfIntent(intent)
  try {
    await client.paymentIntents.cancel(intent.id)
    return refused
  } catch {
    // It was confirmed at the same time, or can still be: its current status counts.
    const now = await client.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    return resultOfElement(now)
  }
}
