import { apiKey, createClient } from '@vitrine/client'
import { look, sitePages } from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

/** The writes of pages, each of one that nobody else changes. */
export function pageWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { look, sitePages } })
  const content = [{ kind: 'PARAGRAPH' as const, text: [{ text: 'We throw cups.' }] }]
  const newPage = () => ({ kind: 'OTHER' as const, slug: `written-${newId()}`, title: 'Written', content })
  const add = async () => (await office.sitePages.createPage({ page: newPage() })).page
  const published = async () => (await office.sitePages.publishPage({ id: (await add()).id })).page
  const looked = async () => {
    await office.look.updateLook({ look: { notice: `Written ${newId()}` } })
    return (await office.look.listLookVersions({})).versions[0]!
  }
  return {
    'PATCH /vitrine/v1/look': async () => ({ params: {}, body: { look: { notice: `Written ${newId()}` } } }),
    'POST /vitrine/v1/look-previews': async () => ({ params: {}, body: { look: { corners: 'SHARP' } }, told: false }),
    'POST /vitrine/v1/look/versions/{version}/restore': async () => ({
      params: { version: String((await looked()).version) },
      body: {},
    }),
    'PATCH /vitrine/v1/navigation': async () => ({ params: {}, body: { navigation: { words: 'Made here.' } } }),
    'POST /vitrine/v1/pages': async () => ({ params: {}, body: { page: newPage() } }),
    'POST /vitrine/v1/pages/from-templates': async () => ({ params: {}, body: { region: 'EU', kinds: ['IMPRINT'] } }),
    'PATCH /vitrine/v1/pages/{page.id}': async () => ({ params: { 'page.id': (await add()).id }, body: { page: { title: 'Changed' } } }),
    'DELETE /vitrine/v1/pages/{id}': async () => ({ params: { id: (await add()).id }, body: {} }),
    'POST /vitrine/v1/pages/{id}/publish': async () => ({ params: { id: (await add()).id }, body: {} }),
    'POST /vitrine/v1/pages/{id}/unpublish': async () => ({ params: { id: (await published()).id }, body: {} }),
    'POST /vitrine/v1/pages/{id}/versions/{version}/restore': async () => ({
      params: { id: (await published()).id, version: '1' },
      body: {},
    }),
    'POST /vitrine/v1/pages/{id}/preview': async () => ({ params: { id: (await add()).id }, body: {} }),
  }
}
