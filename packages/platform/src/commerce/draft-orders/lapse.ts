import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { CommitDeps } from './commit.ts'
import { findHeldTooLong, lockDraft, saveDraft } from './store.ts'

export interface LapseDeps extends Pick<CommitDeps, 'hold'> {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
  /** Gives up an order that still waits for its payment; `LATER` where one is on its way. */
  readonly giveUp: (context: Context, orderId: string) => Promise<'DONE' | 'LATER'>
}

const atOnce = 100

/** What drafts held long enough is sold again, and orders whose link nobody paid at are given up. A failure does not hold up the rest. */
export async function lapseDrafts({ database, clock, sites, hold, giveUp }: LapseDeps): Promise<void> {
  const faults: unknown[] = []
  for (const site of await sites())
    for (const id of await findHeldTooLong(database, site, clock.now(), atOnce))
      await database
        .transact(async (db) => {
          const context = { db, site, now: clock.now() }
          const draft = await lockDraft(db, site, id, context.now)
          if (!draft?.heldUntil || draft.heldUntil > context.now) return
          const revision = draft.revision + 1
          if (draft.status === 'DRAFT') await hold(context, { id, revision, units: [] })
          else if (draft.orderId && (await giveUp(context, draft.orderId)) === 'LATER') return
          await saveDraft(db, site, { ...draft, heldUntil: null, revision, updatedAt: context.now })
        })
        .catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} drafts still hold their pieces`)
}
