import { Order } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { serialiserOf } from '../http/serialise.ts'

/** Which state of an order. */
export interface Found {
  readonly id: string
  readonly revision: number
}

/** Orders that were read lately, as bytes of the wire. */
export interface KeptOrders {
  take(site: string, found: Found): Buffer | undefined
  put(site: string, found: Found, order: Order): Buffer
  /** A whole answer with a page in exactly this state. */
  page(state: string): Buffer | undefined
  keepPage(state: string, bytes: Buffer): void
}

/** As answers are written that are not kept. */
const serialise = serialiserOf(Order)

/**
 * Whatever changes an order, its activities too, gives it another revision, and a revision is never used twice: what lies here under the
 * revision that the database has just told is never old.
 */
export function keptOrders(bytes: number): KeptOrders {
  const kept = new LRUCache<string, { readonly revision: number; readonly wire: Buffer }>({
    maxSize: bytes / 2,
    sizeCalculation: ({ wire }) => wire.length + 300,
  })
  const pages = new LRUCache<string, Buffer>({ maxSize: bytes / 2, sizeCalculation: (page, state) => page.length + 2 * state.length + 300 })
  return {
    page: (state) => pages.get(state),
    keepPage: (state, page) => void pages.set(state, page),
    take(site, { id, revision }) {
      const entry = kept.get(`${site} ${id}`)
      return entry?.revision === revision ? entry.wire : undefined
    },
    put(site, { id, revision }, order) {
      const wire = Buffer.from(serialise(order))
      kept.set(`${site} ${id}`, { revision, wire })
      return wire
    },
  }
}
