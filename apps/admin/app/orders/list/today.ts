import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { shownNow, useHeardClock } from '../../clock/shop-time.ts'
import { dayStart } from '../../home/period.ts'
import { useShop } from '../../shop.ts'
import { dueToday } from './due.ts'

interface Today {
  readonly orders: number
  readonly sales: string
  readonly currency: string
  /** How many have to leave today, as far as one more than can be printed at once. */
  readonly due: number
}

/** So many packing slips are printed at once. */
export const mostSlips = 100

const againMs = 30_000

/** What today has brought so far; nothing until that is known. */
export function useToday(): Today | undefined {
  const { timeZone } = useShop()
  const heard = useHeardClock()
  const [today, setToday] = useState<Today>()
  useEffect(() => {
    const gone = new AbortController()
    const look = () => {
      const at = heard ? shownNow(heard) : new Date()
      const [from, to] = [dayStart(at, timeZone).toISOString(), dayStart(at, timeZone, -1).toISOString()]
      // The list stands without it.
      Promise.all([
        client.dashboard.getSalesTotal({ from, to }, { signal: gone.signal }),
        client.dashboard.countOrders({ filters: [dueToday(at, timeZone)], most: mostSlips + 1 }, { signal: gone.signal }),
      ]).then(
        ([total, { counts }]) => setToday({ ...total, due: counts[0]! }),
        () => {},
      )
    }
    look()
    const timer = setInterval(() => !document.hidden && look(), againMs)
    return () => {
      clearInterval(timer)
      gone.abort()
    }
  }, [heard, timeZone])
  return today
}
