import { type EventType, events, rightToReceive, type Webhook, type webhooks } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import { type App, rightsOfCaller, type User } from '../../kernel/http/caller.ts'
import type { HandlersAt, Scope } from '../../kernel/http/handlers.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import type { Outbound } from '../../kernel/outbound/outbound.ts'
import { refuse } from '../../kernel/refusal.ts'
import { countDeliveries, waitingTypes } from './delivery-store.ts'
import { addKey, findPublicKeys, type WebhookKey } from './keys.ts'
import { healthy } from './rules.ts'
import { showWebhook } from './show.ts'
import {
  countWebhooks,
  deleteWebhook,
  hasApp,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  lockWebhooksOf,
  mostWebhooks,
  type StoredWebhook,
  saveWebhook,
} from './webhook-store.ts'

export interface WebhookDeps {
  readonly outbound: Pick<Outbound, 'refusalOf'>
  readonly wrap: KeyWrap
}

/** The first type that a caller may not read; they have no webhook told of it. */
export function notTheirs(caller: User | App, types: readonly EventType[]) {
  const rights = rightsOfCaller(caller)
  const type = rights && types.find((one) => !rights.has(rightToReceive(one)))
  return type && refuse('SCOPE_NOT_YOURS', { scope: rightToReceive(type) })
}

export async function shown({ db, site, now }: Scope<'user'>, found: readonly StoredWebhook[]): Promise<Webhook[]> {
  const ids = found.map(({ id }) => id)
  const [keys, counts] = await Promise.all([findPublicKeys(db, site, now), countDeliveries(db, site, ids, now)])
  return found.map((webhook) =>
    showWebhook(
      webhook,
      keys.get(webhook.id) ?? [],
      counts.filter(({ webhookId }) => webhookId === webhook.id),
    ),
  )
}

const shownOne = async (scope: Scope<'user'>, webhook: StoredWebhook): Promise<Webhook> => (await shown(scope, [webhook]))[0]!

const secretOf = ({ secret, publicKey }: WebhookKey) => (publicKey === null ? { secret } : {})

/** The addresses that are told of events. What they are told is in `delivery-operations.ts`. */
export function webhookOperations({
  outbound,
  wrap,
}: WebhookDeps): Omit<
  HandlersAt<typeof webhooks, '/vitrine/v1/webhook'>,
  keyof HandlersAt<
    typeof webhooks,
    '/vitrine/v1/webhooks/{id}/test' | '/vitrine/v1/webhooks/{id}/deliveries' | '/vitrine/v1/webhooks/{id}/replay'
  >
> {
  const notCalled = (url: string) => {
    const reason = outbound.refusalOf(url)
    return reason && refuse('OUTBOUND_ADDRESS_NOT_ALLOWED', { url, reason })
  }
  return {
    async 'GET /vitrine/v1/webhooks'(_, scope) {
      return { webhooks: await shown(scope, await listWebhooks(scope.db, scope.site)) }
    },

    async 'GET /vitrine/v1/webhook-event-types'(_, { caller }) {
      const types = (Object.keys(events) as EventType[]).filter((type) => !notTheirs(caller, [type]))
      return { eventTypes: types.map((type) => ({ type, entity: events[type].entity })) }
    },

    async 'POST /vitrine/v1/webhooks'({ webhook: { name, url, events: asked, format, appId } }, scope) {
      const { db, site, now, caller } = scope
      const types = [...new Set(asked)]
      const refused = notCalled(url) ?? notTheirs(caller, types)
      if (refused) return refused
      if (appId && !(await hasApp(db, site, appId))) return refuse('APP_NOT_FOUND')
      await lockWebhooksOf(db, site)
      if ((await countWebhooks(db, site)) >= mostWebhooks) return refuse('TOO_MANY_WEBHOOKS', { limit: mostWebhooks })
      const webhook: StoredWebhook = {
        id: newId(),
        name,
        url,
        events: types,
        format,
        appId: appId ?? null,
        active: true,
        pausedBecause: null,
        ...healthy,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      }
      await insertWebhook(db, site, webhook)
      const key = await addKey(db, { site, webhookId: webhook.id, format, now, wrap })
      return { webhook: await shownOne(scope, webhook), ...secretOf(key) }
    },

    async 'PATCH /vitrine/v1/webhooks/{webhook.id}'({ webhook: { id, revision, active, ...asked } }, scope) {
      const { db, site, now, caller } = scope
      const found = await lockWebhook(db, site, id)
      if (!found) return refuse('WEBHOOK_NOT_FOUND')
      if (revision && revision !== String(found.revision)) return refuse('STALE_REVISION')
      const { name = found.name, url = found.url, events: types = found.events } = asked
      // Another address gets what waits for it, too.
      const going = url === found.url ? [] : await waitingTypes(db, site, id)
      const refused = notCalled(url) ?? notTheirs(caller, [...found.events, ...types, ...going])
      if (refused) return refused
      // Whoever resumes it, or gives it another address, has it tried at once.
      const anew = (active === true && !found.active) || url !== found.url ? healthy : {}
      const webhook: StoredWebhook = {
        ...found,
        ...anew,
        name,
        url,
        events: [...new Set(types)],
        active: active ?? found.active,
        pausedBecause: active === undefined ? found.pausedBecause : null,
        revision: found.revision + 1,
        updatedAt: now,
      }
      await saveWebhook(db, site, webhook)
      return { webhook: await shownOne(scope, webhook) }
    },

    async 'DELETE /vitrine/v1/webhooks/{id}'({ id }, { db, site }) {
      return (await deleteWebhook(db, site, id)) ? {} : refuse('WEBHOOK_NOT_FOUND')
    },

    async 'POST /vitrine/v1/webhooks/{id}/rotate-secret'({ id }, scope) {
      const { db, site, now, caller } = scope
      const found = await lockWebhook(db, site, id)
      if (!found) return refuse('WEBHOOK_NOT_FOUND')
      // Whoever knows the secret can tell its receiver anything.
      const refused = notTheirs(caller, found.events)
      if (refused) return refused
      const key = await addKey(db, { site, webhookId: id, format: found.format, now, wrap })
      return { webhook: await shownOne(scope, found), ...secretOf(key) }
    },
  }
}
