import * as z from 'zod'
import {
  DimensionsUnit,
  InventoryStatus,
  MeasurementUnit,
  MediaItemType,
  OptionType,
  ProductDiscountType,
  ProductType,
  SubscriptionDiscountType,
  SubscriptionFrequency,
} from './enums.ts'
import { Model3D } from './files.ts'
import { OffsetQuery } from './inputs.ts'
import { FreeTrialPeriod } from './items.ts'
import { operation, operations } from './operation.ts'
import { Decimal, Flag, Guid, Instant, record, text, whole } from './primitives.ts'

/** The lowest and the highest among the variants. */
export const NumericPropertyRange = z.object({ minValue: z.number(), maxValue: z.number() })
export interface NumericPropertyRange extends z.infer<typeof NumericPropertyRange> {}

export const Dimensions = z.object({
  length: Decimal.optional(),
  width: Decimal.optional(),
  height: Decimal.optional(),
  unit: DimensionsUnit,
})
export interface Dimensions extends z.infer<typeof Dimensions> {}

/**
 * Whether a product can be preordered. `limit` is how many of each variant may be sold below zero, unlimited if absent; `message` is what
 * shoppers read. Only tracked variants can be preordered, because preorders are counted. `expectedDate` is the day on which it is expected:
 * `2027-05-14`.
 */
export const PreorderInfo = z.object({
  enabled: z.boolean(),
  message: z.string().optional(),
  limit: z.int().optional(),
  expectedDate: z.string().optional(),
})
export interface PreorderInfo extends z.infer<typeof PreorderInfo> {}

/** The stock over all variants; `quantity` only where it is tracked. */
export const Stock = z.object({
  trackInventory: z.boolean(),
  quantity: z.int().optional(),
  inStock: z.boolean(),
  inventoryStatus: InventoryStatus,
})
export interface Stock extends z.infer<typeof Stock> {}

export const FormattedPrice = z.object({ price: z.string(), discountedPrice: z.string(), pricePerUnit: z.string().optional() })
export interface FormattedPrice extends z.infer<typeof FormattedPrice> {}

/**
 * A price as JSON numbers (in this service only); `discountedPrice` is what is paid, `price` the price before, `pricePerUnit` what is paid
 * for the base quantity of the product's `pricePerUnitData`.
 */
export const PriceData = z.object({
  currency: z.string(),
  price: z.number().optional(),
  discountedPrice: z.number(),
  formatted: FormattedPrice.optional(),
  pricePerUnit: z.number().optional(),
})
export interface PriceData extends z.infer<typeof PriceData> {}

export const CostAndProfitData = z.object({
  itemCost: z.number().optional(),
  formattedItemCost: z.string(),
  profit: z.number(),
  formattedProfit: z.string(),
  profitMargin: z.number(),
})
export interface CostAndProfitData extends z.infer<typeof CostAndProfitData> {}

/** How much a product contains (`250 G`), and the base quantity of its unit price (`100 G`); both measure the same thing. */
export const PricePerUnitData = z.object({
  totalQuantity: z.number(),
  totalMeasurementUnit: MeasurementUnit,
  baseQuantity: z.number(),
  baseMeasurementUnit: MeasurementUnit,
})
export interface PricePerUnitData extends z.infer<typeof PricePerUnitData> {}

export const AdditionalInfoSection = z.object({ title: z.string(), description: z.string() })
export interface AdditionalInfoSection extends z.infer<typeof AdditionalInfoSection> {}

export const Ribbon = z.object({ text: z.string() })
export interface Ribbon extends z.infer<typeof Ribbon> {}

export const MediaItemUrlAndSize = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  format: z.string().optional(),
  altText: z.string().optional(),
})
export interface MediaItemUrlAndSize extends z.infer<typeof MediaItemUrlAndSize> {}

/** A film: its files, its poster, which is a file of the shop, and its length if known. */
export const MediaItemVideo = z.object({
  files: z.array(MediaItemUrlAndSize),
  stillFrameMediaId: z.string(),
  durationInMilliseconds: z.int().optional(),
})
export interface MediaItemVideo extends z.infer<typeof MediaItemVideo> {}

