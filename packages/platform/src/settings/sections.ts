import type { ShopSettings } from '@vitrine/contract'
import type { ShippingZone, TaxSettings } from '@vitrine/pricing'

/** How a shop sells: what the totals are made in. */
export interface CommerceSettings {
  readonly currency: string
  /** BCP 47; how prices are written out in answers and mails. */
  readonly locale: string
  readonly country: string
  readonly weightUnit: 'KG' | 'LB'
  /** Minutes after which an order that nobody paid for gives its stock back. */
  readonly unpaidOrderMinutes: number
  readonly firstOrderNumber: number
}

/** Whom mails come from, and who stands behind them. */
export interface MailSettings {
  readonly from: string
  readonly replyTo: string
}

/** What a merchant sets, by section. Each is one row with a revision. */
export interface Sections {
  readonly shop: ShopSettings
  readonly commerce: CommerceSettings
  readonly shipping: { readonly zones: readonly ShippingZone[] }
  readonly taxes: TaxSettings
  readonly mail: MailSettings
}

export type Section = keyof Sections
