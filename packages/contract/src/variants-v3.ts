import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { ProductMediaV3 } from './media-v3.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Guid, text, whole } from './primitives.ts'
import {
  DigitalFileV3,
  InventoryStatusV3,
  OptionChoiceV3,
  PricePerUnitV3,
  PriceV3,
  RevenueV3,
  SubscriptionPricesV3,
} from './products-v3.ts'
import { AggregationData, CursorSearch } from './search-v3.ts'

export const VariantField = z.enum([
  'CURRENCY',
  'MERCHANT_DATA',
  'SUBSCRIPTION_PRICES_INFO',
  'WEIGHT_MEASUREMENT_UNIT_INFO',
  'DISCOUNT_INFO',
])
export type VariantField = z.infer<typeof VariantField>

/** A variant with the details of its product needed beside it. */
export const ReadOnlyVariant = z.object({
  /** Of the pair of product and variant. */
  id: Guid,
  variantId: Guid,
  visible: z.boolean(),
  sku: z.string().optional(),
  barcode: z.string().optional(),
  optionChoices: z.array(OptionChoiceV3),
  price: PriceV3,
  revenueDetails: RevenueV3.optional(),
  media: ProductMediaV3.optional(),
  subscriptionPricesInfo: SubscriptionPricesV3.optional(),
  inventoryStatus: InventoryStatusV3,
  physicalProperties: z.object({ weight: z.number().optional(), pricePerUnit: PricePerUnitV3.optional() }).optional(),
  digitalProperties: z.object({ digitalFile: DigitalFileV3.optional() }).optional(),
  productData: z.object({
    productId: Guid,
    name: z.string(),
    productType: z.enum(['PHYSICAL', 'DIGITAL']),
    slug: z.string(),
    visible: z.boolean(),
    mainCategoryId: Guid.optional(),
    currency: z.string().optional(),
    revision: z.string(),
    physicalProperties: z
      .object({ weightMeasurementUnitInfo: z.object({ weightMeasurementUnit: z.enum(['KG', 'LB']) }).optional() })
      .optional(),
  }),
})
export interface ReadOnlyVariant extends z.infer<typeof ReadOnlyVariant> {}

const manyAtOnce = z.object({ limit: whole(1, 1000).nullish(), cursor: text(16_000).nullish() }).nullish()
const Fields = z.array(VariantField).max(100).nullish()
const at = (path: string) => [`/_api/product-variants-reader/v3/products/${path}` as const]

/** Variants of all products, to be read beside a list of products. */
export const variantsV3 = operations({
  /**
   * By cursor, at most 1,000 at a time, 50 by default. Filter and sort by `id variantId productData.productId`. Shoppers see the visible
   * variants of visible products.
   *
   * `{ query: { filter: { 'productData.productId': { $in: ['…'] } }, cursorPaging: { limit: 100 } }, fields: ['CURRENCY'] }`
   */
  'POST /stores/v3/products/query-variants': operation({
    as: 'visitor',
    summary: 'Query variants of catalogue v3',
    input: z.object({ query: CursorQuery.extend({ cursorPaging: manyAtOnce }).nullish(), fields: Fields }),
    ok: z.object({ variants: z.array(ReadOnlyVariant), pagingMetadata: CursorPagingMetadata }),
    errors: ['NO_PERMISSION_TO_READ_MERCHANT_DATA'],
    reads: true,
    aliases: at('query-variants'),
  }),

  /**
   * Like a query, with search words. Besides its fields it filters by `sku visible inventoryStatus.inStock price.actualPrice.amount
   * price.compareAtPrice.amount productData.name productData.slug productData.visible productData.productType productData.updatedDate
   * productData.brand.id`, and by `optionChoices.optionChoiceIds.optionId optionChoices.optionChoiceIds.choiceId` with `$hasSome` or
   * `$hasAll`; sort by those of one value.
   */
  'POST /stores/v3/products/search-variants': operation({
    as: 'visitor',
    summary: 'Search variants of catalogue v3',
    cost: 'price',
    input: z.object({ search: CursorSearch.extend({ cursorPaging: manyAtOnce }).nullish(), fields: Fields }),
    ok: z.object({ variants: z.array(ReadOnlyVariant), pagingMetadata: CursorPagingMetadata, aggregationData: AggregationData.optional() }),
    errors: ['NO_PERMISSION_TO_READ_MERCHANT_DATA'],
    reads: true,
    aliases: at('search-variants'),
  }),
})
