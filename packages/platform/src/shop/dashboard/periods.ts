import { instantOf, wallAt } from '@vitrine/pricing'

/** A time, and where its parts begin; the first begins with it. */
export interface Divided {
  readonly from: Date
  readonly to: Date
  readonly parts: readonly Date[]
}

/** In so many parts of one length. */
export function inEqualParts(from: Date, to: Date, count: number): Divided {
  const length = (to.getTime() - from.getTime()) / count
  return { from, to, parts: Array.from({ length: count }, (_, part) => new Date(from.getTime() + Math.ceil(part * length))) }
}

/** Where days end on a wall. */
export function inDays(from: Date, to: Date, timeZone: string): Divided {
  const midnight = midnightsAfter(from, timeZone)
  const parts = [from]
  for (let days = 1; ; days++) {
    const next = midnight(days)
    if (next >= to) return { from, to, parts }
    if (next > parts.at(-1)!) parts.push(next)
  }
}

/** So many days of a wall, of which the first may have begun already. */
export function daysFrom(from: Date, count: number, timeZone: string): Divided {
  const midnight = midnightsAfter(from, timeZone)
  const later = Array.from({ length: count }, (_, days) => midnight(days + 1))
  return { from, to: later.at(-1)!, parts: [from, ...later.slice(0, -1)] }
}

const dayMs = 24 * 3_600_000

function midnightsAfter(instant: Date, timeZone: string): (days: number) => Date {
  const { day } = wallAt(instant.getTime(), timeZone)
  return (days) => new Date(instantOf(day + days * dayMs, { hours: 0, minutes: 0 }, timeZone))
}
