import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 2000

/** Reads the page again every two seconds, while somebody looks at it and the last time is over. */
export function useFollowing(follows: boolean): void {
  const { revalidate, state } = useRevalidator()
  const look = useEffectEvent(() => {
    if (!document.hidden && state === 'idle') void revalidate()
  })
  useEffect(() => {
    if (!follows) return
    const timer = setInterval(() => look(), everyMs)
    return () => clearInterval(timer)
  }, [follows])
}
