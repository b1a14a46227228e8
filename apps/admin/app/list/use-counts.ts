import { useEffect, useState } from 'react'
import { filterOf } from './address.ts'
import type { Listing, View } from './listing.ts'

/** The tabs count as far as this, and no further: a thousand is answered at once, a hundred thousand is not. */
export const mostCounted = 1000
const restMs = 3000

/** How many each view finds; looked up again when the rows are, but no more often than every few seconds. */
export function useCounts<T>(of: Listing<T>, views: readonly View[], rows: unknown): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const asked = views.map(({ id, search }) => `${id} ${search}`).join('\n')
  const [last] = useState({ at: 0, asked: '' })
  useEffect(() => {
    const { count } = of
    if (!count || rows === undefined) return undefined
    const wait = last.asked === asked ? Math.max(0, last.at + restMs - performance.now()) : 0
    const timer = setTimeout(() => {
      last.at = performance.now()
      last.asked = asked
      const now = new Date()
      const pairs = asked.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)
      const filters = pairs.map(([, search]) => filterOf(of, new URLSearchParams(search), now))
      count(filters, mostCounted).then(
        // Rows that came meanwhile do not make it wrong, other views do.
        (found) => last.asked === asked && setCounts(new Map(pairs.map(([id], at) => [id, found[at]!]))),
        // A tab without its number is still a tab.
        () => {},
      )
    }, wait)
    return () => clearTimeout(timer)
  }, [of, asked, rows, last])
  return counts
}

/** How many an address finds, counted further than the tabs are, as far as one more than `most`; asked for only while it matters. */
export function useTotal<T>(of: Listing<T>, look: string, most: number, matters: boolean): number | undefined {
  const [total, setTotal] = useState<{ readonly look: string; readonly count: number }>()
  useEffect(() => {
    const { count } = of
    if (!count || !matters) return undefined
    let isOurs = true
    count([filterOf(of, new URLSearchParams(look), new Date())], most + 1).then(
      ([found]) => isOurs && setTotal({ look, count: found! }),
      () => {},
    )
    return () => void (isOurs = false)
  }, [of, look, most, matters])
  return total?.look === look ? total.count : undefined
}
