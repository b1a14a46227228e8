import { refusals } from '@vitrine/contract'
import { Refusal } from '../refusal.ts'

export interface Done<T> {
  readonly results: {
    itemMetadata: {
      id: string
      originalIndex: number
      success: boolean
      error?: { code: string; description: string; data?: Record<string, unknown> }
    }
    item?: T
  }[]
  readonly bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number }
}

/** Does one thing to several entities, each by itself; locked always in the same order, so that no two requests wait for each other. */
export async function oneByOne<T>(ids: readonly string[], work: (index: number) => Promise<T | Refusal>): Promise<Done<T>> {
  const results: Done<T>['results'] = []
  const order = ids.map((id, index) => ({ id, index })).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.index - b.index))
  for (const { id, index } of order) {
    const done = await work(index)
    results[index] =
      done instanceof Refusal
        ? { itemMetadata: { id, originalIndex: index, success: false, error: errorOf(done) } }
        : { itemMetadata: { id, originalIndex: index, success: true }, item: done }
  }
  const totalFailures = results.filter(({ itemMetadata }) => !itemMetadata.success).length
  return { results, bulkActionMetadata: { totalSuccesses: results.length - totalFailures, totalFailures, undetailedFailures: 0 } }
}

const errorOf = ({ code, data }: Refusal) => ({
  code,
  description: refusals[code].description,
  ...(data !== undefined && { data: data as Record<string, unknown> }),
})
