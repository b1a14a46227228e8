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

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const periodNames: readonly { readonly name: PeriodName; readonly says: string }[] = [
  { name: 'today', says: 'Today' },
  { name: '7', says: '7 days' },
  { name: '30', says: '30 days' },
  { name: '91', says: 'Quarter' },
]

/** How far the wall of a time zone is ahead of UTC at an instant, in milliseconds. */
function aheadOf(at: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
}

/** When the shop's day began that an instant is in, so many days before. */
export function dayStart(at: Date, timeZone: string, daysBefore = 0): Date {
  const wall = at.getTime() + aheadOf(at, timeZone)
  const midnight = Math.floor(wall / dayMs) * dayMs - daysBefore * dayMs
  // The clocks may be put forward or back between the two.
  const guess = new Date(midnight - aheadOf(new Date(midnight), timeZone))
  return new Date(midnight - aheadOf(guess, timeZone))
}

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
