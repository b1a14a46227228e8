import { placedAt } from '../orders/text.ts'

/** `11:41:02` today, as others on other days. */
export function whenText(iso: string, timeZone: string, now = new Date()): string {
  const text = placedAt(iso, timeZone, now)
  if (!/^\d\d:\d\d$/.test(text)) return text
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone }).format(new Date(iso))
}
