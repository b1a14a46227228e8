import { useEffect, useEffectEvent, useState } from 'react'

/** So long has nobody changed anything before one asks. */
const quietMs = 250

interface Question<T> {
  /** Undefined where there is nothing to be asked. */
  readonly ask: ((signal: AbortSignal) => Promise<T>) | undefined
  /** It is asked anew when one of these is another one. */
  readonly of: unknown
  readonly again?: unknown
  readonly ms?: number
}

/**
 * What is answered to what somebody writes: asked once they pause, and called off when they write on. What was answered last stays until then;
 * where the last question found no answer there is none.
 *
 * @example
 * const price = useAnswer({ ask: wrong ? undefined : (signal) => client.x.y(asked, { signal }), of: asked })
 */
export function useAnswer<T>({ ask, of, again, ms = quietMs }: Question<T>): T | undefined {
  const [answer, setAnswer] = useState<T>()
  const send = useEffectEvent((signal: AbortSignal) => ask!(signal))
  const isAsked = ask !== undefined
  useEffect(() => {
    if (!isAsked) return undefined
    const gone = new AbortController()
    const { signal } = gone
    const timer = setTimeout(() => {
      send(signal).then(
        (said) => signal.aborted || setAnswer(said),
        () => signal.aborted || setAnswer(undefined),
      )
    }, ms)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [isAsked, of, again, ms])
  return answer
}
