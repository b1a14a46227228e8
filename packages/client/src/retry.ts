import { Refused, Unreachable } from './errors.ts'

/** Pauses double from the first to the longest. */
const firstPauseMs = 300
const longestPauseMs = 2000
/** If the platform asks for a longer pause than this, there is no retry. */
const longestAskedMs = 10_000

const lost = new Set<number | undefined>([undefined, 502, 503, 504])

/**
 * How long to wait before the next try, or `undefined` when there should be none: only an answer that was lost, or that says "the first one
 * still runs", is worth a retry.
 */
export function pauseAfter(error: unknown, sent: number, retries: number): number | undefined {
  if (!(error instanceof Refused || error instanceof Unreachable)) return undefined
  const running = error instanceof Refused && error.code === 'IDEMPOTENCY_IN_PROGRESS'
  if (!running && !lost.has(error.status)) return undefined
  if (sent > (running ? 4 * retries : retries)) return undefined
  const asked = error.retryAfterMs ?? 0
  if (asked > longestAskedMs) return undefined
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (sent - 1))
  return Math.max(asked, pause * (0.5 + Math.random() / 2))
}

/** `promise`, unless the signal comes first. */
export function unless<T>(signal: AbortSignal, promise: Promise<T> | T): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await unless(signal, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))))
  } finally {
    clearTimeout(timer)
  }
}
