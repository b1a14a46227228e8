import * as z from 'zod'
import { ReasonType } from './enums.ts'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { PagingMetadata, PreorderInfo } from './products.ts'

/** `quantity` only where it is tracked; below zero once preorders were sold. A product without options has one, with an id of zeros. */
export const InventoryVariantV2 = z.object({
  variantId: Guid,
  inStock: z.boolean(),
  quantity: z.int().optional(),
  availableForPreorder: z.boolean(),
})
export interface InventoryVariantV2 extends z.infer<typeof InventoryVariantV2> {}

/** The stock of a product. `externalId` is the older name of `productId`. */
export const InventoryItemV2 = z.object({
  id: Guid,
  externalId: Guid,
  productId: Guid,
  /** Whether the quantity of any of its variants is tracked. */
  trackQuantity: z.boolean(),
  variants: z.array(InventoryVariantV2),
  lastUpdated: Instant,
  numericId: z.string(),
  preorderInfo: PreorderInfo,
})
export interface InventoryItemV2 extends z.infer<typeof InventoryItemV2> {}

/** The highest quantity that a variant can have; the lowest is as far below zero as preorders go. */
export const mostInStock = 1_000_000_000
export const fewestInStock = -100_000

const Id36 = text(36, 1)

/** Absent fields stay unchanged, null clears. */
export const PreorderInfoInput = z.object({
  enabled: z.boolean().nullish(),
  message: text(250, 1).nullish(),
  limit: whole(0, 100_000).nullish(),
  /** A day such as `2027-05-14`. */
  expectedDate: z.iso.date().max(10).nullish(),
})

const OneOf = { inventoryId: Id36.nullish(), productId: Id36.nullish() }

/** One of `inventoryId` and `productId`, and the variant, where there is more than one. */
const Increment = z.object({ ...OneOf, variantId: Guid.nullish(), incrementBy: whole(1, mostInStock) })

const Decrement = z.object({
  ...OneOf,
  externalId: Id36.nullish(),
  variantId: Guid.nullish(),
  decrementBy: whole(1, mostInStock),
  /** Takes preorders, too, as far as the product's limit goes. */
  preorderRequest: z.boolean().nullish(),
})

export const inventory = operations({
  /**
   * Sets what is given and leaves the rest unchanged: whether quantities are tracked, the quantity of each variant (or, where it is not
   * tracked, whether it is in stock), and whether it may be preordered. Variants that are not named do not change.
   *
   * `{ inventoryItem: { productId, trackQuantity: true, variants: [{ variantId, quantity: 12 }] } }`
   */
  'PATCH /stores/v2/inventoryItems/product/{inventoryItem.productId}': operation({
    as: 'user',
    summary: 'Set the stock of a product',
    input: z.object({
      inventoryItem: z.object({
        productId: Id36,
        trackQuantity: z.boolean().nullish(),
        variants: z
          .array(
            z.object({
              variantId: Guid,
              quantity: whole(fewestInStock, mostInStock).nullish(),
              inStock: z.boolean().nullish(),
            }),
          )
          .max(1000)
          .nullish(),
        preorderInfo: PreorderInfoInput.nullish(),
      }),
      reason: ReasonType.nullish(),
    }),
    ok: z.object({}),
    errors: ['PRODUCT_NOT_FOUND', 'INVENTORY_VARIANT_NOT_FOUND'],
    aliases: ['/v2/inventoryItems/product/{inventoryItem.productId}'],
  }),

  /** Adds to quantities that are tracked, all rows or none; two rows of one variant add up. What is not tracked stays as it is. */
  'POST /stores/v2/inventoryItems/increment': operation({
    as: 'user',
    summary: 'Add to stock',
    input: z.object({ incrementData: z.array(Increment).min(1).max(300), reason: ReasonType.nullish() }),
    ok: z.object({}),
    errors: ['PRODUCT_NOT_FOUND', 'INVENTORY_VARIANT_NOT_FOUND'],
    aliases: ['/v2/inventoryItems/increment'],
  }),

  /**
   * Takes from quantities that are tracked, all rows or none. It never takes more than there is, unless `restrictInventoryValue` is false: then
   * quantities may fall below zero. What is not tracked stays as it is.
   */
  'POST /stores/v2/inventoryItems/decrement': operation({
    as: 'user',
    summary: 'Take from stock',
    input: z.object({
      decrementData: z.array(Decrement).min(1).max(300),
      reason: ReasonType.nullish(),
      restrictInventoryValue: z.boolean().nullish(),
    }),
    ok: z.object({}),
    errors: ['PRODUCT_NOT_FOUND', 'INVENTORY_VARIANT_NOT_FOUND', 'INSUFFICIENT_INVENTORY'],
    aliases: ['/v2/inventoryItems/decrement'],
  }),

  /** By the id of the inventory item, or else of the product; all variants, or the requested ones. */
  'POST /stores-reader/v2/inventoryItems/{inventoryId}/getVariants': operation({
    as: 'user',
    summary: 'Read the stock of a product',
    input: z.object({
      inventoryId: Id36,
      externalId: Id36.nullish(),
      productId: Id36.nullish(),
      variantIds: z.array(text(36, 1)).max(1000).nullish(),
    }),
    ok: z.object({ inventoryItem: InventoryItemV2 }),
    errors: ['PRODUCT_NOT_FOUND'],
    reads: true,
  }),

  /**
   * By offset, at most 100 at a time; `totalResults` counts all that match. `filter` and `sort` are JSON **text**.
   *
   * Filter by `id productId externalId numericId trackQuantity preorderInfo.enabled lastUpdated`; sort by `productId externalId numericId`.
   *
   * `{ query: { filter: '{"trackQuantity":true}', sort: '{"numericId":"asc"}', paging: { limit: 20 } } }`
   */
  'POST /stores-reader/v2/inventoryItems/query': operation({
    as: 'user',
    summary: 'Query the stock of products',
    input: z.object({
      query: z
        .object({
          paging: z.object({ limit: whole(0, 100).nullish(), offset: whole(0, 1_000_000_000).nullish() }).nullish(),
          filter: text(20_000).nullish(),
          sort: text(2000).nullish(),
        })
        .nullish(),
    }),
    ok: z.object({ inventoryItems: z.array(InventoryItemV2), metadata: PagingMetadata, totalResults: z.int() }),
    errors: [],
    reads: true,
  }),
})
