import * as z from 'zod'
import { OffsetQuery } from './inputs.ts'
import { Image } from './items.ts'
import { operation, operations } from './operation.ts'
import { Guid, text } from './primitives.ts'
import { PlatformPagingMetadata, PreorderInfo } from './products.ts'

/** A variant with the details of its product that identify it; a product without options has one. */
export const StoreVariant = z.object({
  /** The product's id and the variant's, joined by a hyphen. */
  id: z.string(),
  variantId: Guid,
  productId: Guid,
  /** What was chosen: `Sage, Large`; the product's name where there is nothing to choose. */
  variantName: z.string(),
  productName: z.string(),
  /** Whether it has a price, weight and stock of its own. */
  managedVariant: z.boolean(),
  sku: z.string(),
  stock: z.object({ trackQuantity: z.boolean(), quantity: z.int().optional(), inStock: z.boolean() }),
  choices: z.record(z.string(), z.string()),
  collectionIds: z.array(z.string()),
  media: z.object({ image: Image.optional() }).optional(),
  preorderInfo: PreorderInfo.optional(),
})
export interface StoreVariant extends z.infer<typeof StoreVariant> {}

const at = (path: string) => [`/_api/catalog-reader-server/v1/variants${path}` as const]

/** Variants of all products, for those who manage stock or prices elsewhere. */
export const storeVariants = operations({
  /**
   * By offset, at most 100 at a time, 50 by default; `metadata.total` is left out where it is more than 10,000. Filter by `id variantId
   * productId productName sku managedVariant collectionIds stock.trackQuantity stock.quantity stock.inStock`; sort by
   * `productId productName sku`.
   *
   * `{ query: { filter: { sku: { $startsWith: 'MRW-' } }, paging: { limit: 100 } } }`
   */
  'POST /stores-reader/v1/variants/query': operation({
    as: 'user',
    summary: 'Query variants of all products',
    input: z.object({ query: OffsetQuery.nullish() }),
    ok: z.object({ variants: z.array(StoreVariant), metadata: PlatformPagingMetadata }),
    errors: [],
    aliases: at('/query'),
    reads: true,
  }),

  'GET /stores-reader/v1/variants/{id}': operation({
    as: 'user',
    summary: 'Read a variant',
    input: z.object({ id: text(100, 1) }),
    ok: z.object({ variant: StoreVariant }),
    errors: ['STORE_VARIANT_NOT_FOUND'],
    aliases: at('/{id}'),
  }),
})
