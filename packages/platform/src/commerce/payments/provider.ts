import type { PaymentElement } from '@vitrine/contract'
import { inTime } from '../../kernel/in-time.ts'
import type { PaymentSettings } from '../../kernel/settings/sections.ts'

/** What a provider says of a payment. */
export type ProviderResult =
  | {
      readonly state: 'APPROVED' | 'AUTHORIZED'
      readonly reference: string
      /** The card, where it is first known now. */
      readonly card?: CardFace
      /** How much of it was taken, where it was not all. */
      readonly taken?: number
      /** What the provider calls the card that it was told to save: it can be charged again by that. */
      readonly kept?: string
    }
  | { readonly state: 'DECLINED'; readonly reason: string; readonly message: string; readonly retryable: boolean }
  /** The buyer has to confirm at `actionUrl` and comes back with a result token. */
  | { readonly state: 'ACTION_REQUIRED'; readonly reference: string; readonly actionUrl: string }
  /** The buyer has to confirm in the provider's form on the page, which uses the secret. */
  | { readonly state: 'ACTION_REQUIRED'; readonly reference: string; readonly clientSecret: string }
  /** Taken in, but not decided; the provider will tell. */
  | { readonly state: 'PENDING'; readonly reference: string }
  /** Never heard of it: it did not get there. */
  | { readonly state: 'UNKNOWN' }

/** Which payment is meant. */
export interface PaymentKey {
  readonly site: string
  /** Ours; a provider that is asked twice under one id does it once. */
  readonly paymentId: string
  /** What the provider called it when it answered last; null where no answer was stored. */
  readonly reference: string | null
  /** The saved card that its holder pays with: what the provider calls it. */
  readonly kept?: string
}

export interface Charge extends PaymentKey {
  readonly orderId: string
  /** In minor units of the currency. */
  readonly amount: number
  readonly currency: string
}

export interface Authorization extends Omit<Charge, 'reference'> {
  /** The card, for a provider whose card field stands in the shop. */
  readonly token?: string
  readonly returnUrl: string
  /** Holds the money without taking it, for a capture later. */
  readonly delayCapture: boolean
  /** As the buyer knows the order. */
  readonly orderNumber: string
  readonly email?: string
  /** The card is saved with the provider, to be charged again without its holder. With an amount of 0 that is all that is done. */
  readonly keep?: boolean
  /** Whether the buyer confirms it in the provider's form on the page. */
  readonly withElement?: boolean
  /** The buyer is asked to confirm by 3-D Secure, also where their bank would not ask. */
  readonly requires3dSecure?: boolean
}

/** The parameters of the provider's form on a page. */
export interface ElementRequest {
  readonly amount: number
  readonly currency: string
  readonly delayCapture: boolean
  readonly keeps: boolean
}

/** A payment with a card that is already saved. Its holder is present, and confirms it where their bank asks. */
export interface AuthorizationAgain extends Omit<Authorization, 'token' | 'keep' | 'withElement'> {
  readonly kept: string
}

/** A charge to a saved card, while its holder is absent. */
export interface ChargeAgain extends Omit<Charge, 'reference'> {
  /** What the provider called it when it saved it. */
  readonly kept: string
  readonly delayCapture: boolean
  readonly orderNumber: string
  /** Perhaps it was asked for before, and the answer got lost. */
  readonly again: boolean
}

/** What a provider can do with saved cards. */
export interface Keeping {
  /** Once for a payment id. A bank that wants its customer there declines with `AUTHENTICATION_REQUIRED`. */
  charge(request: ChargeAgain, signal: AbortSignal): Promise<ProviderResult>
  /** Once for a payment id; what a bank wants of its customer is an `ACTION_REQUIRED`. */
  authorize(request: AuthorizationAgain, signal: AbortSignal): Promise<ProviderResult>
  /** The card is not to be charged any more; one that is gone is no fault. */
  forget(site: string, kept: string, signal: AbortSignal): Promise<void>
}

/** A card as people know it; all that is ever stored. */
export interface CardFace {
  readonly brand: string
  readonly last4: string
  /** The last month in which it is good: `2030-12`. */
  readonly goodUntil?: string
}

/** Something that a provider tells by itself: late answers, and some of them twice; and what went back without our doing. */
export interface ProviderEvent {
  readonly site: string
  readonly paymentId: string
  readonly result: ProviderResult
  readonly statement?: ProviderStatement
}

/** What has gone back of a payment by now, by whomever's doing: all of it, not only what is new. */
export interface ProviderStatement {
  readonly refunds: readonly ProviderRefund[]
  readonly disputes: readonly ProviderDispute[]
}

export interface ProviderRefund {
  /** What the provider calls it. */
  readonly reference: string
  /** Ours, where it was us who asked for it. */
  readonly refundId?: string
  readonly amount: number
  readonly result: ProviderResult
}

/** What the buyer's bank took back; asking is none as long as no money moved. */
export interface ProviderDispute {
  readonly reference: string
  readonly amount: number
  /** How much of it came back since. */
  readonly reversed: number
}

/** Where the money comes from. Each call may be sent again under the same payment id; none may run inside a transaction. */
export interface PaymentProvider {
  readonly id: string
  /** Where the buyer writes the card down: in the shop's own form, which makes a token of it, or on the provider's page. */
  readonly asks: 'HERE' | 'THERE'
  /** Whether it takes new payments of a shop with these settings, or only looks after those it took. */
  takesPayments(settings: PaymentSettings): boolean
  /** Absent where it saves no cards. */
  readonly keeping?: Keeping
  /** The parameters of its form, if the shop may show it for the amount due; absent for a provider without a form. */
  element?(settings: PaymentSettings, request: ElementRequest): PaymentElement | undefined
  /** The card behind a token, or undefined where the token is none of the provider's. */
  read(site: string, token: string): Promise<CardFace | undefined>
  authorize(request: Authorization, signal: AbortSignal): Promise<ProviderResult>
  /** Takes what was authorised, in whole or in part; `captureId` makes it happen once. */
  capture(charge: Charge & { readonly captureId: string }, signal: AbortSignal): Promise<ProviderResult>
  /** Gives up what was authorised, taken or not decided; of one that has not arrived yet, sees to it that it will not be taken. */
  void(charge: Charge, signal: AbortSignal): Promise<void>
  /** Gives money back; `refundId` makes it happen once. */
  refund(charge: Charge & { readonly refundId: string }, signal: AbortSignal): Promise<ProviderResult>
  /** How a payment stands, for when an answer got lost. */
  find(payment: PaymentKey, signal: AbortSignal): Promise<ProviderResult>
  /** What has gone back of a payment, where the provider lets others than us do that; undefined where it does not know the payment. */
  statement?(payment: PaymentKey, signal: AbortSignal): Promise<ProviderStatement | undefined>
  /** What the buyer's confirmation came to; undefined where the token is none of the provider's or another payment's. */
  confirm(payment: PaymentKey, resultToken: string, signal: AbortSignal): Promise<ProviderResult | undefined>
}

const providerMs = 8000

/**
 * What a provider answers.
 * @throws where it takes too long; perhaps it has done all the same what it was asked for
 */
export const answerOf = <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  inTime(providerMs, ask, () => new Error('the provider took too long'))

/** The providers that are set up, by their ids. */
export type Providers = ReadonlyMap<string, PaymentProvider>

/** @throws where a payment was made with a provider that is not set up any more */
export function providerOf(providers: Providers, { id, provider }: { readonly id: string; readonly provider: string }): PaymentProvider {
  const found = providers.get(provider)
  if (!found) throw new Error(`payment ${id} was made with ${provider}, which is not set up`)
  return found
}
