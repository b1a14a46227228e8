import { isId } from '../../kernel/db/id.ts'
import type { PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import { catalogueApps, storesApp } from '../selling/apps.ts'
import type { RecommendationProvider } from '../selling/recommendation-services.ts'
import { isObject, listOf, type Said, stateOf, text } from './answers.ts'
import type { CallPlugin } from './call.ts'

/** So many products of one algorithm are read. */
const mostRecommended = 100

/** Asks what goes with products, or with nothing in particular. */
export const recommendationsOf = (plugin: PluginSettings, call: CallPlugin): RecommendationProvider => ({
  id: plugin.id,
  name: plugin.name,
  state: stateOf(plugin),
  algorithms: plugin.algorithms ?? [],
  async recommend({ site, currency, language, algorithmIds, productIds }, signal) {
    const request = {
      ...(productIds.length > 0 && { items: productIds.map((catalogItemId) => ({ catalogItemId, appId: storesApp })) }),
      algorithmIds,
    }
    const answer = await call(plugin, { site, currency, language }, request, signal)
    const lists: Record<string, readonly string[]> = {}
    for (const list of listOf(answer, 'recommendationPerAlgorithm', plugin)) {
      const algorithmId = text(list['algorithmId'])?.toLowerCase()
      if (algorithmId && algorithmIds.includes(algorithmId)) lists[algorithmId] ??= productsOf(list['recommendedItems'])
    }
    return { lists }
  },
})

/** What else it recommends is of catalogues that the shop does not have. */
function productsOf(items: unknown): readonly string[] {
  const references: readonly Said[] = Array.isArray(items) ? items.filter(isObject) : []
  const ids = references.flatMap(({ catalogItemId, appId }) => {
    const [id, app] = [text(catalogItemId)?.toLowerCase(), text(appId)?.toLowerCase()]
    return id && isId(id) && app && catalogueApps.has(app) ? [id] : []
  })
  return [...new Set(ids)].slice(0, mostRecommended)
}
