import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import { wrapStoredKeys } from '../../kernel/key-wrap/stored-keys.ts'
import { longestTokenSeconds, rotateKey } from '../identity/keys.ts'

/** Gives every shop of the database a new key that signs its tokens, all in one transaction; answers their names. */
export async function rotateSigningKeys(database: Database, wrap: KeyWrap, now: Date, revoke: boolean): Promise<readonly string[]> {
  await wrapStoredKeys(database, wrap)
  return database.transact(async (db) => {
    const shops = await db.query<{ site: string; name: string }>(sql`select site, name from site order by created_at, site for update`)
    for (const { site } of shops) await rotateKey(db, site, now, revoke ? 0 : longestTokenSeconds, wrap)
    return shops.map(({ name }) => name)
  })
}
