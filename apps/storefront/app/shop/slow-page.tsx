import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** So long the page before stays, and nothing moves. */
const PATIENCE_MS = 300

/** Stands in for the page that is on its way, where that is a list or a product and slow to come; undefined where it is not. */
export function useSlowPage(): ReactNode {
  const { state, location } = useNavigation()
  const here = useLocation().pathname
  const [shown, show] = useState<ReactNode>()
  const coming =
    state === 'loading' && location.pathname !== here && /^\/(products|collections|search)(\/|$)/.test(location.pathname)
      ? location.pathname
      : undefined
  useEffect(() => {
    if (!coming) return
    let over = false
    const timer = setTimeout(async () => {
      const { Skeleton } = await import('./skeleton.tsx')
      if (!over) show(<Skeleton path={coming} />)
    }, PATIENCE_MS)
    return () => {
      over = true
      clearTimeout(timer)
      show(undefined)
    }
  }, [coming])
  return coming && shown
}
