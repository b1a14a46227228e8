import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { restAfter } from '../live/rules.ts'
import { useListChanges } from './news.ts'

export interface ListNews {
  /** Whether something is new that is not shown yet. */
  readonly waits: boolean
  /** How many things of it were made; 0 where none was, or it is unknown how many. */
  readonly made: number
  readonly show: () => void
}

const gatherMs = 250
const nothing = { waits: false, made: 0 }

/**
 * Reads a list again when something of it was made or changed elsewhere: soon, once for many, never while the last time still runs or nobody
 * looks at the window, and not while `stands` says that rows would move under somebody's hands. Then it waits until one asks for it.
 * What was read before it was heard of, as `shown` says, is no news.
 */
export function useListNews(list: string, stands: () => boolean, shown: readonly string[], read: () => Promise<void>): ListNews {
  const [state, setState] = useState(nothing)
  const made = useRef(new Set<string>())
  const missed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const due = useRef(false)

  const looks = useEffectEvent(() => {
    timer.current = undefined
    if (!due.current || document.hidden) return
    if (!stands()) return void show()
    for (const id of shown) made.current.delete(id)
    setState({ waits: true, made: missed.current ? 0 : made.current.size })
    due.current = false
    plan(restAfter(0))
  })
  function plan(ms: number): void {
    timer.current ??= setTimeout(() => looks(), ms)
  }
  async function show(): Promise<void> {
    due.current = false
    made.current.clear()
    missed.current = false
    setState(nothing)
    const startedAt = performance.now()
    await read()
    plan(restAfter(performance.now() - startedAt))
  }

  useListChanges(list, (ids) => {
    if (ids === 'unknown') missed.current = true
    else for (const id of ids) made.current.add(id)
    due.current = true
    plan(gatherMs)
  })
  useEffect(() => {
    const seen = () => !document.hidden && looks()
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])
  return { ...state, show: () => void show() }
}
