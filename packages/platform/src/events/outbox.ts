import type { EventType } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import { type Db, type Sql, sql } from '../db/sql.ts'

/** Something that happened, in the wire's words; it leaves the house after the transaction that made it true. */
export interface Happening {
  readonly type: EventType
  readonly entityId: string
  readonly payload: object
}

interface Row {
  readonly site: string
  readonly id: string
  readonly type: EventType
  readonly entity_id: string
  readonly payload: object
  readonly occurred_at: Date
}

/** What has happened in transactions that are still open. */
const untold = new WeakMap<Db, Row[]>()

/** Writes what happened beside what changed, in the same transaction; all of it at once, at its end. */
export async function append(db: Db, site: string, now: Date, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return
  const rows = happenings.map(
    ({ type, entityId, payload }): Row => ({ site, id: newId(), type, entity_id: entityId, payload, occurred_at: now }),
  )
  const before = untold.get(db)
  if (before) before.push(...rows)
  else if (db.beforeCommit) {
    untold.set(db, rows)
    db.beforeCommit(() => insertion(rows))
  } else await db.query(insertion(rows))
}

const insertion = (rows: readonly Row[]): Sql => sql`
  insert into outbox (site, id, type, entity_id, payload, occurred_at)
  select site, id, type, entity_id, payload, occurred_at
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as row (site uuid, id uuid, type text, entity_id text, payload jsonb, occurred_at timestamptz)`
