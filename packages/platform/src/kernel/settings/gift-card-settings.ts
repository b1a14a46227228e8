import type { GiftCardExpirationPeriod } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { Revised } from './revised.ts'

export interface GiftCardPicture {
  readonly id?: string
  readonly url: string
  readonly width?: number
  readonly height?: number
  readonly altText?: string
}

/** When a card ends: on a day, or so long after it was made. */
export type GiftCardEnd = { readonly at: string } | { readonly value: number; readonly period: GiftCardExpirationPeriod }

/** The gift card that a shop sells. */
export interface GiftCardProductSettings extends Revised {
  /** Where a product of the catalogue has the same id, it is the card's page: with its pictures, designs and collections. */
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly image?: GiftCardPicture
  /** Absent for never. */
  readonly ends?: GiftCardEnd
  readonly presets: readonly { readonly id: string; readonly price: Minor; readonly value: Minor; readonly image?: GiftCardPicture }[]
  /** Bounds of an amount that the buyer names, both counted in. */
  readonly custom?: { readonly from: Minor; readonly to: Minor; readonly image?: GiftCardPicture }
}

export interface GiftCardSettings {
  /** Absent where the shop sells none any more. */
  readonly product?: GiftCardProductSettings
}
