import type { Collection, MerchantProduct, TaxGroup } from '@vitrine/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { client } from '../../client.ts'

export interface Loaded {
  /** None where one is being made. */
  readonly product: MerchantProduct | undefined
  readonly collections: readonly Collection[]
  readonly taxGroups: readonly TaxGroup[]
  readonly ribbons: readonly string[]
  readonly brands: readonly string[]
  readonly sold: number | undefined
}

const mostCollections = 100

async function readCollections(signal: AbortSignal): Promise<readonly Collection[]> {
  const all: Collection[] = []
  for (;;) {
    const { collections } = await client.collections.queryCollections(
      { query: { paging: { limit: mostCollections, offset: all.length } } },
      { signal },
    )
    all.push(...collections)
    if (collections.length < mostCollections) return all.filter(({ id }) => id !== everything)
  }
}

/** The collection of all products: nobody is put into it. */
const everything = '00000000-000000-000000-000000000001'

/** Those that may not see something else than products do without it. */
const orNone = <T>(read: Promise<readonly T[]>): Promise<readonly T[]> => read.catch(() => [])

const mostRead = 100

/** The ribbons or brands that the newest products with one have. */
async function readUsed(field: 'ribbon' | 'brand', signal: AbortSignal): Promise<readonly string[]> {
  const { products } = await client.merchantProducts.listProducts(
    { query: { filter: { [field]: { $ne: '' } }, cursorPaging: { limit: mostRead } } },
    { signal },
  )
  return [...new Set(products.flatMap((product) => product[field] ?? []))].sort()
}

async function soldOf(productId: string, signal: AbortSignal): Promise<number> {
  const { levels } = await client.merchantInventory.queryStock(
    { query: { filter: { productId }, cursorPaging: { limit: 100 } } },
    { signal },
  )
  return levels.reduce((sum, { soldIn30Days }) => sum + soldIn30Days, 0)
}

/** A product with what it may belong to. */
export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const id = params['id']
  const [product, collections, taxGroups, ribbons, brands, sold] = await Promise.all([
    id === undefined ? undefined : client.merchantProducts.readProduct({ id }, { signal }).then((answer) => answer.product),
    readCollections(signal),
    orNone(client.taxGroups.queryTaxGroups({ query: { cursorPaging: { limit: 100 } } }, { signal }).then((answer) => answer.taxGroups)),
    orNone(readUsed('ribbon', signal)),
    orNone(readUsed('brand', signal)),
    id === undefined ? undefined : soldOf(id, signal),
  ])
  return { product, collections, taxGroups, ribbons, brands, sold }
}
