import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { ProductJob } from './product-jobs.ts'

/** What products refer to by name alone: their brand, and the ribbon on their pictures. */
export const ProductLabelKind = z.enum(['brand', 'ribbon'])
export type ProductLabelKind = z.infer<typeof ProductLabelKind>

/** A brand or ribbon of the shop's products, including hidden ones. */
export const ProductLabel = z.object({
  /** Derived from the name, as in `brandsV3` and `ribbonsV3`: another name has another id. */
  id: Guid,
  name: z.string(),
  products: z.int(),
  /** When one of these products was changed last. */
  updatedDate: Instant,
})
export interface ProductLabel extends z.infer<typeof ProductLabel> {}

/** A collection whose rule tests for a brand or ribbon. */
export const LabelledCollection = z.object({
  id: Guid,
  name: z.string(),
  /** Whether its rule follows a new name. It does not where it tests for a part of the name. */
  follows: z.boolean(),
})
export interface LabelledCollection extends z.infer<typeof LabelledCollection> {}

const Kind = z.object({ kind: ProductLabelKind })
const OfLabel = Kind.extend({ id: Guid })
/** Whether rules of collections that test for it are changed to the new name. */
const changeRules = z.boolean().default(true)
const JobAnswer = z.object({ job: ProductJob })

/**
 * Brands and ribbons across products. Each change of one is a change of all of its products: up to fifty are changed when it answers, the
 * rest follows in the background, and `POST /vitrine/v1/products/jobs/{jobId}/undo` can undo it for 30 days.
 */
export const productLabels = operations({
  /** `search` finds a part of the name, without regard to case and accents. */
  'GET /vitrine/v1/products/labels/{kind}': operation({
    as: 'user',
    summary: 'List brands or ribbons',
    input: Kind.extend({
      search: text(50).nullish(),
      sort: z.enum(['NAME', 'PRODUCTS', 'UPDATED']).default('NAME'),
      limit: whole(1, 100).default(50),
      offset: whole(0, 1_000_000).default(0),
    }),
    ok: z.object({ labels: z.array(ProductLabel), total: z.int() }),
    errors: [],
  }),

  'GET /vitrine/v1/products/labels/{kind}/{id}': operation({
    as: 'user',
    summary: 'See where a brand or ribbon is used',
    input: OfLabel,
    ok: z.object({ label: ProductLabel, collections: z.array(LabelledCollection) }),
    errors: ['BRAND_NOT_FOUND', 'RIBBON_NOT_FOUND'],
  }),

  /** A name that other products have already is refused: merge the two. */
  'POST /vitrine/v1/products/labels/{kind}/{id}/rename': operation({
    as: 'user',
    summary: 'Rename a brand or ribbon',
    input: OfLabel.extend({ name: text(50, 1), changeRules }),
    ok: JobAnswer,
    errors: ['BRAND_NOT_FOUND', 'RIBBON_NOT_FOUND', 'PRODUCT_LABEL_TAKEN', 'PRODUCT_LABEL_BUSY'],
  }),

  /** Its products have the other one from now on. */
  'POST /vitrine/v1/products/labels/{kind}/{id}/merge': operation({
    as: 'user',
    summary: 'Merge a brand or ribbon into another',
    input: OfLabel.extend({ intoId: Guid, changeRules }),
    ok: JobAnswer,
    errors: ['BRAND_NOT_FOUND', 'RIBBON_NOT_FOUND', 'PRODUCT_LABEL_BUSY'],
  }),

  /** Its products have none from now on; rules of collections that test for it stay as they are. */
  'DELETE /vitrine/v1/products/labels/{kind}/{id}': operation({
    as: 'user',
    summary: 'Take a brand or ribbon off all products',
    input: OfLabel,
    ok: JobAnswer,
    errors: ['BRAND_NOT_FOUND', 'RIBBON_NOT_FOUND', 'PRODUCT_LABEL_BUSY'],
  }),
})