/** A picture or a film of a product. */
export const MediaItem = z.object({
  image: MediaItemUrlAndSize.optional(),
  video: MediaItemVideo.optional(),
  thumbnail: MediaItemUrlAndSize.optional(),
  mediaType: MediaItemType,
  title: z.string(),
  id: z.string(),
})
export interface MediaItem extends z.infer<typeof MediaItem> {}

/**
 * A model in three dimensions, a GLB or glTF file. `thumbnail` is its poster until somebody opens it; `place` is its position among all
 * media of the product, from 0.
 */
export const ProductModel = Model3D.extend({ title: z.string(), place: z.int() })
export interface ProductModel extends z.infer<typeof ProductModel> {}

/**
 * `mainMedia` is the first to be shown and one of `items`, which are pictures and films. Models have a list of their own, so that clients
 * that do not know them find only pictures and films in `items`.
 */
export const ProductMedia = z.object({
  mainMedia: MediaItem.optional(),
  items: z.array(MediaItem),
  models3d: z.array(ProductModel).optional(),
})
export interface ProductMedia extends z.infer<typeof ProductMedia> {}

export const CustomTextField = z.object({ title: z.string(), maxLength: z.int(), mandatory: z.boolean() })
export interface CustomTextField extends z.infer<typeof CustomTextField> {}

/** One choice of an option. `value` is the colour’s code or the text, `description` what a shopper reads. */
export const Choice = z.object({
  value: z.string().optional(),
  description: z.string().optional(),
  media: ProductMedia.optional(),
  inStock: z.boolean().optional(),
  visible: z.boolean().optional(),
})
export interface Choice extends z.infer<typeof Choice> {}

/** What a shopper chooses between: `{ name: 'Glaze', optionType: 'color', choices }`. */
export const ProductOption = z.object({ optionType: OptionType, name: z.string(), choices: z.array(Choice).optional() })
export interface ProductOption extends z.infer<typeof ProductOption> {}

export const ProductPageUrl = z.object({ base: z.string(), path: z.string() })
export interface ProductPageUrl extends z.infer<typeof ProductPageUrl> {}

export const ProductDiscount = z.object({ type: ProductDiscountType, value: z.number() })
export interface ProductDiscount extends z.infer<typeof ProductDiscount> {}

/** What a variant has of its own. */
export const VariantFacts = z.object({
  priceData: PriceData.optional(),
  convertedPriceData: PriceData.optional(),
  costAndProfitData: CostAndProfitData.optional(),
  weight: z.number(),
  sku: z.string(),
  visible: z.boolean(),
  productDimensions: Dimensions.optional(),
  packageDimensions: Dimensions.optional(),
  /** What is printed on its packaging, usually a GTIN. */
  barcode: z.string().optional(),
  /** The manufacturer part number. */
  mpn: z.string().optional(),
  /** The product's, with how much of it this variant contains. */
  pricePerUnitData: PricePerUnitData.optional(),
})
export interface VariantFacts extends z.infer<typeof VariantFacts> {}

/** `preordersLeft`: how many more can be preordered of what is out of stock. */
export const VariantStock = z.object({
  trackQuantity: z.boolean(),
  quantity: z.int().optional(),
  inStock: z.boolean(),
  availableForPreorder: z.literal(true).optional(),
  preordersLeft: z.int().optional(),
})
export interface VariantStock extends z.infer<typeof VariantStock> {}

/** One combination of choices. A product without options has one, with an id of zeros. */
export const Variant = z.object({
  id: Guid,
  choices: z.record(z.string(), z.string()).optional(),
  variant: VariantFacts.optional(),
  stock: VariantStock.optional(),
})
export interface Variant extends z.infer<typeof Variant> {}

export const SeoTag = z.object({
  type: z.string(),
  props: z.record(z.string(), z.unknown()).optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
  children: z.string(),
  custom: z.boolean(),
  disabled: z.boolean(),
})
export interface SeoTag extends z.infer<typeof SeoTag> {}

