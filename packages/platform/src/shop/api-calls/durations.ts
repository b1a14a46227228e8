/** Steps in which a duration doubles: a bucket is 19 % wider than the one before. */
const perDoubling = 4
/** The last one holds everything beyond 50 seconds. */
export const buckets = 64

/** The bucket of a duration in milliseconds; everything below a millisecond is in the first. */
export const bucketOf = (milliseconds: number): number =>
  Math.min(buckets - 1, Math.max(0, Math.ceil(Math.log2(Math.max(1, milliseconds)) * perDoubling)))

/** The longest duration of a bucket, in milliseconds. */
const longestOf = (bucket: number): number => 2 ** (bucket / perDoubling)

/**
 * The duration that a share of all requests did not exceed, in whole milliseconds, as exactly as the buckets are; undefined where there are none.
 *
 * @example
 * const counts = Array.from({ length: buckets }, () => 0)
 * counts[bucketOf(80)] = 99
 * counts[bucketOf(900)] = 1
 * quantile(counts, 0.99) // 91: below the end of the bucket of 80 ms
 */
export function quantile(counts: readonly number[], share: number): number | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return undefined
  let within = 0
  for (const [bucket, count] of counts.entries()) {
    within += count
    if (within >= all * share) return Math.round(longestOf(bucket))
  }
  return undefined
}
