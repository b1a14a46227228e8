import type { Api } from './api.ts'

/**
 * Old addresses of the shop: for pages that find nothing at theirs.
 *
 * @example
 * const { target, permanent } = await client.urlRedirects.resolve({ path: '/shop/tassen' })
 */
export const urlRedirects = (api: Api) => ({
  resolve: api('GET /vitrine/v1/url-redirects/resolve'),
})
