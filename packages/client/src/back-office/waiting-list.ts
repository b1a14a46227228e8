import type { Api } from '../api.ts'

/** Who waits for sold-out items, and how they are notified. */
export const waitingList = (api: Api) => ({
  getRequest: api('GET /back-in-stock-service/v1/back-in-stock-notification-requests/{id}'),
  deleteRequest: api('DELETE /back-in-stock-service/v1/back-in-stock-notification-requests/{id}'),
  markAsNotificationSent: api('PUT /back-in-stock-service/v1/back-in-stock-notification-requests/{id}/mark-as-notification-sent'),
  queryRequests: api(
    'GET /back-in-stock-service/v1/back-in-stock-notification-requests',
    '/back-in-stock-service/v1/back-in-stock-notification-requests/query',
  ),
  countRequests: api('GET /back-in-stock-service/v1/back-in-stock-notification-requests/count-by-catalog-reference'),
  reportItemsBackInStock: api('POST /back-in-stock-service/v1/back-in-stock-notification-requests/report-items-back-in-stock'),
  getCollectionStates: api('PUT /back-in-stock-service/v1/back-in-stock-notification-requests/settings', 'reads'),
  startCollectingRequests: api('POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/start-collecting'),
  stopCollectingRequests: api('POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/stop-collecting'),
  listItems: api('GET /vitrine/v1/waiting-list/items'),
  listWatchedItems: api('GET /vitrine/v1/price-alerts/items'),
  searchPeople: api('POST /vitrine/v1/waiting-list/people/search', 'reads'),
  sendNow: api('POST /vitrine/v1/waiting-list/items/{productId}/{variantId}/send'),
  listDepartures: api('GET /vitrine/v1/waiting-list/left'),
  readOutcomes: api('GET /vitrine/v1/waiting-list/outcomes'),
  getSettings: api('GET /vitrine/v1/waiting-list/settings'),
  setSettings: api('PATCH /vitrine/v1/waiting-list/settings'),
})
