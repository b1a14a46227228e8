import type { BulkProductChange } from '@vitrine/contract'
import { client } from '../../client.ts'

/** The names of collections that products are put into by hand, as they can be written. */
export const collectionNames = async (signal?: AbortSignal): Promise<readonly string[]> =>
  (await client.merchantProducts.listCollections({}, { ...(signal && { signal }) })).collections.map(({ name }) => name)

const folded = (text: string): string => text.trim().toLocaleLowerCase()

/** Puts products into the collection of a name, or takes them out; undefined where no collection has it. */
export const intoCollection =
  (way: 'addTo' | 'removeFrom') =>
  async (name: string): Promise<BulkProductChange | undefined> => {
    const { collections } = await client.merchantProducts.listCollections({})
    const found = collections.find((one) => folded(one.name) === folded(name))
    return found && { set: { [way]: [found.id] } }
  }
