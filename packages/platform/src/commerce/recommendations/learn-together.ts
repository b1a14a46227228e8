import type { Database } from '../../kernel/db/pool.ts'
import { followSales } from '../selling/follow-sales.ts'
import { addCounts, findCountedOrders, findMet, findStale, markFresh, saveCountedOrders, type TogetherKind, takeViews } from './counts.ts'
import type { LearnedOrder, LearningDeps } from './deps.ts'
import { mostBeside, saveLists } from './lists.ts'
import { lockProgress, saveProgress } from './progress.ts'
import { changesOfOrders, changesOfViews, type Occasion, surest } from './together.ts'

const viewsAtOnce = 2000
const listsAtOnce = 200
/** What a product meets most often, of which the surest are taken. */
const mostWeighed = 200

const occasionOf = ({ orderId, units }: LearnedOrder): Occasion => ({
  id: orderId,
  products: [...units].flatMap(([id, count]) => (count > 0 ? [id] : [])).sort(),
})

/** Counts the orders that were changed since the last time; one that is met again changes nothing. */
export const learnOrders = (database: Database, { findSales }: Pick<LearningDeps, 'findSales'>, site: string, now: Date): Promise<void> =>
  followSales({ database, findSales }, site, now, async (db, next) => {
    const progress = await lockProgress(db, site, 'ORDER')
    const { orders, until } = await next(progress.learnedUntil)
    const counted = await findCountedOrders(
      db,
      site,
      orders.map(({ orderId }) => orderId),
    )
    const { changes, changed } = changesOfOrders(orders.map(occasionOf), counted)
    await addCounts(db, site, 'ORDER', changes)
    await saveCountedOrders(db, site, changed)
    await saveProgress(db, site, 'ORDER', { ...progress, occasions: progress.occasions + changes.occasions, learnedUntil: until })
  })

/** Counts what was looked at since the last time. A look is taken away in the transaction that counts it. */
export async function learnViews(database: Database, site: string): Promise<void> {
  for (;;) {
    const taken = await database.transact(async (db) => {
      const views = await takeViews(db, site, viewsAtOnce)
      if (views.length === 0) return 0
      const progress = await lockProgress(db, site, 'VISIT')
      const changes = changesOfViews(views)
      await addCounts(db, site, 'VISIT', changes)
      await saveProgress(db, site, 'VISIT', { ...progress, occasions: progress.occasions + changes.occasions })
      return views.length
    })
    if (taken < viewsAtOnce) return
  }
}

const algorithmOf = { ORDER: 'BOUGHT_TOGETHER', VISIT: 'VIEWED_TOGETHER' } as const

/** Makes the lists of products whose counts have changed. */
export async function refreshTogether(database: Database, site: string, kind: TogetherKind): Promise<void> {
  for (;;) {
    const made = await database.transact(async (db) => {
      const stale = await findStale(db, site, kind, listsAtOnce)
      if (stale.length === 0) return 0
      const ids = stale.map(({ id }) => id)
      const { occasions } = await lockProgress(db, site, kind)
      const met = await findMet(db, site, kind, ids, mostWeighed)
      const lists = stale.map(({ id, count }) => ({
        kind: algorithmOf[kind],
        productId: id,
        items: surest(met.get(id) ?? [], count, occasions, mostBeside),
      }))
      await saveLists(db, site, lists)
      await markFresh(db, site, kind, ids)
      return stale.length
    })
    if (made < listsAtOnce) return
  }
}
