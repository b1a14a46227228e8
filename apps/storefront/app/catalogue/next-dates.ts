import { periodsAfter } from '@vitrine/pricing'
import type { PlanView } from './product.ts'

/** When a plan that begins now is charged: the first time, and the next after that; without `next` it is only once. */
export function nextDates({ period, trial, times }: Pick<PlanView, 'period' | 'trial' | 'times'>, now: Date, timeZone: string) {
  const first = trial ? periodsAfter(now, trial, 1, timeZone) : now
  return { first, next: times === 1 ? undefined : periodsAfter(first, period, 1, timeZone) }
}
