import * as z from 'zod'
import { ApplicationError } from './prices.ts'

/** Which item of a request a result is for and, if it failed, why. */
export const ItemMetadata = z.object({
  id: z.string().optional(),
  originalIndex: z.int(),
  success: z.boolean(),
  error: ApplicationError.optional(),
})
export interface ItemMetadata extends z.infer<typeof ItemMetadata> {}

export const BulkActionMetadata = z.object({ totalSuccesses: z.int(), totalFailures: z.int(), undetailedFailures: z.int() })
export interface BulkActionMetadata extends z.infer<typeof BulkActionMetadata> {}
