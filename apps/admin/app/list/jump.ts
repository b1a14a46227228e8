import { wallAt } from '@vitrine/pricing'

const dayMs = 24 * 3_600_000
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * The day that a text means, `2026-11-20`; undefined where it means none. A day without a year is the last one of that name that is not to
 * come, and so is a day of the week.
 *
 * @example
 * const now = new Date('2026-11-23T09:00:00Z')
 * dayIn('20 Nov', 'Europe/Berlin', now) // => '2026-11-20'
 * dayIn('24.12.', 'Europe/Berlin', now) // => '2025-12-24'
 */
export function dayIn(text: string, timeZone: string, now = new Date()): string | undefined {
  const words = text.trim().toLowerCase().replace(/,/g, ' ').replace(/\s+/g, ' ')
  const today = wallAt(now.getTime(), timeZone).day
  if (words === 'today') return dateOf(today)
  if (words === 'yesterday') return dateOf(today - dayMs)
  const weekday = words.length >= 3 ? weekdays.findIndex((name) => name.startsWith(words)) : -1
  if (weekday >= 0) return dateOf(today - ((new Date(today).getUTCDay() - weekday + 7) % 7) * dayMs)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words)
  if (iso) return dateIn(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const named = /^(?:(\d{1,2})\.? ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2}))\.?(?: (\d{4}))?$/.exec(words)
  const plain = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?$/.exec(words)
  const [day, month, year] = named
    ? [named[1] ?? named[4], monthOf(named[2] ?? named[3]!), named[5]]
    : plain
      ? [plain[1], Number(plain[2]), plain[3]]
      : []
  if (!day || !month) return undefined
  if (year) return dateIn(Number(year), month, Number(day))
  const thisYear = new Date(today).getUTCFullYear()
  return [0, 1, 2, 3, 4].map((ago) => dateIn(thisYear - ago, month, Number(day))).find((date) => date && Date.parse(date) <= today)
}

const monthOf = (name: string): number => months.findIndex((short, at) => name === short || fullMonths[at] === name) + 1
const fullMonths = months.map((_, at) => new Intl.DateTimeFormat('en-GB', { month: 'long' }).format(new Date(2026, at, 1)).toLowerCase())

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10)

function dateIn(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? dateOf(at.getTime()) : undefined
}
