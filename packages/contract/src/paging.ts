import * as z from 'zod'
import { Cursors } from './products.ts'

/** Where a page stands: how many are on it, and the cursors of those beside it. */
export const CursorPagingMetadata = z.object({ count: z.int(), cursors: Cursors, hasNext: z.boolean() })
export interface CursorPagingMetadata extends z.infer<typeof CursorPagingMetadata> {}
