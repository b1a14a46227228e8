import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text } from './primitives.ts'
import { PlacementAlgorithm, RecommendationKind, RecommendationPlacement } from './recommendations.ts'
import { Revision } from './revised.ts'

/** The most products that are pinned beside one, or for the whole shop. */
export const mostPinned = 12
/** The most that are excluded beside one, or everywhere. */
export const mostExcluded = 100

/** What a product has in common with another. */
export const SharedTrait = z.enum(['COLLECTION', 'NAME', 'OPTIONS', 'PRICE'])
export type SharedTrait = z.infer<typeof SharedTrait>

/** A product as recommendations name it to the shop. */
export const RecommendedProduct = z.object({
  id: Guid,
  name: z.string(),
  slug: z.string(),
  picture: z.string().optional(),
  /** Hidden and sold out products are recommended to nobody. */
  visible: z.boolean(),
  inStock: z.boolean(),
})
export interface RecommendedProduct extends z.infer<typeof RecommendedProduct> {}

/** A product that is recommended, and why: in `together` of `of` orders or visits with the product, or by what the two share. */
export const RecommendedBecause = z.object({
  product: RecommendedProduct,
  together: z.int().optional(),
  of: z.int().optional(),
  shared: z.array(SharedTrait).optional(),
  /** Its score by its algorithm: comparable within one list. */
  score: z.number(),
  /** It is never shown here, because the shop excluded it. */
  excluded: z.boolean(),
})
export interface RecommendedBecause extends z.infer<typeof RecommendedBecause> {}

/** What the shop itself puts first, and what it never shows: beside one product, or everywhere. */
export const RecommendationPicks = z.object({
  /** Changes with each update. */
  revision: z.string(),
  pinned: z.array(RecommendedProduct),
  excluded: z.array(RecommendedProduct),
})
export interface RecommendationPicks extends z.infer<typeof RecommendationPicks> {}

const PlacementSettings = z.object({
  placement: RecommendationPlacement,
  enabled: z.boolean(),
  /** One after the other until the placement is full. */
  algorithms: z.array(PlacementAlgorithm),
})

export const RecommendationSettings = z.object({
  revision: z.string(),
  placements: z.array(PlacementSettings),
})
export interface RecommendationSettings extends z.infer<typeof RecommendationSettings> {}

/** How much data there is so far. */
export const RecommendationProgress = z.object({
  orders: z.int(),
  visits: z.int(),
  /** Changes of orders are counted until then. */
  ordersUntil: Instant.optional(),
})
export interface RecommendationProgress extends z.infer<typeof RecommendationProgress> {}

const OfProduct = z.object({ productId: Guid })
const PicksInput = {
  /** In this order, before everything else. */
  pinned: z.array(Guid).max(mostPinned),
  excluded: z.array(Guid).max(mostExcluded),
  /** Of the picks that these are to replace; without one they replace whatever there is. */
  revision: text(20).nullish(),
}
const Settings = z.object({ settings: RecommendationSettings, progress: RecommendationProgress })

/** Recommendations as the shop reviews and controls them. */
export const recommendationAdmin = operations({
  'GET /vitrine/v1/recommendations/products/{productId}': operation({
    as: 'user',
    summary: 'Read what each algorithm recommends beside a product, and why',
    input: OfProduct,
    ok: z.object({
      product: RecommendedProduct,
      algorithms: z.array(z.object({ kind: RecommendationKind, items: z.array(RecommendedBecause) })),
      picks: RecommendationPicks,
    }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),

  /** Replaces what is pinned and excluded beside a product. Something that is both, or the product itself, is refused. */
  'PUT /vitrine/v1/recommendations/products/{productId}/picks': operation({
    as: 'user',
    summary: 'Pin and exclude products beside a product',
    input: OfProduct.extend(PicksInput),
    ok: z.object({ picks: RecommendationPicks }),
    errors: ['PRODUCT_NOT_FOUND', 'RECOMMENDATION_PICKS_CONFLICT', 'STALE_REVISION'],
  }),

  'GET /vitrine/v1/recommendations/picks': operation({
    as: 'user',
    summary: 'Read what is pinned and excluded in the whole shop',
    input: z.object({}),
    ok: z.object({ picks: RecommendationPicks }),
    errors: [],
  }),

  /** What is pinned for the shop comes first where no product is named; what is excluded is recommended nowhere. */
  'PUT /vitrine/v1/recommendations/picks': operation({
    as: 'user',
    summary: 'Pin and exclude products in the whole shop',
    input: z.object(PicksInput),
    ok: z.object({ picks: RecommendationPicks }),
    errors: ['PRODUCT_NOT_FOUND', 'RECOMMENDATION_PICKS_CONFLICT', 'STALE_REVISION'],
  }),

  'GET /vitrine/v1/recommendations/settings': operation({
    as: 'user',
    summary: 'Read what is shown at which placement',
    input: z.object({}),
    ok: Settings,
    errors: [],
  }),

  /** Placements that are not named stay as they are. */
  'PATCH /vitrine/v1/recommendations/settings': operation({
    as: 'user',
    summary: 'Choose what is shown at which placement',
    input: z.object({
      settings: z.object({
        revision: Revision.nullish(),
        placements: z
          .array(PlacementSettings.extend({ algorithms: z.array(PlacementAlgorithm).min(1).max(7) }))
          .min(1)
          .max(6),
      }),
    }),
    ok: Settings,
    errors: ['STALE_REVISION'],
  }),
})
