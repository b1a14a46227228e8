import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { Collection } from './collections.ts'
import { DimensionsUnit, MeasurementUnit, OptionType, ProductDiscountType, ProductType } from './enums.ts'
import { MediaReference } from './media-reference.ts'
import { operation, operations } from './operation.ts'
import { AnyObject, amount, Guid, record, text } from './primitives.ts'
import { Product, Variant } from './products.ts'

/** Prices, costs and weights of products are JSON numbers on this service: from 0 to 999,999,999.99. */
const Figure = z.number().min(0).max(999_999_999.99)

const DimensionsInput = z.object({
  length: amount().nullish(),
  width: amount().nullish(),
  height: amount().nullish(),
  unit: DimensionsUnit.exclude(['UNKNOWN_DIMENSIONS_UNIT']),
})

/**
 * An option and its choices. For a colour `value` is its code and `description` its name; for others both are the same, and one is enough.
 * Options of which every choice has a code (`#9AA58F`) are colours if `optionType` is absent.
 */
export const ProductOptionInput = z.object({
  optionType: OptionType.exclude(['unspecified_option_type']).nullish(),
  name: text(50, 1),
  choices: z
    .array(z.object({ value: text(50, 1).nullish(), description: text(50, 1).nullish() }))
    .min(1)
    .max(100),
})
export type ProductOptionInput = z.output<typeof ProductOptionInput>

/** From 0.01 to 999,999,999.99. */
const Measured = z.number().min(0.01).max(999_999_999.99)

/** How much a product contains and the base quantity of its unit price: units of the same kind, `{ 250 G, 100 G }` or `{ 75 CL, 1 L }`. */
const PricePerUnitInput = z.object({
  totalQuantity: Measured,
  totalMeasurementUnit: MeasurementUnit.exclude(['UNSPECIFIED']),
  baseQuantity: Measured,
  baseMeasurementUnit: MeasurementUnit.exclude(['UNSPECIFIED']),
})

export const SeoInput = z.object({
  tags: z
    .array(
      z.object({
        type: text(50, 1),
        props: AnyObject.optional(),
        meta: AnyObject.optional(),
        children: text(2000),
        custom: z.boolean(),
        disabled: z.boolean(),
      }),
    )
    .max(50),
  settings: z
    .object({
      preventAutoRedirect: z.boolean(),
      keywords: z.array(z.object({ term: text(250), isMain: z.boolean(), origin: text(50).optional() })).max(20),
    })
    .optional(),
})

/**
 * The writable fields of a product. Absent fields stay unchanged; a list replaces the one before. `priceData.price` is the price before the
 * `discount`. Variants follow the product's price and weight as long as they have none of their own.
 */
export const ProductInput = z.object({
  name: text(80, 1).nullish(),
  /** Unique in the shop; derived from the name if absent. */
  slug: text(100, 1).nullish(),
  visible: z.boolean().nullish(),
  productType: ProductType.exclude(['unspecified_product_type']).nullish(),
  /** HTML; what runs or loads something is removed. */
  description: text(8000).nullish(),
  sku: text(40).nullish(),
  /** Of a product without options; each variant has its own. Empty for none. */
  barcode: text(40).nullish(),
  /** The manufacturer part number of a product without options; each variant has its own. Empty for none. */
  mpn: text(70).nullish(),
  pricePerUnitData: PricePerUnitInput.nullish(),
  weight: Figure.nullish(),
  productDimensions: DimensionsInput.nullish(),
  packageDimensions: DimensionsInput.nullish(),
  priceData: z.object({ price: Figure.nullish() }).nullish(),
  costAndProfitData: z.object({ itemCost: Figure.nullish() }).nullish(),
  discount: z.object({ type: ProductDiscountType.exclude(['UNDEFINED']), value: Figure.nullish() }).nullish(),
  additionalInfoSections: z
    .array(z.object({ title: text(50, 1), description: text(16_000) }))
    .max(20)
    .nullish(),
  customTextFields: z
    .array(z.object({ title: text(100, 1), maxLength: z.int().min(1).max(500), mandatory: z.boolean() }))
    .max(10)
    .nullish(),
  manageVariants: z.boolean().nullish(),
  /** At most six, whose choices make at most 1,000 variants; names are unique. */
  productOptions: z.array(ProductOptionInput).max(6).nullish(),
  ribbon: text(30).nullish(),
  brand: text(50).nullish(),
  seoData: SeoInput.nullish(),
})
export interface ProductInput extends z.output<typeof ProductInput> {}

