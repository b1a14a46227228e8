import type { Database } from '../db/pool.ts'
import { type Db, raw, type Sql, sql } from '../db/sql.ts'
import { asText, type KeyPlace, type KeyWrap, noWrap, ofText, type StoredKey } from './key-wrap.ts'

/** Where the database holds keys: all that sign, seal and digest for a shop, those with which it takes payments, and what imports that wait say to servers. */
interface KeyTable {
  readonly kind: KeyPlace['kind']
  readonly table: string
  readonly column: string
  /** `bytes` as they are; `text` and `jsonb` as text, of which a wrapped key is base64. */
  readonly type: 'bytes' | 'text' | 'jsonb'
  /** What tells several of a shop apart. */
  readonly id?: 'id' | 'media_id'
}

export const keyTables: readonly KeyTable[] = [
  { kind: 'signing', table: 'signing_key', column: 'private_key', type: 'jsonb', id: 'id' },
  { kind: 'authentication', table: 'authentication_key', column: 'key', type: 'bytes' },
  { kind: 'gift cards', table: 'gift_card_key', column: 'key', type: 'bytes' },
  { kind: 'plugins', table: 'plugin_key', column: 'private_key', type: 'text' },
  { kind: 'payments', table: 'payment_provider_key', column: 'keys', type: 'text' },
  { kind: 'import headers', table: 'media_import', column: 'headers', type: 'text', id: 'media_id' },
  { kind: 'webhooks', table: 'webhook_key', column: 'secret', type: 'text', id: 'id' },
]

interface Row {
  readonly site: string
  readonly id: string | null
  readonly key: string | Buffer
  readonly wrappedBy: string | null
}

/**
 * Sees to it at a start that the secret fits the keys, and wraps those that lie there as they are. Of processes that start at once, one wraps a key.
 * @throws SecretMismatch where keys are wrapped with a secret that is not known here
 */
export async function wrapStoredKeys(database: Database, wrap: KeyWrap): Promise<number> {
  return database.transact(async (db) => {
    for (const { table } of keyTables)
      for (const { wrappedBy } of await db.query<Pick<Row, 'wrappedBy'>>(raw(`select distinct wrapped_by as "wrappedBy" from ${table}`)))
        wrap.check(wrappedBy)
    return wrap.id === null ? 0 : wrapAgain(db, sql`wrapped_by is null`, noWrap, wrap)
  })
}

/** Wraps every key of the database with another secret, or with none, in one transaction; answers how many. */
export async function rewrapStoredKeys(database: Database, from: KeyWrap, to: KeyWrap): Promise<number> {
  return database.transact((db) => wrapAgain(db, sql`wrapped_by is distinct from ${to.id}`, from, to))
}

async function wrapAgain(db: Db, where: Sql, from: KeyWrap, to: KeyWrap): Promise<number> {
  let keys = 0
  for (const one of keyTables)
    for (const row of await lock(db, one, where)) {
      const place = { kind: one.kind, site: row.site, ...(row.id !== null && { id: row.id }) }
      const { key, wrappedBy } = row
      await save(
        db,
        one,
        row,
        to.wrap(place, from.unwrap(place, { bytes: typeof key === 'string' ? ofText(key, wrappedBy) : key, wrappedBy })),
      )
      keys++
    }
  return keys
}

function lock(db: Db, { table, column, type, id: named }: KeyTable, where: Sql): Promise<readonly Row[]> {
  const key = type === 'jsonb' ? `${column} #>> '{}'` : column
  const id = named ? `${named} as id` : 'null::uuid as id'
  return db.query<Row>(
    sql`${raw(`select site, ${id}, ${key} as key, wrapped_by as "wrappedBy" from ${table}`)} where ${where} order by ${raw(named ? `site, ${named}` : 'site')} for update`,
  )
}

async function save(db: Db, { table, column, type, id: named }: KeyTable, { site, id }: Row, stored: StoredKey): Promise<void> {
  const value = type === 'bytes' ? stored.bytes : type === 'text' ? asText(stored) : asJson(stored)
  await db.query(sql`
    ${raw(`update ${table} set ${column}`)} = ${value}${raw(type === 'jsonb' ? '::jsonb' : '')}, wrapped_by = ${stored.wrappedBy}
    where site = ${site}${named ? sql` and ${raw(named)} = ${id}` : raw('')}`)
}

/** A private key in JSON is that; a wrapped one is a text. */
const asJson = (stored: StoredKey): string => (stored.wrappedBy === null ? asText(stored) : JSON.stringify(asText(stored)))
