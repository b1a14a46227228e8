import { newId } from '../../kernel/db/id.ts'
import { type Db, raw, sql } from '../../kernel/db/sql.ts'

/** A browser that needs no second step for a while. */
export interface RememberedBrowser {
  readonly id: string
  readonly agent: string
  readonly address: string
  readonly createdAt: Date
  readonly usedAt: Date
  readonly expiresAt: Date
}

/** What the browser presents is stored only as a hash. */
export type BrowserToRemember = Pick<RememberedBrowser, 'agent' | 'address' | 'expiresAt'> & { readonly hash: Buffer }

const mostShown = 50

/** The browsers that are remembered for those whom a column of a table names. */
export function rememberedBrowsers(tableName: 'member_device' | 'staff_browser', ownerColumn: 'member_id' | 'staff_id') {
  const [table, owner] = [raw(tableName), raw(ownerColumn)]
  return {
    async remember(
      db: Db,
      site: string,
      ownerId: string,
      { hash, agent, address, expiresAt }: BrowserToRemember,
      now: Date,
    ): Promise<void> {
      await db.query(sql`
        insert into ${table} (site, id, ${owner}, hash, agent, address, created_at, used_at, expires_at)
        values (${site}, ${newId()}, ${ownerId}, ${hash}, ${agent}, ${address}, ${now}, ${now}, ${expiresAt})`)
    },

    /** Whether somebody has that browser, and it is still remembered; notes that it was used. */
    async use(db: Db, site: string, ownerId: string, hash: Buffer, now: Date): Promise<boolean> {
      const rows = await db.query(sql`
        update ${table} set used_at = ${now}
        where site = ${site} and hash = ${hash} and ${owner} = ${ownerId} and expires_at > ${now} returning id`)
      return rows.length > 0
    },

    find: (db: Db, site: string, ownerId: string, now: Date): Promise<RememberedBrowser[]> =>
      db.query<RememberedBrowser>(sql`
        select id, agent, address, created_at as "createdAt", used_at as "usedAt", expires_at as "expiresAt" from ${table}
        where site = ${site} and ${owner} = ${ownerId} and expires_at > ${now} order by id desc limit ${mostShown}`),

    async forget(db: Db, site: string, ownerId: string, id: string): Promise<boolean> {
      const rows = await db.query(sql`delete from ${table} where site = ${site} and ${owner} = ${ownerId} and id = ${id} returning id`)
      return rows.length > 0
    },

    async forgetAll(db: Db, site: string, ownerId: string): Promise<void> {
      await db.query(sql`delete from ${table} where site = ${site} and ${owner} = ${ownerId}`)
    },
  }
}
