import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { FileEvents } from '../file-events.ts'
import { markPurged } from '../folders/trash.ts'
import { mediaSettingsOf, type QuotaDeps } from '../usage.ts'
import { eraseFiles } from './trash.ts'

export interface PurgeDeps extends QuotaDeps {
  readonly database: Database
  readonly clock: Clock
  readonly events: FileEvents
  readonly sites: () => Promise<readonly string[]>
}

const atOnce = 500
const dayMs = 24 * 3_600_000

/** Removes the files of folders that are gone for good, some at a time, and then these folders themselves; whether there was anything. */
export async function purgeFolders({ database, clock, events }: PurgeDeps, isStopped: () => boolean = () => false): Promise<boolean> {
  let any = false
  while (!isStopped()) {
    const [folder] = await database.query<{ site: string; id: string }>(
      sql`select site, id from media_folder where purged_at is not null order by site, id limit 1`,
    )
    if (!folder) return any
    any = true
    await database.transact(async (db) => {
      const { site, id } = folder
      // Others at this folder have come first: they go on with it, or are done.
      const [mine] = await db.query(sql`select 1 from media_folder where site = ${site} and id = ${id} for update skip locked`)
      if (!mine) return
      const erased = await eraseFiles({ db, site, now: clock.now() }, events, sql`folder_id = ${id}`, atOnce)
      if (erased < atOnce) await db.query(sql`delete from media_folder where site = ${site} and id = ${id}`)
    })
  }
  return any
}

/** Deletes for good what was in the trash for as long as the shop says. */
export async function emptyTrash(deps: PurgeDeps): Promise<void> {
  const { database, clock, events, sites } = deps
  for (const site of await sites()) {
    const { trashDays } = await mediaSettingsOf(database, site, deps)
    const before = new Date(clock.now().getTime() - trashDays * dayMs)
    const over = await database.query<{ id: string }>(sql`
      select id from media_folder where site = ${site} and trashed_with = id and trashed_at < ${before} and purged_at is null`)
    if (over.length > 0)
      await database.transact((db) =>
        markPurged(
          { db, site, now: clock.now() },
          over.map(({ id }) => id),
        ),
      )
    for (;;) {
      const erased = await database.transact((db: Db) =>
        eraseFiles({ db, site, now: clock.now() }, events, sql`trashed_at < ${before}`, atOnce),
      )
      if (erased < atOnce) break
    }
  }
  await purgeFolders(deps)
}
