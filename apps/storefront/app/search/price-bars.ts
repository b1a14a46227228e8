import type { Ask, Listing } from './listing.ts'

/** How high the bar of each step of price is, of 1, and whether a product of that step can be among those that were asked for. */
export function priceBars({ least, most, steps }: Listing['prices'], { from, upTo }: Pick<Ask, 'from' | 'upTo'>) {
  const highest = Math.max(...steps)
  const width = (most - least) / steps.length
  return steps.map((count, at) => ({
    height: count / highest,
    on: (from ?? 0) <= least + (at + 1) * width && (upTo ?? Infinity) >= least + at * width,
  }))
}
