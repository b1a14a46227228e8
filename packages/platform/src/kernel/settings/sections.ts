import type { BackInStockSettings } from './back-in-stock-settings.ts'
import type { BusinessSettings } from './business-settings.ts'
import type { CheckoutFormSettings } from './checkout-form-settings.ts'
import type { CheckoutPageSettings } from './checkout-page-settings.ts'
import type { DiscountSettings } from './discount-settings.ts'
import type { FeeSettings } from './fee-settings.ts'
import type { GiftCardSettings } from './gift-card-settings.ts'
import type { MediaSettings } from './media-settings.ts'
import type { MemberFieldSettings } from './member-fields.ts'
import type { NewsletterSection } from './newsletter-settings.ts'
import type { OrderSettings } from './order-settings.ts'
import type { PageSettings } from './page-settings.ts'
import type { PluginSettings } from './plugin-settings.ts'
import type { RecommendationSection } from './recommendation-settings.ts'
import type { RetentionSettings } from './retention.ts'
import type { ReturnSettingsSection } from './return-settings.ts'
import type { ReviewSettingsSection } from './review-settings.ts'
import type { ShippingSettings } from './shipping-settings.ts'
import type { ShopSettings } from './shop-settings.ts'
import type { SignInSettings } from './sign-in-settings.ts'
import type { StaffSettings } from './staff-settings.ts'
import type { TaxSettings } from './tax-settings.ts'

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
  /** How long and how often the link to a file that was bought works; 30 days and five times where nothing is said. */
  readonly downloads?: { readonly days: number; readonly times: number }
  /** Money for new orders is only held; the clock takes it or lets it go after so long, if it is said which. */
  readonly delayedCapture?: { readonly action?: 'CAPTURE' | 'VOID'; readonly afterMs?: number }
}

/** A way to pay without a provider: the money comes by hand, after the order. */
export interface OfflineMethod {
  /** Unique in the shop, and none of a provider's. */
  readonly id: string
  /** As the buyer reads it: `Bank transfer`. */
  readonly name: string
  /** One sentence beside it, before the order is made. */
  readonly hint?: string
  /** How to pay, once the order is made: an account, an address. */
  readonly instructions?: string
  /** Offered only to those who collect their goods, or only to those they are sent to. */
  readonly onlyFor?: 'PICKUP' | 'SHIPPING'
  readonly predefined?: 'CASH' | 'BANK_TRANSFER' | 'CHECK'
  /** Absent for true: what is laid by is offered to nobody. */
  readonly active?: boolean
  /** As `expiryDaysOf` has it, where the merchant never said anything of it. */
  readonly expiresAfterDays?: number
}

/** What may be known of the account whose keys a merchant entered; the keys themselves are elsewhere, and wrapped. */
export interface StripeAccountSettings {
  /** Whether its keys move money. */
  readonly mode: 'LIVE' | 'TEST'
  readonly accountId: string
  readonly accountName?: string
  /** Of the secret key. */
  readonly last4: string
  /** The publishable key of Stripe's form. It is not secret. */
  readonly publishableKey?: string
  /** The endpoint that was made at Stripe for the shop; absent where the merchant made it there. */
  readonly webhookId?: string
  /** ISO instant at which Stripe last took the keys. */
  readonly checkedAt: string
}

/** How buyers may pay. Which providers there are is said by the environment, or by the keys that the merchant entered. */
export interface PaymentSettings {
  /** Providers that are set up and not offered. */
  readonly off?: readonly string[]
  readonly offline?: readonly OfflineMethod[]
  /** Who takes new payments where the environment has no keys: the account, or the sandbox bank. Absent for that. */
  readonly mode?: 'LIVE' | 'SANDBOX'
  readonly stripe?: StripeAccountSettings
  /** The shop's own payment method configuration at Stripe, and whether it belongs to test mode, which has its own. */
  readonly stripeMethods?: { readonly configuration: string; readonly mode: 'LIVE' | 'TEST' }
}

/** What becomes of a checkout that its buyer leaves. */
export interface RecoverySettings {
  /** After so long without a change it counts as left. */
  readonly afterMinutes: number
  /** Whether its buyer is written to. */
  readonly writes: boolean
  /** How often at the most, by itself and by hand together. */
  readonly atMost: number
  /** So long after one email the next one goes. */
  readonly againHours: number
  /** How long the link in an email is good for. */
  readonly linkDays: number
}

/** Whom mails come from, and who stands behind them. */
export interface MailSettings {
  readonly from: string
  readonly replyTo: string
  /** One wide picture under the headline of each email, by its path under the shop. */
  readonly picture?: { readonly path: string; readonly alt: string }
  /** In the foot of each email: how to ask something. */
  readonly help?: string
}

