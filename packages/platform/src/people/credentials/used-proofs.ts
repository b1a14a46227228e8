import { type Db, sql } from '../../kernel/db/sql.ts'

/** Marks what counts once as used: `false` where it was before. */
export async function spend(db: Db, site: string, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const rows = await db.query(
    sql`insert into used_proof (site, hash, expires_at) values (${site}, ${hash}, ${expiresAt}) on conflict do nothing returning site`,
  )
  return rows.length > 0
}

export async function isSpent(db: Db, site: string, hash: Buffer): Promise<boolean> {
  return (await db.query(sql`select from used_proof where site = ${site} and hash = ${hash}`)).length > 0
}
