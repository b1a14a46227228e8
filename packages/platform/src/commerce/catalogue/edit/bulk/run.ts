import type { Clock } from '../../../../kernel/clock/clock.ts'
import type { Database } from '../../../../kernel/db/pool.ts'
import type { Db } from '../../../../kernel/db/sql.ts'
import { runBatches } from '../../../../kernel/jobs/batches.ts'
import { isViolation } from '../../../../kernel/violation.ts'
import { endRenaming, endTakingBack } from '../../labels/follow.ts'
import type { Commerce, ProductDraft } from '../../product.ts'
import type { Write } from '../many.ts'
import { saveChanged, takeDrafts } from '../store.ts'
import { bulkChanged, type PartsChanged, partsChanged, takenBack } from './rules.ts'
import { findOpenJobs, insertItems, nextChanged, nextMeant, type StoredJob, takeJob, updateJob } from './store.ts'

/** Products of one transaction at the most. */
const mostAtOnce = 50
const mostRefusals = 20

type Change = { readonly before: ProductDraft; readonly after: ProductDraft }

/** The next products of a job; whether there is more. Where somebody else is at it, there is nothing to do here. */
export async function step({ db, site, now }: Write, id: string, commerce: Commerce, batch = mostAtOnce): Promise<boolean> {
  const job = await takeJob(db, site, id)
  if (!job) return false
  const after =
    job.state === 'UNDOING' ? await undoSome(db, site, job, commerce, now, batch) : await changeSome(db, site, job, commerce, now, batch)
  await updateJob(db, site, after)
  const { renaming } = job.target.label ?? {}
  if (renaming && after.endedAt) await (job.state === 'UNDOING' ? endTakingBack : endRenaming)({ db, site, now }, renaming)
  return after.endedAt === null
}

async function changeSome(db: Db, site: string, job: StoredJob, commerce: Commerce, now: Date, batch: number): Promise<StoredJob> {
  const { ids, last } = await nextMeant(db, site, job, commerce.currency, batch)
  const drafts = await takeDrafts(db, site, commerce.currency, ids)
  const changes: (Change & { readonly parts: PartsChanged })[] = []
  const refusals: { id: string; description: string }[] = []
  let unchanged = 0
  for (const before of drafts.values()) {
    const after = bulkChanged(before, job.change, commerce.currency)
    if (isViolation(after)) {
      const { field, description } = after.data.fieldViolations[0]!
      refusals.push({ id: before.id, description: `${field.replace('product.', '')} ${description}` })
      continue
    }
    const parts = partsChanged(before, after)
    if (parts) changes.push({ before, after, parts })
    else unchanged++
  }
  if (changes.length > 0) await saveChanged(db, site, commerce, changes, now)
  await insertItems(
    db,
    site,
    job.id,
    changes.map(({ before, parts }) => ({ productId: before.id, ...parts })),
  )
  const done = {
    changed: job.changed + changes.length,
    unchanged: job.unchanged + unchanged,
    refused: job.refused + refusals.length,
  }
  return {
    ...job,
    ...done,
    place: last ?? ids.at(-1) ?? job.place,
    refusals: [...job.refusals, ...refusals].slice(0, mostRefusals),
    // What was an estimate is known by now.
    ...(last === null && { state: 'DONE', endedAt: now, total: done.changed + done.unchanged + done.refused }),
  }
}

async function undoSome(db: Db, site: string, job: StoredJob, commerce: Commerce, now: Date, batch: number): Promise<StoredJob> {
  const items = await nextChanged(db, site, job, batch)
  const drafts = await takeDrafts(
    db,
    site,
    commerce.currency,
    items.map(({ productId }) => productId),
  )
  const changes = items.flatMap(({ productId, ...parts }): Change[] => {
    const before = drafts.get(productId)
    const after = before && takenBack(before, parts)
    return before && after ? [{ before, after }] : []
  })
  if (changes.length > 0) await saveChanged(db, site, commerce, changes, now)
  const isDone = items.length < batch
  return {
    ...job,
    place: items.at(-1)?.productId ?? job.place,
    undone: job.undone + changes.length,
    ...(isDone && { state: 'UNDONE', endedAt: now }),
  }
}

export interface RunDeps {
  readonly database: Database
  readonly clock: Clock
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  /** Waits between two batches. */
  readonly pause: (ms: number) => Promise<unknown>
}

/** So long is worked in one go. */
const shiftMs = 800
/** What a batch is to take: others who change products wait no longer, nor do shoppers whose server is at it. On a busy machine fewer products do. */
const batchMs = 50
const [firstBatch, smallestBatch] = [10, 5]
/** After each batch the shop has twice as long to itself. */
const restsForWork = 2

/** Goes on with what was begun, in every shop, a batch at a time; whether it did any. */
export function runProductJobs({ database, clock, commerce, pause }: RunDeps, isStopped?: () => boolean): Promise<boolean> {
  let batch = firstBatch
  return runBatches(
    {
      find: () => findOpenJobs(database),
      async batch({ site, id }) {
        const prices = await commerce(database, site)
        const startedAt = performance.now()
        const size = batch
        const more = await database.transact((db) => step({ db, site, now: clock.now() }, id, prices, size))
        batch = Math.round(Math.max(smallestBatch, Math.min(mostAtOnce, (size * batchMs) / (performance.now() - startedAt))))
        return more
      },
      rest: (_, tookMs) => pause(tookMs * restsForWork),
    },
    { shiftMs, ...(isStopped && { isStopped }) },
  )
}
