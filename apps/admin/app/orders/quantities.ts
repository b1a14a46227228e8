import { useEffect, useEffectEvent, useState } from 'react'

const settlesMs = 300

/**
 * Quantities that somebody turns up and down: sent together once they pause. What they want stands there until it is so, and what they changed
 * meanwhile is sent after it.
 */
export function useQuantities(send: (changes: { lineItemId: string; newQuantity: number }[]) => Promise<unknown>): {
  /** By line; empty when nothing waits. */
  readonly wanted: ReadonlyMap<string, number>
  readonly want: (lineItemId: string, quantity: number) => void
} {
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map())
  const settle = useEffectEvent(async () => {
    const changes = [...wanted]
    await send(changes.map(([lineItemId, newQuantity]) => ({ lineItemId, newQuantity })))
    setWanted((now) => new Map([...now].filter(([id, quantity]) => !changes.some(([of, was]) => of === id && was === quantity))))
  })
  useEffect(() => {
    if (wanted.size === 0) return undefined
    const timer = setTimeout(() => void settle(), settlesMs)
    return () => clearTimeout(timer)
  }, [wanted])
  return { wanted, want: (id, quantity) => setWanted((now) => new Map([...now, [id, quantity]])) }
}
