import { apiKey, createClient } from '@vitrine/client'
import { siteRedirects } from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

/** The writes of redirects, each of one that nobody else changes. */
export function urlRedirectWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { siteRedirects } })
  const newRedirect = () => ({ path: `/old/${newId()}`, target: '/products' })
  const add = async () => (await office.siteRedirects.createRedirect({ redirect: newRedirect() })).redirect
  return {
    'POST /vitrine/v1/url-redirects': async () => ({ params: {}, body: { redirect: newRedirect() } }),
    'PATCH /vitrine/v1/url-redirects/{redirect.id}': async () => ({
      params: { 'redirect.id': (await add()).id },
      body: { redirect: { target: '/cart' } },
    }),
    'DELETE /vitrine/v1/url-redirects/{id}': async () => ({ params: { id: (await add()).id }, body: {} }),
    'POST /vitrine/v1/url-redirects/import': async () => ({ params: {}, body: { redirects: [newRedirect()] } }),
    'POST /vitrine/v1/missing-paths/dismiss': async () => ({ params: {}, body: { path: '/nowhere' } }),
  }
}
