import type { Context } from '../../kernel/db/context.ts'
import type { NamedProvider } from '../../kernel/settings/page-fields.ts'
import type { PaymentSettings } from '../../kernel/settings/sections.ts'
import type { MemberDeps } from '../members/deps.ts'
import type { EraseDeps } from '../privacy/erase.ts'
import type { ExportDeps } from '../privacy/export.ts'
import type { RedirectDeps } from '../redirects/operations.ts'

/** What people ask of what is sold: what somebody bought, and what becomes of it when they sign in or go. */
export interface CommerceFacts
  extends Pick<MemberDeps, 'purchasesOf' | 'countSubscriptions' | 'countCards' | 'subscribing'>,
    Pick<EraseDeps, 'blankOrders' | 'blankSubscriptions' | 'eraseReviews' | 'eraseQuestions'>,
    Pick<ExportDeps, 'ordersOf'>,
    Pick<RedirectDeps, 'checkoutPage' | 'showsProduct'> {
  /** The providers of payments that a shop with these settings has, as its pages name them. */
  readonly paymentProviders: (settings: PaymentSettings) => readonly NamedProvider[]
  /** Hands what a visitor has chosen to the member they turn out to be. Safe to repeat. */
  readonly mergeAtLogin: (context: Context, visitorId: string, memberId: string) => Promise<void>
}