/** Values of some variants of a product: those with these choices, or with these ids. */
export const VariantOverride = z.object({
  choices: record(text(50), text(50), 6).nullish(),
  variantIds: z.array(Guid).max(1000).nullish(),
  price: Figure.nullish(),
  cost: Figure.nullish(),
  weight: Figure.nullish(),
  sku: text(40).nullish(),
  visible: z.boolean().nullish(),
  /** Empty for none, as `mpn` is. */
  barcode: text(40).nullish(),
  mpn: text(70).nullish(),
  /** How much it contains, in the `totalMeasurementUnit` of the product's `pricePerUnitData`; as much as the product where it is the same. */
  totalQuantity: Measured.nullish(),
})
export interface VariantOverride extends z.output<typeof VariantOverride> {}

const OfProduct = z.object({ id: Guid })
const OfCollection = z.object({ id: Guid })
const done = z.object({})
const at = (path: string) => [`/_api/catalog-server/v1${path}` as const]

const CollectionInput = z.object({
  name: text(50, 1).nullish(),
  description: text(600).nullish(),
  slug: text(100, 1).nullish(),
  visible: z.boolean().nullish(),
})
export interface CollectionInput extends z.output<typeof CollectionInput> {}

export const AdjustmentInput = z.object({
  percentage: z.object({ rate: z.int().min(-100).max(1000), roundToInt: z.boolean().nullish() }).nullish(),
  amount: z.number().min(-999_999_999.99).max(999_999_999.99).nullish(),
})

const MediaAssignment = z.object({ option: text(50, 1), choice: text(50, 1), mediaIds: z.array(MediaReference).max(50) })

/** Where former addresses of products lead. */
export const productSlugs = operations({
  /**
   * A visible product has its current slug; a deleted one is marked as such, with what is known of it (`was`, of products that were visible
   * when they were deleted); anything else has neither.
   */
  'GET /vitrine/v1/products/slugs/{slug}': operation({
    as: 'visitor',
    summary: 'Find where a slug leads that a product had',
    input: z.object({ slug: text(200, 1) }),
    ok: z.object({
      slug: z.string().optional(),
      deleted: z.boolean(),
      was: z.object({ name: z.string(), brand: z.string().optional(), collectionIds: z.array(Guid) }).optional(),
    }),
    errors: [],
  }),
})

