import type { Examples } from './type.ts'
import { id, other } from './values.ts'

const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

export const recommendationExamples = {
  'GET /v1/recommendations/algorithms': {},
  'POST /v1/recommendations/get': {
    algorithms: [
      { id: 'd5aac1e1-2e53-4d11-85f7-7172710b4783', appId: stores },
      { id: '68ebce04-b96a-4c52-9329-08fc9d8c1253', appId: stores },
    ],
    items: [{ appId: stores, catalogItemId: other }],
    minimumRecommendedItems: 3,
  },
  'GET /vitrine/v1/recommendations/placements/{placement}': { placement: 'PRODUCT', productIds: [other], limit: 4 },
  'POST /vitrine/v1/recommendations/views': { productId: id, before: [other] },
  'GET /vitrine/v1/recommendations/products/{productId}': { productId: id },
  'PUT /vitrine/v1/recommendations/products/{productId}/picks': { productId: id, pinned: [other], excluded: [] },
  'GET /vitrine/v1/recommendations/picks': {},
  'PUT /vitrine/v1/recommendations/picks': { pinned: [id], excluded: [other] },
  'GET /vitrine/v1/recommendations/settings': {},
  'PATCH /vitrine/v1/recommendations/settings': {
    settings: { placements: [{ placement: 'PRODUCT', enabled: true, algorithms: ['BOUGHT_TOGETHER', 'SIMILAR'] }] },
  },
} satisfies Partial<Examples>
