import { available } from './configurations.ts'
import type { FakeEndpoint } from './model.ts'
import { of, type Params, textOf } from './params.ts'
import { known, Wrong } from './wrong.ts'

export const liveKey = 'sk_live_fake_9876543210'

/** The account that a key belongs to, and the endpoints that its events are sent to. */
export function fakeAccount(id: (kind: string) => string) {
  const endpoints = new Map<string, FakeEndpoint>()
  let chargesEnabled = true

  function open(params: Params, isLive: boolean): object {
    const url = textOf(params['url']) ?? ''
    if (isLive && !/^https?:\/\/(127\.0\.0\.1|localhost)[:/]|^https:/.test(url))
      throw new Wrong(400, { code: 'url_invalid', message: 'Invalid URL: URL must be publicly accessible.', param: 'url' })
    const endpoint = { id: id('we'), url, secret: `whsec_${id('made')}`, events: Object.values(of(params['enabled_events'])).map(String) }
    endpoints.set(endpoint.id, endpoint)
    return { id: endpoint.id, object: 'webhook_endpoint', url, secret: endpoint.secret, status: 'enabled' }
  }

  return {
    endpoints,
    takesCharges(does: boolean): void {
      chargesEnabled = does
    },
    /** Undefined where the call is about something else. */
    answer(call: string, named: string | undefined, params: Params, key: string): object | undefined {
      const isLive = key === liveKey
      if (call === 'GET account')
        return {
          id: isLive ? 'acct_live_000002' : 'acct_test_000001',
          object: 'account',
          business_profile: { name: isLive ? 'Morrow Studio' : null },
          charges_enabled: chargesEnabled,
          capabilities: {
            ...Object.fromEntries(available.map((method) => [`${method}_payments`, 'active'])),
            klarna_payments: 'inactive',
          },
          settings: { dashboard: { display_name: 'Morrow' } },
        }
      if (call === 'POST webhook_endpoints') return open(params, isLive)
      if (call === 'DELETE webhook_endpoints') {
        known(endpoints, named!, 'webhook endpoint')
        endpoints.delete(named!)
        return { id: named, object: 'webhook_endpoint', deleted: true }
      }
      return undefined
    },
  }
}
