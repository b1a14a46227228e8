import type { EventType, WebhookAttempt, WebhookDeliveryState } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { literally } from '../../kernel/query/like.ts'
import { expiryOf } from './rules.ts'

export interface StoredDelivery {
  readonly id: string
  readonly webhookId: string
  readonly type: EventType
  readonly entityId: string
  readonly sequence: number
  readonly state: WebhookDeliveryState
  readonly tries: number
  readonly dueAt: Date
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly settledAt: Date | null
  readonly attempts: readonly WebhookAttempt[]
}

export const deliveryColumns = sql`webhook_delivery.id, webhook_delivery.webhook_id as "webhookId", webhook_delivery.type,
  webhook_delivery.entity_id as "entityId", webhook_delivery.sequence, webhook_delivery.state, webhook_delivery.tries,
  webhook_delivery.due_at as "dueAt", webhook_delivery.expires_at as "expiresAt", webhook_delivery.created_at as "createdAt",
  webhook_delivery.settled_at as "settledAt", webhook_delivery.attempts`

const of = (site: string, webhookId: string): Sql =>
  sql`webhook_delivery.site = ${site} and webhook_delivery.webhook_id = ${webhookId} and webhook_delivery.created_at > '-infinity'`

interface Asked {
  readonly state: WebhookDeliveryState | undefined
  readonly search: string | undefined
  readonly limit: number
  /** Those before this one. */
  readonly before: string | undefined
}

export function listDeliveries(db: Db, site: string, webhookId: string, asked: Asked): Promise<readonly StoredDelivery[]> {
  const { state, search, limit, before } = asked
  const begins = search && `${literally(search)}%`
  return db.query(sql`
    select ${deliveryColumns} from webhook_delivery where ${of(site, webhookId)}
      ${state ? sql`and state = ${state}` : sql``} ${before ? sql`and id < ${before}` : sql``}
      ${begins ? sql`and (id::text ilike ${begins} or entity_id ilike ${begins} or type ilike ${`%${begins}`})` : sql``}
    order by id desc limit ${limit}`)
}

export async function findDelivery(db: Db, site: string, webhookId: string, id: string): Promise<StoredDelivery | undefined> {
  const [row] = await db.query<StoredDelivery>(
    sql`select ${deliveryColumns} from webhook_delivery where site = ${site} and id = ${id} and webhook_id = ${webhookId}`,
  )
  return row
}

export type NewDelivery = Pick<StoredDelivery, 'id' | 'webhookId' | 'type' | 'entityId' | 'sequence' | 'dueAt' | 'expiresAt' | 'createdAt'>

/** What is on its way to a webhook already is not sent to it twice. */
export async function insertDeliveries(db: Db, site: string, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await db.query(sql`
    insert into webhook_delivery (site, id, webhook_id, type, entity_id, sequence, state, due_at, expires_at, created_at)
    select ${site}::uuid, id, "webhookId", type, "entityId", sequence, 'WAITING', "dueAt", "expiresAt", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as one (
      id uuid, "webhookId" uuid, type text, "entityId" text, sequence bigint, "dueAt" timestamptz, "expiresAt" timestamptz, "createdAt" timestamptz)
    on conflict (site, id, webhook_id) do nothing`)
}

/** Of which types deliveries wait. */
export const waitingTypes = async (db: Db, site: string, webhookId: string): Promise<readonly EventType[]> =>
  (
    await db.query<{ type: EventType }>(
      sql`select distinct type from webhook_delivery where site = ${site} and webhook_id = ${webhookId} and state = 'WAITING'`,
    )
  ).map(({ type }) => type)

/** Deliveries begin anew, whatever came of them before. */
export async function sendAgain(db: Db, site: string, webhookId: string, ids: readonly string[], now: Date): Promise<void> {
  await db.query(sql`
    update webhook_delivery set state = 'WAITING', tries = 0, due_at = ${now}, expires_at = ${expiryOf(now)}, settled_at = null
    where site = ${site} and webhook_id = ${webhookId} and id = any(${ids}::uuid[])`)
}

export interface Counted {
  readonly webhookId: string
  /** How many hours ago. */
  readonly hour: number
  readonly state: WebhookDeliveryState
  readonly count: number
}

/** What waits for each webhook, and what came of the others in the last 24 hours. */
export const countDeliveries = (db: Db, site: string, webhookIds: readonly string[], now: Date): Promise<readonly Counted[]> =>
  db.query<Counted>(sql`
    select asked.id as "webhookId", one.hour, one.state, one.count from unnest(${webhookIds}::uuid[]) as asked (id)
    cross join lateral (
      select 0 as hour, 'WAITING' as state, count(*)::int as count from webhook_delivery
      where site = ${site} and webhook_id = asked.id and state = 'WAITING'
      union all
      select floor(extract(epoch from ${now}::timestamptz - settled_at) / 3600)::int, state, count(*)::int from webhook_delivery
      where site = ${site} and webhook_id = asked.id and state <> 'WAITING'
        and settled_at > ${new Date(now.getTime() - 24 * 3_600_000)} and settled_at <= ${now}
      group by 1, 2
    ) as one`)

/** An event in the words of the wire. */
export interface ToldEvent {
  readonly id: string
  readonly type: EventType
  readonly entityId: string
  readonly sequence: number
  readonly occurredAt: Date
  /** JSON text. */
  readonly identity: string
  readonly payload: string
}

export async function findToldEvent(db: Db, site: string, id: string): Promise<ToldEvent | undefined> {
  const [row] = await db.query<ToldEvent>(sql`
    select id, type, entity_id as "entityId", sequence, occurred_at as "occurredAt", identity, payload from webhook_event
    where site = ${site} and id = ${id}`)
  return row
}

export async function insertToldEvents(db: Db, site: string, told: readonly ToldEvent[]): Promise<void> {
  if (told.length === 0) return
  await db.query(sql`
    insert into webhook_event (site, id, type, entity_id, sequence, occurred_at, identity, payload)
    select ${site}::uuid, id, type, "entityId", sequence, "occurredAt", identity, payload
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as one (
      id uuid, type text, "entityId" text, sequence bigint, "occurredAt" timestamptz, identity text, payload text)
    on conflict (site, id) do nothing`)
}
