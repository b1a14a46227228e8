import type { LiveEvent } from '@vitrine/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type ConnectionState, currentConnection, hearNews, watchConnection } from './feed.ts'
import { restAfter } from './rules.ts'

export const useConnectionState = (): ConnectionState => useSyncExternalStore(watchConnection, currentConnection)

/** What comes together is read together. */
const gatherMs = 250

/**
 * Does something soon after news that matter, such as reading a page again: once for many, never while the last time still runs, and not
 * before somebody looks at the window. After a silence, in which more may have happened than is told, it is done too.
 *
 * @example
 * const { revalidate } = useRevalidator()
 * useNews(isOfOrders, revalidate)
 */
export function useNews(matters: (event: LiveEvent) => boolean, act: () => unknown): void {
  const isWanted = useEffectEvent((events: readonly LiveEvent[]) => events.some(matters))
  const run = useEffectEvent(() => act())
  useEffect(() => {
    let waiting = false
    let running = false
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      timer = undefined
      if (ended || running || !waiting || document.hidden) return
      waiting = false
      running = true
      const startedAt = performance.now()
      try {
        await run()
      } finally {
        running = false
        plan(restAfter(performance.now() - startedAt))
      }
    }
    const plan = (ms: number) => {
      if (!ended) timer ??= setTimeout(() => void look(), ms)
    }
    const stopHearing = hearNews(({ events, lost }) => {
      if (!lost && !isWanted(events)) return
      waiting = true
      if (!running) plan(gatherMs)
    })
    const seen = () => !document.hidden && waiting && plan(0)
    document.addEventListener('visibilitychange', seen)
    return () => {
      ended = true
      clearTimeout(timer)
      stopHearing()
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])
}
