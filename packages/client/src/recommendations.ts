import type { Api } from './api.ts'

/**
 * What is recommended beside products, or to anybody.
 *
 * @example
 * const { items } = await client.recommendations.getPlacement({ placement: 'PRODUCT', productIds: [product.id], limit: 4 })
 */
export const recommendations = (api: Api) => ({
  listAvailableAlgorithms: api('GET /v1/recommendations/algorithms'),
  getRecommendation: api('POST /v1/recommendations/get', 'reads'),
  getPlacement: api('GET /vitrine/v1/recommendations/placements/{placement}'),
  countView: api('POST /vitrine/v1/recommendations/views'),
})
