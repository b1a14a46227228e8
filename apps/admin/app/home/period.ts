import { instantOf, wallAt } from '@vitrine/pricing'

export type PeriodName = 'today' | '7' | '30' | '91'

export interface Period {
  readonly name: PeriodName
  readonly says: string
  /** In how many parts it is drawn. */
  readonly parts: number
  readonly from: Date
  readonly to: Date
  readonly before: Date
}

const dayMs = 24 * 3_600_000

export const periodNames: readonly { readonly name: PeriodName; readonly says: string }[] = [
  { name: 'today', says: 'Today' },
  { name: '7', says: '7 days' },
  { name: '30', says: '30 days' },
  { name: '91', says: 'Quarter' },
]

/** When the shop's day began that an instant is in, so many days before. */
export const dayStart = (at: Date, timeZone: string, daysBefore = 0): Date =>
  new Date(instantOf(wallAt(at.getTime(), timeZone).day - daysBefore * dayMs, midnight, timeZone))

const midnight = { hours: 0, minutes: 0 }

/** A period of the shop's own days that ends with today, and the one that it is held against. */
export function periodOf(name: string | null, now: Date, timeZone: string): Period {
  const known = periodNames.find((one) => one.name === name) ?? periodNames[0]!
  if (known.name === 'today') {
    const from = dayStart(now, timeZone)
    return { ...known, parts: 24, from, to: new Date(from.getTime() + dayMs), before: dayStart(now, timeZone, 7) }
  }
  const days = Number(known.name)
  const from = dayStart(now, timeZone, days - 1)
  const to = new Date(from.getTime() + days * dayMs)
  return { ...known, parts: days, from, to, before: new Date(from.getTime() - days * dayMs) }
}

/** Up to which part of a period something can have happened; the last of them is under way. */
export const partsSoFar = ({ from, to, parts }: Period, now: Date): number =>
  Math.min(parts, Math.floor(((now.getTime() - from.getTime()) / (to.getTime() - from.getTime())) * parts) + 1)
