import type { CheckoutLineItem, FreeTrialPeriod, SubscriptionOptionInfo } from '@vitrine/contract'
import { many } from '../shop/text.ts'

const units: Readonly<Record<string, string>> = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' }

/** `every month`, `every two weeks` */
export function everySoOften({ frequency, interval = 1 }: { frequency?: string | undefined; interval?: number | undefined }): string {
  const unit = units[frequency ?? ''] ?? 'month'
  return interval === 1 ? `every ${unit}` : `every ${many(interval, unit)}`
}

/** `the first two weeks free` */
export const trialText = ({ frequency, interval = 1 }: FreeTrialPeriod) => {
  const unit = units[frequency ?? ''] ?? 'month'
  return `the first ${interval === 1 ? unit : many(interval, unit)} free`
}

/** How a thing is bought again: `every month, the first two weeks free, until you end it`. */
export function planText(info: SubscriptionOptionInfo | undefined, locale: string): string | undefined {
  const settings = info?.subscriptionSettings
  if (!settings) return undefined
  const { freeTrialPeriod, startDate, billingCycles, autoRenewal } = settings
  const day =
    startDate &&
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(startDate))
  return [
    everySoOften(settings),
    freeTrialPeriod && trialText(freeTrialPeriod),
    day && `from ${day} on`,
    billingCycles ? many(billingCycles, 'time') : autoRenewal ? 'until you end it' : undefined,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What a line says of how it is paid, beside its price. */
export interface Terms {
  /** `every month, until you end it` */
  plan?: string | undefined
  /** What of it is paid with the order; the rest comes later. Decimal text. */
  deposit?: string | undefined
  paid?: 'later' | 'membership' | undefined
}

/** How a line is paid, where that is not all of it with the order. */
export function termsOf(
  line: Pick<CheckoutLineItem, 'subscriptionOptionInfo' | 'depositAmount' | 'paymentOption'>,
  locale: string,
): Terms | undefined {
  const plan = planText(line.subscriptionOptionInfo, locale)
  const deposit = line.paymentOption === 'DEPOSIT_ONLINE' ? line.depositAmount?.amount : undefined
  const paid = line.paymentOption === 'FULL_PAYMENT_OFFLINE' ? 'later' : line.paymentOption === 'MEMBERSHIP' ? 'membership' : undefined
  return plan || deposit || paid ? { plan, deposit, paid } : undefined
}

/** The same as words. */
export function termsText(terms: Terms | undefined, text: (amount: string) => string): readonly string[] {
  if (!terms) return []
  return [
    terms.plan,
    terms.deposit && `${text(terms.deposit)} with the order, the rest later`,
    terms.paid === 'later' ? 'paid later, by hand' : terms.paid === 'membership' ? 'paid by your membership' : undefined,
  ].flatMap((word) => word || [])
}
