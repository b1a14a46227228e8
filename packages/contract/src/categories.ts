import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { ImageV3 } from './media-v3.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Flag, Guid, Instant, many, text, whole } from './primitives.ts'
import { SeoSchema } from './products.ts'
import { Breadcrumbs, TreeReference } from './products-v3.ts'
import { RichContent } from './rich-content.ts'
import { AggregationData, CursorSearch, SearchDetailsInput } from './search-v3.ts'

/** Parts of a category that are returned on request. */
export const CategoryField = z.enum(['BREADCRUMBS_INFO', 'DESCRIPTION', 'RICH_CONTENT_DESCRIPTION'])
export type CategoryField = z.infer<typeof CategoryField>

/** A collection of products, as catalogue v3 calls it. */
export const Category = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant,
  updatedDate: Instant,
  name: z.string(),
  slug: z.string(),
  image: ImageV3.optional(),
  /** How many products are in it. */
  itemCounter: z.int(),
  description: z.string().optional(),
  richContentDescription: RichContent.optional(),
  visible: z.boolean(),
  breadcrumbsInfo: Breadcrumbs.optional(),
  /** Its position; categories of products have no parent. */
  parentCategory: z.object({ index: z.int() }),
  seoData: SeoSchema.optional(),
  treeReference: TreeReference,
})
export interface Category extends z.infer<typeof Category> {}

/** A product in a category. */
export const CategoryItem = z.object({ catalogItemId: z.string(), appId: z.string() })
export interface CategoryItem extends z.infer<typeof CategoryItem> {}

const Tree = z.object({ appNamespace: text(150, 1), treeKey: text(44).nullish() })
const InTree = { treeReference: Tree }
const OfCategory = { categoryId: Guid, ...InTree }
const Item = z.object({ catalogItemId: text(36, 1), appId: text(36, 1) })
const Fields = many(CategoryField, 100).nullish()
const manyAtOnce = z.object({ limit: whole(1, 1000).nullish(), cursor: text(16_000).nullish() }).nullish()
const Found = z.object({ categories: z.array(Category), pagingMetadata: CursorPagingMetadata })
const Hidden = { returnNonVisibleCategories: Flag.nullish() }
const NoRight = ['NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_CATEGORIES'] as const

/**
 * The shop's collections in the form of catalogue v3. Each call names their tree, `{ appNamespace: '@wix/stores' }`; the tree of any other app is
 * empty. Shoppers see the visible ones.
 */
export const categories = operations({
  /**
   * By cursor, at most 1,000 at a time, 50 by default, in the merchant's order. Filter by `id slug name visible createdDate updatedDate
   * parentCategory.index`, sort by `name createdDate updatedDate parentCategory.index`.
   *
   * `{ query: { filter: { visible: true } }, treeReference: { appNamespace: '@wix/stores' } }`
   */
  'POST /categories/v1/categories/query': operation({
    as: 'visitor',
    summary: 'Query categories',
    input: z.object({ query: CursorQuery.extend({ cursorPaging: manyAtOnce }).nullish(), ...InTree, ...Hidden, fields: Fields }),
    ok: Found,
    errors: NoRight,
    reads: true,
  }),

  /** Like a query, with words to search for in names. */
  'POST /categories/v1/categories/search': operation({
    as: 'visitor',
    summary: 'Search categories',
    input: z.object({ search: CursorSearch.extend({ cursorPaging: manyAtOnce }).nullish(), ...InTree, ...Hidden, fields: Fields }),
    ok: Found.extend({ aggregationData: AggregationData.optional() }),
    errors: NoRight,
    reads: true,
  }),

  'POST /categories/v1/categories/count': operation({
    as: 'visitor',
    summary: 'Count categories',
    input: z.object({ filter: AnyObject.nullish(), search: SearchDetailsInput.nullish(), ...InTree, ...Hidden }),
    ok: z.object({ count: z.int() }),
    errors: NoRight,
    reads: true,
  }),

  'GET /categories/v1/categories/{categoryId}': operation({
    as: 'visitor',
    summary: 'Read a category',
    input: z.object({ ...OfCategory, fields: Fields }),
    ok: z.object({ category: Category }),
    errors: ['CATEGORY_NOT_FOUND'],
  }),

  'GET /categories/v1/categories/slug/{slug}': operation({
    as: 'visitor',
    summary: 'Read a category by its slug',
    input: z.object({ slug: text(300, 1), ...InTree, fields: Fields }),
    ok: z.object({ category: Category }),
    errors: ['CATEGORY_NOT_FOUND'],
  }),

  /**
   * Its products by cursor, at most 100 at a time, 50 by default; newest first, or with `useCategoryArrangement` those that the merchant
   * arranged first.
   */
  'GET /categories/v1/categories/{categoryId}/list-items': operation({
    as: 'visitor',
    summary: 'List what is in a category',
    input: z.object({
      ...OfCategory,
      cursorPaging: z.object({ limit: whole(1, 100).nullish(), cursor: text(16_000).nullish() }).nullish(),
      useCategoryArrangement: Flag.nullish(),
      includeItemsFromSubcategories: Flag.nullish(),
    }),
    ok: z.object({ items: z.array(CategoryItem), pagingMetadata: CursorPagingMetadata }),
    errors: ['CATEGORY_NOT_FOUND'],
    twin: '/categories/v1/categories/{categoryId}/list-items',
  }),

  /** Those of its products, at most 100, that the merchant arranged first. */
  'GET /categories/v1/categories/{categoryId}/arranged-items': operation({
    as: 'visitor',
    summary: 'List what stands first in a category',
    input: z.object(OfCategory),
    ok: z.object({ items: z.array(CategoryItem) }),
    errors: ['CATEGORY_NOT_FOUND'],
  }),

  'GET /categories/v1/categories/list-categories-for-item': operation({
    as: 'visitor',
    summary: 'List the categories of a product',
    input: z.object({ item: Item, ...InTree }),
    ok: z.object({ directCategoryIds: z.array(Guid), allCategoryIds: z.array(Guid) }),
    errors: [],
    twin: '/categories/v1/categories/list-categories-for-item',
  }),

  /** The published client sends the items only where it falls back to a POST: without them nothing is listed. */
  'GET /categories/v1/categories/list-categories-for-items': operation({
    as: 'visitor',
    summary: 'List the categories of products',
    input: z.object({ items: z.array(Item).max(100).nullish(), ...InTree }),
    ok: z.object({
      categoriesForItems: z.array(z.object({ item: CategoryItem, directCategoryIds: z.array(Guid), indirectCategoryIds: z.array(Guid) })),
    }),
    errors: [],
    twin: '/categories/v1/categories/list-categories-for-items',
  }),

  'GET /categories/v1/categories/list-trees': operation({
    as: 'visitor',
    summary: 'List the trees of categories',
    input: z.object({}),
    ok: z.object({ trees: z.array(TreeReference) }),
    errors: [],
  }),
})
