import type { DeliveryLogistics } from '@vitrine/contract'

/** `Tue 24 – Wed 25 November`, `Monday 23 November` or `Mon 23 November, 17:00 – 19:00`, where the carrier says so; else its own words. Hours only by a clock on a wall. */
export function timeOf(
  logistics: Pick<DeliveryLogistics, 'deliveryTime' | 'deliveryTimeSlot'> | undefined,
  locale: string,
  timeZone?: string,
  month: 'long' | 'short' = 'long',
): string | undefined {
  const { from, to } = logistics?.deliveryTimeSlot ?? {}
  if (!to) return logistics?.deliveryTime
  const zone = timeZone ?? 'UTC'
  // English of no country is written as in Britain: `Tue 1 – Wed 2 December`, where the American order would be `1 Tue – Wed December 2`.
  const order = locale === 'en' ? 'en-GB' : locale
  const day = new Intl.DateTimeFormat(order, { weekday: 'short', day: 'numeric', timeZone: zone })
  const last = new Intl.DateTimeFormat(order, { weekday: 'short', day: 'numeric', month, timeZone: zone })
  const written = (format: Intl.DateTimeFormat, at: string) => format.format(new Date(at)).replace(',', '')
  const single = new Intl.DateTimeFormat(order, { weekday: month, day: 'numeric', month, timeZone: zone })
  if (!from) return written(single, to)
  if (written(last, from) !== written(last, to)) return `${written(day, from)} – ${written(last, to)}`
  const isHour = timeZone !== undefined && Date.parse(to) - Date.parse(from) < wholeDayMs
  return isHour ? `${written(last, to)}, ${hoursOf(from, to, locale, zone)}` : written(single, to)
}

/** What takes that long is a day and no hour of it. */
const wholeDayMs = 10 * 3_600_000

/** `17:00` */
export const hourOf = (at: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone }).format(new Date(at))

export const hoursOf = (from: string, to: string, locale: string, timeZone: string): string =>
  [from, to].map((at) => hourOf(at, locale, timeZone)).join(' – ')
