import { attempt } from '@vitrine/client'
import type { Input, Product } from '@vitrine/contract'
import type { Visit } from '../shop.server.ts'
import type { CardView } from './product.ts'
import { showCards } from './read.server.ts'

/** What the page of a deleted product says: what it was, and what is like it. */
export interface Gone {
  readonly name?: string | undefined
  readonly collection?: { readonly slug: string; readonly name: string } | undefined
  readonly cards: readonly CardView[]
}

interface Was {
  readonly name: string
  readonly brand?: string | undefined
  readonly collectionIds: readonly string[]
}

const most = 4

/** The best-selling of its collections first, then of its brand, then of the shop; none twice. */
export async function goneProduct(visit: Visit, was: Was | undefined): Promise<Gone> {
  const { client, shop } = visit
  const collections = (was?.collectionIds ?? []).flatMap((id) => shop.collections.find((one) => one.id === id) ?? [])
  const asked: Input<'GET /vitrine/v1/search'>[] = [
    ...collections.map(({ slug }) => ({ collection: slug })),
    ...(was?.brand ? [{ q: was.brand }] : []),
    {},
  ]
  const products = new Map<string, Product>()
  for (const one of asked) {
    if (products.size >= most) break
    // Without what is like it the page still says what it has to say.
    const [, found] = await attempt(client.search.searchProducts({ ...one, sort: 'bestSelling', limit: most }))
    for (const product of found?.products ?? []) if (products.size < most) products.set(product.id, product)
  }
  const [collection] = collections
  return {
    name: was?.name,
    collection: collection && { slug: collection.slug, name: collection.name },
    cards: await showCards(visit, [...products.values()]),
  }
}
