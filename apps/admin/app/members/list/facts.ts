import { instantOf, wallAt } from '@vitrine/pricing'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { countText } from '../../list/count-text.ts'
import { useShop } from '../../shop.ts'

/** The shop counts members as far as this. */
const mostCounted = 10_000

/** When the month began that an instant is in, by the shop's clock, and how it is called. */
export function monthOf(now: Date, timeZone: string): { readonly begins: Date; readonly name: string } {
  const { day } = wallAt(now.getTime(), timeZone)
  const first = new Date(day)
  first.setUTCDate(1)
  return {
    begins: new Date(instantOf(first.getTime(), { hours: 0, minutes: 0 }, timeZone)),
    name: new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(first),
  }
}

/** `18,422, 312 new in November` */
export function factsText(all: number, fresh: number, month: string): string {
  const total = countText(all, mostCounted)
  return fresh > 0 ? `${total}, ${countText(fresh, mostCounted)} new in ${month}` : `${total}, nobody new in ${month}`
}

/** How many members there are, and how many of them are new; undefined until that is known. */
export function useFacts(): string | undefined {
  const { timeZone } = useShop()
  const [facts, setFacts] = useState<string>()
  useEffect(() => {
    const gone = new AbortController()
    const { begins, name } = monthOf(new Date(), timeZone)
    // The list stands without it.
    client.memberAdmin.countMembers({ filters: [{}, { createdDate: { $gte: begins.toISOString() } }] }, { signal: gone.signal }).then(
      ({ counts }) => setFacts(factsText(counts[0]!, counts[1]!, name)),
      () => {},
    )
    return () => gone.abort()
  }, [timeZone])
  return facts
}
