/** So many at once, so many waiting, and no more. */
export interface BoundedQueue {
  /** What the work answers; undefined at once where the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T> | undefined
}

export function boundedQueue({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): BoundedQueue {
  let running = 0
  const queue: (() => void)[] = []

  async function go<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    run(work) {
      if (running < atOnce) {
        running += 1
        return go(work)
      }
      if (queue.length >= waiting) return undefined
      return new Promise<void>((resolve) => queue.push(resolve)).then(() => go(work))
    },
  }
}
