import * as z from 'zod'
import { Guid } from './primitives.ts'

/** The variant of some stock, with what identifies it to people. Name, SKU and picture are the current ones. */
export const StockedVariant = z.object({
  productId: Guid,
  variantId: Guid,
  /** Of the product. */
  name: z.string(),
  /** What was chosen: `Sage · Large`. Absent where there is nothing to choose. */
  choices: z.string().optional(),
  sku: z.string(),
  image: z.string().optional(),
})
