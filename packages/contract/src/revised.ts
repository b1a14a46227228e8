import * as z from 'zod'
import { Instant, text } from './primitives.ts'

/** The revision that a change is made to; an older one is refused with STALE_REVISION. */
export const Revision = text(20, 1)

/** What the platform stores with everything that a merchant sets up. */
export const revised = { revision: z.string(), createdDate: Instant, updatedDate: Instant }
