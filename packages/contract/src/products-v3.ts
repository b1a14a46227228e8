import * as z from 'zod'
import { MeasurementUnit } from './enums.ts'
import { CursorQuery } from './inputs.ts'
import { MoneyV3, ProductMediaV3, ProductModelV3 } from './media-v3.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Decimal, Flag, Guid, Instant, many, text } from './primitives.ts'
import { Dimensions, SeoSchema } from './products.ts'
import { RichContent } from './rich-content.ts'
import { AggregationData, CursorSearch, SearchDetailsInput } from './search-v3.ts'

/** Which app's tree of categories: products are in that of `@wix/stores`. */
export const TreeReference = z.object({ appNamespace: z.string(), treeKey: z.string().nullable() })
export interface TreeReference extends z.infer<typeof TreeReference> {}

/** Parts of a product that are returned on request. */
export const ProductField = z.enum([
  'URL',
  'CURRENCY',
  'INFO_SECTION',
  'MERCHANT_DATA',
  'PLAIN_DESCRIPTION',
  'INFO_SECTION_PLAIN_DESCRIPTION',
  'SUBSCRIPTION_PRICES_INFO',
  'BREADCRUMBS_INFO',
  'WEIGHT_MEASUREMENT_UNIT_INFO',
  'VARIANT_OPTION_CHOICE_NAMES',
  'MEDIA_ITEMS_INFO',
  'DESCRIPTION',
  'DIRECT_CATEGORIES_INFO',
  'ALL_CATEGORIES_INFO',
  'MIN_VARIANT_PRICE_INFO',
  'INFO_SECTION_DESCRIPTION',
  'THUMBNAIL',
  'DIRECT_CATEGORY_IDS',
  'PRODUCT_CHOICES_MEDIA_REFERENCES',
  'PRODUCT_CHOICES_DISPLAY_IMAGE',
  'DISCOUNT_INFO',
  'MIN_PRICE_VARIANT',
])
export type ProductField = z.infer<typeof ProductField>

export const PriceRangeV3 = z.object({ minValue: MoneyV3, maxValue: MoneyV3 })
export const InventoryStatusV3 = z.object({ inStock: z.boolean(), preorderEnabled: z.boolean() })

/** What it costs: `actualPrice`, and what it cost before where it is discounted. */
export const PriceV3 = z.object({ actualPrice: MoneyV3, compareAtPrice: MoneyV3.optional() })
export const RevenueV3 = z.object({ cost: MoneyV3, profit: MoneyV3, profitMargin: z.number() })
export const OptionChoiceV3 = z.object({
  optionChoiceIds: z.object({ optionId: z.string(), choiceId: Guid }),
  optionChoiceNames: z.object({ optionName: z.string(), choiceName: z.string(), renderType: z.string() }).optional(),
})
export const DigitalFileV3 = z.object({ id: z.string(), fileName: z.string(), fileType: z.string() })
export const SubscriptionPricesV3 = z.object({
  subscriptionPrices: z.array(z.object({ subscriptionId: Guid, price: MoneyV3 })),
})

/** A quantity: `{ quantity: 100, measurementUnit: 'G' }`. */
const MeasureV3 = z.object({ quantity: z.number(), measurementUnit: MeasurementUnit })
/** How much a variant contains, and its unit price in the product's measure; present with `CURRENCY`. */
export const PricePerUnitV3 = z.object({ settings: MeasureV3, value: Decimal, description: z.string().optional() })

/** One combination of choices; a product without options has one, whose id is the product's. */
export const VariantV3 = z.object({
  id: Guid,
  visible: z.boolean(),
  sku: z.string().optional(),
  barcode: z.string().optional(),
  choices: z.array(OptionChoiceV3),
  price: PriceV3,
  revenueDetails: RevenueV3.optional(),
  media: ProductMediaV3.optional(),
  subscriptionPricesInfo: SubscriptionPricesV3.optional(),
  inventoryStatus: InventoryStatusV3,
  physicalProperties: z
    .object({
      weight: z.number().optional(),
      pricePerUnit: PricePerUnitV3.optional(),
      productDimensions: Dimensions.optional(),
      packageDimensions: Dimensions.optional(),
    })
    .optional(),
  digitalProperties: z.object({ digitalFile: DigitalFileV3.optional() }).optional(),
})
export interface VariantV3 extends z.infer<typeof VariantV3> {}

const OptionChoice = z.object({
  choiceId: Guid,
  choiceType: z.enum(['CHOICE_TEXT', 'ONE_COLOR']),
  key: z.string(),
  name: z.string(),
  colorCode: z.string().optional(),
  linkedMedia: z.array(ProductMediaV3),
  media: z.object({ items: z.array(z.object({ mediaId: z.string() })) }).optional(),
  /** Whether a visible variant with it is in stock. */
  inStock: z.boolean(),
  visible: z.boolean(),
})

