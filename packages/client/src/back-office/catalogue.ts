import type { Api } from '../api.ts'

/** The stock of each product. */
export const inventory = (api: Api) => ({
  updateInventoryVariants: api('PATCH /stores/v2/inventoryItems/product/{inventoryItem.productId}'),
  incrementInventory: api('POST /stores/v2/inventoryItems/increment'),
  decrementInventory: api('POST /stores/v2/inventoryItems/decrement'),
  getInventoryVariants: api('POST /stores-reader/v2/inventoryItems/{inventoryId}/getVariants', 'reads'),
  queryInventory: api('POST /stores-reader/v2/inventoryItems/query', 'reads'),
})

/** Stock by variant: quantities, movements, and stock counts. */
export const merchantInventory = (api: Api) => ({
  queryStock: api('POST /vitrine/v1/inventory/query', 'reads'),
  countLevels: api('POST /vitrine/v1/inventory/totals', 'reads'),
  listMovements: api('POST /vitrine/v1/inventory/movements', 'reads'),
  countStock: api('POST /vitrine/v1/inventory/count'),
  setPreorders: api('PUT /vitrine/v1/inventory/preorder'),
  receiveGoods: api('POST /vitrine/v1/inventory/receive'),
})

/** Stock by variant and location, in the form of catalogue v3. */
export const inventoryItemsV3 = (api: Api) => ({
  queryInventoryItems: api('GET /stores/v3/inventory-items/query', '/stores/v3/inventory-items/query'),
  searchInventoryItems: api('GET /stores/v3/inventory-items/search', '/stores/v3/inventory-items/search'),
  countInventoryItems: api('GET /stores/v3/inventory-items/count', '/stores/v3/inventory-items/count'),
  getInventoryItem: api('GET /stores/v3/inventory-items/{inventoryItemId}'),
  getDefaultStoresLocation: api('GET /stores/v3/locations/default'),
  getStoresLocation: api('GET /stores/v3/locations/{storesLocationId}'),
  queryStoresLocations: api('POST /stores/v3/locations/query', 'reads'),
})

/** Where stock is held. */
export const stockLocations = (api: Api) => ({
  listLocations: api('GET /vitrine/v1/inventory/locations', 'reads'),
  createLocation: api('POST /vitrine/v1/inventory/locations'),
  updateLocation: api('PATCH /vitrine/v1/inventory/locations/{location.id}'),
  arrangeLocations: api('PUT /vitrine/v1/inventory/locations/order'),
  setDefaultLocation: api('POST /vitrine/v1/inventory/locations/{locationId}/set-default'),
  moveStock: api('POST /vitrine/v1/inventory/locations/{locationId}/move-stock'),
  deleteLocation: api('DELETE /vitrine/v1/inventory/locations/{locationId}'),
})

/** Stock in transit between locations. */
export const stockTransfers = (api: Api) => ({
  queryTransfers: api('POST /vitrine/v1/inventory/transfers/query', 'reads'),
  getTransfer: api('GET /vitrine/v1/inventory/transfers/{transferId}', 'reads'),
  createTransfer: api('POST /vitrine/v1/inventory/transfers'),
  updateTransfer: api('PATCH /vitrine/v1/inventory/transfers/{transfer.id}'),
  sendTransfer: api('POST /vitrine/v1/inventory/transfers/{transferId}/send'),
  receiveTransfer: api('POST /vitrine/v1/inventory/transfers/{transferId}/receive'),
  cancelTransfer: api('POST /vitrine/v1/inventory/transfers/{transferId}/cancel'),
})

