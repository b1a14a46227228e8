import type { Api } from './api.ts'

/** The catalogue's products. */
export const products = (api: Api) => ({
  queryProducts: api('GET /stores-reader/v1/products/query-platformized', '/stores-reader/v1/products/query-platformized'),
  getProduct: api('GET /stores-reader/v1/products/{id}'),
  /** The collection under its older address. */
  getCollectionBySlug: api('GET /stores-reader/v1/collections/slug/{slug}'),
  getProductOptionsAvailability: api('POST /stores-reader/v1/products/{id}/productOptionsAvailability', 'reads'),
  /** Where a former slug of a product leads. */
  getPreview: api('GET /vitrine/v1/products/previews/{token}'),
  findFormerSlug: api('GET /vitrine/v1/products/slugs/{slug}'),
  queryProductVariants: api('POST /stores-reader/v1/products/{id}/variants/query', 'reads'),
})
