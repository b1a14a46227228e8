import type { WebhookAttempt } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import type { Outbound } from '../../kernel/outbound/outbound.ts'
import { deliveryColumns, findToldEvent, insertToldEvents, type StoredDelivery, type ToldEvent } from './delivery-store.ts'
import { findKeys } from './keys.ts'
import type { ReadEntityDeps } from './read-entity.ts'
import { requestOf } from './request.ts'
import { afterFailure, nextTry } from './rules.ts'
import { sendRequest } from './send.ts'
import { findInOutbox, wordsOf } from './told.ts'
import { ofLivingApp, type StoredWebhook, webhookColumns } from './webhook-store.ts'

export interface LaneDeps extends ReadEntityDeps {
  readonly database: Database
  /** The shop's. */
  readonly clock: Clock
  readonly real: Clock
  readonly outbound: Outbound
  readonly wrap: KeyWrap
}

/** Who may send to a webhook at this time. */
export interface Lane {
  readonly site: string
  readonly webhookId: string
  readonly lease: string
}

/** A process that dies, or a fault, leaves a webhook to others after so long; longer than an answer is waited for. */
const leaseMs = 30_000
/** After so long a lane is given back, so that others have their turn. */
const laneMs = 20_000
const mostAttempts = 30

/** That no other of its entity waits before it. */
const isFirst = sql`not exists (
  select from webhook_delivery as earlier where earlier.site = webhook_delivery.site and earlier.webhook_id = webhook_delivery.webhook_id
    and earlier.state = 'WAITING' and earlier.entity_id = webhook_delivery.entity_id and earlier.sequence < webhook_delivery.sequence)`

/**
 * Takes webhooks that something is due for, those first that were not sent to for the longest: each is sent to by one process at a time, so that its
 * events stay in their order.
 */
export async function takeLanes({ database, clock, real }: LaneDeps, most: number): Promise<readonly Lane[]> {
  const [now, at, lease] = [clock.now(), real.now(), newId()]
  return database.query<Lane>(sql`
    update webhook set lease = ${lease}, leased_until = ${new Date(at.getTime() + leaseMs)} from (
      select site, id from webhook where active and (leased_until is null or leased_until <= ${at})
        and (rests_until is null or rests_until <= ${now}) and ${ofLivingApp}
        and exists (select from webhook_delivery where webhook_delivery.site = webhook.site and webhook_delivery.webhook_id = webhook.id
          and webhook_delivery.state = 'WAITING' and (webhook_delivery.due_at <= ${now} or webhook.rests_until is not null) and ${isFirst})
      order by leased_until nulls first, site, id limit ${most} for update skip locked
    ) as due
    where webhook.site = due.site and webhook.id = due.id
    returning webhook.site, webhook.id as "webhookId", webhook.lease`)
}

/** Sends what is due, the oldest first, until nothing is, or the receiver does not take it, or others have to have their turn. */
export async function runLane(deps: LaneDeps, lane: Lane, goesOn: () => boolean): Promise<void> {
  const endsAt = performance.now() + laneMs
  while (goesOn() && performance.now() < endsAt) if (!(await sendNext(deps, lane))) break
  await deps.database.query(sql`
    update webhook set lease = null, leased_until = ${deps.real.now()}
    where site = ${lane.site} and id = ${lane.webhookId} and lease = ${lane.lease}`)
}

/** Whether another may follow. */
async function sendNext(deps: LaneDeps, lane: Lane): Promise<boolean> {
  const { database, clock, real } = deps
  const { site, webhookId } = lane
  const now = clock.now()
  const webhook = await keepLease(deps, lane)
  if (!webhook?.active || (webhook.restsUntil && webhook.restsUntil > now)) return false
  const delivery = await nextDelivery(database, site, webhook, now)
  if (!delivery) return false
  const event = await wordsFor(deps, site, delivery, now)
  if (!event) {
    await settle(database, site, delivery, 'FAILED', now)
    return true
  }
  const keys = await findKeys(database, site, webhookId, now, deps.wrap)
  const request = requestOf(webhook.format, site, event, keys, real.now())
  const { taken, ...attempt } = await sendRequest(deps.outbound, webhook.url, request, now)
  return database.transact((db) => note(db, lane, delivery, attempt, taken, clock.now()))
}

