import type { PlacementAlgorithm, RecommendationPlacement, recommendations } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { usualRecommendations } from '../../kernel/settings/recommendation-settings.ts'
import { catalogueApps, storesApp } from '../selling/apps.ts'
import { algorithms, algorithmsOfServices, availableAlgorithms, kindOf } from './algorithms.ts'
import { addView } from './counts.ts'
import type { Available, RecommendationDeps } from './deps.ts'
import { recommendedByService } from './of-services.ts'
import { recommend } from './recommend.ts'

const mostAnswered = 100
/** A page waits for a service for so long; what it says later is shown by the next page. */
const pageWaitMs = 250

/** Where nobody else sees what one is shown. */
const ownPlacements: ReadonlySet<RecommendationPlacement> = new Set(['CART', 'EMPTY_CART'])

const memberIdOf = (caller: Caller): string | undefined => {
  const who = caller.kind === 'app' ? caller.visitor : caller
  return who?.kind === 'member' ? who.memberId : undefined
}

/** Recommendations at the addresses of the published client, and as the shop's own pages ask for them. */
export function recommendationOperations(deps: RecommendationDeps): Handlers<typeof recommendations> {
  return {
    async 'GET /v1/recommendations/algorithms'(_, { db, site }) {
      const services = deps.services(await deps.readSettings(db, site))
      return { availableAlgorithms: [...availableAlgorithms, ...algorithmsOfServices(services)] }
    },

    async 'POST /v1/recommendations/get'({ algorithms: asked, items, minimumRecommendedItems }, { db, site, caller }) {
      const settings = await deps.readSettings(db, site)
      const services = deps.services(settings)
      const serviceOf = (appId: string) => services.find(({ id }) => id === appId.toLowerCase())
      if (asked.some(({ appId }) => !catalogueApps.has(appId) && !serviceOf(appId))) return refuse('RECOMMENDATIONS_PROVIDER_NOT_FOUND')
      const unsupportedAlgorithms = asked.filter(({ id, appId }) =>
        catalogueApps.has(appId) ? !kindOf(id) : !serviceOf(appId)?.algorithms.some(({ algorithmId }) => algorithmId === id.toLowerCase()),
      )
      if (unsupportedAlgorithms.length > 0) return refuse('ALGORITHM_NOT_SUPPORTED', { unsupportedAlgorithms })
      const foreign = (items ?? []).filter(({ appId }) => !catalogueApps.has(appId))
      if (foreign.length > 0) {
        const unknown = foreign.map(({ catalogItemId, appId }) => ({ catalogItemId, appId }))
        return refuse('ITEM_APP_ID_NOT_SUPPORTED', { items: unknown, algorithms: asked })
      }
      const productIds = (items ?? []).map(({ catalogItemId }) => catalogItemId)
      const own = onceAsked(() =>
        recommend(deps, db, site, {
          kinds: asked.flatMap(({ id, appId }) => (catalogueApps.has(appId) ? (kindOf(id) ?? []) : [])),
          productIds,
          memberId: memberIdOf(caller),
        }),
      )
      // Whoever asks waits only for those that come before the one that answers; a service is asked for all of its algorithms at once.
      const productsBy = async (id: string, appId: string): Promise<readonly Available[]> => {
        const service = serviceOf(appId)
        if (!service) return (await own()).find(({ kind }) => kind === kindOf(id))?.products ?? []
        const algorithmIds = asked.flatMap((one) => (serviceOf(one.appId) === service ? one.id.toLowerCase() : []))
        const found = await recommendedByService(deps, db, site, settings, service, { algorithmIds, productIds })
        return found.find(({ algorithmId }) => algorithmId === id.toLowerCase())?.products ?? []
      }
      for (const { id, appId } of asked) {
        const products = await productsBy(id, appId)
        if (products.length < Math.max(1, minimumRecommendedItems ?? 1)) continue
        const kind = catalogueApps.has(appId) ? kindOf(id) : undefined
        return {
          recommendation: {
            items: products.slice(0, mostAnswered).map((product) => ({ catalogItemId: product.id, appId: storesApp })),
            algorithm: { id: kind ? algorithms[kind].id : id.toLowerCase(), appId },
          },
        }
      }
      return {}
    },

    async 'GET /vitrine/v1/recommendations/placements/{placement}'({ placement, productIds = [], limit }, { db, site, caller }) {
      const settings = await deps.readSettings(db, site)
      const { enabled, algorithms: wanted } = (settings.recommendations ?? usualRecommendations).placements[placement]
      if (!enabled) return { enabled, items: [] }
      const kinds = wanted.filter((kind) => kind !== 'SERVICES')
      const memberId = ownPlacements.has(placement) ? memberIdOf(caller) : undefined
      const ofServices = async () => {
        if (!wanted.includes('SERVICES')) return []
        const asked = deps.services(settings).map((service) =>
          recommendedByService(deps, db, site, settings, service, {
            algorithmIds: service.algorithms.map(({ algorithmId }) => algorithmId),
            productIds,
            waitMs: pageWaitMs,
          }),
        )
        return (await Promise.all(asked)).flat().flatMap(({ products }) => products)
      }
      const [own, others] = await Promise.all([recommend(deps, db, site, { kinds, productIds, memberId }), ofServices()])
      const found = wanted.flatMap((kind): { kind: PlacementAlgorithm; products: readonly Available[] } => ({
        kind,
        products: kind === 'SERVICES' ? others : (own.find((one) => one.kind === kind)?.products ?? []),
      }))
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

/** The same answer for whoever asks again. */
function onceAsked<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= ask())
}
