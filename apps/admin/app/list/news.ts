import { useEffect, useEffectEvent } from 'react'

type Hear = (list: string) => void
const listeners = new Set<Hear>()

/**
 * Says that something of a list was made or changed elsewhere, such as an order that came in: whoever shows the list reads it again soon, or
 * offers to where new rows would push away what somebody is looking at.
 *
 * @example
 * listChanged('orders')
 */
export function listChanged(list: string): void {
  for (const hear of listeners) hear(list)
}

export function useListChanges(list: string, onChange: () => void): void {
  const heard = useEffectEvent((of: string) => {
    if (of === list) onChange()
  })
  useEffect(() => {
    const hear: Hear = (of) => heard(of)
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [])
}
