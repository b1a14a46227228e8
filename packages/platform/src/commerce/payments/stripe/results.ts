import type Stripe from 'stripe'
import type { CardFace, ProviderResult } from '../provider.ts'
import { fromStripe } from './units.ts'

type Session = Stripe.Checkout.Session
type Intent = Stripe.PaymentIntent

const brands: Readonly<Record<string, string>> = { visa: 'VISA', mastercard: 'MASTERCARD', amex: 'AMEX', discover: 'DISCOVER' }

export const declined = (reason: string, message: string, retryable = true): ProviderResult & { readonly state: 'DECLINED' } => ({
  state: 'DECLINED',
  reason: reason.toUpperCase(),
  message,
  retryable,
})

/** What a visit to Stripe's page has come to; the session has its intent with it, and that its latest charge. */
export function resultOfSession(session: Session): ProviderResult {
  if (session.status === 'expired') return declined('EXPIRED', 'The payment page was closed.')
  if (session.status === 'complete' && session.payment_intent !== null && typeof session.payment_intent === 'object')
    return resultOfIntent(session.payment_intent)
  if (session.status === 'complete' && session.setup_intent !== null && typeof session.setup_intent === 'object')
    return resultOfSetup(session.setup_intent, session.id)
  return { state: 'ACTION_REQUIRED', reference: session.id, actionUrl: session.url ?? '' }
}

/** What an intent has come to whose buyer is done on Stripe's page. */
export function resultOfIntent(intent: Intent): ProviderResult {
  const reference = intent.id
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const card = faceOf(charge)
  switch (intent.status) {
    case 'succeeded':
      if (charge?.refunded) return declined('VOIDED', 'The payment was given back.', false)
      return {
        state: 'APPROVED',
        reference,
        taken: fromStripe(intent.amount_received, intent.currency.toUpperCase()),
        ...(card && { card }),
        ...keptWith(intent),
      }
    case 'requires_capture':
      return { state: 'AUTHORIZED', reference, ...(card && { card }), ...keptWith(intent) }
    case 'canceled':
      return declined('VOIDED', 'The payment was given up.', false)
    case 'requires_action': {
      // A saved card whose bank asks; what else is to be done, such as a voucher to be paid, has no page of its own.
      const url = intent.next_action?.redirect_to_url?.url
      return url ? { state: 'ACTION_REQUIRED', reference, actionUrl: url } : { state: 'PENDING', reference }
    }
    case 'requires_payment_method': {
      const said = intent.last_payment_error
      if (said?.code === 'payment_intent_authentication_failure')
        return declined('AUTHENTICATION_FAILED', said.message ?? 'The buyer did not confirm the payment.')
      return declined(said?.decline_code ?? said?.code ?? 'CARD_DECLINED', said?.message ?? 'The payment came to nothing.')
    }
    default:
      // On its way: a direct debit, a voucher that the buyer has still to pay.
      return { state: 'PENDING', reference }
  }
}

/** What a visit came to whose only business was to leave a card. No money moved, so it goes by the name of its session. */
function resultOfSetup(setup: Stripe.SetupIntent, reference: string): ProviderResult {
  const method = typeof setup.payment_method === 'object' ? setup.payment_method : null
  if (setup.status !== 'succeeded') return { state: 'PENDING', reference }
  const card = faceOfCard(method?.card)
  return { state: 'APPROVED', reference, taken: 0, ...(card && { card }), ...keptAs(setup.customer, method?.id) }
}

/** The payment method that Stripe saved, if asked to; charging a saved one saves nothing new. For iDEAL and Bancontact it saves the SEPA debit made from them. */
function keptWith({ setup_future_usage: wanted, customer, payment_method: method, latest_charge: charge }: Intent): { kept?: string } {
  if (wanted !== 'off_session') return {}
  const { ideal, bancontact } = (typeof charge === 'object' && charge?.payment_method_details) || {}
  return keptAs(customer, ideal?.generated_sepa_debit ?? bancontact?.generated_sepa_debit ?? method)
}

/** Both are wanted when it is charged again. */
function keptAs(customer: Named, method: Named | undefined): { kept?: string } {
  const [whose, which] = [idOf(customer), idOf(method ?? null)]
  return whose && which ? { kept: `${whose}/${which}` } : {}
}

type Named = string | { readonly id: string } | null

const idOf = (named: Named): string | undefined => (typeof named === 'string' ? named : named?.id)

/** What has become of money on its way back. */
export function resultOfRefund({ id, status, failure_reason }: Stripe.Refund): ProviderResult {
  switch (status) {
    case 'succeeded':
      return { state: 'APPROVED', reference: id }
    case 'failed':
    case 'canceled':
      return declined(failure_reason ?? status, 'The money could not be given back.')
    default:
      return { state: 'PENDING', reference: id }
  }
}

/** How much the buyer's bank took back, and of that gave again; undefined as long as it only asks. */
export function takenBack({ status, amount }: Stripe.Dispute): { readonly amount: number; readonly reversed: number } | undefined {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
    case 'prevented':
      return undefined
    default:
      return { amount, reversed: status === 'won' ? amount : 0 }
  }
}

const faceOf = (charge: Stripe.Charge | null): CardFace | undefined => faceOfCard(charge?.payment_method_details?.card)

interface StripesCard {
  readonly brand: string | null
  readonly last4: string | null
  readonly exp_month?: number | null
  readonly exp_year?: number | null
}

function faceOfCard(card: StripesCard | null | undefined): CardFace | undefined {
  if (!card?.last4) return undefined
  const { brand, last4, exp_month: month, exp_year: year } = card
  return {
    brand: brands[brand ?? ''] ?? 'OTHER',
    last4,
    ...(month && year && { goodUntil: `${year}-${String(month).padStart(2, '0')}` }),
  }
}
