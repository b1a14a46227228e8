import type { Timers } from '../timers.ts'

/** Timers whose time passes only when a test says so. */
export interface ManualTimers extends Timers {
  /** Lets time pass and runs what is due, in order. */
  pass(ms: number): void
  /** How long each `sleep` was asked to be. They return at once, and time has passed. */
  readonly slept: number[]
}

export function manualTimers(): ManualTimers {
  let now = 0
  let due: { readonly at: number; readonly run: () => void }[] = []
  const slept: number[] = []
  const pass = (ms: number) => {
    now += ms
    const ready = due.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at)
    due = due.filter(({ at }) => at > now)
    for (const { run } of ready) run()
  }
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      due.push(timer)
      return () => void (due = due.filter((other) => other !== timer))
    },
    async sleep(ms) {
      slept.push(ms)
      pass(ms)
    },
    pass,
    slept,
  }
}
