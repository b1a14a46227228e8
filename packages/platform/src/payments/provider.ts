/** What a provider says of a payment. */
export type ProviderResult =
  | { readonly state: 'APPROVED' | 'AUTHORIZED'; readonly reference: string }
  | { readonly state: 'DECLINED'; readonly reason: string; readonly message: string; readonly retryable: boolean }
  /** The buyer has to confirm at `actionUrl` and comes back with a result token. */
  | { readonly state: 'ACTION_REQUIRED'; readonly reference: string; readonly actionUrl: string }
  /** Taken in, but not decided; the provider will tell. */
  | { readonly state: 'PENDING'; readonly reference: string }
  /** Never heard of it: it did not get there. */
  | { readonly state: 'UNKNOWN' }

export interface Charge {
  readonly site: string
  /** Ours; a provider that is asked twice under one id does it once. */
  readonly paymentId: string
  readonly orderId: string
  /** In minor units of the currency. */
  readonly amount: number
  readonly currency: string
}

export interface Authorization extends Charge {
  readonly token: string
  readonly returnUrl: string
  /** Holds the money without taking it, for a capture later. */
  readonly delayCapture: boolean
}

/** A card as people know it; all that is ever kept. */
export interface CardFace {
  readonly brand: string
  readonly last4: string
}

/** Where the money comes from. Each call may be sent again under the same payment id; none may run inside a transaction. */
export interface PaymentProvider {
  readonly id: string
  /** The card behind a token, or undefined where the token is none of the provider's. */
  read(site: string, token: string): Promise<CardFace | undefined>
  authorize(request: Authorization, signal: AbortSignal): Promise<ProviderResult>
  /** Takes what was authorised, in whole or in part. */
  capture(charge: Charge, signal: AbortSignal): Promise<ProviderResult>
  /** Gives up what was authorised, taken or not decided; of one that has not arrived yet, sees to it that it will not be taken. */
  void(charge: Charge, signal: AbortSignal): Promise<void>
  /** Gives money back; `refundId` makes it happen once. */
  refund(charge: Charge & { readonly refundId: string }, signal: AbortSignal): Promise<ProviderResult>
  /** How a payment stands, for when an answer got lost. */
  find(charge: Pick<Charge, 'site' | 'paymentId'>, signal: AbortSignal): Promise<ProviderResult>
  /** What the buyer's confirmation came to; undefined where the token is none of the provider's or another payment's. */
  confirm(charge: Pick<Charge, 'site' | 'paymentId'>, resultToken: string, signal: AbortSignal): Promise<ProviderResult | undefined>
  /** Hears what the provider tells by itself: late answers, and some of them twice. */
  onEvent(listener: (event: { readonly site: string; readonly paymentId: string; readonly result: ProviderResult }) => Promise<void>): void
}
