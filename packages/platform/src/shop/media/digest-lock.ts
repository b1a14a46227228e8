import { type Db, sql } from '../../kernel/db/sql.ts'

/**
 * Nobody else writes or removes a file with this content until the transaction ends. Bytes are shared by all files that have the same: so none are
 * removed just when another such file comes in.
 */
export async function lockDigest(db: Db, site: string, digest: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${site} ${digest}`}, 4))`)
}
