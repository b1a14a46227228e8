import type { LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** Something that can be done on the page one is on, without a key of its own. */
export interface Action {
  /** A verb, and what it is done to: `New draft order`. */
  readonly says: string
  readonly more?: string
  readonly icon?: LucideIcon
  readonly run: () => void
}

const offered = new Set<{ current: readonly Action[] }>()

/** What can be done on the page now. */
export const offeredActions = (): readonly Action[] => [...offered].flatMap(({ current }) => current)

/**
 * Offers things to do in the palette for as long as the page is there; keys with words are offered anyway.
 *
 * @example
 * useActions(may('orders.write') ? [{ says: 'New draft order', icon: Plus, run: () => void navigate('/drafts/new') }] : [])
 */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    offered.add(latest)
    return () => void offered.delete(latest)
  }, [])
}
