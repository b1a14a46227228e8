import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Refused } from '@vitrine/client'
import type { Shop } from './provider.ts'
import { useShopClient } from './provider.ts'

type CollectionQuery = NonNullable<Parameters<Shop['collections']['queryCollections']>[0]>
type Collections = Awaited<ReturnType<Shop['collections']['queryCollections']>>
type Collection = Awaited<ReturnType<Shop['collections']['getCollectionBySlug']>>['collection']

/**
 * A page of collections.
 *
 * @example
 * const { data } = useCollections()
 */
export function useCollections(query: CollectionQuery = {}): UseQueryResult<Collections> {
  const { collections } = useShopClient()
  return useQuery({ queryKey: ['vitrine', 'collections', query], queryFn: () => collections.queryCollections(query) })
}

/**
 * A collection by its slug; `null` if it does not exist. Without a slug nothing is requested.
 *
 * @example
 * const { data: collection } = useCollection('tableware')
 */
export function useCollection(slug: string | undefined): UseQueryResult<Collection | null> {
  const { collections } = useShopClient()
  return useQuery({
    queryKey: ['vitrine', 'collection', slug],
    queryFn:
      slug === undefined
        ? skipToken
        : async () => {
            try {
              return (await collections.getCollectionBySlug({ slug })).collection ?? null
            } catch (error) {
              if (error instanceof Refused && error.status === 404) return null
              throw error
            }
          },
  })
}
