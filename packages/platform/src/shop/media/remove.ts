import type { Db } from '../../kernel/db/sql.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Originals } from './originals.ts'

const atOnce = 100

/** Removes the bytes of files whose rows were erased, unless another file has the same. What cannot be removed now is tried again. */
export async function removeErased(db: Db, originals: Pick<Originals, 'remove'>): Promise<void> {
  for (;;) {
    const due = await db.query<{ site: string; digest: string; shared: boolean }>(sql`
      select site, digest, exists (select from media where media.site = file_to_remove.site and media.digest = file_to_remove.digest)
        or exists (select from media_derivative made where made.site = file_to_remove.site and made.digest = file_to_remove.digest) as shared
      from file_to_remove order by site, digest limit ${atOnce}`)
    for (const { site, digest, shared } of due) {
      if (!shared) await originals.remove(site, digest)
      await db.query(sql`delete from file_to_remove where site = ${site} and digest = ${digest}`)
    }
    if (due.length < atOnce) return
  }
}
