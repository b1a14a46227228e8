import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Guid, Instant, many } from './primitives.ts'

const Dated = { revision: z.string(), createdDate: Instant, updatedDate: Instant }

/** An option that products have, with all of its choices, or a text that buyers enter. Products with the same name for it share it. */
export const Customization = z.object({
  id: Guid,
  ...Dated,
  key: z.string(),
  name: z.string(),
  customizationType: z.enum(['PRODUCT_OPTION', 'MODIFIER']),
  customizationRenderType: z.enum(['FREE_TEXT', 'TEXT_CHOICES', 'SWATCH_CHOICES']),
  freeTextInput: z.object({ minCharCount: z.int(), maxCharCount: z.int(), title: z.string(), key: z.string() }).optional(),
  choicesSettings: z
    .object({
      choices: z.array(
        z.object({
          id: Guid,
          choiceType: z.enum(['CHOICE_TEXT', 'ONE_COLOR']),
          key: z.string(),
          name: z.string(),
          colorCode: z.string().optional(),
        }),
      ),
    })
    .optional(),
  assignedProductsCount: z.int().optional(),
})
export interface Customization extends z.infer<typeof Customization> {}

/** The brand that products name. */
export const Brand = z.object({ id: Guid, ...Dated, name: z.string(), assignedProductsCount: z.int().optional() })
export interface Brand extends z.infer<typeof Brand> {}

/** A word or two that products carry, such as `New`. */
export const RibbonV3 = z.object({ id: Guid, ...Dated, name: z.string(), assignedProductCount: z.int().optional() })
export interface RibbonV3 extends z.infer<typeof RibbonV3> {}

const Count = z.object({ count: z.int() })
const Filter = z.object({ filter: AnyObject.nullish() })
const CustomizationFields = many(z.enum(['ASSIGNED_PRODUCTS_COUNT', 'CHOICE_DISPLAY_IMAGE']), 100).nullish()
const BrandFields = many(z.enum(['ASSIGNED_PRODUCTS_COUNT']), 100).nullish()
const RibbonFields = many(z.enum(['ASSIGNED_PRODUCT_COUNT']), 100).nullish()
const customization = (path: string) => [`/_api/customization/v3/customizations/${path}` as const]
const brand = (path: string) => [`/_api/brand/v3/brands/${path}` as const]
const ribbon = (path: string) => [`/_api/ribbon/v3/ribbons/${path}` as const]

/** What products of catalogue v3 share: options, brands and ribbons. */
export const customizationsV3 = operations({
  /**
   * By cursor. Filter by `id name customizationType customizationRenderType createdDate updatedDate`, sort by `id name createdDate updatedDate`.
   *
   * `{ query: { filter: { customizationType: 'PRODUCT_OPTION' } } }`
   */
  'GET /stores/v3/customizations/query': operation({
    as: 'visitor',
    summary: 'Query the options of products',
    input: z.object({ query: CursorQuery.nullish(), fields: CustomizationFields }),
    ok: z.object({ customizations: z.array(Customization), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    twin: '/stores/v3/customizations/query',
    aliases: customization('query'),
  }),

  'GET /stores/v3/customizations/{customizationId}': operation({
    as: 'visitor',
    summary: 'Read an option of products',
    input: z.object({ customizationId: Guid, fields: CustomizationFields }),
    ok: z.object({ customization: Customization }),
    errors: ['CUSTOMIZATION_NOT_FOUND'],
    aliases: customization('{customizationId}'),
  }),

  'POST /stores/v3/customizations/count': operation({
    as: 'visitor',
    summary: 'Count the options of products',
    input: Filter,
    ok: Count,
    errors: [],
    reads: true,
    aliases: customization('count'),
  }),

  /** By cursor. Filter by `id name createdDate updatedDate`, sort by `name createdDate updatedDate`. */
  'GET /stores/v3/brands/query': operation({
    as: 'visitor',
    summary: 'Query brands',
    input: z.object({ query: CursorQuery.nullish(), fields: BrandFields }),
    ok: z.object({ brands: z.array(Brand), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    twin: '/stores/v3/brands/query',
    aliases: brand('query'),
  }),

  'GET /stores/v3/brands/{brandId}': operation({
    as: 'visitor',
    summary: 'Read a brand',
    input: z.object({ brandId: Guid, fields: BrandFields }),
    ok: z.object({ brand: Brand }),
    errors: ['BRAND_NOT_FOUND'],
    aliases: brand('{brandId}'),
  }),

  'POST /stores/v3/brands/count': operation({
    as: 'visitor',
    summary: 'Count brands',
    input: Filter,
    ok: Count,
    errors: [],
    reads: true,
    aliases: brand('count'),
  }),

  /** By cursor. Filter by `id name createdDate updatedDate`, sort by `name createdDate updatedDate`. */
  'POST /stores/v3/ribbons/query': operation({
    as: 'visitor',
    summary: 'Query ribbons',
    input: z.object({ query: CursorQuery.nullish(), fields: RibbonFields }),
    ok: z.object({ ribbons: z.array(RibbonV3), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
    aliases: ribbon('query'),
  }),

  'GET /stores/v3/ribbons/{ribbonId}': operation({
    as: 'visitor',
    summary: 'Read a ribbon',
    input: z.object({ ribbonId: Guid, fields: RibbonFields }),
    ok: z.object({ ribbon: RibbonV3 }),
    errors: ['RIBBON_NOT_FOUND'],
    aliases: ribbon('{ribbonId}'),
  }),

  'POST /stores/v3/ribbons/count': operation({
    as: 'visitor',
    summary: 'Count ribbons',
    input: Filter,
    ok: Count,
    errors: [],
    reads: true,
    aliases: ribbon('count'),
  }),
})
