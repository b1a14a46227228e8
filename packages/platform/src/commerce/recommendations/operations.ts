import type { RecommendationPlacement, recommendations } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { usualRecommendations } from '../../kernel/settings/recommendation-settings.ts'
import { catalogueApps, storesApp } from '../selling/apps.ts'
import { algorithms, availableAlgorithms, kindOf } from './algorithms.ts'
import { addView } from './counts.ts'
import type { RecommendationDeps } from './deps.ts'
import { recommend } from './recommend.ts'

const mostAnswered = 100

/** Where nobody else sees what one is shown. */
const ownPlacements: ReadonlySet<RecommendationPlacement> = new Set(['CART', 'EMPTY_CART'])

const memberIdOf = (caller: Caller): string | undefined => {
  const who = caller.kind === 'app' ? caller.visitor : caller
  return who?.kind === 'member' ? who.memberId : undefined
}

/** Recommendations at the addresses of the published client, and as the shop's own pages ask for them. */
export function recommendationOperations(deps: RecommendationDeps): Handlers<typeof recommendations> {
  return {
    async 'GET /v1/recommendations/algorithms'() {
      return { availableAlgorithms: [...availableAlgorithms] }
    },

    async 'POST /v1/recommendations/get'({ algorithms: asked, items, minimumRecommendedItems }, { db, site, caller }) {
      if (asked.some(({ appId }) => !catalogueApps.has(appId))) return refuse('RECOMMENDATIONS_PROVIDER_NOT_FOUND')
      const unsupportedAlgorithms = asked.filter(({ id }) => !kindOf(id))
      if (unsupportedAlgorithms.length > 0) return refuse('ALGORITHM_NOT_SUPPORTED', { unsupportedAlgorithms })
      const foreign = (items ?? []).filter(({ appId }) => !catalogueApps.has(appId))
      if (foreign.length > 0) {
        const unknown = foreign.map(({ catalogItemId, appId }) => ({ catalogItemId, appId }))
        return refuse('ITEM_APP_ID_NOT_SUPPORTED', { items: unknown, algorithms: asked })
      }
      const found = await recommend(deps, db, site, {
        kinds: asked.flatMap(({ id }) => kindOf(id) ?? []),
        productIds: (items ?? []).map(({ catalogItemId }) => catalogItemId),
        memberId: memberIdOf(caller),
      })
      const enough = found.find(({ products }) => products.length >= Math.max(1, minimumRecommendedItems ?? 1))
      if (!enough) return {}
      const algorithm = asked.find(({ id }) => kindOf(id) === enough.kind)!
      return {
        recommendation: {
          items: enough.products.slice(0, mostAnswered).map(({ id }) => ({ catalogItemId: id, appId: storesApp })),
          algorithm: { id: algorithms[enough.kind].id, appId: algorithm.appId },
        },
      }
    },

    async 'GET /vitrine/v1/recommendations/placements/{placement}'({ placement, productIds, limit }, { db, site, caller }) {
      const { placements } = (await deps.readSettings(db, site)).recommendations ?? usualRecommendations
      const { enabled, algorithms: kinds } = placements[placement]
      if (!enabled) return { enabled, items: [] }
      const memberId = ownPlacements.has(placement) ? memberIdOf(caller) : undefined
      const found = await recommend(deps, db, site, { kinds, productIds: productIds ?? [], memberId })
      const there = new Set<string>()
      const items = found.flatMap(({ kind, products }) =>
        products.flatMap(({ id, slug }) => {
          if (there.has(id)) return []
          there.add(id)
          return [{ productId: id, slug, kind }]
        }),
      )
      return { enabled, items: items.slice(0, limit) }
    },

    async 'POST /vitrine/v1/recommendations/views'({ productId, before }, { db, site }) {
      await addView(db, site, newId(), { productId, before })
      return {}
    },
  }
}
