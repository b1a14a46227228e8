import { instantOf, wallAt } from './calendar.ts'

/** How often something recurs. */
export interface Period {
  readonly frequency: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'
  /** Every this many of them; 1 by default. */
  readonly interval?: number
}

/**
 * The instant this many periods later, at the same local time of the shop. Months and years are counted from the first day and not from the
 * one before: what begins on the 31st recurs on the last day of shorter months and on the 31st again.
 * @param timeZone IANA name of the time zone
 * @example
 * const first = new Date('2026-01-31T09:00:00Z')
 * periodsAfter(first, { frequency: 'MONTH' }, 1, 'Europe/Berlin') // => '2026-02-28T09:00:00.000Z'
 * // By then the clocks were put forward.
 * periodsAfter(first, { frequency: 'MONTH' }, 2, 'Europe/Berlin') // => '2026-03-31T08:00:00.000Z'
 */
export function periodsAfter(start: Date, { frequency, interval = 1 }: Period, times: number, timeZone: string): Date {
  const count = times * interval
  if (count === 0) return new Date(start)
  const { day, minutes } = wallAt(start.getTime(), timeZone)
  const rest = start.getTime() % 60_000
  const moved =
    frequency === 'DAY' ? day + count * dayMs : frequency === 'WEEK' ? day + 7 * count * dayMs : monthsAfter(day, months(frequency, count))
  return new Date(instantOf(moved, { hours: Math.floor(minutes / 60), minutes: minutes % 60 }, timeZone) + rest)
}

const dayMs = 24 * 3600 * 1000

const months = (frequency: 'MONTH' | 'YEAR', count: number): number => (frequency === 'YEAR' ? 12 * count : count)

/** The same day of a later month, or its last where it is shorter. */
function monthsAfter(day: number, count: number): number {
  const date = new Date(day)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)
  const next = new Date(first)
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  return first + (Math.min(date.getUTCDate(), last) - 1) * dayMs
}
