/** Spares callers a vain wait: what failed so many times in a row is not tried for a while, then once, to see whether it is back. */
export interface Breaker {
  /** Whether it may be tried now. One trial at a time tells whether it is back. */
  allows(key: string): boolean
  /** It answered, with whatever. */
  answered(key: string): void
  /** It did not answer. */
  failed(key: string): void
}

export interface BreakerOptions {
  readonly failures: number
  readonly openMs: number
  /** Milliseconds. */
  readonly now: () => number
}

interface State {
  failures: number
  /** When the next trial may be made; undefined while it is not open. */
  until?: number | undefined
}

export function breaker({ failures: most, openMs, now }: BreakerOptions): Breaker {
  const states = new Map<string, State>()
  return {
    allows(key) {
      const state = states.get(key)
      if (state?.until === undefined) return true
      if (now() < state.until) return false
      state.until = now() + openMs
      return true
    },
    answered(key) {
      states.delete(key)
    },
    failed(key) {
      const state = states.get(key) ?? { failures: 0 }
      state.failures += 1
      if (state.failures >= most) state.until = now() + openMs
      states.set(key, state)
    },
  }
}
