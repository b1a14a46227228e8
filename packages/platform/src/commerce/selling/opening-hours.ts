import type { DayOfWeek, OpenHours, TimeOfDay } from '@vitrine/pricing'

const week: readonly DayOfWeek[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

const named = (day: DayOfWeek): string => day.charAt(0) + day.slice(1).toLowerCase()
const timed = ({ hours, minutes }: TimeOfDay): string => `${hours}:${String(minutes).padStart(2, '0')}`

/** `Open Mon–Fri 10:00–19:00, Sat 11:00–16:00.` Days that follow each other with the same hours are said together. */
export function hoursInWords(all: readonly OpenHours[]): string {
  const runs: { from: DayOfWeek; to: DayOfWeek; hours: string }[] = []
  for (const day of week) {
    const hours = all
      .filter((one) => one.day === day)
      .toSorted((a, b) => a.start.hours * 60 + a.start.minutes - (b.start.hours * 60 + b.start.minutes))
      .map(({ start, end }) => `${timed(start)}–${timed(end)}`)
      .join(' and ')
    const before = runs.at(-1)
    if (!hours) continue
    if (before?.hours === hours && week.indexOf(before.to) === week.indexOf(day) - 1) before.to = day
    else runs.push({ from: day, to: day, hours })
  }
  return `Open ${runs.map(({ from, to, hours }) => `${from === to ? named(from) : `${named(from)}–${named(to)}`} ${hours}`).join(', ')}.`
}
