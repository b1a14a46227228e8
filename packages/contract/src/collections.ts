import * as z from 'zod'
import { Instant } from './primitives.ts'
import { ProductMedia } from './products.ts'

export const Collection = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  media: ProductMedia.optional(),
  numberOfProducts: z.int(),
  description: z.string().optional(),
  slug: z.string().optional(),
  visible: z.boolean().optional(),
  lastUpdated: Instant.optional(),
})
export interface Collection extends z.infer<typeof Collection> {}
