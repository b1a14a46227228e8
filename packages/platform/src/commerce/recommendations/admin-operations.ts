import type {
  RecommendationPicks,
  RecommendationSettings,
  RecommendedBecause,
  RecommendedProduct,
  recommendationAdmin,
} from '@vitrine/contract'
import { mostPinned } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockSection, saveSection } from '../../kernel/settings/change.ts'
import { type RecommendationSection, usualRecommendations } from '../../kernel/settings/recommendation-settings.ts'
import { staleOf } from '../../kernel/settings/revised.ts'
import { isRelated, kinds } from './algorithms.ts'
import type { RecommendationDeps } from './deps.ts'
import { everybody, findLists, type ListItem } from './lists.ts'
import { findPicks, noPicks, picksRevision, replacePicks, type StoredPicks } from './picks.ts'
import { findProgress } from './progress.ts'

type Products = ReadonlyMap<string, RecommendedProduct>

const shownPicks = ({ pinned, excluded }: StoredPicks, products: Products): RecommendationPicks => ({
  revision: picksRevision({ pinned, excluded }),
  pinned: pinned.flatMap((id) => products.get(id) ?? []),
  excluded: excluded.flatMap((id) => products.get(id) ?? []),
})

const shownItem = (
  { id, score, together, of, shared }: ListItem,
  products: Products,
  excluded: ReadonlySet<string>,
): RecommendedBecause[] => {
  const product = products.get(id)
  if (!product) return []
  return [
    {
      product,
      score,
      excluded: excluded.has(id),
      ...(together !== undefined && of !== undefined && { together, of }),
      ...(shared && { shared: [...shared] }),
    },
  ]
}

const shownSettings = ({ revision, placements }: RecommendationSection): RecommendationSettings => ({
  revision: String(revision),
  placements: (Object.keys(usualRecommendations.placements) as (keyof typeof placements)[]).map((placement) => ({
    placement,
    enabled: placements[placement].enabled,
    algorithms: [...placements[placement].algorithms],
  })),
})

async function shownProgress(db: Db, site: string) {
  const progress = await findProgress(db, site)
  const { occasions = 0, learnedUntil } = progress.get('ORDER') ?? {}
  return {
    orders: occasions,
    visits: progress.get('VISIT')?.occasions ?? 0,
    ...(learnedUntil && { ordersUntil: learnedUntil.toISOString() }),
  }
}

/** Recommendations as the shop looks at them and steers them. */
export function recommendationAdminOperations(deps: RecommendationDeps): Handlers<typeof recommendationAdmin> {
  const picksOf = async ({ db, site }: Pick<Context, 'db' | 'site'>, productId: string) => {
    const picks = (await findPicks(db, site, [])).get(productId) ?? noPicks
    return shownPicks(picks, await deps.productsOf(db, site, [...picks.pinned, ...picks.excluded]))
  }

  async function replace({ db, site }: Context, productId: string, said: StoredPicks & { readonly revision?: string | null | undefined }) {
    const picks = {
      pinned: [...new Set(said.pinned.map((id) => id.toLowerCase()))].slice(0, mostPinned),
      excluded: [...new Set(said.excluded.map((id) => id.toLowerCase()))],
    }
    const excluded = new Set(picks.excluded)
    const wrong = [...picks.pinned, ...picks.excluded].find((id) => id === productId) ?? picks.pinned.find((id) => excluded.has(id))
    if (wrong !== undefined) return refuse('RECOMMENDATION_PICKS_CONFLICT', { productId: wrong })
    const products = await deps.productsOf(db, site, [...picks.pinned, ...picks.excluded])
    if (products.size < picks.pinned.length + picks.excluded.length) return refuse('PRODUCT_NOT_FOUND')
    if (!(await replacePicks(db, site, productId, picks, said.revision))) return refuse('STALE_REVISION')
    return { picks: shownPicks(picks, products) }
  }

  return {
    async 'GET /vitrine/v1/recommendations/products/{productId}'({ productId: sent }, { db, site }) {
      const productId = sent.toLowerCase()
      const [lists, picks] = await Promise.all([findLists(db, site, kinds, [productId, everybody]), findPicks(db, site, [productId])])
      const own = picks.get(productId) ?? noPicks
      const excluded = new Set([...own.excluded, ...(picks.get(everybody)?.excluded ?? [])])
      const shown = kinds
        .filter((kind) => kind !== 'FOR_YOU')
        .map((kind) => {
          const under = isRelated(kind) ? productId : everybody
          const items = lists.find((list) => list.kind === kind && list.productId === under)?.items ?? []
          return { kind, items: items.filter(({ id }) => id !== productId).slice(0, 12) }
        })
      const ids = [productId, ...own.pinned, ...own.excluded, ...shown.flatMap(({ items }) => items.map(({ id }) => id))]
      const products = await deps.productsOf(db, site, [...new Set(ids)])
      const product = products.get(productId)
      if (!product) return refuse('PRODUCT_NOT_FOUND')
      return {
        product,
        algorithms: shown.map(({ kind, items }) => ({ kind, items: items.flatMap((item) => shownItem(item, products, excluded)) })),
        picks: shownPicks(own, products),
      }
    },

    async 'PUT /vitrine/v1/recommendations/products/{productId}/picks'({ productId: sent, ...picks }, scope) {
      const productId = sent.toLowerCase()
      const products = await deps.productsOf(scope.db, scope.site, [productId])
      return products.has(productId) ? replace(scope, productId, picks) : refuse('PRODUCT_NOT_FOUND')
    },

    async 'GET /vitrine/v1/recommendations/picks'(_, scope) {
      return { picks: await picksOf(scope, everybody) }
    },

    'PUT /vitrine/v1/recommendations/picks': (picks, scope) => replace(scope, everybody, picks),

    async 'GET /vitrine/v1/recommendations/settings'(_, { db, site }) {
      const section = (await deps.readSettings(db, site)).recommendations ?? usualRecommendations
      return { settings: shownSettings(section), progress: await shownProgress(db, site) }
    },

    async 'PATCH /vitrine/v1/recommendations/settings'({ settings }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'recommendations', usualRecommendations, now)
      const stale = staleOf(document, settings.revision)
      if (stale) return stale
      const said = settings.placements.map(
        ({ placement, enabled, algorithms }) => [placement, { enabled, algorithms: [...new Set(algorithms)] }] as const,
      )
      const next: RecommendationSection = {
        revision: document.revision + 1,
        placements: { ...document.placements, ...Object.fromEntries(said) },
      }
      const answer = { settings: shownSettings(next), progress: await shownProgress(db, site) }
      return saveSection(db, site, 'recommendations', { document: next, answer }, now)
    },
  }
}
