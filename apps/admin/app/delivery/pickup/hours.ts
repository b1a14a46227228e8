import type { DayOfWeek, OpeningHours } from '@vitrine/contract'
import { timeFrom, timeText } from '../delivery.ts'

export const week: readonly (readonly [DayOfWeek, string])[] = [
  ['MON', 'Mon'],
  ['TUE', 'Tue'],
  ['WED', 'Wed'],
  ['THU', 'Thu'],
  ['FRI', 'Fri'],
  ['SAT', 'Sat'],
  ['SUN', 'Sun'],
]

/** What people write for a day: `11–19`, `9:30–12, 14–18`; empty for closed. */
export type Hours = Readonly<Record<DayOfWeek, string>>

const short = (time: OpeningHours['start']): string => (time.minutes === 0 ? String(time.hours) : timeText(time))

export const hoursText = (hours: readonly OpeningHours[]): Hours =>
  Object.fromEntries(
    week.map(([day]) => [
      day,
      hours
        .filter((one) => one.day === day)
        .map(({ start, end }) => `${short(start)}–${short(end)}`)
        .join(', '),
    ]),
  ) as Record<DayOfWeek, string>

const time = (text: string): OpeningHours['start'] | undefined => timeFrom(/^\d{1,2}$/.test(text.trim()) ? `${text.trim()}:00` : text)
const minutesOf = ({ hours, minutes }: OpeningHours['start']): number => hours * 60 + minutes

/** The spans of a day; undefined where what is written is none. */
export function spansOf(text: string): readonly Pick<OpeningHours, 'start' | 'end'>[] | undefined {
  if (text.trim() === '') return []
  const spans = text.split(',').map((part) => {
    const [from = '', to = ''] = part.split(/[–-]/)
    const [start, end] = [time(from), time(to)]
    return start && end && minutesOf(start) < minutesOf(end) ? { start, end } : undefined
  })
  return spans.every((span) => span !== undefined) ? spans : undefined
}

export const hoursFrom = (hours: Hours): OpeningHours[] =>
  week.flatMap(([day]) => (spansOf(hours[day]) ?? []).map((span) => ({ day, ...span })))

/** `Tue–Fri 11–19, Sat 11–16` */
export function hoursSummary(hours: readonly OpeningHours[]): string {
  const text = hoursText(hours)
  const runs: { from: string; to: string; said: string; at: number }[] = []
  week.forEach(([day, name], at) => {
    const said = text[day]
    const last = runs.at(-1)
    if (!said) return
    if (last?.said === said && last.at === at - 1) Object.assign(last, { to: name, at })
    else runs.push({ from: name, to: name, said, at })
  })
  return runs.map(({ from, to, said }) => `${from === to ? from : `${from}–${to}`} ${said}`).join(', ')
}

const opens = 7 * 60
const closes = 21 * 60

/** Where a span stands on the bar of a day from 7 to 21 h, in per cent. */
export function barOf({ start, end }: Pick<OpeningHours, 'start' | 'end'>): { readonly at: number; readonly wide: number } {
  const place = (minutes: number) => Math.max(0, Math.min(100, ((minutes - opens) / (closes - opens)) * 100))
  const at = place(minutesOf(start))
  return { at, wide: place(minutesOf(end)) - at }
}
