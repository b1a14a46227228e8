const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** After how many minutes an event is sent again that was not taken so many times. */
const waitMinutes = [1, 5, 15, 60, 120, 240, 480] as const
/** While nothing is taken at all, one event is tried after so many minutes: a receiver that returns is found within the hour. */
const restMinutes = [1, 5, 15, 30, 60] as const

/** So many failures one after the other, and the webhook rests. */
const failuresBeforeRest = 5

/** How long an event is tried, and how long a webhook may fail before it is stopped. */
export const patienceMs = 3 * dayMs

/** An event that never got its turn, because the webhook is paused or this server was down, is retained longer than one that was tried. */
export const untriedPatienceMs = 27 * dayMs

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
const nth = (minutes: readonly number[], place: number): number => minutes[Math.min(place, minutes.length - 1)]! * minuteMs

/** When an event is sent again that was not taken so many times. */
export const nextTry = (tries: number, now: Date): Date => after(now, nth(waitMinutes, tries - 1))

export const expiryOf = (now: Date): Date => after(now, patienceMs)

/** How a webhook did lately. */
export interface Health {
  /** One after the other. */
  readonly failures: number
  readonly failingSince: Date | null
  readonly restsUntil: Date | null
}

export const healthy: Health = { failures: 0, failingSince: null, restsUntil: null }

/** What one more failure makes of it; `stops` where it has failed for so long that somebody has to look at it. */
export function afterFailure(health: Health, now: Date): Health & { readonly stops: boolean } {
  const failures = health.failures + 1
  const failingSince = health.failingSince ?? now
  return {
    failures,
    failingSince,
    restsUntil: failures < failuresBeforeRest ? null : after(now, nth(restMinutes, failures - failuresBeforeRest)),
    stops: failures >= failuresBeforeRest && now.getTime() - failingSince.getTime() >= patienceMs,
  }
}
