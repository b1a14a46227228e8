import type { Api } from './api.ts'

/** Products in the form of catalogue v3. */
export const productsV3 = (api: Api) => ({
  getCatalogVersion: api('GET /stores/v3/provision/version'),
  queryProducts: api('GET /stores/v3/products/query', '/stores/v3/products/query'),
  searchProducts: api('GET /stores/v3/products/search', '/stores/v3/products/search'),
  countProducts: api('GET /stores/v3/products/count', '/stores/v3/products/count'),
  getProduct: api('GET /stores/v3/products/{productId}'),
  getProductBySlug: api('GET /stores/v3/products/slug/{slug}'),
  getAllProductsCategory: api('GET /stores/v3/all-products-category'),
  queryVariants: api('POST /stores/v3/products/query-variants', 'reads'),
  searchVariants: api('POST /stores/v3/products/search-variants', 'reads'),
})

/** What those products share: options, brands and ribbons. */
export const customizationsV3 = (api: Api) => ({
  queryCustomizations: api('GET /stores/v3/customizations/query', '/stores/v3/customizations/query'),
  getCustomization: api('GET /stores/v3/customizations/{customizationId}'),
  countCustomizations: api('POST /stores/v3/customizations/count', 'reads'),
  queryBrands: api('GET /stores/v3/brands/query', '/stores/v3/brands/query'),
  getBrand: api('GET /stores/v3/brands/{brandId}'),
  countBrands: api('POST /stores/v3/brands/count', 'reads'),
  queryRibbons: api('POST /stores/v3/ribbons/query', 'reads'),
  getRibbon: api('GET /stores/v3/ribbons/{ribbonId}'),
  countRibbons: api('POST /stores/v3/ribbons/count', 'reads'),
})

/** The titled texts of products. */
export const infoSectionsV3 = (api: Api) => ({
  queryInfoSections: api('GET /stores/v3/info-sections/query', '/stores/v3/info-sections/query'),
  getInfoSection: api('GET /stores/v3/info-sections/{infoSectionId}'),
  countInfoSections: api('POST /stores/v3/info-sections/count', 'reads'),
})

/** Collections in the form of catalogue v3. */
export const categories = (api: Api) => ({
  queryCategories: api('POST /categories/v1/categories/query', 'reads'),
  searchCategories: api('POST /categories/v1/categories/search', 'reads'),
  countCategories: api('POST /categories/v1/categories/count', 'reads'),
  getCategory: api('GET /categories/v1/categories/{categoryId}'),
  getCategoryBySlug: api('GET /categories/v1/categories/slug/{slug}'),
  listItemsInCategory: api('GET /categories/v1/categories/{categoryId}/list-items', '/categories/v1/categories/{categoryId}/list-items'),
  getArrangedItems: api('GET /categories/v1/categories/{categoryId}/arranged-items'),
  listCategoriesForItem: api(
    'GET /categories/v1/categories/list-categories-for-item',
    '/categories/v1/categories/list-categories-for-item',
  ),
  listCategoriesForItems: api(
    'GET /categories/v1/categories/list-categories-for-items',
    '/categories/v1/categories/list-categories-for-items',
  ),
  listTrees: api('GET /categories/v1/categories/list-trees'),
})
