import type { Database } from '../../kernel/db/pool.ts'
import type { LearningDeps } from './deps.ts'
import { learnSimilar } from './learn-similar.ts'
import { learnOrders, learnViews, refreshTogether } from './learn-together.ts'
import { everybody, saveLists } from './lists.ts'

/** Brings all that is recommended in a shop up to date with what was sold, looked at and changed. */
export async function learn(database: Database, deps: LearningDeps, site: string, now: Date): Promise<void> {
  await learnOrders(database, deps, site, now)
  await refreshTogether(database, site, 'ORDER')
  await learnViews(database, site)
  await refreshTogether(database, site, 'VISIT')
  await learnSimilar(database, deps, site, now)
  await database.transact(async (db) => {
    const kinds = ['BEST_SELLING', 'NEW'] as const
    const lists = []
    for (const kind of kinds) lists.push({ kind, productId: everybody, items: await deps.foremost(db, site, kind) })
    await saveLists(db, site, lists)
  })
}
