import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { shownNow, useHeardClock } from '../../clock/shop-time.ts'
import { dayStart } from '../../home/period.ts'
import { useShop } from '../../shop.ts'

interface Today {
  readonly orders: number
  readonly sales: string
  readonly currency: string
}

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
      client.dashboard.getSalesTotal({ from, to }, { signal: gone.signal }).then(setToday, () => {})
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
