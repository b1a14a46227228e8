import type { ApiKeyEntry } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'

export interface KeyRow {
  readonly id: string
  readonly name: string
  readonly hint: string | null
  readonly scopes: string[] | null
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly usedAt: Date | null
  readonly usedFrom: string | null
}

/** What people of the staff are called, by their ids, and whether they were taken off it. */
export type StaffNames = (
  db: Db,
  site: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, { readonly name: string; readonly removed: boolean }>>

/** A list that somebody maintains by hand. */
export const mostKeys = 100

export const keyColumns = sql`id, name, hint, scopes, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt",
  used_at as "usedAt", used_from as "usedFrom"`

/** The keys that were not revoked, the latest first. */
export const findKeyRows = (db: Db, site: string, which: Sql): Promise<KeyRow[]> =>
  db.query<KeyRow>(sql`
    select ${keyColumns} from api_key where site = ${site} and revoked_at is null and hash is not null and ${which}
    order by id desc limit ${mostKeys}`)

export async function showKeys(db: Db, site: string, rows: readonly KeyRow[], names: StaffNames): Promise<ApiKeyEntry[]> {
  const makers = await names(db, site, [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))])
  return rows.map((row) => {
    const maker = row.createdBy === null ? undefined : makers.get(row.createdBy)
    return {
      id: row.id,
      name: row.name,
      ...(row.hint && { hint: row.hint }),
      ...(row.scopes && { scopes: row.scopes }),
      ...(row.createdBy !== null && maker && { createdBy: { staffMemberId: row.createdBy, ...maker } }),
      createdDate: row.createdAt.toISOString(),
      ...(row.expiresAt && { expiresDate: row.expiresAt.toISOString() }),
      ...(row.usedAt && { usedDate: row.usedAt.toISOString() }),
      ...(row.usedFrom && { usedFrom: row.usedFrom }),
    }
  })
}
