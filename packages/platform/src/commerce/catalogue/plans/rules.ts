import type { SubscriptionDetails, SubscriptionOption, SubscriptionOptionInProduct, SubscriptionOptionInput } from '@vitrine/contract'
import { roundDecimal, toDecimal } from '@vitrine/pricing'
import type { Refusal } from '../../../kernel/refusal.ts'
import { violation } from '../../../kernel/violation.ts'
import type { Plan } from '../../selling/plans.ts'
import { unmarked } from '../placeholders.ts'

/** A plan as a product has it. */
export interface AssignedPlan extends Plan {
  readonly hidden: boolean
}

const percentAtMost = 99.9

/** A plan after what was sent; `before` is undefined for a new one. `at` is where it stands in the input. */
export function writtenPlan(
  id: string,
  before: Plan | undefined,
  given: SubscriptionOptionInput,
  currency: string,
  at: string,
): Plan | Refusal<'INVALID_ARGUMENT'> {
  const sent = unmarked(given)
  const title = sent.title === undefined ? before?.title : sent.title.trim()
  if (!title) return violation(`${at}.title`, 'A subscription option needs a title', 'REQUIRED_FIELD')
  const settings = sent.subscriptionSettings ? settingsOf(sent.subscriptionSettings) : before?.settings
  if (!settings) return violation(`${at}.subscriptionSettings`, 'A subscription option says how often it comes', 'REQUIRED_FIELD')
  if (!settings.autoRenewal && settings.billingCycles === undefined)
    return violation(`${at}.subscriptionSettings`, 'It renews by itself, or has a number of billingCycles', 'REQUIRED_ONE_OF_FIELD')
  const description = sent.description === undefined ? before?.description : sent.description?.trim()
  const off = sent.discount === undefined ? offOf(before) : discountOf(sent.discount, currency, at)
  if ('code' in off) return off
  return { id, title, ...(description && { description }), settings, ...off }
}

type Off = Pick<Plan, 'percentOff' | 'amountOff'>

const offOf = ({ percentOff, amountOff }: Off = {}): Off => ({
  ...(percentOff !== undefined && { percentOff }),
  ...(amountOff !== undefined && { amountOff }),
})

function discountOf(sent: SubscriptionOptionInput['discount'], currency: string, at: string): Off | Refusal<'INVALID_ARGUMENT'> {
  if (!sent || sent.type === 'UNDEFINED') return {}
  const field = `${at}.discount.value`
  if (sent.type === 'AMOUNT') {
    const amountOff = roundDecimal(sent.value.toFixed(6), currency)
    return amountOff > 0 ? { amountOff } : violation(field, 'Nothing is no discount', 'DECIMAL_GT')
  }
  const percentOff = Math.round(sent.value * 10_000) / 10_000
  if (percentOff > percentAtMost) return violation(field, `At most ${percentAtMost} percent`, 'MAX')
  return percentOff > 0 ? { percentOff: String(percentOff) } : violation(field, 'Nothing is no discount', 'DECIMAL_GT')
}

function settingsOf(sent: NonNullable<SubscriptionOptionInput['subscriptionSettings']>): Plan['settings'] {
  const { frequency, autoRenewal, billingCycles, freeTrialPeriod: trial } = sent
  return {
    frequency,
    interval: sent.interval ?? 1,
    autoRenewal: autoRenewal ?? false,
    ...(billingCycles && !autoRenewal && { billingCycles }),
    enableCustomerCancellation: sent.enableCustomerCancellation ?? true,
    ...(trial && { freeTrialPeriod: { frequency: trial.frequency, interval: trial.interval ?? 1 } }),
  }
}

export function showOption({ id, title, description, settings, ...off }: Plan, currency: string): SubscriptionOption {
  const { frequency, interval = 1, autoRenewal, billingCycles, enableCustomerCancellation, freeTrialPeriod } = settings
  return {
    id,
    title,
    ...(description !== undefined && { description }),
    subscriptionSettings: {
      frequency,
      interval,
      autoRenewal,
      ...(billingCycles !== undefined && { billingCycles }),
      enableCustomerCancellation,
      ...(freeTrialPeriod && { freeTrialPeriod }),
    },
    ...(off.percentOff !== undefined && { discount: { type: 'PERCENT', value: Number(off.percentOff) } }),
    ...(off.amountOff !== undefined && { discount: { type: 'AMOUNT', value: Number(toDecimal(off.amountOff, currency)) } }),
  }
}

export const showAssigned = ({ hidden, ...plan }: AssignedPlan, currency: string): SubscriptionOptionInProduct => ({
  ...showOption(plan, currency),
  hidden,
})

/** What a product's document says of the ways to buy it again and again; the shown ones. */
export const showDetails = (plans: readonly Plan[], soldOnce: boolean, currency: string): SubscriptionDetails => ({
  subscriptions: plans.map(({ id, title, description, settings, percentOff, amountOff }) => {
    const { frequency, interval = 1, autoRenewal, billingCycles, enableCustomerCancellation, freeTrialPeriod } = settings
    return {
      id,
      title,
      ...(description !== undefined && { description }),
      visible: true,
      frequency,
      interval,
      ...(billingCycles === undefined ? { autoRenewal } : { billingCycles }),
      enableCustomerCancellation,
      ...(freeTrialPeriod && { freeTrialPeriod }),
      ...(percentOff !== undefined && { discount: { type: 'PERCENT', percentOff: Number(percentOff) } }),
      ...(amountOff !== undefined && { discount: { type: 'AMOUNT', amountOff: toDecimal(amountOff, currency) } }),
    }
  }),
  allowOneTimePurchases: soldOnce,
})
