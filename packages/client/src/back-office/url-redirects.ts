import type { Api } from '../api.ts'

/**
 * Where old addresses of the shop lead, and which lead nowhere.
 *
 * @example
 * await client.siteRedirects.createRedirect({ redirect: { path: '/shop/tassen', target: '/collections/cups' } })
 */
export const siteRedirects = (api: Api) => ({
  listRedirects: api('GET /vitrine/v1/url-redirects'),
  createRedirect: api('POST /vitrine/v1/url-redirects'),
  updateRedirect: api('PATCH /vitrine/v1/url-redirects/{redirect.id}'),
  deleteRedirect: api('DELETE /vitrine/v1/url-redirects/{id}'),
  importRedirects: api('POST /vitrine/v1/url-redirects/import'),
  listMissingPaths: api('GET /vitrine/v1/missing-paths'),
  dismissMissingPath: api('POST /vitrine/v1/missing-paths/dismiss'),
})
