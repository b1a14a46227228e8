import { useEffect, useEffectEvent } from 'react'

/** The ids of what is new in a list, as far as that can be told. */
export type Made = readonly string[] | 'unknown'

type Hear = (list: string, made: Made) => void
const listeners = new Set<Hear>()

/**
 * Says that something of a list was made or changed elsewhere, such as an order that came in: whoever shows the list reads it again soon, or
 * offers to where new rows would push away what somebody is looking at. `made` are the ids of what is new,
 * or `'unknown'` where it is unknown how much was missed.
 *
 * @example
 * listChanged('orders', ['…'])
 */
export function listChanged(list: string, made: Made = []): void {
  for (const hear of listeners) hear(list, made)
}

export function useListChanges(list: string, onChange: (made: Made) => void): void {
  const heard = useEffectEvent((of: string, made: Made) => {
    if (of === list) onChange(made)
  })
  useEffect(() => {
    const hear: Hear = (of, made) => heard(of, made)
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [])
}
