import type { ApiCalls } from '@vitrine/contract'
import { quarterMs } from './counter.ts'
import { quantile } from './durations.ts'
import { noDurations, type QuarterOfCalls } from './store.ts'

const shownQuarters = 96

/** When the last 24 hours begin, in whole quarters: the one that is going on is the last. */
export const shownSince = (now: Date): Date => new Date((Math.floor(now.getTime() / quarterMs) - shownQuarters + 1) * quarterMs)

/** The calls of the last 24 hours. */
export function showCalls(found: readonly QuarterOfCalls[], now: Date): ApiCalls {
  const from = shownSince(now)
  const quarters = Array.from({ length: shownQuarters }, () => 0)
  const durations = noDurations()
  const sum = { requests: 0, errors: 0, limited: 0 }
  for (const { quarter, requests, errors, limited, durations: some } of found) {
    const at = (quarter.getTime() - from.getTime()) / quarterMs
    if (quarters[at] === undefined) continue
    quarters[at] += requests
    sum.requests += requests
    sum.errors += errors
    sum.limited += limited
    for (const [bucket, count] of some.entries()) durations[bucket]! += count
  }
  const slowest = quantile(durations, 0.99)
  return { from: from.toISOString(), ...sum, ...(slowest !== undefined && { p99Milliseconds: slowest }), quarters }
}
