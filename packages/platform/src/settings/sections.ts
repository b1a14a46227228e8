import type { ShippingZone, TaxRules } from '@vitrine/pricing'
import type { ShopSettings } from './shop-settings.ts'

/** How a shop sells: what the totals are made in. */
export interface CommerceSettings {
  readonly currency: string
  /** BCP 47; how prices are written out in answers and mails. */
  readonly locale: string
  readonly country: string
  /** IANA name: the clock on the shop's wall. */
  readonly timeZone: string
  readonly weightUnit: 'KG' | 'LB'
  /** Minutes after which an order that nobody paid for gives its stock back. */
  readonly unpaidOrderMinutes: number
  readonly firstOrderNumber: number
  /** Money for new orders is only held; the clock takes it or lets it go after so long, if it is said which. */
  readonly delayedCapture?: { readonly action?: 'CAPTURE' | 'VOID'; readonly afterMs?: number }
}

/** Whom mails come from, and who stands behind them. */
export interface MailSettings {
  readonly from: string
  readonly replyTo: string
  /** One wide picture under the headline of each letter, by its path under the shop. */
  readonly picture?: { readonly path: string; readonly alt: string }
}

/** What a merchant sets, by section. Each is one row with a revision. */
export interface Sections {
  readonly shop: ShopSettings
  readonly commerce: CommerceSettings
  readonly shipping: { readonly zones: readonly ShippingZone[] }
  readonly taxes: TaxRules
  readonly mail: MailSettings
  /** The revisions of all sections in one text: what was made from the settings holds while it stays. */
  readonly revisions: string
}

export type Section = Exclude<keyof Sections, 'revisions'>
