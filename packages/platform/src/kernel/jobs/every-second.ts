const secondMs = 1000

/** Does something each second, one time after the other. The answer ends it, and resolves when the last time is over. */
export function everySecond(work: () => Promise<unknown>, report: (fault: unknown) => void): () => Promise<void> {
  let ended = false
  let last: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    last = last
      .then(() => (ended ? undefined : work()))
      .then(() => {})
      .catch(report)
  }, secondMs)
  timer.unref()
  return () => {
    ended = true
    clearInterval(timer)
    return last
  }
}