/** What a shopper chooses between. Products that have an option of the same name share it: see customizations. */
export const OptionV3 = z.object({
  id: Guid,
  name: z.string(),
  optionRenderType: z.enum(['TEXT_CHOICES', 'SWATCH_CHOICES']),
  key: z.string(),
  choicesSettings: z.object({ choices: z.array(OptionChoice) }),
})
export interface OptionV3 extends z.infer<typeof OptionV3> {}

const Modifier = z.object({
  id: Guid,
  name: z.string(),
  modifierRenderType: z.literal('FREE_TEXT'),
  mandatory: z.boolean(),
  toBeRemovedMandatory: z.boolean(),
  key: z.string(),
  freeTextSettings: z.object({ minCharCount: z.int(), maxCharCount: z.int(), title: z.string(), key: z.string() }),
})

const ProductSection = z.object({
  id: Guid,
  uniqueName: z.string(),
  title: z.string(),
  description: RichContent.optional(),
  plainDescription: z.string().optional(),
})

const ProductSubscription = z.object({
  id: Guid,
  title: z.string(),
  description: z.string().optional(),
  visible: z.boolean(),
  frequency: z.string(),
  interval: z.int(),
  autoRenewal: z.boolean().optional(),
  billingCycles: z.int().optional(),
  discount: z.object({ type: z.enum(['AMOUNT', 'PERCENT']), amountOff: Decimal.optional(), percentOff: z.number().optional() }).optional(),
})

export const Breadcrumbs = z.object({
  breadcrumbs: z.array(z.object({ categoryId: Guid, categoryName: z.string(), categorySlug: z.string() })),
})
const Named = z.object({ id: Guid, name: z.string() })
const Categories = z.object({ categories: z.array(z.object({ id: Guid, index: z.int().optional() })) })

/**
 * A product in the form of catalogue v3: a skeleton, and the parts that `fields` asks for. Variants come with a single product alone.
 */
export const ProductV3 = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant,
  updatedDate: Instant,
  name: z.string(),
  slug: z.string(),
  url: z.object({ relativePath: z.string(), url: z.string() }).optional(),
  description: RichContent.optional(),
  /** As HTML. */
  plainDescription: z.string().optional(),
  visible: z.boolean(),
  media: z.object({
    main: ProductMediaV3.optional(),
    itemsInfo: z.object({ items: z.array(ProductMediaV3), models3d: z.array(ProductModelV3).optional() }).optional(),
  }),
  seoData: SeoSchema.optional(),
  taxGroupId: z.string().optional(),
  options: z.array(OptionV3),
  modifiers: z.array(Modifier),
  brand: Named.optional(),
  infoSections: z.array(ProductSection).optional(),
  ribbon: Named.optional(),
  additionalRibbons: z.array(Named),
  directCategoriesInfo: Categories.optional(),
  allCategoriesInfo: Categories.optional(),
  directCategoryIdsInfo: z.object({ categoryIds: z.array(Guid) }).optional(),
  mainCategoryId: Guid.optional(),
  costRange: PriceRangeV3.optional(),
  inventory: z.object({
    availabilityStatus: z.enum(['IN_STOCK', 'OUT_OF_STOCK', 'PARTIALLY_OUT_OF_STOCK']),
    preorderStatus: z.enum(['ENABLED', 'DISABLED', 'PARTIALLY_ENABLED']),
    preorderAvailability: z.enum(['ALL_VARIANTS', 'NO_VARIANTS', 'SOME_VARIANTS']),
  }),
  productType: z.enum(['PHYSICAL', 'DIGITAL']),
  physicalProperties: z
    .object({
      /** The base quantity of its variants' unit prices. */
      pricePerUnit: MeasureV3.optional(),
      shippingWeightRange: z.object({ minValue: z.number(), maxValue: z.number() }).optional(),
      weightMeasurementUnitInfo: z.object({ weightMeasurementUnit: z.enum(['KG', 'LB']) }).optional(),
    })
    .optional(),
  currency: z.string().optional(),
  breadcrumbsInfo: Breadcrumbs.optional(),
  actualPriceRange: PriceRangeV3,
  /** Only where something is discounted. */
  compareAtPriceRange: PriceRangeV3.optional(),
  variantsInfo: z.object({ variants: z.array(VariantV3) }).optional(),
  variantSummary: z.object({ variantCount: z.int(), minPriceVariant: VariantV3.optional() }),
  minVariantPriceInfo: z
    .object({ variantId: Guid, sku: z.string().optional(), actualPrice: MoneyV3, compareAtPrice: MoneyV3.optional() })
    .optional(),
  subscriptionDetails: z.object({ subscriptions: z.array(ProductSubscription), allowOneTimePurchases: z.boolean() }).optional(),
})
export interface ProductV3 extends z.infer<typeof ProductV3> {}

const Fields = many(ProductField, 100).nullish()
const at = (path: string) => [`/_api/stores-catalog-orchestrator/v3${path}` as const]
const NoRight = ['NO_PERMISSION_TO_READ_MERCHANT_DATA'] as const

/**
 * Products in the form of catalogue v3: the same that `GET /stores-reader/v1/products/…` returns, for clients that read this one. They go
 * into a cart in the same way: `{ appId, catalogItemId: product.id, options: { variantId: variant.id } }`.
 */
