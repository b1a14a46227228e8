import { startTransition, useEffect, useRef, useState } from 'react'

/**
 * Waits until what was set in transitions before is on the page, such as what the router has read. A component that is not on the page does not
 * wait.
 *
 * @example
 * const committed = useCommitted()
 * await revalidate()
 * await committed()
 */
export function useCommitted(): () => Promise<void> {
  const [turn, setTurn] = useState(0)
  const last = useRef(0)
  const waiting = useRef(new Map<number, () => void>())
  const isThere = useRef(false)
  useEffect(() => {
    for (const [of, done] of waiting.current)
      if (of <= turn) {
        waiting.current.delete(of)
        done()
      }
  }, [turn])
  useEffect(() => {
    const open = waiting.current
    isThere.current = true
    return () => {
      isThere.current = false
      for (const done of open.values()) done()
      open.clear()
    }
  }, [])
  return () =>
    new Promise((resolve) => {
      if (!isThere.current) return resolve()
      const mine = ++last.current
      waiting.current.set(mine, resolve)
      startTransition(() => setTurn(mine))
    })
}