export const productWrites = operations({
  /** The answer is the product as merchants read it. */
  'POST /stores/v1/products': operation({
    as: 'user',
    summary: 'Create a product',
    input: z.object({ product: ProductInput }),
    ok: z.object({ product: Product }),
    errors: ['PRODUCT_SLUG_TAKEN'],
    aliases: at('/products'),
  }),

  /** `updateProduct(id, { priceData: { price: 26 } })` changes the price and nothing else. */
  'PATCH /stores/v1/products/{product.id}': operation({
    as: 'user',
    summary: 'Change a product',
    input: z.object({ product: ProductInput.extend({ id: Guid }) }),
    ok: z.object({ product: Product }),
    errors: ['PRODUCT_NOT_FOUND', 'PRODUCT_SLUG_TAKEN'],
    aliases: at('/products/{product.id}'),
  }),

  /** It stays in orders; carts and checkouts lose it. */
  'DELETE /stores/v1/products/{id}': operation({
    as: 'user',
    summary: 'Delete a product',
    input: OfProduct,
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}'),
  }),

  /** Only where `manageVariants` is true. */
  'PATCH /stores/v1/products/{id}/variants': operation({
    as: 'user',
    summary: 'Change variants of a product',
    input: OfProduct.extend({ variants: z.array(VariantOverride).min(1).max(1000) }),
    ok: z.object({ variants: z.array(Variant) }),
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/variants'),
  }),

  /** Price, cost, weight, SKU and visibility; the stock stays. */
  'POST /stores/v1/products/{id}/variants/resetToDefault': operation({
    as: 'user',
    summary: 'Take away what variants of a product have of their own',
    input: OfProduct,
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/variants/resetToDefault'),
  }),

  'DELETE /stores/v1/products/{id}/options': operation({
    as: 'user',
    summary: 'Delete the options of a product',
    input: OfProduct,
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/options'),
  }),

  'POST /stores/v1/products/{id}/remove-brand': operation({
    as: 'user',
    summary: 'Remove the brand of a product',
    input: OfProduct,
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/remove-brand'),
  }),

  'POST /stores/v1/products/{id}/remove-ribbon': operation({
    as: 'user',
    summary: 'Remove the ribbon of a product',
    input: OfProduct,
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/remove-ribbon'),
  }),

  /** Files of the shop, by `mediaId`; those it has already keep their position. With a `choice` they show it, too. */
  'POST /stores/v1/products/{id}/media': operation({
    as: 'user',
    summary: 'Add media to a product',
    input: OfProduct.extend({
      media: z
        .array(z.object({ mediaId: MediaReference, choice: z.object({ option: text(50, 1), choice: text(50, 1) }).nullish() }))
        .min(1)
        .max(50),
    }),
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/media'),
  }),

  /** All of them where no id is given. The files stay among the shop's media. */
  'POST /stores/v1/products/{id}/media/delete': operation({
    as: 'user',
    summary: 'Remove media from a product',
    input: OfProduct.extend({ mediaIds: z.array(MediaReference).max(50).nullish() }),
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/media/delete'),
  }),

  /** Media of the product, which it has to have already. Only one of the options can have media. */
  'PATCH /stores/v1/products/{id}/choices/media': operation({
    as: 'user',
    summary: 'Say which media show a choice',
    input: OfProduct.extend({ media: z.array(MediaAssignment).min(1).max(10) }),
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/choices/media'),
  }),

  /** All of a choice where it has no `mediaIds`. */
  'POST /stores/v1/products/{id}/choices/media/delete': operation({
    as: 'user',
    summary: 'Take media away from choices',
    input: OfProduct.extend({
      media: z
        .array(MediaAssignment.extend({ mediaIds: MediaAssignment.shape.mediaIds.nullish() }))
        .min(1)
        .max(10),
    }),
    ok: done,
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: at('/products/{id}/choices/media/delete'),
  }),

  /** One of `set`'s fields, for each product. Products that cannot be changed are listed with their error; the others are changed. */
  'POST /stores/v1/bulk/products/update': operation({
    as: 'user',
    summary: 'Set a property of many products',
    input: z.object({
      ids: z.array(Guid).min(1).max(100),
      set: z.object({
        price: Figure.nullish(),
        cost: Figure.nullish(),
        weight: Figure.nullish(),
        ribbon: text(30).nullish(),
        brand: text(50).nullish(),
      }),
    }),
    ok: z.object({ results: z.array(z.object({ itemMetadata: ItemMetadata })), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: at('/bulk/products/update'),
  }),

  /**
   * By a percentage of the current value (`percentage.rate`, from -100 to 1000) or by an amount, which may be negative. Variants change
   * with their product.
   */
  'POST /stores/v1/bulk/products/adjust-properties': operation({
    as: 'user',
    summary: 'Raise or lower a property of many products',
    input: z.object({
      ids: z.array(Guid).min(1).max(100),
      adjust: z.object({ price: AdjustmentInput.nullish(), cost: AdjustmentInput.nullish(), weight: AdjustmentInput.nullish() }),
    }),
    ok: z.object({ results: z.array(z.object({ itemMetadata: ItemMetadata })), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: at('/bulk/products/adjust-properties'),
  }),

  'POST /stores/v1/collections': operation({
    as: 'user',
    summary: 'Create a collection',
    input: z.object({ collection: CollectionInput }),
    ok: z.object({ collection: Collection }),
    errors: ['COLLECTION_SLUG_TAKEN'],
    aliases: at('/collections'),
  }),

  'PATCH /stores/v1/collections/{collection.id}': operation({
    as: 'user',
    summary: 'Change a collection',
    input: z.object({ collection: CollectionInput.extend({ id: Guid }) }),
    ok: z.object({ collection: Collection }),
    errors: ['COLLECTION_NOT_FOUND', 'COLLECTION_SLUG_TAKEN'],
    aliases: at('/collections/{collection.id}'),
  }),

  /** Its products stay. */
  'DELETE /stores/v1/collections/{id}': operation({
    as: 'user',
    summary: 'Delete a collection',
    input: OfCollection,
    ok: done,
    errors: ['COLLECTION_NOT_FOUND'],
    aliases: at('/collections/{id}'),
  }),

  /** Those already in it stay. */
  'POST /stores/v1/collections/{id}/productIds': operation({
    as: 'user',
    summary: 'Add products to a collection',
    input: OfCollection.extend({ productIds: z.array(Guid).max(1000) }),
    ok: done,
    errors: ['COLLECTION_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
    aliases: at('/collections/{id}/productIds'),
  }),

  /** Those that match the rule of the collection cannot be removed: if one is in it only by that, all are refused. */
  'POST /stores/v1/collections/{id}/productIds/delete': operation({
    as: 'user',
    summary: 'Remove products from a collection',
    input: OfCollection.extend({ productIds: z.array(Guid).max(1000) }),
    ok: done,
    errors: ['COLLECTION_NOT_FOUND'],
    aliases: at('/collections/{id}/productIds/delete'),
  }),
})
