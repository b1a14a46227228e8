import type { SubscriptionCancellation, SubscriptionSettings, SubscriptionStatus } from '@vitrine/contract'
import { type Period, periodsAfter } from '@vitrine/pricing'

/** When a subscription is charged. */
export interface Terms {
  readonly settings: SubscriptionSettings
  /** When the first cycle is due: with the order, or when the free time is over. Later ones are counted from here. */
  readonly from: string
  /** Cycles that passed uncharged while a payment was late, or its goods were missing. */
  readonly passed: number
  readonly timeZone: string
}

/** How far a subscription is. */
export interface Progress {
  readonly status: SubscriptionStatus
  /** The last cycle that was paid for; 0 while nothing is due yet. */
  readonly cycle: number
  /** How often the next one was tried in vain. */
  readonly attempts: number
  readonly nextAt: Date | null
  readonly endsAt: Date | null
}

const periodOf = ({ frequency, interval = 1 }: SubscriptionSettings): Period => ({
  frequency: frequency === 'UNDEFINED' ? 'MONTH' : frequency,
  interval,
})

/** When a cycle, counted from 1, is charged. */
export const dueAt = ({ settings, from, passed, timeZone }: Terms, cycle: number): Date =>
  periodsAfter(new Date(from), periodOf(settings), cycle - 1 + passed, timeZone)

/** How many cycles there are; null where it goes on until somebody ends it. */
export const cyclesOf = ({ autoRenewal, billingCycles }: SubscriptionSettings): number | null => (autoRenewal ? null : (billingCycles ?? 1))

/** Whether all of its cycles are paid for: then it runs out at the end of the last. */
export const isPaidUp = ({ settings }: Terms, { cycle }: Pick<Progress, 'cycle'>): boolean => {
  const all = cyclesOf(settings)
  return all !== null && cycle >= all
}

/** How it begins: with its first cycle paid for, or with its free time. */
export function begun(
  settings: SubscriptionSettings,
  orderedAt: Date,
  timeZone: string,
): { readonly terms: Terms; readonly progress: Progress; readonly trialEndsAt: Date | null } {
  const asked = settings.startDate ? new Date(settings.startDate) : orderedAt
  const start = asked > orderedAt ? asked : orderedAt
  const trial = settings.freeTrialPeriod
  const trialEndsAt = trial
    ? periodsAfter(start, periodOf({ ...settings, frequency: trial.frequency ?? 'MONTH', interval: trial.interval ?? 1 }), 1, timeZone)
    : null
  const terms: Terms = { settings, from: (trialEndsAt ?? start).toISOString(), passed: 0, timeZone }
  const cycle = trialEndsAt ? 0 : 1
  return {
    terms,
    progress: { status: 'ACTIVE', cycle, attempts: 0, nextAt: dueAt(terms, cycle + 1), endsAt: null },
    trialEndsAt,
  }
}

/**
 * The open cycle is paid for. One that is charged on its day is followed by the next on its day, also where that is past already; after one
 * that was late, the days that went by meanwhile are not charged for.
 */
export function paid(terms: Terms, before: Progress, now: Date): { readonly terms: Terms; readonly progress: Progress } {
  const cycle = before.cycle + 1
  const late = before.attempts > 0 || before.status !== 'ACTIVE'
  const after = late ? skippedTo(terms, cycle + 1, now) : terms
  const due = dueAt(after, cycle + 1)
  // An end that was planned for the day on which this was due comes with the end of what is paid for now.
  const endsAt = before.endsAt && (before.endsAt > now ? before.endsAt : due)
  return {
    terms: after,
    progress: { status: 'ACTIVE', cycle, attempts: 0, nextAt: endsAt ?? due, endsAt },
  }
}

function skippedTo(terms: Terms, cycle: number, now: Date): Terms {
  let { passed } = terms
  while (dueAt({ ...terms, passed }, cycle) <= now) passed++
  return { ...terms, passed }
}

const dayMs = 24 * 3600 * 1000

/** A payment that failed is tried again after a day, after two more and after four more; then it rests. */
export const retryDays: readonly number[] = [1, 2, 4]

export function failed(before: Progress, now: Date): Progress {
  const wait = retryDays[before.attempts]
  const attempts = before.attempts + 1
  // The clock looks once more at one that rests, to let go of the goods that it holds.
  if (wait === undefined) return { ...before, status: 'SUSPENDED', attempts, nextAt: now }
  return { ...before, status: 'PAST_DUE', attempts, nextAt: new Date(now.getTime() + wait * dayMs) }
}

/** Nobody can help it, the buyer least: it is tried again tomorrow, for as long as it takes. */
export const putOff = (before: Progress, now: Date): Progress => ({
  ...before,
  status: before.status === 'ACTIVE' ? 'PAST_DUE' : before.status,
  nextAt: new Date(now.getTime() + dayMs),
})

export const isOver = ({ status }: Pick<Progress, 'status'>): boolean => status === 'CANCELED' || status === 'ENDED'

/** Somebody ends it. What is open and unpaid ends at once, whatever was asked. */
export function canceled(terms: Terms, before: Progress, when: SubscriptionCancellation, now: Date): Progress {
  if (isOver(before)) return before
  const end = dueAt(terms, before.cycle + 1)
  const waits = when === 'NEXT_PAYMENT_DATE' && before.status === 'ACTIVE' && end > now
  return waits ? { ...before, nextAt: end, endsAt: end } : { ...before, status: 'CANCELED', nextAt: null, endsAt: now }
}

/** It goes on: what is due by now is charged at once. */
export function resumed(terms: Terms, before: Progress, now: Date): Progress {
  const due = dueAt(terms, before.cycle + 1)
  const status = before.status === 'ACTIVE' ? 'ACTIVE' : 'PAST_DUE'
  return { ...before, status, attempts: 0, endsAt: null, nextAt: due > now ? due : now }
}

/** No later than so long after today does anything come that was put off. */
const furthestMs = 366 * dayMs

/** Whether the next cycle may be left out: not in the free time, nor where its end is near, nor without end. */
export function maySkip(terms: Terms, before: Progress, now: Date): boolean {
  if (before.status !== 'ACTIVE' || before.endsAt !== null || before.cycle === 0 || isPaidUp(terms, before)) return false
  return dueAt(terms, before.cycle + 1) > now && dueAt(terms, before.cycle + 2).getTime() <= now.getTime() + furthestMs
}

/** The next cycle comes when the one after it would have. */
export function skipped(terms: Terms, before: Progress): { readonly terms: Terms; readonly progress: Progress } {
  const after = { ...terms, passed: terms.passed + 1 }
  return { terms: after, progress: { ...before, nextAt: dueAt(after, before.cycle + 1) } }
}
