import type { Webhook, WebhookDelivery, WebhookState } from '@vitrine/contract'
import type { Counted, StoredDelivery } from './delivery-store.ts'
import type { WebhookKey } from './keys.ts'
import type { StoredWebhook } from './webhook-store.ts'

const hours = 24

function stateOf({ active, pausedBecause, restsUntil, failures }: StoredWebhook): WebhookState {
  if (!active) return pausedBecause === 'FAILING' ? 'STOPPED' : 'PAUSED'
  return restsUntil !== null && failures > 0 ? 'FAILING' : 'ACTIVE'
}

/** @param keys those that are good, the oldest first; @param counts of this webhook */
export function showWebhook(webhook: StoredWebhook, keys: readonly Omit<WebhookKey, 'secret'>[], counts: readonly Counted[]): Webhook {
  const { id, name, url, events, format, appId, failingSince, restsUntil, revision, createdAt, updatedAt } = webhook
  const state = stateOf(webhook)
  const [now, next] = keys
  const countOf = (of: Counted['state'], hour: number) => counts.find((one) => one.state === of && one.hour === hour)?.count ?? 0
  return {
    id,
    name,
    url,
    events: [...events],
    format,
    ...(appId !== null && { appId }),
    state,
    ...(now?.publicKey && { publicKey: now.publicKey }),
    ...(next?.publicKey && { nextPublicKey: next.publicKey }),
    ...(next && now?.endsAt && { nextKeyDate: now.endsAt.toISOString() }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(state === 'FAILING' && { restsUntil: restsUntil!.toISOString() }),
    waiting: countOf('WAITING', 0),
    lastDay: Array.from({ length: hours }, (_, i) => {
      const hour = hours - 1 - i
      return { delivered: countOf('DELIVERED', hour), failed: countOf('FAILED', hour) }
    }),
    revision: String(revision),
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
  }
}

/** A list has no answers: they may repeat what was told, and they are long. */
export const withoutAnswers = (delivery: WebhookDelivery): WebhookDelivery => ({
  ...delivery,
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, answer: undefined })),
})

export const showDelivery = (delivery: StoredDelivery): WebhookDelivery => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  eventType: delivery.type,
  entityId: delivery.entityId,
  entityEventSequence: String(delivery.sequence),
  state: delivery.state,
  createdDate: delivery.createdAt.toISOString(),
  ...(delivery.state === 'WAITING' && { dueDate: delivery.dueAt.toISOString() }),
  ...(delivery.settledAt && { settledDate: delivery.settledAt.toISOString() }),
  attempts: [...delivery.attempts],
})
