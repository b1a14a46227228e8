import { Order } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { serialiserOf } from '../../kernel/http/serialise.ts'

/** Which state of an order. */
export interface Found {
  readonly id: string
  readonly revision: number
}

/** A page that was found, and the snapshot of the database in which it was. */
export interface Finding {
  readonly rows: readonly (Found & { readonly keys: readonly string[] })[]
  readonly seen: string
}

/** Orders that were read lately, as bytes of the wire. */
export interface CachedOrders {
  take(site: string, found: Found): Buffer | undefined
  put(site: string, found: Found, order: Order): Buffer
  /** What was found for a question. */
  finding(question: string): Finding | undefined
  keepFinding(question: string, finding: Finding): void
  /** A whole answer with a page in exactly this state. */
  page(state: string): Buffer | undefined
  keepPage(state: string, bytes: Buffer): void
}

/** A database that was put back to an earlier state counts its transactions a second time. */
const longestMs = 60_000

/** Writes an order just as an answer that is not cached is written. */
const serialise = serialiserOf(Order)

/**
 * Whatever changes an order, its activities too, gives it another revision, and a revision is never used twice: what lies here under the
 * revision that the database has just told is never old.
 */
export function cachedOrders(bytes: number): CachedOrders {
  const cached = new LRUCache<string, { readonly revision: number; readonly wire: Buffer }>({
    maxSize: (bytes * 3) / 8,
    sizeCalculation: ({ wire }) => wire.length + 300,
  })
  const pages = new LRUCache<string, Buffer>({ maxSize: bytes / 2, sizeCalculation: (page, state) => page.length + 2 * state.length + 300 })
  const findings = new LRUCache<string, Finding>({
    maxSize: bytes / 8,
    ttl: longestMs,
    sizeCalculation: ({ rows }, question) => 2 * question.length + 300 * rows.length + 300,
  })
  return {
    finding: (question) => findings.get(question),
    keepFinding: (question, finding) => void findings.set(question, finding),
    page: (state) => pages.get(state),
    keepPage: (state, page) => void pages.set(state, page),
    take(site, { id, revision }) {
      const entry = cached.get(`${site} ${id}`)
      return entry?.revision === revision ? entry.wire : undefined
    },
    put(site, { id, revision }, order) {
      const wire = Buffer.from(serialise(order))
      cached.set(`${site} ${id}`, { revision, wire })
      return wire
    },
  }
}
