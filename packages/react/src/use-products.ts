import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Shop } from './provider.ts'
import { useShopClient } from './provider.ts'

type ProductQuery = NonNullable<Parameters<Shop['products']['queryProducts']>[0]>
type Products = Awaited<ReturnType<Shop['products']['queryProducts']>>
type Product = Products['products'][number]

/**
 * A page of products. The previous page stays until the next one has loaded.
 *
 * @example
 * const { data } = useProducts({ query: { filter: { visible: true }, paging: { limit: 20 } } })
 */
export function useProducts(query: ProductQuery = {}): UseQueryResult<Products> {
  const { products } = useShopClient()
  return useQuery({
    queryKey: ['vitrine', 'products', query],
    queryFn: () => products.queryProducts(query),
    placeholderData: (last) => last,
  })
}

/**
 * A product by its slug; `null` if it does not exist. Without a slug nothing is requested.
 *
 * @example
 * const { data: product } = useProduct('morning-mug')
 */
export function useProduct(slug: string | undefined): UseQueryResult<Product | null> {
  const { products } = useShopClient()
  return useQuery({
    queryKey: ['vitrine', 'product', slug],
    queryFn:
      slug === undefined
        ? skipToken
        : async () => (await products.queryProducts({ query: { filter: { slug }, paging: { limit: 1 } } })).products[0] ?? null,
  })
}