/** The webhook as it is now, unless another process has taken it over. */
async function keepLease({ database, real }: LaneDeps, { site, webhookId, lease }: Lane): Promise<StoredWebhook | undefined> {
  const [row] = await database.query<StoredWebhook>(sql`
    update webhook set leased_until = ${new Date(real.now().getTime() + leaseMs)}
    where site = ${site} and id = ${webhookId} and lease = ${lease} returning ${webhookColumns}`)
  return row
}

/** The oldest that is due and that no other of its entity comes before. After a rest the oldest of all is tried. */
async function nextDelivery(db: Db, site: string, webhook: StoredWebhook, now: Date): Promise<StoredDelivery | undefined> {
  const due = webhook.restsUntil ? sql`true` : sql`webhook_delivery.due_at <= ${now}`
  const [row] = await db.query<StoredDelivery>(sql`
    select ${deliveryColumns} from webhook_delivery
    where site = ${site} and webhook_id = ${webhook.id} and state = 'WAITING' and ${due} and ${isFirst}
    order by sequence limit 1`)
  return row
}

/** What is told: written down when it happened, or now where it is sent of a time when nobody listened. */
async function wordsFor(deps: LaneDeps, site: string, { id }: StoredDelivery, now: Date): Promise<ToldEvent | undefined> {
  const { database } = deps
  const told = await findToldEvent(database, site, id)
  if (told) return told
  const row = await findInOutbox(database, site, id)
  if (!row) return undefined
  const words = await wordsOf(deps, database, site, now, [row])
  await insertToldEvents(database, site, words)
  return words[0]
}

const settle = (db: Db, site: string, { id, webhookId }: StoredDelivery, state: 'DELIVERED' | 'FAILED', now: Date) =>
  db.query(sql`
    update webhook_delivery set state = ${state}, settled_at = ${now} where site = ${site} and id = ${id} and webhook_id = ${webhookId}`)

/** Writes down what came of a request, and what it means for the webhook; whether the next may follow. */
async function note(
  db: Db,
  { site, webhookId }: Lane,
  delivery: StoredDelivery,
  attempt: WebhookAttempt,
  taken: boolean,
  now: Date,
): Promise<boolean> {
  const [webhook] = await db.query<StoredWebhook>(
    sql`select ${webhookColumns} from webhook where site = ${site} and id = ${webhookId} for update`,
  )
  if (!webhook) return false
  const tries = delivery.tries + 1
  const state = taken ? 'DELIVERED' : delivery.expiresAt <= now ? 'FAILED' : 'WAITING'
  await db.query(sql`
    update webhook_delivery set state = ${state}, tries = ${tries}, due_at = ${taken ? delivery.dueAt : nextTry(tries, now)},
      settled_at = ${state === 'WAITING' ? null : now}, attempts = ${JSON.stringify([...delivery.attempts, attempt].slice(-mostAttempts))}::jsonb
    where site = ${site} and id = ${delivery.id} and webhook_id = ${webhookId}`)
  if (taken && webhook.failures === 0) return true
  if (taken) {
    await db.query(sql`
      update webhook set failures = 0, failing_since = null, rests_until = null where site = ${site} and id = ${webhookId}`)
    // It is back: all that waited for another try is due.
    if (webhook.restsUntil)
      await db.query(sql`
        update webhook_delivery set due_at = ${now} where site = ${site} and webhook_id = ${webhookId} and state = 'WAITING' and due_at > ${now}`)
    return true
  }
  const { failures, failingSince, restsUntil, stops } = afterFailure(webhook, now)
  await db.query(sql`
    update webhook set failures = ${failures}, failing_since = ${failingSince}, rests_until = ${restsUntil},
      active = ${!stops}, paused_because = ${stops ? 'FAILING' : null}, revision = revision + ${stops ? 1 : 0}
    where site = ${site} and id = ${webhookId}`)
  return !stops && restsUntil === null
}
