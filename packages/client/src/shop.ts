import type { Api } from './api.ts'

/** What the shop says about itself. */
export const shop = (api: Api) => ({
  getShop: api('GET /vitrine/v1/shop'),
  /** As it would be with the look of a preview link. */
  getLookPreview: api('GET /vitrine/v1/look-previews/{token}'),
})
