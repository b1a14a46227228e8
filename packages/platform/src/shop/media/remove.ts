import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { lockDigest } from './digest-lock.ts'
import type { Originals } from './originals.ts'

const atOnce = 100

/** Removes the bytes of files whose rows were erased, unless another file has the same. What cannot be removed now is tried again. */
export async function removeErased(database: Database, originals: Pick<Originals, 'remove'>): Promise<void> {
  for (;;) {
    const due = await database.query<{ site: string; digest: string }>(
      sql`select site, digest from file_to_remove order by site, digest limit ${atOnce}`,
    )
    for (const { site, digest } of due)
      await database.transact(async (db) => {
        await lockDigest(db, site, digest)
        const [used] = await db.query(sql`
          select 1 from media where site = ${site} and digest = ${digest}
          union all select 1 from media_derivative where site = ${site} and digest = ${digest}
          union all select 1 from media_caption where site = ${site} and digest = ${digest} limit 1`)
        if (!used) await originals.remove(site, digest)
        await db.query(sql`delete from file_to_remove where site = ${site} and digest = ${digest}`)
      })
    if (due.length < atOnce) return
  }
}
