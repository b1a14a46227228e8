import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid } from './primitives.ts'

/** Packing slips: what goes into each shipment, for whom, and no prices. */
export const packingSlips = operations({
  /**
   * One file for all of them, each on a page of its own: what has not shipped or, where all has, the whole order. In the requested order.
   */
  'POST /vitrine/v1/packing-slips': operation({
    as: 'user',
    summary: 'Print packing slips',
    input: z.object({ orderIds: z.array(Guid).min(1).max(100) }),
    /** The link to the PDF, valid for an hour. */
    ok: z.object({ link: z.string() }),
    errors: ['ORDER_NOT_FOUND'],
    reads: true,
  }),
})
