import type { EventType } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import { type Db, sql } from '../db/sql.ts'

/** Something that happened, in the wire's words; it leaves the house after the transaction that made it true. */
export interface Happening {
  readonly type: EventType
  readonly entityId: string
  readonly payload: object
}

/** Writes what happened beside what changed, in the same transaction. */
export async function append(db: Db, site: string, now: Date, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return
  const rows = happenings.map(({ type, entityId, payload }) => ({ id: newId(), type, entity_id: entityId, payload }))
  await db.query(sql`
    insert into outbox (site, id, type, entity_id, payload, occurred_at)
    select ${site}, id, type, entity_id, payload, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, type text, entity_id text, payload jsonb)`)
}
