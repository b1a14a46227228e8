import { refusals } from '@vitrine/contract'
import { Refusal } from '../refusal.ts'

interface Result<T> {
  itemMetadata: {
    id: string
    originalIndex: number
    success: boolean
    error?: ReturnType<typeof errorOf>
  }
  item?: Exclude<T, undefined>
}

/**
 * Does one thing to several entities, each by itself; locked always in the same order, so that no two requests wait for each other. What
 * `work` answers is the item; some say of no item more than that it is done.
 */
export async function oneByOne<T>(ids: readonly string[], work: (index: number) => Promise<T | Refusal>) {
  const results: Result<T>[] = []
  const order = ids.map((id, index) => ({ id, index })).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.index - b.index))
  for (const { id, index } of order) {
    const done = await work(index)
    results[index] =
      done instanceof Refusal
        ? { itemMetadata: { id, originalIndex: index, success: false, error: errorOf(done) } }
        : { itemMetadata: { id, originalIndex: index, success: true }, ...(done !== undefined && { item: done as Exclude<T, undefined> }) }
  }
  return counted(results)
}

/** What came of several, with how many of them were done. */
export function counted<R extends { readonly itemMetadata: { readonly success: boolean } }>(results: R[]) {
  const totalFailures = results.filter(({ itemMetadata }) => !itemMetadata.success).length
  return { results, bulkActionMetadata: { totalSuccesses: results.length - totalFailures, totalFailures, undetailedFailures: 0 } }
}

/** Why one of several was not done. */
export const errorOf = ({ code, data }: Refusal): { code: string; description: string; data?: Record<string, unknown> } => ({
  code,
  description: refusals[code].description,
  ...(data !== undefined && { data }),
})