/** Products and collections as their merchant writes them. */
export const merchantProducts = (api: Api) => ({
  createProduct: api('POST /stores/v1/products'),
  updateProduct: api('PATCH /stores/v1/products/{product.id}'),
  deleteProduct: api('DELETE /stores/v1/products/{id}'),
  updateProductVariants: api('PATCH /stores/v1/products/{id}/variants'),
  resetAllProductVariantData: api('POST /stores/v1/products/{id}/variants/resetToDefault'),
  deleteProductOptions: api('DELETE /stores/v1/products/{id}/options'),
  removeBrand: api('POST /stores/v1/products/{id}/remove-brand'),
  removeRibbon: api('POST /stores/v1/products/{id}/remove-ribbon'),
  addProductMedia: api('POST /stores/v1/products/{id}/media'),
  removeProductMedia: api('POST /stores/v1/products/{id}/media/delete'),
  addProductMediaToChoices: api('PATCH /stores/v1/products/{id}/choices/media'),
  removeProductMediaFromChoices: api('POST /stores/v1/products/{id}/choices/media/delete'),
  bulkUpdateProductsProperty: api('POST /stores/v1/bulk/products/update'),
  bulkAdjustProductProperty: api('POST /stores/v1/bulk/products/adjust-properties'),
  createCollection: api('POST /stores/v1/collections'),
  updateCollection: api('PATCH /stores/v1/collections/{collection.id}'),
  deleteCollection: api('DELETE /stores/v1/collections/{id}'),
  addProductsToCollection: api('POST /stores/v1/collections/{id}/productIds'),
  removeProductsFromCollection: api('POST /stores/v1/collections/{id}/productIds/delete'),
  queryStoreVariants: api('POST /stores-reader/v1/variants/query', 'reads'),
  getStoreVariant: api('GET /stores-reader/v1/variants/{id}'),
  listProducts: api('POST /vitrine/v1/products/query', 'reads'),
  countProducts: api('POST /vitrine/v1/products/totals', 'reads'),
  readProduct: api('GET /vitrine/v1/products/{id}'),
  addProduct: api('POST /vitrine/v1/products'),
  saveProduct: api('PATCH /vitrine/v1/products/{id}'),
  duplicateProduct: api('POST /vitrine/v1/products/{id}/duplicate'),
  makeProductPreview: api('POST /vitrine/v1/products/{id}/preview'),
  bulkUpdateProducts: api('POST /vitrine/v1/products/bulk-update'),
  startProductJob: api('POST /vitrine/v1/products/jobs'),
  listProductJobs: api('GET /vitrine/v1/products/jobs'),
  getProductJob: api('GET /vitrine/v1/products/jobs/{jobId}'),
  undoProductJob: api('POST /vitrine/v1/products/jobs/{jobId}/undo'),
  listProductLabels: api('GET /vitrine/v1/products/labels/{kind}'),
  getProductLabel: api('GET /vitrine/v1/products/labels/{kind}/{id}'),
  renameProductLabel: api('POST /vitrine/v1/products/labels/{kind}/{id}/rename'),
  mergeProductLabels: api('POST /vitrine/v1/products/labels/{kind}/{id}/merge'),
  deleteProductLabel: api('DELETE /vitrine/v1/products/labels/{kind}/{id}'),
  listCollections: api('GET /vitrine/v1/collections'),
  sortCollections: api('PUT /vitrine/v1/collections/order'),
  setCollectionCover: api('PUT /vitrine/v1/collections/{id}/cover'),
  saveCollection: api('PATCH /vitrine/v1/collections/{id}'),
  previewCollectionRule: api('POST /vitrine/v1/collections/rule-preview', 'reads'),
  listCollectionProducts: api('GET /vitrine/v1/collections/{id}/products'),
  sortCollectionProducts: api('PUT /vitrine/v1/collections/{id}/products/order'),
})

/** Imports of products from CSV files: sent in parts, tried in a dry run, carried out in the background, and undone. */
export const productImports = (api: Api) => ({
  createProductImport: api('POST /vitrine/v1/product-imports'),
  createSampleProductImport: api('POST /vitrine/v1/product-imports/sample'),
  listProductImports: api('GET /vitrine/v1/product-imports'),
  getProductImport: api('GET /vitrine/v1/product-imports/{id}'),
  uploadProductImportPart: api('PUT /vitrine/v1/product-imports/{id}/parts'),
  checkProductImport: api('POST /vitrine/v1/product-imports/{id}/check'),
  listProductImportItems: api('POST /vitrine/v1/product-imports/{id}/items', 'reads'),
  readProductImportRows: api('POST /vitrine/v1/product-imports/{id}/rows', 'reads'),
  editProductImportRows: api('PATCH /vitrine/v1/product-imports/{id}/rows'),
  startProductImport: api('POST /vitrine/v1/product-imports/{id}/start'),
  pauseProductImport: api('POST /vitrine/v1/product-imports/{id}/pause'),
  cancelProductImport: api('POST /vitrine/v1/product-imports/{id}/cancel'),
  undoProductImport: api('POST /vitrine/v1/product-imports/{id}/undo'),
  readProductImportReport: api('POST /vitrine/v1/product-imports/{id}/report', 'reads'),
  deleteProductImport: api('DELETE /vitrine/v1/product-imports/{id}'),
})
