import type { EventType } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { ToldEvent } from './delivery-store.ts'
import { envelopeOf, type OutboxEvent } from './envelope.ts'
import { dataOf, type ReadEntityDeps, shopScope } from './read-entity.ts'

interface Row extends Omit<OutboxEvent, 'by'> {
  readonly cause: Readonly<Record<string, string>> | null
}

export const outboxColumns = sql`id, type, entity_id as "entityId", occurred_at as "occurredAt", sequence, payload, cause`

/** Events of the outbox in the words of the wire, with their entities as they are now. */
export async function wordsOf(deps: ReadEntityDeps, db: Db, site: string, now: Date, rows: readonly Row[]): Promise<readonly ToldEvent[]> {
  const told: ToldEvent[] = []
  for (const { cause, ...row } of rows) {
    const { by = null, ...identity } = cause ?? { identityType: 'UNKNOWN' }
    const event: OutboxEvent = { ...row, by }
    const { id, type, entityId, sequence, occurredAt } = row
    const payload = envelopeOf(event, await dataOf(deps, shopScope(db, site, now), event))
    told.push({ id, type, entityId, sequence, occurredAt, identity: JSON.stringify(identity), payload })
  }
  return told
}

export type OutboxRow = Row

/** One event of the outbox, as long as it is there. */
export async function findInOutbox(db: Db, site: string, id: string): Promise<OutboxRow | undefined> {
  const [row] = await db.query<OutboxRow>(sql`select ${outboxColumns} from outbox where site = ${site} and id = ${id}`)
  return row
}

/** So far back an event of a type is looked for, to make a test of it. */
const mostLookedAt = 20_000

/** The latest event of a type, if it is among the latest of the shop. */
export async function findLatest(db: Db, site: string, type: EventType): Promise<OutboxRow | undefined> {
  const [row] = await db.query<OutboxRow>(
    sql`
      select ${outboxColumns} from (select * from outbox where site = ${site} order by id desc limit ${mostLookedAt}) as latest
      where type = ${type} order by id desc limit 1`,
  )
  return row
}
