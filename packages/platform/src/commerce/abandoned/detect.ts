import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type AbandonedDocument, findLookedUntil, noteLookedUntil, recordAbandoned, type Where } from './store.ts'

/** A checkout that has not been touched for a while. */
export interface QuietCheckout {
  readonly id: string
  readonly updatedAt: Date
}

export interface LookDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
  readonly abandonedMinutes: (db: Db, site: string) => Promise<number>
  /** Open checkouts that were last touched after the one moment and not after the other, page by page in that order. */
  readonly quiet: (db: Db, site: string, since: Date, until: Date) => AsyncGenerator<QuietCheckout>
  /** Locks the checkout: what is left there, if it was left; undefined where nobody can be written to, or it was bought another way. */
  readonly left: (context: Context, checkout: QuietCheckout) => Promise<({ readonly document: AbandonedDocument } & Where) | undefined>
}

/** A shop that was never looked at begins with yesterday: nobody is written to about what they left long ago. */
const backMs = 24 * 3600_000

/**
 * Records what buyers left at the checkout. Each checkout is looked at once for each time it falls quiet, because touching it moves it on
 * beyond what has been looked at. One that fails does not hold up those after it, and is looked at again.
 */
export async function lookForAbandoned(deps: LookDeps): Promise<void> {
  const { database, clock, sites } = deps
  const faults: unknown[] = []
  for (const site of await sites()) {
    const until = new Date(clock.now().getTime() - (await deps.abandonedMinutes(database, site)) * 60_000)
    const since = (await findLookedUntil(database, site)) ?? new Date(until.getTime() - backMs)
    let failed: QuietCheckout | undefined
    if (since < until) {
      for await (const checkout of deps.quiet(database, site, since, until)) {
        await keep(deps, site, checkout).catch((error: unknown) => {
          faults.push(error)
          failed ??= checkout
        })
      }
      await noteLookedUntil(database, site, failed ? new Date(failed.updatedAt.getTime() - 1) : until)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} checkouts could not be looked at`)
}

async function keep({ database, clock, left }: LookDeps, site: string, checkout: QuietCheckout): Promise<void> {
  await database.transact(async (db) => {
    const context = { db, site, now: clock.now() }
    const found = await left(context, checkout)
    if (!found) return
    const id = newId()
    if (await recordAbandoned(db, site, { id, checkoutId: checkout.id, ...found }, context.now))
      await append(db, site, context.now, [{ type: 'wix.ecom.v1.abandoned_checkout_created', entityId: id, payload: {} }])
  })
}
