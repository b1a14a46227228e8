import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { fewestInStock, mostInStock, PreorderInfoInput } from './inventory.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Guid, Instant, text, whole } from './primitives.ts'
import { PreorderInfo } from './products.ts'
import { StockedVariant } from './stocked-variant.ts'

/** The stock of one variant as merchants see it, or of a product whose variants share one stock (variant 00000000-…). */
export const StockLevel = StockedVariant.extend({
  /** Whether shoppers see the product. */
  visible: z.boolean(),
  tracked: z.boolean(),
  inStock: z.boolean(),
  /** What may be sold; below zero once preorders were sold. Absent where it is not tracked. */
  quantity: z.int().optional(),
  /** How many more may be sold below zero. */
  preorders: z.int(),
  /** Units sold in the last thirty days, less those returned. */
  soldIn30Days: z.int(),
  /** The same for every two days, oldest first. */
  recentSales: z.array(z.int()).length(15),
  lastSoldDate: Instant.optional(),
  /** Units reserved for unpaid orders and for drafts, not included in `quantity`. */
  reserved: z.int(),
  /** Incoming units of transfers in transit; at one location, those for it. Absent if there are none. */
  incoming: z.object({ quantity: z.int(), /** The earliest expected date. */ expectedDate: Instant.optional() }).optional(),
  /** How many people wait for an email when it is back in stock. */
  waiting: z.int(),
  /** The GTIN or another barcode of the variant. */
  barcode: z.string().optional(),
  /** The quantity at each location. Absent where it is not tracked, and in a shop with one location. */
  locations: z.array(z.object({ locationId: Guid, quantity: z.int() })).optional(),
})
export interface StockLevel extends z.infer<typeof StockLevel> {}

/**
 * Why a quantity changed. `SALE`: taken by an order or a program. `RETURN`: returned. `COUNT`: counted. `RECEIPT`: received. `CORRECTION`:
 * corrected by a person or a program, or released by an order but gone for good. `IMPORT`, `TRANSFER`: from a file, between locations.
 */
export const StockMovementKind = z.enum(['SALE', 'RETURN', 'COUNT', 'RECEIPT', 'CORRECTION', 'IMPORT', 'TRANSFER'])
export type StockMovementKind = z.infer<typeof StockMovementKind>

export const StockMovement = z.object({
  id: Guid,
  at: Instant,
  kind: StockMovementKind,
  /** By how much the quantity changed. */
  change: z.int(),
  /** The quantity afterwards. */
  quantity: z.int(),
  order: z.object({ id: Guid, number: z.string().optional() }).optional(),
  /** Who did it by hand, by current name. */
  actor: z.object({ kind: z.enum(['STAFF', 'API_KEY']), id: z.string(), name: z.string().optional() }).optional(),
  note: z.string().optional(),
  /** By how much it changed at each location. Absent in a shop with one location. */
  locations: z.array(z.object({ locationId: Guid, change: z.int() })).optional(),
  /** The transfer by which it moved. */
  transfer: z.object({ id: Guid, number: z.string() }).optional(),
})
export interface StockMovement extends z.infer<typeof StockMovement> {}

const Named = z.object({ productId: Guid, variantId: Guid.nullish() })
const Note = text(500).nullish()

