import * as z from 'zod'
import { BackInStockStatus } from './enums.ts'
import { CatalogReference } from './items.ts'
import { Guid, Instant } from './primitives.ts'

/** Somebody waits for something to be back in stock. */
export const BackInStockNotificationRequest = z.object({
  id: Guid.optional(),
  catalogReference: CatalogReference.optional(),
  email: z.string(),
  contactId: Guid.optional(),
  status: BackInStockStatus,
  autoNotified: z.boolean().optional(),
  createdDate: Instant.optional(),
  itemUrl: z.string().optional(),
})
export interface BackInStockNotificationRequest extends z.infer<typeof BackInStockNotificationRequest> {}
