import type { EventType } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { insertDeliveries, insertToldEvents } from './delivery-store.ts'
import type { ReadEntityDeps } from './read-entity.ts'
import { expiryOf } from './rules.ts'
import { type OutboxRow, outboxColumns, wordsOf } from './told.ts'
import { ofLivingApp } from './webhook-store.ts'

export interface FanOutDeps extends ReadEntityDeps {
  readonly database: Database
  readonly clock: Clock
  readonly report: (fault: unknown, where: string) => void
}

const batch = 200

/** Makes deliveries of what webhooks want to be told of; whether there may be more. Any number of processes may do it at once. */
export async function fanOut(deps: FanOutDeps): Promise<boolean> {
  const sites = await deps.database.query<{ site: string }>(sql`select distinct site from outbox where for_webhooks limit 100`)
  let more = false
  for (const { site } of sites)
    try {
      more = (await fanOutSite(deps, site)) || more
    } catch (error) {
      // A failure in one shop does not hold up the others.
      deps.report(error, 'webhooks')
    }
  return more
}

const waitingRows = (site: string) =>
  sql`select ${outboxColumns} from outbox where site = ${site} and for_webhooks order by sequence limit ${batch}`

/**
 * The entities are read before, and what is to be sent is written with what has been handed over, one process after the other: so an event of an
 * entity never overtakes the one before it.
 */
async function fanOutSite({ database, clock, ...reads }: FanOutDeps, site: string): Promise<boolean> {
  const now = clock.now()
  const rows = await database.query<OutboxRow>(waitingRows(site))
  const told = new Map((await wordsOf(reads, database, site, now, rows)).map((event) => [event.id, event]))
  return database.transact(async (db) => {
    await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${site}`}, 0))`)
    const waiting = await db.query<OutboxRow>(waitingRows(site))
    const unread = waiting.findIndex(({ id }) => !told.has(id))
    const ready = unread === -1 ? waiting : waiting.slice(0, unread)
    const webhooks = await db.query<{ id: string; events: readonly EventType[] }>(
      sql`select id, events from webhook where site = ${site} and ${ofLivingApp}`,
    )
    const deliveries = ready.flatMap(({ id, type, entityId, sequence }) =>
      webhooks
        .filter(({ events }) => events.includes(type))
        .map((webhook) => ({ id, webhookId: webhook.id, type, entityId, sequence, dueAt: now, expiresAt: expiryOf(now), createdAt: now })),
    )
    const wanted = new Set(deliveries.map(({ id }) => id))
    await insertToldEvents(
      db,
      site,
      [...wanted].map((id) => told.get(id)!),
    )
    await insertDeliveries(db, site, deliveries)
    await db.query(
      sql`update outbox set for_webhooks = false where site = ${site} and id = any(${ready.map(({ id }) => id)}::uuid[]) and for_webhooks`,
    )
    return ready.length < waiting.length || waiting.length === batch
  })
}
