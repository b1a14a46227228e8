import type { MerchantProductRow } from '@vitrine/contract'
import { client } from '../../client.ts'
import type { Outcome } from '../../list/listing.ts'

type Change = Parameters<typeof client.merchantProducts.bulkUpdateProducts>[0]['changes'][number]['product']

/** Changes at most a hundred products, each by a change of its own, and says of each what came of it. */
export async function changeEach(rows: readonly Pick<MerchantProductRow, 'id'>[], change: (id: string) => Change): Promise<Outcome> {
  const { results } = await client.merchantProducts.bulkUpdateProducts({ changes: rows.map(({ id }) => ({ id, product: change(id) })) })
  const id = (result: (typeof results)[number]) => result.itemMetadata.id ?? ''
  return {
    done: results.filter(({ itemMetadata }) => itemMetadata.success).map(id),
    failed: results
      .filter(({ itemMetadata }) => !itemMetadata.success)
      .map((result) => ({ id: id(result), why: result.itemMetadata.error?.description ?? 'It was refused.' })),
  }
}

/** Deletes products one after the other. */
export async function deleteEach(rows: readonly Pick<MerchantProductRow, 'id'>[]): Promise<Outcome> {
  const done: string[] = []
  const failed: { id: string; why: string }[] = []
  for (const { id } of rows) {
    try {
      await client.merchantProducts.deleteProduct({ id })
      done.push(id)
    } catch {
      failed.push({ id, why: 'It was not deleted.' })
    }
  }
  return { done, failed }
}
