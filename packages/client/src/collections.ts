import type { Api } from './api.ts'

/** The catalogue's collections. */
export const collections = (api: Api) => ({
  queryCollections: api('GET /v2/collections/query', '/v2/collections/query'),
  getCollection: api('GET /v2/collections/{id}'),
  getCollectionBySlug: api('GET /v2/collections/slug/{slug}'),
  /** Where a former slug of a collection leads. */
  findFormerSlug: api('GET /vitrine/v1/collections/slugs/{slug}'),
})
