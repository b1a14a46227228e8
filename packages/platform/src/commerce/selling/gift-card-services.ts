/** Which gift card a service of somebody else's is asked about. */
export interface CardQuestion {
  readonly site: string
  readonly currency: string
  readonly language: string
  readonly code: string
}

export interface CardRedemption extends CardQuestion {
  /** In minor units of the currency. */
  readonly amount: number
  /** The order that it pays for: a service takes money off a card once for an order. */
  readonly orderId: string
}

export interface CardVoid extends Omit<CardQuestion, 'code'> {
  readonly transactionId: string
}

/** What a service says no with, as the published form has it. */
export const cardRefusals = [
  'GIFT_CARD_NOT_FOUND',
  'GIFT_CARD_DISABLED',
  'GIFT_CARD_EXPIRED',
  'INSUFFICIENT_FUNDS',
  'MISSING_CURRENCY',
  'CURRENCY_NOT_SUPPORTED',
  'ALREADY_REDEEMED',
  'TRANSACTION_NOT_FOUND',
  'ALREADY_VOIDED',
] as const
export interface CardRefused {
  readonly refused: (typeof cardRefusals)[number]
}

/**
 * Somebody whose gift cards pay here. It says no by a `CardRefused`; whatever else is wrong is thrown as a `NoAnswer`, and then it is
 * unknown whether it did what it was asked, except where the code is `CIRCUIT_OPEN` or `OUTBOUND_ADDRESS_NOT_ALLOWED`.
 */
export interface GiftCardService {
  /** A GUID; the `appId` of its cards on the wire. */
  readonly id: string
  readonly name: string
  /** Whether buyers may name its cards. */
  readonly active: boolean
  /** Changes when answers of before hold no more. */
  readonly state?: string
  /** In minor units of the currency. */
  balanceOf(question: CardQuestion, signal: AbortSignal): Promise<{ readonly balance: number } | CardRefused>
  redeem(question: CardRedemption, signal: AbortSignal): Promise<{ readonly transactionId: string } | CardRefused>
  void(question: CardVoid, signal: AbortSignal): Promise<CardRefused | undefined>
}
