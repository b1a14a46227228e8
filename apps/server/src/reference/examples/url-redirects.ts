import type { Examples } from './type.ts'
import { id } from './values.ts'

export const urlRedirectsExamples = {
  'GET /vitrine/v1/url-redirects': { search: 'tassen', view: 'IN_STEPS' },
  'POST /vitrine/v1/url-redirects': { redirect: { path: '/shop/tassen', target: '/collections/cups' } },
  'PATCH /vitrine/v1/url-redirects/{redirect.id}': { redirect: { id, revision: '1', target: '/products/morning-mug' } },
  'DELETE /vitrine/v1/url-redirects/{id}': { id },
  'POST /vitrine/v1/url-redirects/import': {
    redirects: [
      { path: '/en/*', target: '/*' },
      { path: '/summer', target: '/collections/tableware', permanent: false },
    ],
  },
  'GET /vitrine/v1/missing-paths': { limit: 20 },
  'POST /vitrine/v1/missing-paths/dismiss': { path: '/wp-login.php' },
  'GET /vitrine/v1/url-redirects/resolve': { path: '/shop/tassen' },
} satisfies Partial<Examples>
