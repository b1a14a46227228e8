import type { StoreClock } from '@vitrine/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { client } from '../client.ts'

/** The shop's clock as it was last heard, and when by this machine. */
interface Heard {
  readonly clock: StoreClock
  readonly atMs: number
}

let heard: Heard | undefined
const listeners = new Set<() => void>()

/** Everybody who shows the time goes by this from now on. */
export function hearClock(clock: StoreClock): void {
  heard = { clock, atMs: performance.now() }
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The shop's clock, as far as it was heard. */
export const useHeardClock = (): Heard | undefined => useSyncExternalStore(listen, () => heard)

/** What time a clock shows now that was read a while ago. */
export const shownNow = ({ clock, atMs }: Heard): Date =>
  new Date(Date.parse(clock.now) + (clock.state === 'FROZEN' ? 0 : performance.now() - atMs))

/** What time it is in the shop: asked for where it was not heard yet and may be known, else real time. */
export async function readShopTime(may: boolean, signal: AbortSignal): Promise<Date> {
  if (!heard && may) hearClock((await client.storeClock.getStoreClock({}, { signal })).storeClock)
  return heard ? shownNow(heard) : new Date()
}

const minuteMs = 60_000

/** Asks for the shop's clock, and once a minute again: a colleague may move it. Who may not know of it goes by real time. */
export function useClock(may: boolean): void {
  useEffect(() => {
    if (!may) return undefined
    const ask = () =>
      void client.storeClock.getStoreClock({}).then(
        ({ storeClock }) => hearClock(storeClock),
        () => {},
      )
    ask()
    const timer = setInterval(ask, minuteMs)
    return () => clearInterval(timer)
  }, [may])
}