export const SeoKeyword = z.object({ term: z.string(), isMain: z.boolean(), origin: z.string().optional() })
export interface SeoKeyword extends z.infer<typeof SeoKeyword> {}

export const SeoSettings = z.object({ preventAutoRedirect: z.boolean(), keywords: z.array(SeoKeyword) })
export interface SeoSettings extends z.infer<typeof SeoSettings> {}

export const SeoSchema = z.object({ tags: z.array(SeoTag), settings: SeoSettings.optional() })
export interface SeoSchema extends z.infer<typeof SeoSchema> {}

/** The discount per unit compared with buying once. */
export const SubscriptionDiscount = z.object({
  type: SubscriptionDiscountType,
  percentOff: z.number().optional(),
  amountOff: Decimal.optional(),
})
export interface SubscriptionDiscount extends z.infer<typeof SubscriptionDiscount> {}

/** A subscription option of a product. Its `id` goes into `catalogReference.options.subscriptionOptionId` of a line. */
export const Subscription = z.object({
  id: Guid,
  title: z.string(),
  description: z.string().optional(),
  visible: z.boolean(),
  frequency: SubscriptionFrequency,
  interval: z.int(),
  /** It renews until somebody ends it, or for this many `billingCycles`. */
  autoRenewal: z.boolean().optional(),
  billingCycles: z.int().optional(),
  enableCustomerCancellation: z.boolean(),
  freeTrialPeriod: FreeTrialPeriod.optional(),
  discount: SubscriptionDiscount.optional(),
})
export interface Subscription extends z.infer<typeof Subscription> {}

/** Absent where a product can only be bought once. */
export const SubscriptionDetails = z.object({ subscriptions: z.array(Subscription), allowOneTimePurchases: z.boolean() })
export interface SubscriptionDetails extends z.infer<typeof SubscriptionDetails> {}

/** A product with all that a page needs. */
export const Product = z.object({
  id: z.string(),
  name: z.string().optional(),
  slug: z.string(),
  visible: z.boolean().optional(),
  productType: ProductType,
  description: z.string().optional(),
  sku: z.string().optional(),
  weight: z.number().optional(),
  weightRange: NumericPropertyRange.optional(),
  productDimensions: Dimensions.optional(),
  packageDimensions: Dimensions.optional(),
  stock: Stock.optional(),
  price: PriceData.optional(),
  priceData: PriceData.optional(),
  convertedPriceData: PriceData.optional(),
  priceRange: NumericPropertyRange.optional(),
  costAndProfitData: CostAndProfitData.optional(),
  costRange: NumericPropertyRange.optional(),
  pricePerUnitData: PricePerUnitData.optional(),
  additionalInfoSections: z.array(AdditionalInfoSection),
  ribbons: z.array(Ribbon),
  media: ProductMedia.optional(),
  customTextFields: z.array(CustomTextField),
  manageVariants: z.boolean().optional(),
  productOptions: z.array(ProductOption),
  productPageUrl: ProductPageUrl.optional(),
  numericId: z.string(),
  inventoryItemId: z.string(),
  discount: ProductDiscount.optional(),
  collectionIds: z.array(z.string()),
  variants: z.array(Variant),
  lastUpdated: Instant.optional(),
  createdDate: Instant.optional(),
  seoData: SeoSchema.optional(),
  ribbon: z.string().optional(),
  brand: z.string().optional(),
  subscriptionDetails: SubscriptionDetails.optional(),
  /** Only where it can be preordered. */
  preorderInfo: PreorderInfo.optional(),
})
export interface Product extends z.infer<typeof Product> {}

/** The variant that a choice of every option leads to. */
export const VariantData = z.object({
  price: PriceData.optional(),
  convertedPriceData: PriceData.optional(),
  weight: z.number().optional(),
  sku: z.string(),
  quantity: z.int().optional(),
  inStock: z.boolean(),
  visible: z.boolean(),
  productDimensions: Dimensions.optional(),
  packageDimensions: Dimensions.optional(),
})
export interface VariantData extends z.infer<typeof VariantData> {}

export const Cursors = z.object({ next: z.string().optional(), prev: z.string().optional() })
export interface Cursors extends z.infer<typeof Cursors> {}

