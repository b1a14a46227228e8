/** Who tries too often waits: the first time for a minute, then for twice as long each time, and never for longer than a quarter of an hour. */
const firstPauseMs = 60_000
const longestPauseMs = 15 * 60_000
/** So long after the last failure everything is forgotten. */
export const forgottenAfterMs = 60 * 60_000

/** How many failures are free: one person's slips, and those of everybody behind one address. */
export const freeTries = { account: 5, address: 30 } as const

export interface Failures {
  readonly count: number
  readonly lastAt: Date
}

/** When the next try is heard again; undefined where it is heard now. */
export function pausedUntil(failures: Failures | undefined, free: number, now: Date): Date | undefined {
  if (!failures || failures.count < free || now.getTime() - failures.lastAt.getTime() > forgottenAfterMs) return undefined
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, failures.count - free))
  const until = new Date(failures.lastAt.getTime() + pause)
  return until > now ? until : undefined
}

/** How many tries are left before a pause. */
export const triesLeft = (failures: number, free: number): number => Math.max(0, free - failures)
