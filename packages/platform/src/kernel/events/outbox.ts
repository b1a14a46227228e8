import type { EventType } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import { mostListed } from '../db/rows.ts'
import { type Db, join, type Sql, sql } from '../db/sql.ts'
import { type Cause, currentCause } from './cause.ts'

/** Something that happened, in the wire's words; it is sent after the transaction that made it true. */
export interface Happening {
  readonly type: EventType
  readonly entityId: string
  readonly payload: object
}

/**
 * The events that work follows from: no job can be asked for by any other. An event that is not among them is told when it is written, because
 * nobody has to look at it again.
 */
const followed = [
  'com.wix.ecommerce.catalog.api.v1.CollectionChanged',
  'com.wix.ecommerce.inventory.api.v1.InventoryVariantsChanged',
  'wix.ecom.subscription_contracts.v1.subscription_contract_updated',
  'wix.ecom.v1.abandoned_checkout_created',
  'wix.ecom.v1.fulfillments_updated',
  'wix.ecom.v1.order_approved',
  'wix.ecom.v1.order_canceled',
  'wix.ecom.v1.order_payment_status_updated',
  'wix.ecom.v1.order_transactions_refund_completed',
  'wix.ecom.v1.order_transactions_updated',
  'wix.ecom.v1.order_updated',
  'wix.gift_cards.v1.gift_card_created',
  'wix.gift_cards.v1.gift_card_updated',
  'wix.media.site_media.v1.file_descriptor_updated',
  'wix.members.v1.member_updated',
] as const satisfies readonly EventType[]

export type FollowedEvent = (typeof followed)[number]

const isFollowed: ReadonlySet<EventType> = new Set(followed)

interface Row {
  readonly site: string
  readonly id: string
  readonly type: EventType
  readonly entity_id: string
  readonly payload: object
  readonly occurred_at: Date
  readonly relayed_at: Date | null
  readonly cause: Cause | null
}

/** What has happened in transactions that are still open. */
const untold = new WeakMap<Db, Row[]>()

/** Writes what happened beside what changed, in the same transaction; all of it at once, at its end. */
export async function append(db: Db, site: string, now: Date, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return
  const cause = currentCause() ?? null
  const rows = happenings.map(
    ({ type, entityId, payload }): Row => ({
      site,
      id: newId(),
      type,
      entity_id: entityId,
      payload,
      occurred_at: now,
      relayed_at: isFollowed.has(type) ? null : now,
      cause,
    }),
  )
  const before = untold.get(db)
  if (before) before.push(...rows)
  else if (db.beforeCommit) {
    untold.set(db, rows)
    db.beforeCommit(() => insertion(rows))
  } else await db.query(insertion(rows))
}

/**
 * The number of an event among those of its entity is the instant at which the database writes it, in microseconds: a transaction that changes a row
 * has waited for the one before it, so its events come later. What a webhook wants is marked, so that deliveries are created for it.
 */
function insertion(rows: readonly Row[]): Sql {
  const placed = withPlaces(rows)
  return sql`
    insert into outbox (site, id, type, entity_id, payload, occurred_at, relayed_at, cause, sequence, for_webhooks)
    select site, id, type, entity_id, payload, occurred_at, relayed_at, cause, (extract(epoch from clock_timestamp()) * 1000000)::bigint + place,
      exists (select from webhook where webhook.site = happened.site and happened.type = any(webhook.events))
    from (${placed.length > mostListed ? outOfText(placed) : listed(placed)})
      as happened (site, id, type, entity_id, payload, occurred_at, relayed_at, cause, place)`
}

interface PlacedRow extends Row {
  /** Which of the events of its entity it is, of those that are written together. */
  readonly place: number
}

function withPlaces(rows: readonly Row[]): readonly PlacedRow[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const place = counts.get(row.entity_id) ?? 0
    counts.set(row.entity_id, place + 1)
    return { ...row, place }
  })
}

const listed = (rows: readonly PlacedRow[]): Sql =>
  sql`values ${join(
    rows.map(
      (
        r,
      ) => sql`(${r.site}::uuid, ${r.id}::uuid, ${r.type}, ${r.entity_id}, ${JSON.stringify(r.payload)}::jsonb, ${r.occurred_at}::timestamptz,
        ${r.relayed_at}::timestamptz, ${r.cause && JSON.stringify(r.cause)}::jsonb, ${r.place}::int)`,
    ),
    ', ',
  )}`

const outOfText = (rows: readonly PlacedRow[]): Sql => sql`
  select site, id, type, entity_id, payload, occurred_at, relayed_at, cause, place
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
    site uuid, id uuid, type text, entity_id text, payload jsonb, occurred_at timestamptz, relayed_at timestamptz, cause jsonb, place int)`
