import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import { mostAlgorithmsAsked, type RecommendationProvider } from '../selling/recommendation-services.ts'
import type { Available, RecommendationDeps } from './deps.ts'
import { askedAbout, choose } from './recommend.ts'

interface AskedOfService {
  /** Those of its algorithms that are wanted, in lowercase. */
  readonly algorithmIds: readonly string[]
  readonly productIds: readonly string[]
  readonly waitMs?: number
}

/**
 * What a service recommends by some of its algorithms, in their order: products that can be bought now, as the shop has picked them. Nothing where
 * it does not answer. What goes with something is not asked for where that is nothing.
 */
export async function recommendedByService(
  deps: Pick<RecommendationDeps, 'available' | 'askService'>,
  db: Db,
  site: string,
  settings: Pick<Sections, 'commerce'>,
  service: RecommendationProvider,
  asked: AskedOfService,
): Promise<readonly { readonly algorithmId: string; readonly products: readonly Available[] }[]> {
  const productIds = askedAbout(asked.productIds)
  const wanted = service.algorithms
    .filter(({ algorithmId, algorithmType }) => {
      const answerable = algorithmType === 'GLOBAL' || productIds.length > 0
      return answerable && asked.algorithmIds.includes(algorithmId)
    })
    .slice(0, mostAlgorithmsAsked)
  if (wanted.length === 0) return []
  const answer = await deps.askService(db, site, settings, {
    provider: service,
    algorithmIds: wanted.map(({ algorithmId }) => algorithmId),
    // What is recommended to everybody is asked for once, whatever the page shows.
    productIds: wanted.some(({ algorithmType }) => algorithmType === 'RELATED_ITEMS') ? productIds : [],
    ...(asked.waitMs !== undefined && { waitMs: asked.waitMs }),
  })
  if (answer instanceof NoAnswer) return []
  const lists = wanted.map(({ algorithmId, algorithmType }) => ({
    related: algorithmType === 'RELATED_ITEMS',
    ids: answer.lists[algorithmId] ?? [],
  }))
  const chosen = await choose(deps, db, site, lists, productIds)
  return wanted.map(({ algorithmId }, i) => ({ algorithmId, products: chosen[i] ?? [] }))
}
