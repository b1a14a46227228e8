import { randomInt } from 'node:crypto'
import { type Db, raw, sql } from '../../kernel/db/sql.ts'
import { hashOf } from './secrets.ts'

/** No letter that looks like a digit, and no vowel that makes a word. */
const letters = '23456789BCDFGHJKMNPQRSTVWXYZ'
const howMany = 10

/** Ten letters and digits, 48 bits. */
function newCode(): string {
  const code = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** What is stored of somebody's recovery code: the same however it is typed, and different for everybody else. */
const savedOf = (ownerId: string, code: string): Buffer =>
  hashOf(`${ownerId}:${code.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()}`)

/** Codes for a lost device, each good once, of those whom a column of a table names. */
export function recoveryCodesOf(tableName: 'member_recovery_code' | 'staff_recovery_code', ownerColumn: 'member_id' | 'staff_id') {
  const [table, owner] = [raw(tableName), raw(ownerColumn)]

  async function forgetAll(db: Db, site: string, ownerId: string): Promise<void> {
    await db.query(sql`delete from ${table} where site = ${site} and ${owner} = ${ownerId}`)
  }

  return {
    /** Ten new ones in the place of those before. */
    async renew(db: Db, site: string, ownerId: string): Promise<string[]> {
      const codes = Array.from({ length: howMany }, newCode)
      const hashes = codes.map((code) => savedOf(ownerId, code))
      await forgetAll(db, site, ownerId)
      await db.query(sql`
        insert into ${table} (site, ${owner}, hash) select ${site}, ${ownerId}, hash from unnest(${hashes}::bytea[]) as hash`)
      return codes
    },

    /** Whether it is one of theirs that was not used before; it is now. */
    async use(db: Db, site: string, ownerId: string, code: string, now: Date): Promise<boolean> {
      const rows = await db.query(sql`
        update ${table} set used_at = ${now}
        where site = ${site} and ${owner} = ${ownerId} and hash = ${savedOf(ownerId, code)} and used_at is null returning hash`)
      return rows.length > 0
    },

    async left(db: Db, site: string, ownerId: string): Promise<number> {
      const [row] = await db.query<{ count: number }>(sql`
        select count(*)::int as count from ${table} where site = ${site} and ${owner} = ${ownerId} and used_at is null`)
      return row!.count
    },

    forgetAll,
  }
}
