import { wallAt } from '@vitrine/pricing'

const dayMs = 24 * 3_600_000
const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10)

/** The date on the shop's wall. */
export const todayIn = (timeZone: string, now = new Date()): string => dateOf(wallAt(now.getTime(), timeZone).day)

/** So many days after a date. */
export const after = (date: string, days: number): string => dateOf(Date.parse(date) + days * dayMs)

const written = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(date).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })

/** `Thu 26` */
export const shortDay = (date: string): string => written(date, { weekday: 'short', day: 'numeric' })

/** `Thursday 26 November` */
export const longDay = (date: string): string => written(date, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '')

/** `23–29 November`, `30 Nov – 6 Dec` */
export function weekText(first: string): string {
  const last = after(first, 6)
  const short = { day: 'numeric', month: 'short' } as const
  return first.slice(0, 7) === last.slice(0, 7)
    ? `${Number(first.slice(8))}–${written(last, { day: 'numeric', month: 'long' })}`
    : `${written(first, short)} – ${written(last, short)}`
}

/** Every date from one to another, both included; none where the second is before the first. */
export function datesBetween(from: string, to: string): readonly string[] {
  const dates: string[] = []
  for (let date = from; date <= to && dates.length < 366; date = after(date, 1)) dates.push(date)
  return dates
}
