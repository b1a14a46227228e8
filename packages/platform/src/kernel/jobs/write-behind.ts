export interface WriteBehind {
  /** Something waits to be written. */
  plan(): void
  /** Writes what was not written yet. */
  settle(): Promise<void>
}

/** Writes what is collected in memory, so often at the most and one write after the other: nobody waits for it. `write` reports its own faults. */
export function writeBehind(everyMs: number, write: () => Promise<void>): WriteBehind {
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => (writing = writing.then(write))

  return {
    plan() {
      timer ??= setTimeout(() => {
        timer = undefined
        void flush()
      }, everyMs).unref()
    },
    async settle() {
      clearTimeout(timer)
      timer = undefined
      await flush()
    },
  }
}
