import { newId } from '../db/id.ts'
import type { Database } from '../db/pool.ts'
import { type Db, raw, sql } from '../db/sql.ts'

/** A table that is partitioned by the time in its ids. */
export interface PartitionedTable {
  readonly table: string
  /** Whole months before this one that are retained; without it nothing is ever dropped. */
  readonly keepMonths?: number
  /** What must not be dropped whatever its age, as a condition on a row. */
  readonly unlessAny?: string
}

export interface Upkeep {
  readonly made: readonly string[]
  readonly dropped: readonly string[]
}

const monthsAhead = 2

/**
 * Makes the partitions of this month and the next ones before a row needs them, and drops those that are old enough to be forgotten.
 * A month is a range of UUIDv7, so a row is found by its id alone. What no partition was there for lies in the default one and is moved
 * out of it. Any number of processes may call it at once.
 */
export async function keepPartitions(database: Database, tables: readonly PartitionedTable[], now = timeOf(newId())): Promise<Upkeep> {
  const made: string[] = []
  const dropped: string[] = []
  for (const table of tables) {
    for (let ahead = 0; ahead <= monthsAhead; ahead++) {
      const month = monthOf(now, ahead)
      if (await database.transact((db) => make(db, table.table, month))) made.push(nameOf(table.table, month))
    }
    if (table.keepMonths === undefined) continue
    const oldest = monthOf(now, -table.keepMonths)
    for (const name of await partitionsBefore(database, table.table, oldest)) {
      if (await database.transact((db) => drop(db, name, table.unlessAny))) dropped.push(name)
    }
    const forgettable = table.unlessAny ? sql` and not (${raw(table.unlessAny)})` : sql``
    await database.query(sql`delete from ${raw(`${table.table}_rest`)} where id < ${boundAt(oldest)}${forgettable}`)
  }
  return { made, dropped }
}

/** The instant that a UUIDv7 was made at, in milliseconds. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** The least UUID that is made at an instant or later. */
export function boundAt(instant: number): string {
  const hex = instant.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** When a month begins, so many months after the one of an instant. */
function monthOf(instant: number, ahead: number): number {
  const at = new Date(instant)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead)
}

const nameOf = (table: string, month: number): string => `${table}_${new Date(month).toISOString().slice(0, 7).replace('-', '_')}`

/** Everything that changes partitions queues up here. Others queue behind our locks, so we wait for none for long and rather come back. */
async function alone(db: Db): Promise<void> {
  await db.query(sql`set local lock_timeout = '500ms'`)
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('vitrine partitions', 0))`)
}

const exists = async (db: Db, name: string): Promise<boolean> =>
  (await db.query(sql`select from pg_class where relname = ${name} and relnamespace = 'public'::regnamespace`)).length > 0

/** Made beside the table and attached, because that lets everybody go on reading meanwhile. */
async function make(db: Db, table: string, month: number): Promise<boolean> {
  const name = nameOf(table, month)
  if (await exists(db, name)) return false
  await alone(db)
  if (await exists(db, name)) return false
  const [from, to] = [boundAt(month), boundAt(monthOf(month, 1))]
  await db.query(raw(`create table ${name} (like ${table} including all)`))
  // Who writes waits this moment: a row on its way into the rest would find the door changed, or slip in behind the move.
  await db.query(raw(`lock table ${table} in share row exclusive mode`))
  await db.query(
    raw(
      `with moved as (delete from ${table}_rest where id >= '${from}' and id < '${to}' returning *) insert into ${name} select * from moved`,
    ),
  )
  await db.query(raw(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`))
  return true
}

async function partitionsBefore(db: Db, table: string, month: number): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select part.relname as name from pg_inherits
    join pg_class part on part.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = ${table}::regclass and part.relname ~ ${`^${table}_[0-9]{4}_[0-9]{2}$`} and part.relname < ${nameOf(table, month)}
    order by part.relname`)
  return rows.map(({ name }) => name)
}

async function drop(db: Db, name: string, unlessAny: string | undefined): Promise<boolean> {
  await alone(db)
  if (!(await exists(db, name))) return false
  if (unlessAny && (await db.query(raw(`select from ${name} where ${unlessAny} limit 1`))).length > 0) return false
  await db.query(raw(`drop table ${name}`))
  return true
}

/** Events whose jobs and deliveries were created are dropped after so long. */
export const outboxTable: PartitionedTable = { table: 'outbox', keepMonths: 2, unlessAny: 'relayed_at is null or for_webhooks' }
