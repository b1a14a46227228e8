import type { FakeCharge, FakeDispute, FakeIntent, FakeMethod, FakeRefund, FakeSession } from './model.ts'

export const seconds = () => Math.floor(Date.now() / 1000)

/** Methods other than cards. */
const elsewhere: ReadonlySet<string> = new Set(['sepa_debit', 'ideal', 'bancontact', 'klarna'])

/** Objects as the API answers them. */
export function shownBy({ url, methods }: { readonly url: () => string; readonly methods: ReadonlyMap<string, FakeMethod> }) {
  const showCharge = (charge: FakeCharge, intent: FakeIntent) => ({
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.captured ? intent.amount_received : 0,
    amount_refunded: charge.amount_refunded,
    captured: charge.captured,
    currency: intent.currency,
    paid: true,
    refunded: charge.captured && charge.amount_refunded >= intent.amount_received,
    status: 'succeeded',
    payment_intent: intent.id,
    metadata: intent.metadata,
    payment_method_details: elsewhere.has(charge.brand)
      ? { type: charge.brand, [charge.brand]: {} }
      : { type: 'card', card: { brand: charge.brand, last4: charge.last4, exp_month: 12, exp_year: 2030 } },
  })
  const showIntent = (intent: FakeIntent, expand: readonly string[] = []) => ({
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
    amount_received: intent.amount_received,
    capture_method: intent.capture_method,
    currency: intent.currency,
    created: seconds(),
    last_payment_error: intent.last_payment_error,
    latest_charge: intent.charge && (expand.includes('latest_charge') ? showCharge(intent.charge, intent) : intent.charge.id),
    livemode: false,
    metadata: intent.metadata,
    customer: intent.customer,
    payment_method: intent.payment_method,
    setup_future_usage: intent.setup_future_usage,
    next_action:
      intent.status === 'requires_action'
        ? { type: 'redirect_to_url', redirect_to_url: { url: `${url()}/bank/${intent.id}`, return_url: intent.return_url } }
        : null,
    status: intent.status,
    client_secret: intent.client_secret,
  })
  const showMethod = (method: FakeMethod) => ({
    id: method.id,
    object: 'payment_method',
    type: 'card',
    customer: method.customer,
    card: { brand: method.brand, last4: method.last4, exp_month: 12, exp_year: 2030 },
  })
  const showSession = (session: FakeSession, expand: readonly string[] = []) => {
    const inner = expand.filter((path) => path.startsWith('payment_intent.')).map((path) => path.slice('payment_intent.'.length))
    const open = expand.some((path) => path === 'payment_intent' || path.startsWith('payment_intent.'))
    const { intent } = session
    return {
      id: session.id,
      object: 'checkout.session',
      amount_total: session.amount_total,
      cancel_url: session.cancel_url,
      client_reference_id: session.client_reference_id,
      created: seconds(),
      currency: session.currency,
      customer_email: session.customer_email,
      livemode: false,
      metadata: session.metadata,
      mode: session.mode,
      customer: session.customer,
      setup_intent:
        session.setup &&
        (expand.some((path) => path.startsWith('setup_intent'))
          ? {
              id: session.setup.id,
              object: 'setup_intent',
              status: 'succeeded',
              customer: session.customer,
              metadata: session.intentMetadata,
              payment_method: expand.includes('setup_intent.payment_method')
                ? showMethod(methods.get(session.setup.payment_method)!)
                : session.setup.payment_method,
            }
          : session.setup.id),
      payment_intent: intent && (open ? showIntent(intent, inner) : intent.id),
      payment_status: intent?.status === 'succeeded' ? 'paid' : 'unpaid',
      status: session.status,
      success_url: session.success_url,
      ui_mode: 'hosted_page',
      url: session.status === 'open' ? `${url()}/c/pay/${session.id}` : null,
    }
  }
  const showRefund = (refund: FakeRefund) => ({
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.intent.charge?.id,
    created: seconds(),
    currency: refund.intent.currency,
    metadata: refund.metadata,
    payment_intent: refund.intent.id,
    status: refund.status,
    ...(refund.failure_reason && { failure_reason: refund.failure_reason }),
  })

  const showDispute = (dispute: FakeDispute) => ({
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.intent.charge?.id,
    created: seconds(),
    currency: dispute.intent.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: dispute.intent.id,
    reason: 'fraudulent',
    status: dispute.status,
  })

  return { showCharge, showIntent, showMethod, showSession, showRefund, showDispute }
}
