import * as z from 'zod'
import { AlgorithmType } from './enums.ts'
import { CatalogReference } from './items.ts'
import { Guid } from './primitives.ts'

export const AlgorithmConfig = z.object({
  name: z.string(),
  description: z.string(),
  additionalInfo: z.string().optional(),
  algorithmType: AlgorithmType,
  algorithmId: Guid,
})
export interface AlgorithmConfig extends z.infer<typeof AlgorithmConfig> {}

export const AlgorithmInfo = z.object({
  config: AlgorithmConfig.optional(),
  appId: z.string(),
  catalogAppIds: z.array(z.string()).optional(),
})
export interface AlgorithmInfo extends z.infer<typeof AlgorithmInfo> {}

export const Algorithm = z.object({ id: Guid, appId: z.string() })
export interface Algorithm extends z.infer<typeof Algorithm> {}

/** What goes with something, and which algorithm says so. */
export const Recommendation = z.object({ items: z.array(CatalogReference), algorithm: Algorithm.optional() })
export interface Recommendation extends z.infer<typeof Recommendation> {}
