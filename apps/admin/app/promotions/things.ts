import type { DiscountScope, Input } from '@vitrine/contract'
import { client } from '../client.ts'

/** The products of the shop, as scopes name them. */
export const catalogueAppId = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

/** Some products, by collection or one by one; none of either stands for all. */
export interface Things {
  readonly collections: readonly string[]
  readonly products: readonly string[]
}

export const everything: Things = { collections: [], products: [] }

export const isAll = ({ collections, products }: Things): boolean => collections.length + products.length === 0

/** What things are called, by their ids. */
export type Names = ReadonlyMap<string, string>

type ScopeInput = NonNullable<
  NonNullable<NonNullable<Input<'POST /ecom/v1/discount-rules'>['discountRule']['trigger']>['subtotalRange']>['scopes']
>[number]

/** As rules name them. */
export const scopesOf = ({ collections, products }: Things): ScopeInput[] => {
  const some: ScopeInput[] = [
    ...(products.length > 0 ? [{ catalogItemFilter: { catalogAppId: catalogueAppId, catalogItemIds: [...products] } }] : []),
    ...(collections.length > 0 ? [{ customFilter: { appId: catalogueAppId, params: { collectionIds: [...collections] } } }] : []),
  ]
  return some.length > 0 ? some : [{ catalogItemFilter: { catalogAppId: catalogueAppId } }]
}

export function thingsIn(scopes: readonly DiscountScope[]): Things {
  const collections = scopes.flatMap(({ customFilter }) => {
    const ids = (customFilter?.params as { collectionIds?: unknown } | undefined)?.collectionIds
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  })
  return { collections, products: scopes.flatMap(({ catalogItemFilter }) => catalogItemFilter?.catalogItemIds ?? []) }
}

/** `Tableware and Morning Mug`, `3 collections`; `everything` where nothing narrows it. */
export function called(things: Things, names: Names): string {
  if (isAll(things)) return 'everything'
  const ids = [...things.collections, ...things.products]
  if (ids.length <= 2) return ids.map((id) => names.get(id) ?? 'something that is gone').join(' and ')
  return [
    things.collections.length > 0 && `${things.collections.length} collections`,
    things.products.length > 0 && `${things.products.length} products`,
  ]
    .filter(Boolean)
    .join(' and ')
    .replace(/\b1 (\w+)s/g, '1 $1')
}

export interface Collection {
  readonly id: string
  readonly name: string
  readonly products: number | undefined
}

let known: Promise<readonly Collection[]> | undefined

/** The collections of the shop; read once for each visit. */
export function readCollections(): Promise<readonly Collection[]> {
  known ??= client.collections
    .queryCollections({ query: { paging: { limit: 100 } } })
    .then(({ collections }) =>
      collections.map(({ id, name, numberOfProducts }) => ({ id: id!, name: name ?? '', products: numberOfProducts })),
    )
  known.catch(() => (known = undefined))
  return known
}

const mostAtOnce = 100

/** What some things are called. */
export async function namesOf(all: readonly Things[], signal?: AbortSignal): Promise<Names> {
  const ids = [...new Set(all.flatMap(({ products }) => products))].slice(0, mostAtOnce)
  const [collections, { products }] = await Promise.all([
    readCollections(),
    ids.length === 0
      ? { products: [] }
      : client.products.queryProducts(
          { query: { filter: { id: { $in: ids } }, paging: { limit: mostAtOnce } } },
          { ...(signal && { signal }) },
        ),
  ])
  return new Map([...collections.map(({ id, name }) => [id, name] as const), ...products.map(({ id, name }) => [id, name ?? ''] as const)])
}
