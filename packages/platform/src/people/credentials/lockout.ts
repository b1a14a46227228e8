/** Who fails too often waits: a minute at first, then twice as long each time, and never longer than a quarter of an hour. */
export const firstLockoutMs = 60_000
export const longestLockoutMs = 15 * 60_000
/** So long after the last failure everything is forgotten. */
export const forgottenAfterMs = 60 * 60_000

/** How many failures are free: one person's slips, and those of everybody behind one address. */
export const freeTries = { account: 5, address: 30 } as const

export interface Failures {
  readonly count: number
  readonly lastAt: Date
}

/** When the next try is allowed again; undefined where it is allowed now. `tries.ts` says the same in SQL. */
export function lockedUntil(failures: Failures | undefined, free: number, now: Date): Date | undefined {
  if (!failures || failures.count < free || now.getTime() - failures.lastAt.getTime() > forgottenAfterMs) return undefined
  const lockout = Math.min(longestLockoutMs, firstLockoutMs * 2 ** Math.min(10, failures.count - free))
  const until = new Date(failures.lastAt.getTime() + lockout)
  return until > now ? until : undefined
}

/** How many tries are left before more is asked for, or a lockout. */
export const triesLeft = (failures: number, free: number): number => Math.max(0, free - failures)
