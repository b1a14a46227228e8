/** As one is greeted at that moment in the shop's time zone. */
export function greetingAt(now: Date, timeZone: string): string {
  const hour = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now))
  if (hour >= 4 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}

/** `11:56`, on the shop's clock. */
export const clockAt = (now: Date, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone }).format(now)
