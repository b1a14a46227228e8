import { instantOf, wallAt } from '@vitrine/pricing'

export type PeriodName = 'today' | '7' | '30' | '91'

export interface Period {
  readonly name: PeriodName
  readonly says: string
  readonly from: Date
  readonly to: Date
  readonly before: Date
  readonly against: Against
  /** Where its parts begin: quarters of an hour of today, days of anything longer. */
  readonly parts: readonly Date[]
}

export type Against = 'before' | 'yesterday' | 'year'

/** What a period can be compared with; the first where nobody says. */
export const againstOf = (name: PeriodName): readonly Against[] => (name === 'today' ? ['before', 'yesterday', 'year'] : ['before', 'year'])

const quarterMs = 15 * 60_000
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

/** To the same day of the week. */
const yearDays = 364

const midnight = { hours: 0, minutes: 0 }

/** A period of the shop's own days that ends with today, and the one that it is compared with: the one before it, where nobody says. */
export function periodOf(name: string | null, now: Date, timeZone: string, heldAgainst: string | null = null): Period {
  const known = periodNames.find((one) => one.name === name) ?? periodNames[0]!
  const against = againstOf(known.name).find((one) => one === heldAgainst) ?? 'before'
  const to = dayStart(now, timeZone, -1)
  if (known.name === 'today') {
    const from = dayStart(now, timeZone)
    const quarters = Math.round((to.getTime() - from.getTime()) / quarterMs)
    const parts = Array.from({ length: quarters }, (_, at) => new Date(from.getTime() + at * quarterMs))
    const daysBefore = { before: 7, yesterday: 1, year: yearDays }[against]
    return { ...known, from, to, before: dayStart(now, timeZone, daysBefore), against, parts }
  }
  const days = Number(known.name)
  const parts = Array.from({ length: days }, (_, day) => dayStart(now, timeZone, days - 1 - day))
  return {
    ...known,
    from: parts[0]!,
    to,
    before: dayStart(now, timeZone, days - 1 + (against === 'year' ? yearDays : days)),
    against,
    parts,
  }
}

/** How many parts of a period are over, with the share of the one that is under way: 16:01 is 64.07 quarters of an hour into the day. */
export function stepsSoFar({ parts, to }: Pick<Period, 'parts' | 'to'>, now: Date): number {
  const soFar = partsSoFar({ parts }, now)
  const begins = parts[soFar - 1]
  if (!begins) return 0
  const ends = parts[soFar] ?? to
  return soFar - 1 + Math.min(1, (now.getTime() - begins.getTime()) / (ends.getTime() - begins.getTime()))
}

/** Up to which part of a period something can have happened; the last of them is under way. */
export const partsSoFar = ({ parts }: Pick<Period, 'parts'>, now: Date): number => parts.filter((begins) => begins <= now).length
