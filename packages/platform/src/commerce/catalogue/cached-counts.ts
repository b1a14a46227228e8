import type { Db } from '../../kernel/db/sql.ts'
import { inFlight } from '../../kernel/in-flight.ts'
import { lruOf } from '../../kernel/lru.ts'
import { type Counts, countMatches } from './count-matches.ts'
import type { Matches } from './page-of.ts'
import { isLarge } from './sample.ts'
import type { Search } from './search-conditions.ts'

/** So long estimates stand, whatever changes meanwhile. */
const estimatesMs = 2000

/**
 * Counts by what was asked and the revisions of the catalogue and its ratings: they change with products, collections and whole stars, not with orders. Those of what is in stock do
 * change, and are counted each time. Estimates stand for a moment, so that a merchant who changes many products does not have them made anew all the time.
 */
export function cachedCounts() {
  const counts = lruOf<string, Counts>(2000)
  const estimates = lruOf<string, Counts>(2000, { ttl: estimatesMs })
  const once = inFlight<Counts>()

  return async (db: Db, site: string, { revision, ratings, products }: Matches, asked: Search): Promise<Counts> => {
    const { sort: _, placed: __, limit: ___, offset: ____, names: _____, alone: ______, ...what } = asked
    const question = `${site} ${JSON.stringify(what)}`
    const key = `${revision} ${ratings} ${question}`
    const known = counts.get(key) ?? estimates.get(question)
    if (known) return known
    const count = async (): Promise<Counts> => {
      const counted = await countMatches(db, site, asked, products)
      if (!asked.inStock) counts.set(key, counted)
      if (counted.estimated) estimates.set(question, counted)
      return counted
    }
    // In a small shop what is in stock is counted for everybody anew.
    return asked.inStock && !isLarge(products) ? count() : once(key, count)
  }
}
