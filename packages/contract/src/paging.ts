import * as z from 'zod'
import { Cursors } from './products.ts'

/** Paging: how many are on the page, and the cursors of its neighbours. */
export const CursorPagingMetadata = z.object({ count: z.int(), cursors: Cursors, hasNext: z.boolean() })
export interface CursorPagingMetadata extends z.infer<typeof CursorPagingMetadata> {}
