import { type Db, join, plannedEachTime, sql } from '../../kernel/db/sql.ts'
import { inFlight } from '../../kernel/in-flight.ts'
import { lruOf } from '../../kernel/lru.ts'
import type { Counts } from './count-matches.ts'
import { mostCounted } from './sample.ts'
import { conditions, matching, present, type Search } from './search-conditions.ts'

/** So long a count stands, whatever is sold meanwhile. */
const cacheMs = 1000

/** How many of what is asked for are in stock; undefined where they are more than are asked one by one. */
export function inStockCounts() {
  const cached = lruOf<string, number>(2000, { ttl: cacheMs })
  const once = inFlight<number>()

  return async (db: Db, site: string, asked: Search, { total, estimated }: Counts): Promise<number | undefined> => {
    if (estimated || total > mostCounted) return undefined
    if (asked.inStock || total === 0) return total
    const { words, collectionId, choices, min, max, minRating } = asked
    const key = `${site} ${JSON.stringify([words, collectionId, choices, min, max, minRating])}`
    const known = cached.get(key)
    if (known !== undefined) return known
    return once(key, async () => {
      const count = await countInStock(db, site, asked)
      cached.set(key, count)
      return count
    })
  }
}

async function countInStock(db: Db, site: string, search: Search): Promise<number> {
  const { collection, options, price, stock, rating } = conditions({ ...search, inStock: true })
  const where = join(
    [matching(site, search), ...present([collection, ...options.map(({ condition }) => condition), price, stock, rating])],
    ' and ',
  )
  const [row] = await db.query<{ count: number }>(plannedEachTime(sql`select count(*) as count from product where ${where}`))
  return row!.count
}
