import * as z from 'zod'
import { Guid } from './primitives.ts'

export const UrlDetails = z.object({ endpoint: z.string(), searchParams: z.record(z.string(), z.string()).optional() })
export interface UrlDetails extends z.infer<typeof UrlDetails> {}

export const RedirectSession = z.object({
  id: Guid,
  fullUrl: z.string(),
  urlDetails: UrlDetails.optional(),
  sessionToken: z.string().optional(),
  shortUrl: z.string(),
})
export interface RedirectSession extends z.infer<typeof RedirectSession> {}
