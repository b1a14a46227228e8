import type { Examples } from './type.ts'
import { id, mug, other, stores } from './values.ts'

const catalogReference = mug
const itemDetails = { name: 'Morning Mug', price: '30.00' }

export const backInStockExamples = {
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests': {
    request: { email: 'ada@example.com', catalogReference },
    itemDetails,
  },
  'GET /back-in-stock-service/v1/back-in-stock-notification-requests/{id}': { id },
  'DELETE /back-in-stock-service/v1/back-in-stock-notification-requests/{id}': { id },
  'PUT /back-in-stock-service/v1/back-in-stock-notification-requests/{id}/mark-as-notification-sent': { id },
  'GET /back-in-stock-service/v1/back-in-stock-notification-requests': {
    query: { filter: { status: 'RECEIVED' }, sort: [{ fieldName: 'createdDate', order: 'ASC' }], cursorPaging: { limit: 20 } },
  },
  'GET /back-in-stock-service/v1/back-in-stock-notification-requests/count-by-catalog-reference': { catalogReferences: [catalogReference] },
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests/report-items-back-in-stock': { catalogReference, itemDetails },
  'PUT /back-in-stock-service/v1/back-in-stock-notification-requests/settings': {},
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/start-collecting': { appId: stores },
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/stop-collecting': { appId: stores },
  'GET /vitrine/v1/back-in-stock/mine': {},
  'POST /vitrine/v1/price-alerts': { catalogReference, email: 'ada@example.com' },
  'GET /vitrine/v1/price-alerts/items': { limit: 20 },
  'DELETE /vitrine/v1/back-in-stock/mine/{id}': { id },
  'POST /vitrine/v1/back-in-stock/link/read': { token: 'eyJhbGciOi…' },
  'POST /vitrine/v1/back-in-stock/link/stop': { token: 'eyJhbGciOi…', all: true },
  'POST /vitrine/v1/back-in-stock/link/resume': { token: 'eyJhbGciOi…' },
  'GET /vitrine/v1/waiting-list/items': { limit: 20 },
  'POST /vitrine/v1/waiting-list/people/search': { search: { search: { expression: 'ada' }, filter: { status: 'RECEIVED' } } },
  'POST /vitrine/v1/waiting-list/items/{productId}/{variantId}/send': { productId: id, variantId: other },
  'GET /vitrine/v1/waiting-list/left': { limit: 20 },
  'GET /vitrine/v1/waiting-list/outcomes': {},
  'GET /vitrine/v1/waiting-list/settings': {},
  'PATCH /vitrine/v1/waiting-list/settings': { settings: { peoplePerUnit: 2, hoursBetweenWaves: 48 } },
} satisfies Partial<Examples>
