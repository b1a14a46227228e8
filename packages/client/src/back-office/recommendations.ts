import type { Api } from '../api.ts'

/** Recommendations as the shop reviews and controls them. */
export const recommendationManagement = (api: Api) => ({
  explainProduct: api('GET /vitrine/v1/recommendations/products/{productId}'),
  setProductPicks: api('PUT /vitrine/v1/recommendations/products/{productId}/picks'),
  getShopPicks: api('GET /vitrine/v1/recommendations/picks'),
  setShopPicks: api('PUT /vitrine/v1/recommendations/picks'),
  getRecommendationSettings: api('GET /vitrine/v1/recommendations/settings'),
  setRecommendationSettings: api('PATCH /vitrine/v1/recommendations/settings'),
})
