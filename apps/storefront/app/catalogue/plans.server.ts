import type { FreeTrialPeriod, Product, Subscription } from '@vitrine/contract'
import { exponentOf, formatMoney, type Period, parseDecimal, planPrice, toDecimal } from '@vitrine/pricing'
import { capital, many } from '../shop/text.ts'
import type { Visit } from '../shop.server.ts'
import { everySoOften, planText, trialText } from '../totals/terms.ts'
import type { PlanView } from './product.ts'

const plansOf = ({ subscriptionDetails }: Product): readonly Subscription[] => subscriptionDetails?.subscriptions ?? []

/** The ways to buy a product again and again, in words. */
export const showPlans = (product: Product, { locale, currency }: Visit['shop']): readonly PlanView[] =>
  plansOf(product).map((plan) => ({
    id: plan.id,
    title: plan.title,
    say: saying(plan),
    terms: planText({ subscriptionSettings: { ...plan, autoRenewal: plan.autoRenewal ?? false } }, locale) ?? '',
    off: offOf(plan, currency, locale),
    note: noteOf(plan),
    period: periodOf(plan),
    trial: plan.freeTrialPeriod && periodOf(plan.freeTrialPeriod),
    times: plan.autoRenewal ? undefined : (plan.billingCycles ?? 1),
  }))

const periodOf = ({ frequency, interval = 1 }: Pick<FreeTrialPeriod, 'frequency' | 'interval'>): Period => ({
  frequency: frequency === undefined || frequency === 'UNDEFINED' ? 'MONTH' : frequency,
  interval,
})

/** Under its name: how often it comes, where the name does not say so, and until when. */
function saying({ title, description, frequency, interval, billingCycles, enableCustomerCancellation, freeTrialPeriod }: Subscription) {
  const every = everySoOften({ frequency, interval })
  const facts = [
    title.toLowerCase() === every ? '' : every,
    freeTrialPeriod ? trialText(freeTrialPeriod) : '',
    billingCycles ? many(billingCycles, 'time') : description || !enableCustomerCancellation ? '' : 'until you end it',
  ].filter(Boolean)
  return [capital(facts.join(', ')), description].filter(Boolean).join('. ')
}

function offOf({ discount }: Subscription, currency: string, locale: string): string | undefined {
  if (discount?.percentOff !== undefined) return `−${discount.percentOff} %`
  return discount?.amountOff === undefined ? undefined : `−${formatMoney(parseDecimal(discount.amountOff, currency), currency, locale)}`
}

/** What one agrees to, in a sentence or two. */
function noteOf({ frequency, interval, billingCycles, enableCustomerCancellation, freeTrialPeriod }: Subscription): string {
  const every = everySoOften({ frequency, interval })
  const course = freeTrialPeriod
    ? `It comes ${every}; ${trialText(freeTrialPeriod).replace(/ free$/, '')} you pay nothing for it.`
    : `The first comes with this order, then one ${every}.`
  const end = billingCycles
    ? `It ends by itself after ${many(billingCycles, 'time')}.`
    : enableCustomerCancellation
      ? 'End it whenever you like.'
      : ''
  return `${course} ${end}`.trim()
}

/** What a unit costs by each of the ways, in their order. */
export function planPrices(product: Product, price: number, currency: string): readonly number[] {
  const once = parseDecimal(price.toFixed(exponentOf(currency)), currency)
  return plansOf(product).map(({ discount: { percentOff, amountOff } = { type: 'UNDEFINED' } }) => {
    const off = {
      ...(percentOff !== undefined && { percentOff: String(percentOff) }),
      ...(amountOff !== undefined && { amountOff: parseDecimal(amountOff, currency) }),
    }
    return Number(toDecimal(planPrice(once, off), currency))
  })
}

export const isSoldOnce = ({ subscriptionDetails }: Product): boolean => subscriptionDetails?.allowOneTimePurchases ?? true