export const productsV3 = operations({
  /**
   * By cursor, at most 100 at a time, 50 by default. Filter by `id slug visible createdDate updatedDate` and by `options.id` with
   * `$hasSome` or `$hasAll`; sort by `slug visible createdDate updatedDate`. Without a sort the newest come first. Shoppers see what is
   * visible.
   *
   * In a shop with 20,000 products and more a page may be short, or empty, with `hasNext`: the scan stopped there, and its cursor
   * continues. The same applies to searches here, for variants and for stock, whose counts and aggregations are then estimates, and which
   * refuse sorts without an index with `INVALID_ARGUMENT`.
   *
   * `{ query: { filter: { slug: { $in: ['morning-mug'] } }, cursorPaging: { limit: 20 } }, fields: ['CURRENCY'] }`
   */
  'GET /stores/v3/products/query': operation({
    as: 'visitor',
    summary: 'Query products of catalogue v3',
    input: z.object({ query: CursorQuery.nullish(), fields: Fields }),
    ok: z.object({ products: z.array(ProductV3), pagingMetadata: CursorPagingMetadata }),
    errors: NoRight,
    twin: '/stores/v3/products/query',
    aliases: at('/products/query'),
  }),

  /**
   * Like a query, with search words, and with aggregations over all matches. Besides the fields of a query it filters by `name productType
   * taxGroupId brand.id brand.name ribbon.id ribbon.name inventory.availabilityStatus inventory.preorderStatus
   * subscriptionDetails.allowOneTimePurchases actualPriceRange.minValue.amount actualPriceRange.maxValue.amount
   * compareAtPriceRange.minValue.amount compareAtPriceRange.maxValue.amount physicalProperties.shippingWeightRange.minValue
   * physicalProperties.shippingWeightRange.maxValue minVariantPriceInfo.sku`, by `options.name options.choicesSettings.choices.choiceId
   * options.choicesSettings.choices.name` with `$hasSome` or `$hasAll`, and by `allCategoriesInfo.categories
   * directCategoriesInfo.categories variantsInfo.variants` with `$matchItems`. Prices are in major units.
   *
   * `{ search: { search: { expression: 'mug' }, filter: { 'allCategoriesInfo.categories': { $matchItems: [{ id: { $in: ['…'] } }] } } } }`
   */
  'GET /stores/v3/products/search': operation({
    as: 'visitor',
    summary: 'Search products of catalogue v3',
    cost: 'price',
    input: z.object({ search: CursorSearch.nullish(), fields: Fields }),
    ok: z.object({ products: z.array(ProductV3), pagingMetadata: CursorPagingMetadata, aggregationData: AggregationData.optional() }),
    errors: NoRight,
    twin: '/stores/v3/products/search',
    aliases: at('/products/search'),
  }),

  /**
   * By the filter and the words of a search. What is not visible is counted for callers who may see it, with `returnNonVisibleProducts`.
   */
  'GET /stores/v3/products/count': operation({
    as: 'visitor',
    summary: 'Count products of catalogue v3',
    cost: 'price',
    input: z.object({ filter: AnyObject.nullish(), search: SearchDetailsInput.nullish(), returnNonVisibleProducts: Flag.nullish() }),
    ok: z.object({ count: z.int() }),
    errors: ['NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_PRODUCTS'],
    twin: '/stores/v3/products/count',
    aliases: at('/products/count'),
  }),

  'GET /stores/v3/products/{productId}': operation({
    as: 'visitor',
    summary: 'Read a product of catalogue v3',
    input: z.object({ productId: text(36, 1), fields: Fields }),
    ok: z.object({ product: ProductV3 }),
    errors: ['PRODUCT_NOT_FOUND', ...NoRight],
    aliases: at('/products/{productId}'),
  }),

  'GET /stores/v3/products/slug/{slug}': operation({
    as: 'visitor',
    summary: 'Read a product of catalogue v3 by its slug',
    input: z.object({ slug: text(100, 1), fields: Fields }),
    ok: z.object({ product: ProductV3 }),
    errors: ['PRODUCT_NOT_FOUND', ...NoRight],
    aliases: at('/products/slug/{slug}'),
  }),

  /** The category that every product is in. */
  'GET /stores/v3/all-products-category': operation({
    as: 'visitor',
    summary: 'Say which category has all products',
    input: z.object({}),
    ok: z.object({ categoryId: Guid, treeReference: TreeReference }),
    errors: [],
    aliases: at('/all-products-category'),
  }),

  /**
   * Which catalogue a client should work with: `V1_CATALOG`. That one reads and writes; the newer one reads the same products, and a client that
   * only reads may use either.
   */
  'GET /stores/v3/provision/version': operation({
    as: 'visitor',
    summary: 'Say which catalogue the shop has',
    input: z.object({}),
    ok: z.object({ catalogVersion: z.enum(['V1_CATALOG', 'V3_CATALOG', 'STORES_NOT_INSTALLED']) }),
    errors: [],
    aliases: ['/_api/stores/v3/provision/version'],
  }),
})
