import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

/** The writes of those who let apps and programs in, each with what it needs made before it. */
export function developerWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const newApp = async () =>
    (await office.developers.createApp({ app: { name: 'An app', redirectUris: ['https://app.example/back'] } })).app
  // Paused, so that nothing is sent anywhere.
  const newHook = { name: 'A webhook', url: 'https://receiver.example/in', events: ['wix.ecom.v1.order_approved' as const] }
  const hook = async () => {
    const { webhook } = await office.webhooks.createWebhook({ webhook: newHook })
    return (await office.webhooks.updateWebhook({ webhook: { id: webhook.id, active: false } })).webhook
  }
  /** A request in the log. */
  const logged = async () => {
    await office.requestLog.updateRequestLogSettings({ settings: { enabled: true } })
    await office.developers.listApps({})
    await shop.platform.jobs.settle()
    const { requests } = await office.requestLog.listLoggedRequests({ path: '/vitrine/v1/apps', method: 'GET' })
    return requests[0]!
  }
  return {
    'POST /vitrine/v1/request-log/{id}/replay': async () => ({ params: { id: (await logged()).id }, body: {} }),
    'PATCH /vitrine/v1/request-log/settings': async () => ({ params: {}, body: { settings: { enabled: false } } }),
    'POST /vitrine/v1/apps': async () => ({ params: {}, body: { app: { name: 'An app' } } }),
    'PATCH /vitrine/v1/apps/{app.id}': async () => {
      const { id, revision } = await newApp()
      return { params: { 'app.id': id }, body: { app: { id, revision, name: 'Renamed' } } }
    },
    'DELETE /vitrine/v1/apps/{id}': async () => ({ params: { id: (await newApp()).id }, body: {} }),
    'POST /vitrine/v1/apps/{id}/secret': async () => ({ params: { id: (await newApp()).id }, body: { scopes: ['orders.read'] } }),
    'POST /vitrine/v1/api-keys': async () => ({ params: {}, body: { apiKey: { name: 'A key', scopes: ['orders.read'] } } }),
    'PATCH /vitrine/v1/api-keys/{apiKey.id}': async () => {
      const { apiKey: made } = await office.developers.createApiKey({ apiKey: { name: 'A key' } })
      const expiresDate = new Date(shop.clock.now().getTime() + 24 * 3_600_000).toISOString()
      return { params: { 'apiKey.id': made.id }, body: { apiKey: { id: made.id, expiresDate } } }
    },
    'DELETE /vitrine/v1/api-keys/{id}': async () => {
      const { apiKey: made } = await office.developers.createApiKey({ apiKey: { name: 'A key' } })
      return { params: { id: made.id }, body: {} }
    },
    'POST /vitrine/v1/webhooks': async () => ({ params: {}, body: { webhook: newHook } }),
    'PATCH /vitrine/v1/webhooks/{webhook.id}': async () => {
      const { id } = await hook()
      return { params: { 'webhook.id': id }, body: { webhook: { id, name: 'Renamed' } } }
    },
    'DELETE /vitrine/v1/webhooks/{id}': async () => ({ params: { id: (await hook()).id }, body: {} }),
    'POST /vitrine/v1/webhooks/{id}/rotate-secret': async () => ({ params: { id: (await hook()).id }, body: {} }),
    'POST /vitrine/v1/webhooks/{id}/test': async () => ({ params: { id: (await hook()).id }, body: {} }),
    'POST /vitrine/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': async () => {
      const { id } = await hook()
      const { delivery } = await office.webhooks.testWebhook({ id })
      return { params: { id, deliveryId: delivery.id }, body: {} }
    },
    'POST /vitrine/v1/webhooks/{id}/replay': async () => {
      const at = shop.clock.now().toISOString()
      return { params: { id: (await hook()).id }, body: { from: at, to: at } }
    },
    'POST /vitrine/v1/signing-keys/rotate': async () => ({ params: {}, body: {} }),
  }
}
