import type { PlacementAlgorithm, RecommendationPlacement } from '@vitrine/contract'

/** What stands on a placement: one algorithm after the other until it is full. */
export interface PlacementSetting {
  readonly enabled: boolean
  readonly algorithms: readonly PlacementAlgorithm[]
}

export interface RecommendationSection {
  readonly revision: number
  readonly placements: Readonly<Record<RecommendationPlacement, PlacementSetting>>
}

export const usualRecommendations: RecommendationSection = {
  revision: 1,
  placements: {
    HOME: { enabled: true, algorithms: ['BEST_SELLING', 'NEW'] },
    PRODUCT: { enabled: true, algorithms: ['BOUGHT_TOGETHER', 'VIEWED_TOGETHER', 'SIMILAR'] },
    SOLD_OUT: { enabled: true, algorithms: ['SIMILAR', 'VIEWED_TOGETHER', 'BEST_SELLING'] },
    CART: { enabled: true, algorithms: ['BOUGHT_TOGETHER', 'FOR_YOU', 'SIMILAR', 'BEST_SELLING', 'NEW'] },
    EMPTY_CART: { enabled: true, algorithms: ['FOR_YOU', 'BEST_SELLING', 'NEW'] },
    NO_RESULTS: { enabled: true, algorithms: ['BEST_SELLING', 'NEW'] },
  },
}
