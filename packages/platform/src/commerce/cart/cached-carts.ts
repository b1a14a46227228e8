import { LRUCache } from 'lru-cache'
import type { StoredCart } from './store.ts'

/** A cart's answer, and what it was made from: as long as that is the same it is sent as it stands. */
export interface ShownCart extends Pick<StoredCart, 'id' | 'owner' | 'revision'> {
  readonly answer: string
  readonly basis: string
  /** When it has to be made anew though nothing of that changes; undefined for never. */
  readonly freshUntil: Date | undefined
}

/** Carts as they were last shown by this process. */
export interface ShownCarts {
  find(site: string, owner: string, now: Date): ShownCart | undefined
  keep(site: string, cart: ShownCart): void
}

/** A database that was put back to an earlier state counts its revisions a second time. */
const longestMs = 60_000

export function shownCarts(bytes: number): ShownCarts {
  const cached = new LRUCache<string, ShownCart>({
    maxSize: bytes,
    ttl: longestMs,
    sizeCalculation: ({ answer, basis }) => 2 * (answer.length + basis.length) + 500,
  })
  return {
    find(site, owner, now) {
      const found = cached.get(`${site} ${owner}`)
      return found && (!found.freshUntil || found.freshUntil > now) ? found : undefined
    },
    keep: (site, cart) => void cached.set(`${site} ${cart.owner}`, cart),
  }
}
