import * as z from 'zod'
import { CollectionRule } from './collection-rules.ts'
import { MediaReference } from './media-reference.ts'
import { MerchantProductRow, PictureFocalPoint } from './merchant-products.ts'
import { operation, operations } from './operation.ts'
import { Guid, text, whole } from './primitives.ts'

/**
 * The default order in which the shop shows a collection. `MANUAL`: as the merchant has arranged its products; those without a position
 * follow, newest first.
 */
export const CollectionSort = z.enum(['MANUAL', 'BEST_SELLING', 'NEWEST', 'PRICE_ASC', 'PRICE_DESC', 'NAME'])
export type CollectionSort = z.infer<typeof CollectionSort>

/** What search engines are given of a collection in place of its name and description. */
const CollectionSeo = z.object({ title: z.string().optional(), description: z.string().optional() })

/** A collection as its merchant sees it. */
export const MerchantCollection = z.object({
  id: Guid,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  visible: z.boolean(),
  /** Its picture among the files of the shop, the picture's address, alternative text and focal point. */
  mediaId: z.string().optional(),
  image: z.string().optional(),
  alt: z.string().optional(),
  focalPoint: PictureFocalPoint.optional(),
  products: z.int(),
  /** Absent where its products are picked by hand. */
  rule: CollectionRule.optional(),
  /** The rule was changed, and not all products have been checked since. */
  updating: z.boolean(),
  sort: CollectionSort,
  seo: CollectionSeo.optional(),
})
export interface MerchantCollection extends z.infer<typeof MerchantCollection> {}

const mostCollections = 1000
/** The most products of a collection that have a position of their own. */
const mostPlaced = 1000

/** The writable fields of a collection. Absent fields stay unchanged. */
export const MerchantCollectionInput = z.object({
  name: text(50, 1).nullish(),
  description: text(600).nullish(),
  slug: text(100, 1).nullish(),
  visible: z.boolean().nullish(),
  sort: CollectionSort.nullish(),
  /** An empty text clears it. */
  seo: z.object({ title: text(200).nullish(), description: text(500).nullish() }).nullish(),
  /** `null`: picked by hand from now on. */
  rule: CollectionRule.nullable().optional(),
  /**
   * When a rule is set or removed: whether the current products stay, as picked by hand. Without it they leave when a rule is set, and stay
   * when it is removed.
   */
  keepProducts: z.boolean().nullish(),
})
export interface MerchantCollectionInput extends z.output<typeof MerchantCollectionInput> {}

/** A product of a collection: in by the rule, or picked by hand. */
export const CollectionProduct = MerchantProductRow.extend({ by: z.enum(['RULE', 'HAND']) })
export interface CollectionProduct extends z.infer<typeof CollectionProduct> {}

const OneCollection = z.object({ collection: MerchantCollection })

/** Where former addresses of collections lead. */
export const collectionSlugs = operations({
  /** A visible collection has its current slug; a deleted one is marked as such; anything else has neither. */
  'GET /vitrine/v1/collections/slugs/{slug}': operation({
    as: 'visitor',
    summary: 'Find where a slug leads that a collection had',
    input: z.object({ slug: text(200, 1) }),
    ok: z.object({ slug: z.string().optional(), deleted: z.boolean() }),
    errors: [],
  }),
})

/** Collections for the people who run the shop. */
export const merchantCollections = operations({
  /**
   * All of them in their order, at most 1,000, including hidden ones; and the collection of all products, which is none of them: its
   * contents and address are fixed, its texts, cover, order and visibility are changed like those of others, by its `id`.
   */
  'GET /vitrine/v1/collections': operation({
    as: 'user',
    summary: "List the merchant's collections",
    input: z.object({}),
    ok: z.object({ collections: z.array(MerchantCollection), allProducts: MerchantCollection }),
    errors: [],
  }),

  /**
   * All or nothing. A former slug leads to it from then on. With another rule the products of a small shop change at once; those of a large
   * one within moments, and the collection is `updating` meanwhile.
   *
   * `{ id, collection: { rule: { match: 'ALL', conditions: [{ field: 'STOCK', operator: 'IS', value: 'in' }] } } }`
   */
  'PATCH /vitrine/v1/collections/{id}': operation({
    as: 'user',
    summary: 'Change a collection with its rule, its sort order and what search engines show',
    input: z.object({ id: Guid, collection: MerchantCollectionInput }),
    ok: OneCollection,
    errors: ['COLLECTION_NOT_FOUND', 'COLLECTION_SLUG_TAKEN'],
  }),

  /** How many products a rule would match now, and the first of them, newest first. Nothing is changed. */
  'POST /vitrine/v1/collections/rule-preview': operation({
    as: 'user',
    summary: 'Try a rule for a collection',
    input: z.object({ rule: CollectionRule, limit: z.int().min(0).max(24).default(8) }),
    ok: z.object({
      matches: z.int(),
      /** How many products the shop has. */
      of: z.int(),
      products: z.array(MerchantProductRow),
    }),
    errors: [],
    reads: true,
  }),

  /** In the order of the shop, including hidden ones. */
  'GET /vitrine/v1/collections/{id}/products': operation({
    as: 'user',
    summary: "List a collection's products in their order",
    input: z.object({ id: Guid, limit: whole(1, 100).default(50), offset: whole(0, 100_000).default(0) }),
    ok: z.object({ products: z.array(CollectionProduct), total: z.int() }),
    errors: ['COLLECTION_NOT_FOUND'],
  }),

  /** These first, in this order; those that are not named follow as they were. The collection's order is `MANUAL` from then on. */
  'PUT /vitrine/v1/collections/{id}/products/order': operation({
    as: 'user',
    summary: 'Put the products of a collection into an order',
    input: z.object({ id: Guid, productIds: z.array(Guid).min(1).max(mostPlaced) }),
    ok: z.object({}),
    errors: ['COLLECTION_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
  }),

  /** These first, in this order; those that are not named follow as they were. */
  'PUT /vitrine/v1/collections/order': operation({
    as: 'user',
    summary: 'Put collections into an order',
    input: z.object({ ids: z.array(Guid).min(1).max(mostCollections) }),
    ok: z.object({}),
    errors: ['COLLECTION_NOT_FOUND'],
  }),

  /** A picture among the files of the shop; `null` removes it. */
  'PUT /vitrine/v1/collections/{id}/cover': operation({
    as: 'user',
    summary: 'Set the picture of a collection',
    input: z.object({
      id: Guid,
      mediaId: MediaReference.nullable(),
      alt: text(500).nullish(),
      /** That of the file by default. */
      focalPoint: PictureFocalPoint.nullish(),
    }),
    ok: OneCollection,
    errors: ['COLLECTION_NOT_FOUND'],
  }),
})
