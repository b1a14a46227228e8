import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { AnyObject, Guid, Instant } from './primitives.ts'
import { AdjustmentInput, ProductInput } from './product-writes.ts'

/** What is done to each of many products: `set`, a change of prices, or both. */
export const BulkProductChange = z.object({
  set: ProductInput.pick({ visible: true, ribbon: true, brand: true, discount: true })
    .extend({
      /** Collections to add to, and to remove from. */
      addTo: z.array(Guid).max(50).nullish(),
      removeFrom: z.array(Guid).max(50).nullish(),
      /** The fields to clear. */
      clear: z
        .array(z.enum(['brand', 'ribbon']))
        .max(2)
        .nullish(),
    })
    .nullish(),
  /** Prices before a discount, of products and of variants with a price of their own: by a percentage or by an amount. */
  adjustPrice: AdjustmentInput.nullish(),
})
export interface BulkProductChange extends z.output<typeof BulkProductChange> {}

/** A change of many products, which the shop carries out some at a time while it sells. */
export const ProductJob = z.object({
  id: Guid,
  change: AnyObject,
  /** `UNDOING`, `UNDONE`: the products are restored, except for what was changed since. */
  state: z.enum(['RUNNING', 'DONE', 'UNDOING', 'UNDONE']),
  /**
   * How many products it affects: an estimate until it has ended, where a shop has 20,000 and more. Absent where there are more than
   * 100,000.
   */
  total: z.int().optional(),
  changed: z.int(),
  /** Already in that state. */
  unchanged: z.int(),
  /** The change cannot be applied to them, such as a price below zero. */
  refused: z.int(),
  /** The first twenty of these, and why. */
  refusals: z.array(z.object({ id: Guid, description: z.string() })),
  /** How many were put back, where it is undone. */
  undone: z.int(),
  createdDate: Instant,
  endedDate: Instant.optional(),
  /** Until then it can be undone. */
  undoUntil: Instant,
})
export interface ProductJob extends z.infer<typeof ProductJob> {}

const JobAnswer = z.object({ job: ProductJob })
const OfJob = z.object({ jobId: Guid })

/** Changes of many products: as many as a filter finds, in the background, with undo. */
export const productJobs = operations({
  /**
   * Products by their ids, or all that a filter of `POST /vitrine/v1/products/query` finds. The first fifty are changed when this answers,
   * the rest follows in the background, also when the shop is restarted in between. Each product is changed once. Products added later are
   * not.
   *
   * `{ filter: { brand: 'Morrow' }, change: { adjustPrice: { percentage: { rate: 5 } } } }`
   */
  'POST /vitrine/v1/products/jobs': operation({
    as: 'user',
    summary: 'Change many products in the background',
    input: z.object({ productIds: z.array(Guid).min(1).max(1000).nullish(), filter: AnyObject.nullish(), change: BulkProductChange }),
    ok: JobAnswer,
    errors: [],
  }),

  /** Those that can still be undone, newest first; fifty at most. */
  'GET /vitrine/v1/products/jobs': operation({
    as: 'user',
    summary: 'List changes of many products',
    input: z.object({}),
    ok: z.object({ jobs: z.array(ProductJob) }),
    errors: [],
  }),

  'GET /vitrine/v1/products/jobs/{jobId}': operation({
    as: 'user',
    summary: 'See how far a change of many products is',
    input: OfJob,
    ok: JobAnswer,
    errors: ['PRODUCT_JOB_NOT_FOUND'],
  }),

  /** Stops what still runs, and restores the products. What somebody has changed since stays as it is. */
  'POST /vitrine/v1/products/jobs/{jobId}/undo': operation({
    as: 'user',
    summary: 'Undo a change of many products',
    input: OfJob,
    ok: JobAnswer,
    errors: ['PRODUCT_JOB_NOT_FOUND', 'PRODUCT_JOB_NOT_UNDONE'],
  }),
})
