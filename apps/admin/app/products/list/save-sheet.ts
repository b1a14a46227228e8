import { client } from '../../client.ts'
import type { Written } from './cells.ts'

type Change = Parameters<typeof client.merchantProducts.bulkUpdateProducts>[0]['changes'][number]['product']

const atOnce = 100

/** Changes products, each in its own way, a hundred at once; answers which of them were refused, and why. */
export async function saveEach(all: readonly Written[], change: (one: Written) => Change): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>()
  for (let from = 0; from < all.length; from += atOnce) {
    const part = all.slice(from, from + atOnce)
    const { results } = await client.merchantProducts.bulkUpdateProducts({
      changes: part.map((one) => ({ id: one.row.id, product: change(one) })),
    })
    for (const { itemMetadata } of results)
      if (!itemMetadata.success) refused.set(itemMetadata.id ?? '', itemMetadata.error?.description ?? 'It was refused.')
  }
  return refused
}
