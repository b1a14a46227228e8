import { LRUCache } from 'lru-cache'
import type { Db } from '../db/sql.ts'
import type { Search } from './asked.ts'
import { type Counts, countMatches } from './count-matches.ts'
import type { Matches } from './page-of.ts'
import { isLarge } from './sample.ts'

/** So long estimates of what is in stock stand. */
const stockCountsMs = 2000

/**
 * Counts by what was asked and the catalogue's revision: they change with products and collections, not with orders. Those of what is in stock do
 * change, and are counted each time, unless they are estimates: those stand for a moment.
 */
export function keptCounts() {
  const counts = new LRUCache<string, Counts>({ max: 2000 })
  /** What is being counted: others who ask the same wait for it. */
  const counting = new Map<string, Promise<Counts>>()

  return async (db: Db, site: string, { revision, products }: Matches, asked: Search): Promise<Counts> => {
    const { sort: _, placed: __, limit: ___, offset: ____, names: _____, alone: ______, ...what } = asked
    const key = `${site} ${revision} ${JSON.stringify(what)}`
    const known = counts.get(key) ?? (await counting.get(key))
    if (known) return known
    const begun = countMatches(db, site, asked, products)
    // In a small shop what is in stock is counted for everybody anew.
    if (!asked.inStock || isLarge(products)) counting.set(key, begun)
    try {
      const counted = await begun
      if (!asked.inStock) counts.set(key, counted)
      else if (counted.estimated) counts.set(key, counted, { ttl: stockCountsMs })
      return counted
    } finally {
      counting.delete(key)
    }
  }
}
