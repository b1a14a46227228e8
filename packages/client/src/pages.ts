import type { Api } from './api.ts'

/**
 * The pages of the shop that shoppers read: imprint, privacy, terms and the like. `shop.getShop()` lists them.
 *
 * @example
 * const { page } = await client.pages.getPublishedPage({ slug: 'privacy' })
 */
export const pages = (api: Api) => ({
  getPublishedPage: api('GET /vitrine/v1/published-pages/{slug}'),
  getPagePreview: api('GET /vitrine/v1/page-previews/{token}'),
})
