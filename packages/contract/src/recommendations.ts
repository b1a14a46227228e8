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

/** What goes with an item, and by which algorithm. */
export const Recommendation = z.object({ items: z.array(CatalogReference), algorithm: Algorithm.optional() })
export interface Recommendation extends z.infer<typeof Recommendation> {}

/**
 * How products are recommended:
 *
 * - `BOUGHT_TOGETHER`: what is in the same orders more often than by chance.
 * - `VIEWED_TOGETHER`: what is viewed in the same visits more often than by chance.
 * - `SIMILAR`: what shares collections, options, words of the name and a price band.
 * - `BEST_SELLING`: what sells most at present, weighted towards recent sales.
 * - `NEW`: the newest products.
 * - `FOR_YOU`: what goes with what a member has bought; nothing for callers who are not signed in.
 */
export const RecommendationKind = z.enum(['BOUGHT_TOGETHER', 'VIEWED_TOGETHER', 'SIMILAR', 'BEST_SELLING', 'NEW', 'FOR_YOU'])
export type RecommendationKind = z.infer<typeof RecommendationKind>

/**
 * What fills a placement: an algorithm of the shop's own, or `SERVICES`: all algorithms of the services for recommendations (service plug-ins)
 * that the shop has set up, one after the other.
 */
export const PlacementAlgorithm = z.enum([...RecommendationKind.options, 'SERVICES'])
export type PlacementAlgorithm = z.infer<typeof PlacementAlgorithm>

/** Where a shop shows recommended products. */
export const RecommendationPlacement = z.enum(['HOME', 'PRODUCT', 'SOLD_OUT', 'CART', 'EMPTY_CART', 'NO_RESULTS'])
export type RecommendationPlacement = z.infer<typeof RecommendationPlacement>
