import type { Filter } from './listing.ts'

/** Counts are exact as far as this. */
export const mostCounted = 10_000
/** A thousand is counted at once, more takes longer. */
const soonCounted = 1000

export type Count = (filters: readonly Filter[], most: number) => Promise<readonly number[]>

/**
 * How many each filter finds: first those that find few, without the others, then all of them, as far as one more than is counted exactly.
 *
 * @example
 * for await (const found of countViews(count, filters)) show(found) // [38, undefined], then [38, 2670]
 */
export async function* countViews(count: Count, filters: readonly Filter[]): AsyncGenerator<readonly (number | undefined)[]> {
  const found = await count(filters, soonCounted)
  const large = filters.filter((_, at) => found[at]! >= soonCounted)
  yield found.map((number) => (number < soonCounted ? number : undefined))
  if (large.length === 0) return
  const further = await count(large, mostCounted + 1)
  let nth = 0
  yield found.map((number) => (number < soonCounted ? number : further[nth++]))
}
