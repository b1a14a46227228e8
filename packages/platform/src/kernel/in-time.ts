/**
 * What `work` comes to within so many milliseconds; then its signal is given, and `late` is thrown, whether it heeds that or not.
 * Unlike that of `AbortSignal.timeout` the timer is gone with the answer.
 */
export async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, late: () => Error): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(late()), ms)
  try {
    const over = new Promise<never>((_, reject) => {
      limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true })
    })
    return await Promise.race([work(limit.signal), over])
  } finally {
    clearTimeout(timer)
  }
}
