import type { Api } from './api.ts'

/** Finding. */
export const search = (api: Api) => ({
  searchProducts: api('GET /vitrine/v1/search'),
  suggest: api('GET /vitrine/v1/search/suggest'),
})
