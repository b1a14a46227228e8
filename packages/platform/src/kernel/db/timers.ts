import { setTimeout as sleep } from 'node:timers/promises'

/** Monotonic time and timers. Tests replace them, so that nothing depends on how fast a machine is. */
export interface Timers {
  /** Milliseconds since an arbitrary instant. */
  now(): number
  /** Calls `run` after so many milliseconds; the answer cancels it. */
  after(ms: number, run: () => void): () => void
  sleep(ms: number): Promise<void>
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  sleep: async (ms) => {
    await sleep(ms)
  },
}
