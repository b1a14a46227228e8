import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { CursorQuery } from './inputs.ts'
import { MediaReference } from './media-reference.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Guid, Instant, text } from './primitives.ts'
import { ProductInput, VariantOverride } from './product-writes.ts'
import { CustomTextField, Dimensions, PricePerUnitData, SeoSchema } from './products.ts'

/** A point in a picture as fractions of its width and height, from the top left: every crop keeps it in view. */
export const PictureFocalPoint = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })

/** The stock of a variant, or of a product whose variants share their stock. `quantity` is absent where it is not tracked. */
const VariantStock = z.object({ tracked: z.boolean(), inStock: z.boolean(), quantity: z.int().optional() })

export const ProductDiscountFigures = z.object({ type: z.enum(['NONE', 'PERCENT', 'AMOUNT']), value: z.number() })

export const MerchantProductMedia = z.object({
  mediaId: z.string(),
  kind: z.enum(['IMAGE', 'VIDEO', 'MODEL3D']),
  /** Of the picture; of a film or a model, of its poster. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  focalPoint: PictureFocalPoint,
  /** Of a film or a model: the id of its poster, and the address of its own file. */
  posterId: z.string().optional(),
  fileUrl: z.string().optional(),
})
export interface MerchantProductMedia extends z.infer<typeof MerchantProductMedia> {}

export const MerchantProductVariant = z.object({
  id: Guid,
  /** A choice for each option, by their names. */
  choices: z.record(z.string(), z.string()),
  sku: z.string(),
  /** Its price, and its price before the discount. */
  price: z.number(),
  fullPrice: z.number(),
  /** Absent where it is the product's. */
  cost: z.number().optional(),
  weight: z.number().optional(),
  visible: z.boolean(),
  barcode: z.string().optional(),
  mpn: z.string().optional(),
  /** How much it contains where that is not the product's `totalQuantity`. */
  totalQuantity: z.number().optional(),
  stock: VariantStock.optional(),
})
export interface MerchantProductVariant extends z.infer<typeof MerchantProductVariant> {}

/** A product as merchants edit it. Prices and costs are numbers in the shop's currency. */
export const MerchantProduct = z.object({
  id: Guid,
  /** Changes with each update. */
  revision: z.string(),
  name: z.string(),
  slug: z.string(),
  visible: z.boolean(),
  productType: z.enum(['physical', 'digital']),
  /** HTML. */
  description: z.string(),
  sku: z.string(),
  barcode: z.string().optional(),
  mpn: z.string().optional(),
  pricePerUnitData: PricePerUnitData.optional(),
  brand: z.string().optional(),
  ribbon: z.string().optional(),
  price: z.number(),
  /** Before the discount; the price where there is none. */
  fullPrice: z.number(),
  discount: ProductDiscountFigures,
  cost: z.number().optional(),
  weight: z.number().optional(),
  productDimensions: Dimensions.optional(),
  packageDimensions: Dimensions.optional(),
  taxGroupId: z.string().optional(),
  media: z.array(MerchantProductMedia),
  options: z.array(
    z.object({
      name: z.string(),
      optionType: z.enum(['color', 'drop_down']),
      /** `value` is the colour's code, `#9AA58F`, or the name. */
      choices: z.array(z.object({ name: z.string(), value: z.string(), mediaIds: z.array(z.string()) })),
    }),
  ),
  /** Whether each variant has a price, weight and stock of its own. */
  manageVariants: z.boolean(),
  variants: z.array(MerchantProductVariant),
  /** Where all variants share one stock. */
  stock: VariantStock.optional(),
  collectionIds: z.array(Guid),
  sections: z.array(z.object({ title: z.string(), description: z.string() })),
  customTextFields: z.array(CustomTextField),
  seoData: SeoSchema.optional(),
  createdDate: Instant,
  updatedDate: Instant,
})
export interface MerchantProduct extends z.infer<typeof MerchantProduct> {}

/** A product in the merchant's list. */
export const MerchantProductRow = z.object({
  id: Guid,
  name: z.string(),
  slug: z.string(),
  sku: z.string(),
  visible: z.boolean(),
  price: z.number(),
  fullPrice: z.number(),
  discount: ProductDiscountFigures,
  image: z.string().optional(),
  variants: z.int(),
  /** The quantity of all variants together; absent where none is tracked. */
  quantity: z.int().optional(),
  /** How many variants are sold out. */
  soldOut: z.int(),
  ribbon: z.string().optional(),
  brand: z.string().optional(),
  collectionIds: z.array(Guid),
  createdDate: Instant,
  updatedDate: Instant,
})
export interface MerchantProductRow extends z.infer<typeof MerchantProductRow> {}

