import type { LiveEvent } from '@vitrine/contract'

const firstMs = 1000
const longestMs = 30_000

/** How long to wait after so many failures in a row: twice as long each time, and never all at the same moment. */
export const backoffMs = (failures: number, chance: number): number => Math.min(longestMs, firstMs * 2 ** failures) * (0.5 + chance / 2)

const mostKnown = 4000

/** Those that were not told yet; `known` remembers the last few thousand. */
export function unheard(events: readonly LiveEvent[], known: Set<string>): readonly LiveEvent[] {
  const fresh = events.filter(({ id }) => {
    if (known.has(id)) return false
    known.add(id)
    return true
  })
  for (const id of known) {
    if (known.size <= mostKnown) break
    known.delete(id)
  }
  return fresh
}

const restMs = 1500
const longestRestMs = 5000
/** A shop that is slow is asked more rarely. */
const share = 2

/** How long a page leaves the shop alone after it read what is new, by how long that took. */
export const restAfter = (tookMs: number): number => Math.min(longestRestMs, Math.max(restMs, tookMs * share))

const orderEntities = /^wix\.ecom\.v1\.(?:order|fulfillments|order_transactions)_/

export const isOfOrders = ({ type }: LiveEvent): boolean => orderEntities.test(type)

/** Since when an order counts for the shop: before, it waits for its first payment. */
export const isNewOrder = ({ type }: LiveEvent): boolean => type === 'wix.ecom.v1.order_approved'
