import type { WaitingListExit } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { recordDepartures } from './departures.ts'
import { tell } from './events.ts'
import { type RequestStep, statusAfter, statusesBefore } from './rules.ts'
import { columns, deleteRequests, type StoredRequest } from './store.ts'

/** Takes a step with the requests that can, of which a condition holds, and tells of it; those that changed. */
export async function step(context: Context, which: Sql, taken: RequestStep, more: Sql = sql``): Promise<readonly StoredRequest[]> {
  const { db, site, now } = context
  const from = statusesBefore(taken)
  const changed: StoredRequest[] = []
  for (const to of new Set(from.map((status) => statusAfter(status, taken)!))) {
    const leading = from.filter((status) => statusAfter(status, taken) === to)
    changed.push(
      ...(await db.query<StoredRequest>(sql`
        update back_in_stock_request request set status = ${to}, updated_at = ${now} ${more}
        where request.site = ${site} and request.status = any(${leading}::text[]) and ${which} returning ${columns}`)),
    )
  }
  await tell(context, 'updated', changed)
  return changed
}

/** Ends the requests of products that were deleted: nobody can be told of these any more. */
export async function endForDeleted(database: Database, sites: readonly string[], now: Date): Promise<void> {
  const waitsForNothing = (site: string) => sql`request.status in ('RECEIVED', 'PROCESSING') and not exists (
    select from product where product.site = ${site} and product.id = request.product_id)`
  for (const site of sites) {
    const [some] = await database.query(sql`
      select from back_in_stock_request request where request.site = ${site} and ${waitsForNothing(site)} limit 1`)
    if (some) await database.transact((db) => remove({ db, site, now }, waitsForNothing(site)))
  }
}

/** Takes requests off the list and tells of it; with `how` those who still waited have left it. */
export async function remove(context: Context, which: Sql, how?: WaitingListExit): Promise<readonly StoredRequest[]> {
  const gone = await deleteRequests(context.db, context.site, which)
  if (how) await recordDepartures(context, gone, how)
  await tell(context, 'deleted', gone)
  return gone
}
