import type { Params } from './params.ts'

export type Metadata = Readonly<Record<string, string>>

export interface FakeIntent {
  id: string
  status: 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'processing' | 'succeeded' | 'canceled'
  amount: number
  amount_received: number
  currency: string
  capture_method: 'automatic_async' | 'manual'
  metadata: Metadata
  last_payment_error: { code: string; decline_code?: string; message: string; type: string } | null
  charge: FakeCharge | null
  customer: string | null
  payment_method: string | null
  setup_future_usage: 'off_session' | null
  /** Where its buyer comes back to from the page of their bank. */
  return_url: string | null
  /** The secret that a page confirms it with. */
  client_secret: string
  configuration: string | null
  /** The payment method chosen in the form on the page: `card`, `ideal`, `sepa_debit`. */
  chosen: string | null
}

/** A card that a customer left. */
export interface FakeMethod {
  id: string
  customer: string | null
  brand: string
  last4: string
  /** What its bank says when it is charged again; it authenticates its holder where they are there. */
  again: 'PAY' | 'DECLINE' | 'AUTHENTICATE' | 'DEBIT'
}

export interface FakeCharge {
  id: string
  amount: number
  amount_refunded: number
  captured: boolean
  brand: string
  last4: string
}

export interface FakeSession {
  id: string
  status: 'open' | 'complete' | 'expired'
  amount_total: number
  currency: string
  client_reference_id: string | null
  customer_email: string | null
  metadata: Metadata
  intentMetadata: Metadata
  capture_method: FakeIntent['capture_method']
  success_url: string
  cancel_url: string | null
  intent: FakeIntent | null
  mode: 'payment' | 'setup'
  /** Whether the card is to be left for later. */
  keeps: boolean
  customer: string | null
  setup: { id: string; payment_method: string } | null
}

export interface FakeRefund {
  id: string
  amount: number
  status: 'succeeded' | 'pending' | 'failed'
  metadata: Metadata
  intent: FakeIntent
  failure_reason?: string
}

export interface FakeDispute {
  id: string
  amount: number
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost'
  intent: FakeIntent
}

export interface FakeEndpoint {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly events: readonly string[]
}

/** Each payment method `on` or `off`, and those that the account may not take. */
export interface FakeConfiguration {
  readonly id: string
  readonly name: string
  readonly is_default: boolean
  readonly on: Set<string>
}

export interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly object: { readonly id: string } }
}

/** What goes wrong with the next requests that a pattern fits. */
export interface Fault {
  /** Matched against `POST /v1/refunds`. */
  readonly on: RegExp
  /** `DROP_BEFORE`: it never arrives. `DROP_AFTER`: it is done and the answer is lost. */
  readonly as: 'DROP_BEFORE' | 'DROP_AFTER' | 'SERVER_ERROR' | 'RATE_LIMITED' | 'FORBIDDEN' | { readonly delayMs: number }
}

export type Way = 'PAY' | 'DECLINE' | 'DEBIT'

export type Confirmed =
  | { readonly goes: string }
  | { readonly error: { readonly code: string; readonly decline_code?: string; readonly message: string } }
  | { readonly status: FakeIntent['status'] }

export interface FakeStripe extends AsyncDisposable {
  readonly url: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** The publishable key of its form. */
  readonly publishableKey: string
  readonly configurations: ReadonlyMap<string, FakeConfiguration>
  /** Domains registered for wallets. */
  readonly domains: readonly string[]
  readonly sessions: ReadonlyMap<string, FakeSession>
  readonly intents: ReadonlyMap<string, FakeIntent>
  readonly refunds: ReadonlyMap<string, FakeRefund>
  readonly disputes: ReadonlyMap<string, FakeDispute>
  readonly methods: ReadonlyMap<string, FakeMethod>
  /** Everything it would tell, in the order in which it happened. */
  readonly events: readonly StripeEvent[]
  /** Every request, as `POST /v1/checkout/sessions`. */
  readonly requests: readonly { readonly line: string; readonly idempotencyKey: string | undefined; readonly params: Params }[]
  fail(fault: Fault): void
  /** Idempotency keys are retained for a day. */
  forgetKeys(): void
  /** What a buyer does on the page of a session; where the browser goes then. A refused card leaves them there. */
  visit(sessionId: string, way: Way): string | undefined
  /** The buyer's answer on the page of their bank, about a saved card; where the browser goes then. */
  authenticate(intentId: string, well: boolean): string
  /**
   * Confirms a payment as the script of the form does: with a card number, or another method. The result is the address to go to,
   * the error for the page, or nothing.
   */
  confirm(intentId: string, by: { readonly type: string; readonly number?: string }, returnUrl: string): Confirmed
  /** Completes or fails an accepted direct debit of the form on our page. */
  endDebitOf(intentId: string, well: boolean): void
  /** A direct debit that was taken in comes to its end. */
  endDebit(sessionId: string, well: boolean): void
  /** Done by the merchant on Stripe's own pages, or by the bank. */
  captureThere(intentId: string, amount?: number): void
  cancelThere(intentId: string): void
  /** Given back by the merchant on Stripe's own pages; all that is left where nobody says how much. The answer is the refund's id. */
  refundThere(intentId: string, amount?: number): string
  /** The buyer's bank takes money back, or only asks about it; the answer is the dispute's id. */
  dispute(intentId: string, amount?: number, asksOnly?: boolean): string
  endDispute(disputeId: string, as: 'won' | 'lost' | 'warning_closed'): void
  /** Refunds stay on their way until they are ended. */
  slowRefunds(slow: boolean): void
  endRefund(refundId: string, well: boolean): void
  /** Another account, with keys of its own; it has no payments of the first. */
  readonly liveKey: string
  /** The addresses that are told what happens. */
  readonly endpoints: ReadonlyMap<string, FakeEndpoint>
  /** Whether the accounts may take payments. */
  takesCharges(does: boolean): void
  /** An event as it goes over the wire, to the endpoint of the environment or to another. */
  webhook(event: StripeEvent, signedAt?: Date, secret?: string): { readonly body: Buffer; readonly signature: string }
}
