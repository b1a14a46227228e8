/** Thrown instead of queueing without end. */
export class Busy extends Error {}

export interface Lane {
  run<T>(work: () => Promise<T>): Promise<T>
  /** How much is running or waiting. */
  readonly load: number
}

/** Runs a few things at once and lets a bounded number wait. */
export function lane({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): Lane {
  const queue: (() => void)[] = []
  let running = 0
  return {
    get load() {
      return running + queue.length
    },
    async run(work) {
      if (running < atOnce) running++
      else if (queue.length < waiting) await new Promise<void>((start) => queue.push(start))
      else throw new Busy()
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
  }
}

/** Lets equal work that is asked for at the same time happen once. */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>()
  return (key, work) => {
    const flight = flights.get(key)
    if (flight) return flight
    const started = work().finally(() => flights.delete(key))
    flights.set(key, started)
    return started
  }
}

/** A store of permits that fills up again with time. */
export function budget({ most, perSecond, now }: { readonly most: number; readonly perSecond: number; readonly now: () => number }) {
  let left = most
  let seen = now()
  return {
    take(): boolean {
      const time = now()
      left = Math.min(most, left + (Math.max(0, time - seen) / 1000) * perSecond)
      seen = time
      if (left < 1) return false
      left--
      return true
    },
  }
}
