import { type Db, sql } from '../../kernel/db/sql.ts'
import type { OriginalStore } from './originals.ts'

/**
 * Nobody else writes or removes a file with this content until the transaction ends. Bytes are shared by all files that have the same: so none are
 * removed just when another such file comes in.
 */
export async function lockDigest(db: Db, site: string, digest: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${site} ${digest}`}, 4))`)
}

/** Whether the bytes are there. Under the lock of their digest they stay so until the transaction ends. */
export async function areThere(originals: Pick<OriginalStore, 'open'>, site: string, digest: string): Promise<boolean> {
  const first = await originals.open(site, digest, { start: 0, end: 0 })
  first?.destroy()
  return first !== undefined
}