/** Paging. `total` counts all that match; of products, in a large catalogue, it is an estimate: see the operation. */
export const PlatformPagingMetadata = z.object({
  count: z.int().optional(),
  offset: z.int().optional(),
  total: z.int().optional(),
  cursors: Cursors.optional(),
})
export interface PlatformPagingMetadata extends z.infer<typeof PlatformPagingMetadata> {}

export const PagingMetadata = z.object({ items: z.int(), offset: z.int() })
export interface PagingMetadata extends z.infer<typeof PagingMetadata> {}

const OfProduct = z.object({ id: text(100, 1) })

export const products = operations({
  /**
   * By offset, at most 100 at a time, 50 by default; `metadata.total` counts all that match. In a shop with 20,000 products and more it is
   * an estimate from a sample unless ids, slugs, SKUs, names, prices, dates or collections narrow the query to 20,000 products. There, a
   * query whose matches are not among the first 12,000 products of the sort order either is refused with `INVALID_ARGUMENT`, whose
   * violation names `query.filter`, `query.sort` or `query.paging.offset`: to read more, continue with a filter by the sort field, such as
   * `numericId`.
   *
   * Filter by `id name slug productType description sku price priceData.price numericId lastUpdated createdDate`, and by `collectionIds`
   * with `$hasSome` or `$hasAll`; sort by the same but for `description`, `createdDate` and `collectionIds`.
   *
   * `{ query: { filter: { 'priceData.price': { $lt: 50 } }, sort: [{ fieldName: 'price', order: 'ASC' }], paging: { limit: 20 } } }`
   */
  'GET /stores-reader/v1/products/query-platformized': operation({
    as: 'visitor',
    summary: 'Query products',
    input: z.object({ query: OffsetQuery.nullish() }),
    ok: z.object({ products: z.array(Product), metadata: PlatformPagingMetadata }),
    errors: [],
    twin: '/stores-reader/v1/products/query-platformized',
    aliases: ['/_api/catalog-reader-server/v1/products/query-platformized'],
  }),

  /** What the merchant alone may know (cost, profit, hidden products) needs `includeMerchantSpecificData` and the right to see it. */
  'GET /stores-reader/v1/products/{id}': operation({
    as: 'visitor',
    summary: 'Read a product',
    input: OfProduct.extend({ includeMerchantSpecificData: Flag.nullish() }),
    ok: z.object({ product: Product }),
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: ['/_api/catalog-reader-server/v1/products/{id}'],
  }),

  /** `{ options: { Glaze: 'Sage' } }` returns what is left to choose, and the variant once all is chosen. */
  'POST /stores-reader/v1/products/{id}/productOptionsAvailability': operation({
    as: 'visitor',
    summary: 'Say which choices are left after some are made',
    input: OfProduct.extend({ options: record(text(50), text(250), 50) }),
    ok: z.object({
      selectedVariant: VariantData.optional(),
      media: ProductMedia.optional(),
      productOptions: z.array(ProductOption),
      availableForPurchase: z.boolean(),
    }),
    errors: ['PRODUCT_NOT_FOUND'],
    reads: true,
    aliases: ['/_api/catalog-reader-server/v1/products/{id}/productOptionsAvailability'],
  }),

  /** All of them, or those with the requested choices or ids. */
  'POST /stores-reader/v1/products/{id}/variants/query': operation({
    as: 'visitor',
    summary: 'Query the variants of a product',
    input: OfProduct.extend({
      choices: record(text(50), text(250), 50).nullish(),
      variantIds: z.array(Guid).max(1000).nullish(),
      paging: z.object({ limit: whole(0, 100).nullish(), offset: whole(0, 1_000_000).nullish() }).nullish(),
      includeMerchantSpecificData: z.boolean().nullish(),
    }),
    ok: z.object({ variants: z.array(Variant), metadata: PagingMetadata, totalResults: z.int() }),
    errors: ['PRODUCT_NOT_FOUND'],
    reads: true,
    aliases: ['/_api/catalog-reader-server/v1/products/{id}/variants/query'],
  }),
})
