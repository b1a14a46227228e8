import type { RecommendationKind } from '@vitrine/contract'
import { isId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { isRelated } from './algorithms.ts'
import type { Available, RecommendationDeps } from './deps.ts'
import { everybody, findLists, type ReadyList } from './lists.ts'
import { evened, merged, type Picks, picked } from './merge.ts'
import { findPicks, type StoredPicks } from './picks.ts'

export interface Asked {
  readonly kinds: readonly RecommendationKind[]
  /** What it goes with. */
  readonly productIds: readonly string[]
  /** For whom, where they are signed in. */
  readonly memberId: string | undefined
}

/** So many of what is asked about count. */
const mostAskedAbout = 50
/** So many of a list are looked at: more are never answered. */
const mostLookedAt = 130

/** What is asked about and counts: each product once. */
export const askedAbout = (ids: readonly string[]): readonly string[] =>
  [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))].slice(0, mostAskedAbout)

/** What somebody's purchases say, by the measures that say it: what was bought together says most. */
const personal = [
  ['BOUGHT_TOGETHER', 1],
  ['VIEWED_TOGETHER', 0.6],
  ['SIMILAR', 0.3],
] as const

/**
 * What each algorithm recommends, in the order asked for: products that can be bought now, as the shop has picked them. It reads ready lists by their keys,
 * and works nothing out but their merging.
 */
export async function recommend(
  deps: Pick<RecommendationDeps, 'available' | 'boughtBy'>,
  db: Db,
  site: string,
  asked: Asked,
): Promise<readonly { readonly kind: RecommendationKind; readonly products: readonly Available[] }[]> {
  const productIds = askedAbout(asked.productIds)
  const kinds = [...new Set(asked.kinds)]
  const bought = kinds.includes('FOR_YOU') && asked.memberId ? await deps.boughtBy(db, site, asked.memberId) : []
  const [lists, picks, personalLists] = await Promise.all([
    findLists(
      db,
      site,
      kinds.filter((kind) => kind !== 'FOR_YOU'),
      [...productIds, everybody],
    ),
    findPicks(db, site, productIds),
    findLists(
      db,
      site,
      personal.map(([kind]) => kind),
      bought,
    ),
  ])
  const without = new Set(productIds)
  const found = kinds.map((kind) => {
    const list =
      kind === 'FOR_YOU'
        ? ofMember(personalLists, new Set([...bought, ...productIds]))
        : merged(
            lists.filter((each) => each.kind === kind && (isRelated(kind) || each.productId === everybody)).map(({ items }) => items),
            without,
          )
    return { kind, ids: picked(list.slice(0, mostLookedAt), picksFor(isRelated(kind), picks, productIds), without) }
  })
  const available = new Map((await deps.available(db, site, [...new Set(found.flatMap(({ ids }) => ids))])).map((one) => [one.id, one]))
  return found.map(({ kind, ids }) => ({ kind, products: ids.flatMap((id) => available.get(id) ?? []) }))
}

/** Lists of somebody else's, as the shop has picked them: products that can be bought now. `productIds` are those that count. */
export async function choose(
  deps: Pick<RecommendationDeps, 'available'>,
  db: Db,
  site: string,
  lists: readonly { readonly related: boolean; readonly ids: readonly string[] }[],
  productIds: readonly string[],
): Promise<readonly (readonly Available[])[]> {
  const picks = await findPicks(db, site, productIds)
  const without = new Set(productIds)
  const found = lists.map(({ related, ids }) => (ids.length === 0 ? [] : picked(ids, picksFor(related, picks, productIds), without)))
  const available = new Map((await deps.available(db, site, [...new Set(found.flat())])).map((one) => [one.id, one]))
  return found.map((ids) => ids.flatMap((id) => available.get(id) ?? []))
}

const ofMember = (lists: readonly ReadyList[], without: ReadonlySet<string>) =>
  merged(
    personal.flatMap(([kind, weight]) => lists.filter((list) => list.kind === kind).map(({ items }) => evened(items, weight))),
    without,
  )

/** What is pinned beside a product leads what goes with it, what is pinned for the shop leads the rest; what is excluded for the shop is so everywhere. */
function picksFor(related: boolean, picks: ReadonlyMap<string, StoredPicks>, productIds: readonly string[]): Picks {
  const ofProducts = productIds.flatMap((id) => picks.get(id) ?? [])
  const ofShop = picks.get(everybody)
  return {
    pinned: related ? ofProducts.flatMap(({ pinned }) => pinned) : (ofShop?.pinned ?? []),
    excluded: new Set([...ofProducts, ...(ofShop ? [ofShop] : [])].flatMap(({ excluded }) => excluded)),
  }
}
