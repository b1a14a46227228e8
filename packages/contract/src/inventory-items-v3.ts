import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './orders.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { PreorderInfo } from './products.ts'

/**
 * How much of a variant is at a location. `quantity` only where it is tracked, `inStock` only where it is not. Variants that share the stock of
 * their product have one item, under the id of the product.
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

/** Stock by variant and location, for clients of the newer catalogue. */
export const inventoryItemsV3 = operations({
  /**
   * By cursor, at most 1,000 at a time, 50 where nothing is said. Filter by `id productId variantId locationId trackQuantity quantity inStock
   * preorderInfo.enabled availabilityStatus updatedDate product.name product.variantSku`; sort by `productId quantity product.name
   * product.variantSku`.
   *
   * `{ query: { filter: { productId: '…', locationId: '…' } } }`
   */
  'GET /stores/v3/inventory-items/query': operation({
    as: 'user',
    summary: 'Query inventory items',
    input: z.object({ query: CursorQuery.extend({ cursorPaging: manyAtOnce }).nullish() }),
    ok: z.object({ inventoryItems: z.array(InventoryItemV3), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    twin: '/stores/v3/inventory-items/query',
    aliases: at('query'),
  }),

  /** As a query, with words that are looked for in names and SKUs. */
  'GET /stores/v3/inventory-items/search': operation({
    as: 'user',
    summary: 'Search inventory items',
    input: z.object({
      search: CursorQuery.extend({
        cursorPaging: manyAtOnce,
        search: z.object({ expression: text(100).nullish() }).nullish(),
      }).nullish(),
    }),
    ok: z.object({ inventoryItems: z.array(InventoryItemV3), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    twin: '/stores/v3/inventory-items/search',
    aliases: at('search'),
  }),

  'GET /stores/v3/inventory-items/{inventoryItemId}': operation({
    as: 'user',
    summary: 'Read an inventory item',
    input: z.object({ inventoryItemId: Guid }),
    ok: z.object({ inventoryItem: InventoryItemV3 }),
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    aliases: at('{inventoryItemId}'),
  }),

  'GET /stores/v3/locations/{storesLocationId}': operation({
    as: 'user',
    summary: 'Read a location of the newer catalogue',
    input: z.object({ storesLocationId: Guid }),
    ok: z.object({ storesLocation: StoresLocation }),
    errors: ['LOCATION_NOT_FOUND'],
    aliases: ['/_api/location/v3/locations/{storesLocationId}'],
  }),

  /** All that are active, in the order in which sales take from them. Filter by `id wixLocationId name defaultLocation`. */
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
