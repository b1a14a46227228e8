import { instantOf, wallAt } from '@vitrine/pricing'

const two = (number: number) => String(number).padStart(2, '0')

/** An instant on the wall of the shop, as a field for date and time wants it: `2026-12-31T23:59`. */
export function onTheWall(instant: number, timeZone: string): string {
  const { day, minutes } = wallAt(instant, timeZone)
  return `${new Date(day).toISOString().slice(0, 10)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** What such a field says, as milliseconds since 1970; undefined where it says nothing. */
export function fromTheWall(text: string, timeZone: string): number | undefined {
  const [, date, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(text) ?? []
  return date ? instantOf(Date.parse(date), { hours: Number(hours), minutes: Number(minutes) }, timeZone) : undefined
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** `31 Dec`, of another year `31 Dec 2027`. */
export function dayOf(instant: number, timeZone: string, now = Date.now()): string {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const key = timeZone + JSON.stringify(options)
    const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
    formats.set(key, format)
    return format
  }
  const year = write({ year: 'numeric' })
  const sameYear = year.format(instant) === year.format(now)
  return write({ day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) }).format(instant)
}
