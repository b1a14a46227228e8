import type { Api } from './api.ts'

/** What the shop says about itself. */
export const shop = (api: Api) => ({
  getShop: api('GET /vitrine/v1/shop'),
})
