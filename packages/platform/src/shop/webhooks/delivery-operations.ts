import { type EventType, events, type webhooks } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import {
  findDelivery,
  findToldEvent,
  insertDeliveries,
  insertToldEvents,
  listDeliveries,
  type StoredDelivery,
  sendAgain,
  type ToldEvent,
} from './delivery-store.ts'
import { envelopeOf, type OutboxEvent } from './envelope.ts'
import { notTheirs } from './operations.ts'
import { dataOf, type ReadEntityDeps } from './read-entity.ts'
import { bodyOf, headersOf } from './request.ts'
import { expiryOf } from './rules.ts'
import { showDelivery, withoutAnswers } from './show.ts'
import { findLatest } from './told.ts'
import { findWebhook, lockWebhook, type StoredWebhook } from './webhook-store.ts'

type Lines = Extract<keyof typeof webhooks, `${string}/test` | `${string}/deliveries${string}` | `${string}/replay`>

const mostReplayed = 10_000

/** A delivery that begins goes out at once, also while its webhook rests. */
const wake = (db: Db, site: string, { id }: StoredWebhook) =>
  db.query(sql`update webhook set rests_until = null where site = ${site} and id = ${id}`)

/** What webhooks were told, and what they are told again. */
export function webhookDeliveryOperations(reads: ReadEntityDeps): Handlers<Pick<typeof webhooks, Lines>> {
  return {
    async 'POST /vitrine/v1/webhooks/{id}/test'({ id, eventType }, scope) {
      const { db, site, now, caller } = scope
      const webhook = await lockWebhook(db, site, id)
      if (!webhook) return refuse('WEBHOOK_NOT_FOUND')
      const type = eventType ?? webhook.events[0]!
      const refused = notTheirs(caller, [type])
      if (refused) return refused
      const told = await testEvent(reads, scope, type)
      await insertToldEvents(db, site, [told])
      const { sequence, entityId } = told
      await insertDeliveries(db, site, [
        { id: told.id, webhookId: id, type, entityId, sequence, dueAt: now, expiresAt: expiryOf(now), createdAt: now },
      ])
      await wake(db, site, webhook)
      return { delivery: showDelivery((await findDelivery(db, site, id, told.id))!) }
    },

    async 'GET /vitrine/v1/webhooks/{id}/deliveries'({ id, state, search, limit, cursor }, { db, site }) {
      if (!(await findWebhook(db, site, id))) return refuse('WEBHOOK_NOT_FOUND')
      const found = await listDeliveries(db, site, id, {
        state: state ?? undefined,
        search: search?.trim() || undefined,
        limit: limit + 1,
        before: cursor ?? undefined,
      })
      const page = found.slice(0, limit)
      return {
        deliveries: page.map((one) => withoutAnswers(showDelivery(one))),
        ...(found.length > limit && { nextCursor: page.at(-1)!.id }),
      }
    },

    async 'GET /vitrine/v1/webhooks/{id}/deliveries/{deliveryId}'({ id, deliveryId }, { db, site, caller }) {
      const webhook = await findWebhook(db, site, id)
      if (!webhook) return refuse('WEBHOOK_NOT_FOUND')
      const found = await findDelivery(db, site, id, deliveryId)
      if (!found) return refuse('WEBHOOK_DELIVERY_NOT_FOUND')
      const refused = notTheirs(caller, [found.type])
      if (refused) return refused
      const told = await findToldEvent(db, site, deliveryId)
      return { delivery: showDelivery(found), ...(told && { request: requestShown(webhook, site, told, found) }) }
    },

    async 'POST /vitrine/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver'({ id, deliveryId }, { db, site, now, caller }) {
      const webhook = await lockWebhook(db, site, id)
      if (!webhook) return refuse('WEBHOOK_NOT_FOUND')
      const found = await findDelivery(db, site, id, deliveryId)
      if (!found) return refuse('WEBHOOK_DELIVERY_NOT_FOUND')
      const refused = notTheirs(caller, [found.type])
      if (refused) return refused
      await sendAgain(db, site, id, [deliveryId], now)
      await wake(db, site, webhook)
      return { delivery: showDelivery((await findDelivery(db, site, id, deliveryId))!) }
    },

    async 'POST /vitrine/v1/webhooks/{id}/replay'({ id, from, to }, { db, site, now }) {
      const webhook = await lockWebhook(db, site, id)
      if (!webhook) return refuse('WEBHOOK_NOT_FOUND')
      const found = await db.query<Pick<StoredDelivery, 'id' | 'type' | 'entityId' | 'sequence'>>(sql`
        select id, type, entity_id as "entityId", sequence from outbox
        where site = ${site} and occurred_at >= ${new Date(from)} and occurred_at < ${new Date(to)} and type = any(${webhook.events})
          and not for_webhooks
        order by sequence limit ${mostReplayed + 1}`)
      const some = found.slice(0, mostReplayed)
      await sendAgain(
        db,
        site,
        id,
        some.map((one) => one.id),
        now,
      )
      await insertDeliveries(
        db,
        site,
        some.map((one) => ({ ...one, webhookId: id, dueAt: now, expiresAt: expiryOf(now), createdAt: now })),
      )
      await wake(db, site, webhook)
      return { count: some.length, more: found.length > mostReplayed }
    },
  }
}

/** The latest event of a type as a new one that nothing caused. */
async function testEvent(reads: ReadEntityDeps, scope: Scope<'user'>, type: EventType): Promise<ToldEvent> {
  const { db, site, now } = scope
  const latest = await findLatest(db, site, type)
  const event: OutboxEvent = {
    id: newId(),
    type,
    entityId: latest?.entityId ?? newId(),
    occurredAt: now,
    sequence: latest?.sequence ?? 1,
    payload: latest?.payload ?? {},
    by: 'TEST',
  }
  const { id, entityId, sequence, occurredAt } = event
  const data = latest || events[type].kind !== 'plain' ? await dataOf(reads, scope, event) : {}
  return {
    id,
    type,
    entityId,
    sequence,
    occurredAt,
    identity: JSON.stringify({ identityType: 'UNKNOWN' }),
    payload: envelopeOf(event, data),
  }
}

/** As it was sent last, or will be: without its signature. */
function requestShown(webhook: StoredWebhook, site: string, told: ToldEvent, { attempts, dueAt }: StoredDelivery) {
  const at = attempts.at(-1)?.date
  return { headers: { ...headersOf(webhook.format, told, at ? new Date(at) : dueAt) }, body: bodyOf(webhook.format, site, told) }
}
