import { useEffect, useState } from 'react'
import { filterOf } from './address.ts'
import { countViews } from './count-views.ts'
import type { Listing, View } from './listing.ts'

const restMs = 3000
/** Where many were counted. */
const longRestMs = 15_000

/** How many each view finds; looked up again when the rows are, but no more often than every few seconds. */
export function useCounts<T>(of: Listing<T>, views: readonly View[], rows: unknown): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const asked = views.map(({ id, search }) => `${id} ${search}`).join('\n')
  const [last] = useState({ at: 0, asked: '', restMs })
  useEffect(() => {
    const { count } = of
    if (!count || rows === undefined) return undefined
    const wait = last.asked === asked ? Math.max(0, last.at + last.restMs - performance.now()) : 0
    const run = async () => {
      last.at = performance.now()
      last.asked = asked
      const now = new Date()
      const pairs = asked.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)
      const filters = pairs.map(([, search]) => filterOf(of, new URLSearchParams(search), now))
      last.restMs = restMs
      for await (const found of countViews(count, filters)) {
        // Rows that came meanwhile do not make it wrong, other views do.
        if (last.asked !== asked) return
        if (found.includes(undefined)) last.restMs = longRestMs
        setCounts(
          (before) =>
            new Map(pairs.flatMap(([id], at) => (found[at] === undefined && !before.has(id) ? [] : [[id, found[at] ?? before.get(id)!]]))),
        )
      }
    }
    // A tab without its number is still a tab.
    const timer = setTimeout(() => void run().catch(() => {}), wait)
    return () => clearTimeout(timer)
  }, [of, asked, rows, last])
  return counts
}

/** How many an address finds, as far as one more than `most`; asked for only while it matters. */
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
