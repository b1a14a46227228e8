import type { AddressWithContact } from '@vitrine/contract'

/** One thing to be delivered, as a provider of rates sees it: nothing in it tells one buyer from another. */
export interface DeliverableLine {
  readonly name: string
  readonly quantity: number
  /** One unit, as decimal text. */
  readonly price: string
  /** One unit, in the shop's unit. */
  readonly weight: number | null
  readonly sku: string
}

/** What a provider of rates is asked: how these things get there, and for how much. */
export interface RatesQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly weightUnit: 'KG' | 'LB'
  readonly lines: readonly DeliverableLine[]
  readonly destination: NonNullable<AddressWithContact['address']>
}

export interface ProvidedCharge {
  readonly type: 'HANDLING_FEE' | 'INSURANCE'
  readonly details?: string
  /** Decimal text in the currency of the question. */
  readonly price: string
}

/** A way of delivery that a provider offers. */
export interface ProvidedRate {
  /** Unique among those of the provider. */
  readonly code: string
  readonly title: string
  /** Decimal text in the currency of the question. */
  readonly price: string
  readonly deliveryTime?: string
  readonly instructions?: string
  /** What of the delivery is no carriage, on top of `price`. */
  readonly charges?: readonly ProvidedCharge[]
  /** When it arrives, as instants. */
  readonly arrives?: { readonly from: string; readonly to: string }
}

/**
 * Somebody who knows what delivery costs: a carrier, or one who asks several. Where it does not answer in time its backup rate is offered,
 * if it has one, and the answer says what was wrong. What it cannot tell for an address it refuses with a `NoAnswer` and a code:
 * `MISSING_POSTAL_CODE`, `INVALID_POSTAL_CODE`, `PARTIAL_ADDRESS`.
 */
export interface ShippingRateProvider {
  /** A GUID; the `carrierId` of its options on the wire. */
  readonly id: string
  readonly name: string
  /** Whether it may be asked only where a backup rate stands ready. */
  readonly needsBackupRate?: boolean
  /** Changes when answers of before hold no more. */
  readonly state?: string
  ratesFor(question: RatesQuestion, signal: AbortSignal): Promise<{ readonly rates: readonly ProvidedRate[] }>
}
