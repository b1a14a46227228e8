import * as z from 'zod'
import { Guid } from './primitives.ts'

/** Which variant stock is of, and what people know it by. Name, SKU and picture are those of now. */
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
