import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid } from './primitives.ts'

/** A trigger that another service evaluates: `customTrigger: { id, appId }` in a discount rule. */
export const CustomDiscountTrigger = z.object({ id: z.string(), appId: Guid, name: z.string() })
export interface CustomDiscountTrigger extends z.infer<typeof CustomDiscountTrigger> {}

export const customTriggers = operations({
  /** Those of all service plug-ins of the type `DISCOUNT_TRIGGERS`. */
  'POST /ecom/v1/discount-custom-triggers/list': operation({
    as: 'user',
    summary: 'List the triggers that others know of',
    input: z.object({}),
    ok: z.object({ triggers: z.array(CustomDiscountTrigger) }),
    errors: [],
    reads: true,
    aliases: ['/_api/custom-triggers-service/v1/discount-custom-triggers/list'],
  }),
})
