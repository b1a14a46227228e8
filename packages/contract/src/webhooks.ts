import * as z from 'zod'
import { type EventType, events } from './events.ts'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, Url, whole } from './primitives.ts'
import { Revision, revised } from './revised.ts'
import type { Right } from './rights.ts'

/**
 * The format of a request. `JWT`: a text signed with RS256, which the published client's `webhooks.process` takes; its claim `data` is JSON
 * text of `{ eventType, instanceId, identity, accountInfo, data }`, in which `identity` and `data` are JSON text again. `STANDARD`: JSON
 * `{ type, timestamp, instanceId, identity, data }`, signed as in Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`
 * with `v1`). Both carry `webhook-id`: the id of the event, the same however often it is sent.
 */
export const WebhookFormat = z.enum(['JWT', 'STANDARD'])
export type WebhookFormat = z.infer<typeof WebhookFormat>

/**
 * `FAILING`: it pauses for a while after answers other than 2xx. `STOPPED`: it failed for three days, and waits for somebody to resume it.
 */
export const WebhookState = z.enum(['ACTIVE', 'PAUSED', 'FAILING', 'STOPPED'])
export type WebhookState = z.infer<typeof WebhookState>

/** All event types, with their names on the wire. */
export const WebhookEventType = z.enum(Object.keys(events) as [EventType, ...EventType[]])

/** An address that receives events. */
export const Webhook = z.object({
  id: Guid,
  name: z.string(),
  url: z.string(),
  /** The types of events that it receives. */
  events: z.array(WebhookEventType),
  format: WebhookFormat,
  /** The app that it belongs to; absent for one of the shop's own. */
  appId: Guid.optional(),
  state: WebhookState,
  /** Of `JWT`: the key, in PEM, that verifies what is sent now. */
  publicKey: z.string().optional(),
  /** While another key is about to replace it: that one, and from when. Of `STANDARD`, which signs with both until then, only the date. */
  nextPublicKey: z.string().optional(),
  nextKeyDate: Instant.optional(),
  failingSince: Instant.optional(),
  /** When it is tried again, while it is `FAILING`. */
  restsUntil: Instant.optional(),
  /** Deliveries that wait to be sent. */
  waiting: z.int(),
  /** Outcomes of the last 24 hours: by the hour, oldest first. */
  lastDay: z.array(z.object({ delivered: z.int(), failed: z.int() })),
  ...revised,
})
export interface Webhook extends z.infer<typeof Webhook> {}

export const WebhookDeliveryState = z.enum(['WAITING', 'DELIVERED', 'FAILED'])
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>

/** One request, and what came back. */
export const WebhookAttempt = z.object({
  date: Instant,
  /** The status of the answer; absent where none came. */
  status: z.int().optional(),
  /** Why none came, or why it was not accepted: `TIMEOUT`, `UNREACHABLE`, `REDIRECT`, `TOO_LARGE`, `OUTBOUND_ADDRESS_NOT_ALLOWED`. */
  code: z.string().optional(),
  tookMs: z.int(),
  url: z.string(),
  /** The beginning of its body; only where one delivery is read. */
  answer: z.string().optional(),
})
export interface WebhookAttempt extends z.infer<typeof WebhookAttempt> {}

/** The delivery of an event to a webhook. */
export const WebhookDelivery = z.object({
  /** The id of the event. */
  id: Guid,
  webhookId: Guid,
  eventType: WebhookEventType,
  entityId: z.string(),
  entityEventSequence: z.string(),
  state: WebhookDeliveryState,
  createdDate: Instant,
  /** When it is sent, or sent again, while it waits. */
  dueDate: Instant.optional(),
  settledDate: Instant.optional(),
  /** Oldest first; of more than thirty the newest. */
  attempts: z.array(WebhookAttempt),
})
export interface WebhookDelivery extends z.infer<typeof WebhookDelivery> {}

/** The right required for a webhook to receive events of an entity. */
const readWith: Readonly<Record<string, Right>> = {
  'wix.ecom.v1.cart': 'orders.read',
  'wix.ecom.v1.checkout': 'orders.read',
  'wix.ecom.v1.abandoned_checkout': 'orders.read',
  'wix.ecom.v1.order': 'orders.read',
  'wix.ecom.v1.fulfillments': 'orders.read',
  'wix.ecom.v1.order_transactions': 'payments.read',
  'wix.ecom.subscription_contracts.v1.subscription_contract': 'payments.read',
  'wix.ecom.v1.back_in_stock_notification_request': 'orders.read',
  'wix.gift_cards.v1.gift_card': 'giftCards.read',
  'wix.stores.catalog.v1.product': 'products.read',
  'wix.stores.catalog.v1.collection': 'products.read',
  'wix.stores.v2.inventory': 'products.read',
  'wix.members.v1.member': 'members.read',
  'wix.reviews.v1.review': 'reviews.read',
  'wix.media.site_media.v1.file_descriptor': 'products.read',
  'wix.iam.signon.v1.sign_on_policy': 'settings.read',
  'wix.headless.v1.redirect_session': 'orders.read',
}

/**
 * The right required for a webhook to receive an event, and to see what it received.
 *
 * @example
 * rightToReceive('wix.members.v1.member_created') // 'members.read'
 */
export const rightToReceive = (type: EventType): Right => readWith[events[type].entity]!

const Events = z.array(WebhookEventType).min(1).max(Object.keys(events).length)
const Name = text(80, 1)
const OfWebhook = z.object({ id: Guid })
const OfDelivery = z.object({ id: Guid, deliveryId: Guid })
const WebhookAnswer = z.object({ webhook: Webhook })
const DeliveryAnswer = z.object({ delivery: WebhookDelivery })
/** The secret of a `STANDARD` webhook (`whsec_…`), returned only in this answer. */
const WithSecret = WebhookAnswer.extend({ secret: z.string().optional() })

