import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Guid, Instant, text, whole } from './primitives.ts'
import { PreorderInfo } from './products.ts'
import { AggregationData, CursorSearch, SearchDetailsInput } from './search-v3.ts'

/**
 * The stock of a variant at a location. `quantity` only where it is tracked, `inStock` only where it is not. Variants that share the stock
 * of their product have one item, under the id of the product.
 */
export const InventoryItemV3 = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant,
  updatedDate: Instant,
  productId: Guid,
  variantId: Guid,
  locationId: Guid,
  trackQuantity: z.boolean(),
  quantity: z.int().optional(),
  inStock: z.boolean(),
  availabilityStatus: z.enum(['IN_STOCK', 'OUT_OF_STOCK', 'PREORDER']),
  preorderInfo: PreorderInfo,
  product: z.object({
    name: z.string(),
    variantName: z.string(),
    variantSku: z.string(),
    directCategoryIds: z.array(z.string()),
  }),
})
export interface InventoryItemV3 extends z.infer<typeof InventoryItemV3> {}

/** A location as catalogue v3 has it. */
export const StoresLocation = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant,
  updatedDate: Instant,
  locationType: z.enum(['PHYSICAL', 'VIRTUAL']),
  wixLocationId: Guid,
  name: z.string(),
  defaultLocation: z.boolean(),
})
export interface StoresLocation extends z.infer<typeof StoresLocation> {}

const manyAtOnce = z.object({ limit: whole(1, 1000).nullish(), cursor: text(16_000).nullish() }).nullish()
const at = (path: string) => [`/_api/inventory/v3/inventory-items/${path}` as const]

/**
 * Stock by variant and location, for clients of the newer catalogue. Shoppers read that of visible products, one item for each variant: how
 * much there is in all, as on the product, and not where it is.
 */
export const inventoryItemsV3 = operations({
  /**
   * By cursor, at most 1,000 at a time, 50 by default. Filter by `id productId variantId locationId trackQuantity quantity inStock
   * preorderInfo.enabled availabilityStatus createdDate updatedDate product.directCategoryIds product.name product.variantSku`; sort by
   * `productId quantity createdDate updatedDate product.name product.variantSku`.
   *
   * `{ query: { filter: { productId: '…', locationId: '…' } } }`
   */
  'GET /stores/v3/inventory-items/query': operation({
    as: 'visitor',
    summary: 'Query inventory items',
    input: z.object({ query: CursorQuery.extend({ cursorPaging: manyAtOnce }).nullish() }),
    ok: z.object({ inventoryItems: z.array(InventoryItemV3), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    twin: '/stores/v3/inventory-items/query',
    aliases: at('query'),
  }),

  /**
   * Like a query, with words to search for anywhere in names and SKUs: `search.fields` says in which, `product.name`, `product.variantName`
   * or `product.variantSku`. Aggregations count by the fields of filters, over all matches.
   *
   * `{ search: { search: { expression: 'mug' }, aggregations: [{ name: 'left', type: 'SCALAR', fieldPath: 'quantity', scalar: { type: 'SUM' } }] } }`
   */
  'GET /stores/v3/inventory-items/search': operation({
    as: 'visitor',
    summary: 'Search inventory items',
    cost: 'price',
    input: z.object({ search: CursorSearch.extend({ cursorPaging: manyAtOnce }).nullish() }),
    ok: z.object({
      inventoryItems: z.array(InventoryItemV3),
      pagingMetadata: CursorPagingMetadata,
      aggregationData: AggregationData.optional(),
    }),
    errors: [],
    twin: '/stores/v3/inventory-items/search',
    aliases: at('search'),
  }),

  /** By the filter and the words of a search. */
  'GET /stores/v3/inventory-items/count': operation({
    as: 'visitor',
    summary: 'Count inventory items',
    cost: 'price',
    input: z.object({ filter: AnyObject.nullish(), search: SearchDetailsInput.nullish() }),
    ok: z.object({ count: z.int() }),
    errors: [],
    twin: '/stores/v3/inventory-items/count',
    aliases: at('count'),
  }),

  'GET /stores/v3/inventory-items/{inventoryItemId}': operation({
    as: 'visitor',
    summary: 'Read an inventory item',
    input: z.object({ inventoryItemId: Guid }),
    ok: z.object({ inventoryItem: InventoryItemV3 }),
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    aliases: at('{inventoryItemId}'),
  }),

  /** The one that stock received without a location is added to. */
  'GET /stores/v3/locations/default': operation({
    as: 'user',
    summary: 'Read the default location of the newer catalogue',
    input: z.object({}),
    ok: z.object({ storesLocation: StoresLocation }),
    errors: [],
    aliases: ['/_api/location/v3/locations/default'],
  }),

  'GET /stores/v3/locations/{storesLocationId}': operation({
    as: 'user',
    summary: 'Read a location of the newer catalogue',
    input: z.object({ storesLocationId: Guid }),
    ok: z.object({ storesLocation: StoresLocation }),
    errors: ['LOCATION_NOT_FOUND'],
    aliases: ['/_api/location/v3/locations/{storesLocationId}'],
  }),

  /** All that are active, in the order in which sales take stock from them. Filter by `id wixLocationId name defaultLocation`. */
  'POST /stores/v3/locations/query': operation({
    as: 'user',
    summary: 'Query locations of the newer catalogue',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ storesLocations: z.array(StoresLocation), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
    aliases: ['/_api/location/v3/locations/query'],
  }),
})
