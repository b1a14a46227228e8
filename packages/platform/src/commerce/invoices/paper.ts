import type { Minor } from '@vitrine/pricing'

/** What an invoice says, as it was when it was made; amounts in minor units. */
export interface Paper {
  readonly number: string
  readonly orderNumber: string
  readonly issuedAt: string
  /** When the goods were bought. */
  readonly soldAt: string
  readonly currency: string
  /** BCP 47: how dates and prices are written. */
  readonly locale: string
  readonly timeZone: string
  readonly seller: Seller
  readonly buyer: { readonly lines: readonly string[]; readonly email?: string; readonly taxId?: string }
  /** Where the goods went, if it is another place. */
  readonly sentTo?: readonly string[]
  readonly lines: readonly PaperLine[]
  readonly sums: DocumentTotals
  /** How it was paid, as people say it; undefined as long as something is due. */
  readonly paidBy?: string
  readonly due: Minor
  /** Of a credit note: the invoice that it corrects, and whether money was refunded or the order canceled before any came. */
  readonly corrects?: { readonly number: string; readonly issuedAt: string; readonly because: 'REFUND' | 'CANCELLATION' }
}

export interface Seller {
  readonly name: string
  readonly wordmark: string
  /** A picture among the shop's media, in the place of the wordmark. */
  readonly logo?: string
  readonly address: readonly string[]
  readonly email?: string
  readonly phone?: string
  readonly web: string
  readonly taxIds: readonly { readonly name: string; readonly value: string }[]
  /** What else has to stand there: a register, an account. */
  readonly notes: readonly string[]
  readonly thanks?: string
  readonly accent: string
  /** Whether the shop's half sun stands on it. */
  readonly mark: 'sun' | 'dial'
}

export interface PaperLine {
  readonly name: string
  readonly description?: string
  readonly sku?: string
  readonly quantity: number
  /** One unit. */
  readonly price: Minor
  readonly amount: Minor
  /** `19`; empty where it bears no tax. */
  readonly taxPercent: string
}

export interface DocumentTotals {
  readonly pieces: Minor
  /** What comes off, as positive amounts. */
  readonly discounts: readonly { readonly title: string; readonly amount: Minor }[]
  readonly delivery?: { readonly title: string; readonly amount: Minor }
  readonly fees: readonly { readonly title: string; readonly amount: Minor }[]
  /** One for each tax and rate: of which net amount, and how much. */
  readonly taxes: readonly { readonly name: string; readonly percent: string; readonly net: Minor; readonly tax: Minor }[]
  readonly taxIncluded: boolean
  readonly total: Minor
}