/**
 * Events are delivered at least once: what is not answered with 2xx within ten seconds is sent again after 1, 5, 15 and 60 minutes and so
 * on, for three days of the shop's clock. Those of one entity are sent in their order, which `entityEventSequence` gives.
 */
export const webhooks = operations({
  /** Newest first. */
  'GET /vitrine/v1/webhooks': operation({
    as: 'user',
    summary: 'List the webhooks',
    input: z.object({}),
    ok: z.object({ webhooks: z.array(Webhook) }),
    errors: [],
  }),

  /** The types that a webhook of the caller may receive. */
  'GET /vitrine/v1/webhook-event-types': operation({
    as: 'user',
    summary: 'List the types of events',
    input: z.object({}),
    ok: z.object({ eventTypes: z.array(z.object({ type: WebhookEventType, entity: z.string() })) }),
    errors: [],
  }),

  /**
   * It receives events from now on. Nobody can have it receive what they may not read themselves.
   *
   * `{ webhook: { name: 'Warehouse', url: 'https://warehouse.example/in', events: ['wix.ecom.v1.order_approved'], format: 'STANDARD' } }`
   */
  'POST /vitrine/v1/webhooks': operation({
    as: 'user',
    summary: 'Have an address told of events',
    input: z.object({
      webhook: z.object({ name: Name, url: Url, events: Events, format: WebhookFormat.default('STANDARD'), appId: Guid.nullish() }),
    }),
    ok: WithSecret,
    errors: ['OUTBOUND_ADDRESS_NOT_ALLOWED', 'SCOPE_NOT_YOURS', 'APP_NOT_FOUND', 'TOO_MANY_WEBHOOKS'],
    confidential: true,
  }),

  /** Absent fields stay unchanged. `active: false` pauses it: what happens meanwhile waits, for 30 days; `active: true` sends it. */
  'PATCH /vitrine/v1/webhooks/{webhook.id}': operation({
    as: 'user',
    summary: 'Change a webhook, pause or resume it',
    input: z.object({
      webhook: z.object({
        id: Guid,
        revision: Revision.nullish(),
        name: Name.optional(),
        url: Url.optional(),
        events: Events.optional(),
        active: z.boolean().optional(),
      }),
    }),
    ok: WebhookAnswer,
    errors: ['WEBHOOK_NOT_FOUND', 'STALE_REVISION', 'OUTBOUND_ADDRESS_NOT_ALLOWED', 'SCOPE_NOT_YOURS'],
  }),

  /** What waits for it is no longer sent. */
  'DELETE /vitrine/v1/webhooks/{id}': operation({
    as: 'user',
    summary: 'Delete a webhook',
    input: OfWebhook,
    ok: z.object({}),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),

  /**
   * A new secret or key. For a day the previous one is valid beside it: `STANDARD` signs with both, `JWT` with the previous one, and with
   * the new one from then on.
   */
  'POST /vitrine/v1/webhooks/{id}/rotate-secret': operation({
    as: 'user',
    summary: 'Change what a webhook is signed with',
    input: OfWebhook,
    ok: WithSecret,
    errors: ['WEBHOOK_NOT_FOUND', 'SCOPE_NOT_YOURS'],
    confidential: true,
  }),

  /** Sends it the latest event of that type, or an empty one if there was none, under a new id and with `originatedFrom: 'TEST'`. */
  'POST /vitrine/v1/webhooks/{id}/test': operation({
    as: 'user',
    summary: 'Tell a webhook of a test event',
    input: OfWebhook.extend({ eventType: WebhookEventType.nullish() }),
    ok: DeliveryAnswer,
    errors: ['WEBHOOK_NOT_FOUND', 'SCOPE_NOT_YOURS'],
  }),

  /** Newest first. `search` is the beginning of an event's id, of an entity's, or of a type's last part. */
  'GET /vitrine/v1/webhooks/{id}/deliveries': operation({
    as: 'user',
    summary: 'List what a webhook was told',
    input: OfWebhook.extend({
      state: WebhookDeliveryState.nullish(),
      search: text(100).nullish(),
      limit: whole(1, 100).default(50),
      /** `nextCursor` of the page before. */
      cursor: Guid.nullish(),
    }),
    ok: z.object({ deliveries: z.array(WebhookDelivery), nextCursor: Guid.optional() }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),

  /** `request` is what is sent, without its signature; of `JWT` the body is the claim `data`. Absent where its subject was erased. */
  'GET /vitrine/v1/webhooks/{id}/deliveries/{deliveryId}': operation({
    as: 'user',
    summary: 'Read what a webhook was told, and what it answered',
    input: OfDelivery,
    ok: DeliveryAnswer.extend({ request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).optional() }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND', 'SCOPE_NOT_YOURS'],
  }),

  /** Sends it again under the same id, whatever its outcome before. */
  'POST /vitrine/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': operation({
    as: 'user',
    summary: 'Redeliver an event to a webhook',
    input: OfDelivery,
    ok: DeliveryAnswer,
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND', 'SCOPE_NOT_YOURS'],
  }),

  /**
   * Sends everything that happened from one instant of the shop's clock until another, also what happened before the webhook existed:
   * 10,000 events at most, oldest first; `more` says that there are more. Events are stored for two months.
   */
  'POST /vitrine/v1/webhooks/{id}/replay': operation({
    as: 'user',
    summary: 'Replay to a webhook what happened in a time',
    input: OfWebhook.extend({ from: Instant.max(40), to: Instant.max(40) }),
    ok: z.object({ count: z.int(), more: z.boolean() }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
})