/** The writable fields of a product. Absent fields stay unchanged. */
export const MerchantProductInput = ProductInput.extend({
  /**
   * All media of the product in their order; new ones are pictures, films and models among the files of the shop. `posterId` names the
   * poster of a film or a model. The default is a model's thumbnail, or else the first picture of the product. The file's own id selects
   * the picture generated from it.
   */
  media: z
    .array(
      z.object({
        mediaId: MediaReference,
        alt: text(500).nullish(),
        focalPoint: PictureFocalPoint.nullish(),
        posterId: MediaReference.nullish(),
      }),
    )
    .max(100)
    .nullish(),
  /** Which media show a choice, in place of those before. Only one of the options can have media. */
  choiceMedia: z
    .array(z.object({ option: text(50, 1), choice: text(50, 1), mediaIds: z.array(MediaReference).max(50) }))
    .max(100)
    .nullish(),
  /** Prices are those before the discount. */
  variants: z.array(VariantOverride).max(1000).nullish(),
  collectionIds: z.array(Guid).max(200).nullish(),
  taxGroupId: Guid.nullish(),
  /** The fields to clear. */
  clear: z
    .array(z.enum(['brand', 'ribbon', 'cost', 'weight', 'taxGroupId', 'pricePerUnitData']))
    .max(6)
    .nullish(),
})
export interface MerchantProductInput extends z.output<typeof MerchantProductInput> {}

/** Products for the people who run the shop: the list, the editor, and bulk changes. */
export const merchantProducts = operations({
  /**
   * By cursor, newest first, including hidden ones. Filter by `id name sku words visible price brand ribbon collectionIds slug hasMedia
   * soldOut quantity createdDate updatedDate`; sort by `name sku price createdDate updatedDate`. `words` finds what the shop's search
   * finds, SKUs of variants included, by prefixes of words. With 20,000 products and more a page can be short or empty while `hasNext` is
   * true: the next one continues from there.
   *
   * `{ query: { filter: { visible: false }, sort: [{ fieldName: 'name', order: 'ASC' }] } }`
   */
  'POST /vitrine/v1/products/query': operation({
    as: 'user',
    summary: "Query the merchant's products",
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ products: z.array(MerchantProductRow), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  /**
   * How many products match each filter; counts stop at 10,000. With 20,000 products and more an estimate, where more than 20,000 may
   * match.
   */
  'POST /vitrine/v1/products/totals': operation({
    as: 'user',
    summary: 'Count products by filters',
    input: z.object({ filters: z.array(AnyObject).min(1).max(12) }),
    ok: z.object({ counts: z.array(z.int()) }),
    errors: [],
    reads: true,
  }),

  'GET /vitrine/v1/products/{id}': operation({
    as: 'user',
    summary: 'Read a product as merchants edit it',
    input: z.object({ id: Guid }),
    ok: z.object({ product: MerchantProduct }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),

  'POST /vitrine/v1/products': operation({
    as: 'user',
    summary: 'Create a product with media, variants and collections',
    input: z.object({ product: MerchantProductInput }),
    ok: z.object({ product: MerchantProduct }),
    errors: ['PRODUCT_SLUG_TAKEN'],
  }),

  /** All or nothing. With the `revision` that it was read with, a product that was changed since is refused. */
  'PATCH /vitrine/v1/products/{id}': operation({
    as: 'user',
    summary: 'Change a product with its media, variants and collections',
    input: z.object({ id: Guid, revision: text(20).nullish(), product: MerchantProductInput }),
    ok: z.object({ product: MerchantProduct }),
    errors: ['PRODUCT_NOT_FOUND', 'PRODUCT_SLUG_TAKEN', 'STALE_REVISION'],
  }),

  /** The copy is hidden, has an address of its own and no stock. */
  'POST /vitrine/v1/products/{id}/duplicate': operation({
    as: 'user',
    summary: 'Duplicate a product',
    input: z.object({ id: Guid, name: text(80, 1).nullish() }),
    ok: z.object({ product: MerchantProduct }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),

  /** Each product independently. Those that cannot be changed are listed with their error; the others are changed. */
  'POST /vitrine/v1/products/bulk-update': operation({
    as: 'user',
    summary: 'Change many products, each in its own way',
    input: z.object({
      changes: z
        .array(
          z.object({
            id: Guid,
            product: ProductInput.pick({
              name: true,
              visible: true,
              sku: true,
              ribbon: true,
              brand: true,
              priceData: true,
              discount: true,
            }).extend({
              /** Collections to add to, and to remove from. */
              addTo: z.array(Guid).max(50).nullish(),
              removeFrom: z.array(Guid).max(50).nullish(),
            }),
          }),
        )
        .min(1)
        .max(100),
    }),
    ok: z.object({ results: z.array(z.object({ itemMetadata: ItemMetadata })), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
  }),
})
