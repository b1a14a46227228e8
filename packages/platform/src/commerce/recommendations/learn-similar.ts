import { LRUCache } from 'lru-cache'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { LearningDeps } from './deps.ts'
import { mostBeside, type ReadyList, saveLists } from './lists.ts'
import { lockProgress, saveProgress } from './progress.ts'
import { mostSimilar, type Traits } from './similar.ts'

/** So many of a collection, its best-selling, are compared with each product of it. */
const poolSize = 300
/** So many collections of a product count. */
const mostCollections = 8
const pools = 100
const atOnce = 500
/** So many batches are done in one run; the next one goes on. */
const batchesInOneRun = 20
const dayMs = 24 * 3_600_000
const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Deps = Pick<LearningDeps, 'traitsAfter' | 'traitsSince' | 'bestOf'>

/**
 * Makes the lists of what is similar: of products that were changed since the last time, and once a day, some at a time, of all of them, so that what is new
 * comes to stand beside what is old.
 */
export async function learnSimilar(database: Database, deps: Deps, site: string, now: Date): Promise<void> {
  const poolOf = openPools(deps, site)
  let after: { readonly updatedAt: Date; readonly id: string } | undefined
  for (let batch = 0; batch < batchesInOneRun; batch++) {
    const goesOn = await database.transact(async (db) => {
      const progress = await lockProgress(db, site, 'SIMILAR')
      const since = progress.learnedUntil
      if (since) {
        const changed = await deps.traitsSince(db, site, after ?? { updatedAt: since, id: lastId }, atOnce)
        const newest = changed.at(-1)
        if (newest) {
          await saveLists(db, site, await listsOf(db, changed, poolOf))
          await saveProgress(db, site, 'SIMILAR', { ...progress, learnedUntil: newest.updatedAt })
          after = newest
          return true
        }
      }
      const begins = progress.place === null && (!progress.walkBeganAt || now.getTime() - progress.walkBeganAt.getTime() >= dayMs)
      if (progress.place === null && !begins) return false
      const products = await deps.traitsAfter(db, site, progress.place ?? firstId, atOnce)
      await saveLists(db, site, await listsOf(db, products, poolOf))
      await saveProgress(db, site, 'SIMILAR', {
        ...progress,
        learnedUntil: since ?? now,
        place: products.length < atOnce ? null : products.at(-1)!.id,
        walkBeganAt: begins ? now : progress.walkBeganAt,
      })
      return products.length === atOnce
    })
    if (!goesOn) return
  }
}

type PoolOf = (db: Db, collectionId: string | undefined) => Promise<readonly Traits[]>

/** What is compared, cached for one run: memory does not grow with the catalogue. */
function openPools({ bestOf }: Deps, site: string): PoolOf {
  const known = new LRUCache<string, readonly Traits[]>({ max: pools })
  return async (db, collectionId) => {
    const key = collectionId ?? ''
    const pool = known.get(key) ?? (await bestOf(db, site, collectionId, poolSize))
    known.set(key, pool)
    return pool
  }
}

async function listsOf(db: Db, products: readonly Traits[], poolOf: PoolOf): Promise<readonly ReadyList[]> {
  const lists: ReadyList[] = []
  for (const product of products) {
    const collections = product.collections.slice(0, mostCollections)
    const others = new Map<string, Traits>()
    for (const id of collections.length > 0 ? collections : [undefined])
      for (const other of await poolOf(db, id)) others.set(other.id, other)
    lists.push({ kind: 'SIMILAR', productId: product.id, items: mostSimilar(product, others.values(), mostBeside) })
  }
  return lists
}
