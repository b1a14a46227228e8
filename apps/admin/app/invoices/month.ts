import { instantOf } from '@vitrine/pricing'

/** When the month began, by the clock of the shop. */
export function sinceMonthBegan(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(now)
  return new Date(instantOf(Date.parse(`${parts.slice(0, 7)}-01`), { hours: 0, minutes: 0 }, timeZone)).toISOString()
}