/** Stock for the people who run the shop: quantities of each variant, movements, and stock counts. */
export const merchantInventory = operations({
  /**
   * By cursor, by name. With `locationId`, `quantity`, `inStock` and the filters and sorts by them are those of that location.
   *
   * Filter by `productId variantId name sku barcode words visible tracked inStock quantity incoming lastSoldDate`; sort by
   * `name sku quantity`. `words` finds the variants of products that the shop's search finds by prefixes of words, SKUs and barcodes
   * included, and the variant that has it as its SKU.
   *
   * With 20,000 products and more a page can be short or empty while `hasNext` is true: the next one continues from there. A sort by `sku`
   * or `quantity` is then possible only where few products match, and refused with `query.sort` otherwise.
   *
   * `{ query: { filter: { tracked: true, quantity: { $lte: 3 } }, sort: [{ fieldName: 'quantity', order: 'ASC' }] } }`
   */
  'POST /vitrine/v1/inventory/query': operation({
    as: 'user',
    summary: 'Query stock by variant',
    input: z.object({ query: CursorQuery.nullish(), locationId: Guid.nullish() }),
    ok: z.object({ levels: z.array(StockLevel), pagingMetadata: CursorPagingMetadata }),
    errors: ['LOCATION_NOT_FOUND'],
    reads: true,
  }),

  /**
   * How many variants match each filter (counts stop at 10,000), and how many units of those are in stock. With 20,000 products and more an
   * estimate, where many may match.
   */
  'POST /vitrine/v1/inventory/totals': operation({
    as: 'user',
    summary: 'Count variants by filters of their stock',
    input: z.object({ filters: z.array(AnyObject).min(1).max(12), locationId: Guid.nullish() }),
    ok: z.object({ counts: z.array(z.int()), units: z.array(z.int()) }),
    errors: ['LOCATION_NOT_FOUND'],
    reads: true,
  }),

  /** The stock movements of a variant, at one location if named, newest first. `cursor` is that of the page before. */
  'POST /vitrine/v1/inventory/movements': operation({
    as: 'user',
    summary: 'Read what moved the stock of a variant',
    input: Named.extend({ limit: whole(1, 100).nullish(), cursor: Guid.nullish(), locationId: Guid.nullish() }),
    ok: z.object({ movements: z.array(StockMovement), nextCursor: Guid.optional() }),
    errors: ['PRODUCT_NOT_FOUND', 'INVENTORY_VARIANT_NOT_FOUND', 'LOCATION_NOT_FOUND'],
    reads: true,
  }),

  /**
   * Sets counted quantities, all rows or none. `quantity: null` stops tracking. With `expected`, the quantity when it was read (null where
   * it was not tracked), a row whose quantity has changed since is refused, and all others with it. With `locationId`, of a row or of all,
   * the quantities are those at that location; without, those of all locations together. A variant can be counted at several locations at
   * once, each in a row of its own.
   *
   * `{ counts: [{ productId, variantId, locationId: shop, quantity: 4, expected: 6 }, { productId, variantId, locationId: warehouse, quantity: 20 }] }`
   */
  'POST /vitrine/v1/inventory/count': operation({
    as: 'user',
    summary: 'Set quantities as they were counted',
    input: z.object({
      counts: z
        .array(
          Named.extend({
            quantity: whole(fewestInStock, mostInStock).nullable(),
            expected: whole(fewestInStock, mostInStock).nullish(),
            locationId: Guid.nullish(),
          }),
        )
        .min(1)
        .max(1000),
      locationId: Guid.nullish(),
      note: Note,
    }),
    ok: z.object({}),
    errors: ['PRODUCT_NOT_FOUND', 'INVENTORY_VARIANT_NOT_FOUND', 'STOCK_CHANGED', 'LOCATION_NOT_FOUND', 'LOCATION_INACTIVE'],
  }),

  /** Sets whether a product can be preordered, how far below zero its variants may be sold, and what shoppers read. */
  'PUT /vitrine/v1/inventory/preorder': operation({
    as: 'user',
    summary: 'Set the preorders of a product',
    input: z.object({ productId: Guid, preorderInfo: PreorderInfoInput }),
    ok: z.object({ preorderInfo: PreorderInfo }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),

  /**
   * Adds received units, at the location of the row, else of the call, else at the default one; all rows or none. Two rows of one variant
   * add up. Untracked stock is tracked from then on.
   */
  'POST /vitrine/v1/inventory/receive': operation({
    as: 'user',
    summary: 'Add goods that came in',
    input: z.object({
      goods: z
        .array(Named.extend({ quantity: whole(1, mostInStock), locationId: Guid.nullish() }))
        .min(1)
        .max(1000),
      locationId: Guid.nullish(),
      note: Note,
    }),
    ok: z.object({}),
    errors: ['PRODUCT_NOT_FOUND', 'INVENTORY_VARIANT_NOT_FOUND', 'LOCATION_NOT_FOUND', 'LOCATION_INACTIVE'],
  }),
})
