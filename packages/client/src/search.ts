import type { Api } from './api.ts'

/** Search. */
export const search = (api: Api) => ({
  searchProducts: api('GET /vitrine/v1/search'),
  suggest: api('GET /vitrine/v1/search/suggest'),
})
