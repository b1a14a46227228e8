import type { Api } from '../api.ts'

/**
 * The menu of the shop's pages, and their footer.
 *
 * @example
 * await client.navigation.updateNavigation({
 *   navigation: { menu: [{ label: 'Cups', href: '/collections/cups', links: [{ label: 'Large', href: '/collections/large-cups' }] }] },
 * })
 */
export const navigation = (api: Api) => ({
  getNavigation: api('GET /vitrine/v1/navigation'),
  updateNavigation: api('PATCH /vitrine/v1/navigation'),
})