/** What a shop says itself in a kind of email, and whether it sends it. */
export interface EmailSettings {
  readonly revision: number
  readonly off?: boolean
  readonly words?: { readonly subject?: string; readonly headline?: string; readonly lead?: string; readonly button?: string }
}

/** What stands on a shop's invoices beside what its pages say. */
export interface InvoiceSettings {
  /** Before each number: `MRW-`. */
  readonly prefix?: string
  /** 1001 where nothing is said. */
  readonly firstNumber?: number
  readonly taxIds?: readonly { readonly name: string; readonly value: string }[]
  /** A register, an account. */
  readonly notes?: readonly string[]
  /** A sentence beside the sums. */
  readonly thanks?: string
  /** Before each number of a credit note; `CN-` where nothing is said. */
  readonly creditNotePrefix?: string
  readonly revision?: number
}

/** How long it is known who changed what. */
export interface AuditSettings {
  readonly keptMonths: number
}

/** Whether requests of programs to the API are recorded. */
export interface RequestLogSection {
  readonly enabled: boolean
}

/** What a merchant sets, by section. Each is one row with a revision. */
export interface Sections {
  readonly shop: ShopSettings
  readonly commerce: CommerceSettings
  readonly shipping: ShippingSettings
  readonly taxes: TaxSettings
  readonly mail: MailSettings
  /** Nothing but the providers, where the merchant never said anything of it. */
  readonly payments?: PaymentSettings
  readonly invoices?: InvoiceSettings
  /** Hours and consents of a published site; nothing, where the merchant never said anything of them. */
  readonly business?: BusinessSettings
  /** Stock with the order and invoices by hand, where the merchant never said anything of it. */
  readonly orders?: OrderSettings
  /** Two years, where the merchant never said anything of it. */
  readonly audit?: AuditSettings
  /** Not recorded, where the merchant never said anything of it. */
  readonly requestLog?: RequestLogSection
  /** As `usualRetention` has it, where the merchant never said anything of it. */
  readonly retention?: RetentionSettings
  /** As `usualReviewSettings` has it, where the merchant never said anything of it. */
  readonly reviews?: ReviewSettingsSection
  /** As `usualReturnSettings` has it, where the merchant never said anything of it. */
  readonly returns?: ReturnSettingsSection
  /** Shown in the usual words, where the merchant never said anything of it. */
  readonly newsletter?: NewsletterSection
  /** Which pages shoppers read; none, where the merchant never wrote one. */
  readonly pages?: PageSettings
  /** As `usualRecommendations` has it, where the merchant never said anything of it. */
  readonly recommendations?: RecommendationSection
  /** As `usualMediaSettings` has it, where the merchant never said anything of it. */
  readonly media?: MediaSettings
  /** By the kind of email; the default, where the merchant never said anything of it. */
  readonly emails?: { readonly [kind: string]: EmailSettings }
  /** As `recoveryOf` has it, where the merchant never said anything of it. */
  readonly recovery?: Partial<RecoverySettings>
  /** As `usualBackInStock` has it, where the merchant never said anything of it. */
  readonly backInStock?: Partial<BackInStockSettings>
  /** None, where the merchant never set one up. */
  readonly discounts?: DiscountSettings
  /** The gift card that is sold; none, where the merchant never set one up. */
  readonly giftCards?: GiftCardSettings
  /** What is charged beside goods and delivery; nothing, where the merchant never said anything of it. */
  readonly fees?: { readonly rules: readonly FeeSettings[] }
  /** Services of others that are asked while a price is made; none, where the merchant never set one up. */
  readonly plugins?: { readonly plugins: readonly PluginSettings[] }
  /** What the checkout says and asks, where the merchant ever said anything of it. */
  readonly checkout?: CheckoutPageSettings
  /** What it asks of buyers beyond that, where the merchant ever said anything of it. */
  readonly checkoutForm?: CheckoutFormSettings
  /** Who becomes a member and how they sign in; as `freshSignIn` has it, where the merchant never said anything of it. */
  readonly signIn?: SignInSettings
  /** As `freshStaff` has it, where the merchant never said anything of it. */
  readonly staff?: StaffSettings
  /** What the shop wants to know of its members beside what is usual; nothing, where the merchant never said. */
  readonly memberFields?: { readonly revision: number; readonly fields: readonly MemberFieldSettings[] }
  /** The revisions of all sections in one text: what was made from the settings holds while it stays. */
  readonly revisions: string
}

export type Section = Exclude<keyof Sections, 'revisions'>
