import { LRUCache } from 'lru-cache'
import { isId } from '../../kernel/db/id.ts'
import { type Db, join, type Sql, sql } from '../../kernel/db/sql.ts'
import { type Basis, pricedBy, productsOf } from './basis.ts'
import type { KnownLine } from './line.ts'
import type { PricingContext } from './pricing-context.ts'

/** Rows that this process wrote lately, and what they were priced by: the next write starts from them instead of reading, and checks at its end that they were current. */
export interface Recent<Row extends { readonly document: unknown }> {
  /**
   * What is remembered under a key, for a write that wants these products besides. It is forgotten with that: should it be old, the write is
   * done again and reads. Whoever does not change the row has to see to it that it is still the same.
   */
  take(db: Db, site: string, key: string, wanted: readonly string[]): Row | undefined
  /** Remembers a row once its write is committed. */
  put(db: Db, site: string, key: string, row: Row, lines: readonly KnownLine[], pricing: PricingContext): void
}

interface Cached<Row> {
  readonly row: Omit<Row, 'document'>
  /** As text: nobody can change it, and it is parsed anew each time, as from the database. */
  readonly document: string
  readonly products: readonly string[]
  readonly basis: string
}

/** A database that was put back to an earlier state counts its revisions a second time. */
const longestMs = 60_000
/** Of a row beside its document, about. */
const rowBytes = 1000

export function recent<Row extends { readonly document: unknown }>(basis: Basis, bytes: number): Recent<Row> {
  const cached = new LRUCache<string, Cached<Row>>({
    maxSize: bytes,
    ttl: longestMs,
    sizeCalculation: ({ document, basis }) => 2 * (document.length + basis.length) + rowBytes,
  })
  return {
    take(db, site, key, wanted) {
      if (!db.assume) return undefined
      const found = cached.get(`${site} ${key}`)
      if (!found) return undefined
      cached.delete(`${site} ${key}`)
      const { row, document, products, basis: before } = found
      if (products.length > longestWrittenOut || !wanted.every((id) => products.includes(id))) return undefined
      basis.takeIn(db, site, products, before)
      db.assume(sql`${basis.now(site, writtenOut(products))} = ${before}`)
      return { ...row, document: JSON.parse(document) } as Row
    },
    put(db, site, key, { document, ...row }, lines, pricing) {
      // The basis says nothing of a thing that the catalogue no longer sells, so it would never be the same again.
      if (!db.whenCommitted || lines.some(({ reference, item }) => reference && isId(reference.catalogItemId) && !item?.state)) return
      const one: Cached<Row> = { row, document: JSON.stringify(document), products: productsOf(lines), basis: pricedBy(lines, pricing) }
      db.whenCommitted(() => cached.set(`${site} ${key}`, one))
    },
  }
}

const longestWrittenOut = 16

/** Filled up to a power of two: few texts, and the database knows how many they are without planning anew each time. */
function writtenOut(ids: readonly string[]): Sql {
  if (ids.length === 0) return sql`'{}'::uuid[]`
  const count = 2 ** Math.ceil(Math.log2(ids.length))
  const all = Array.from({ length: count }, (_, i) => sql`${ids[Math.min(i, ids.length - 1)]}::uuid`)
  return sql`array[${join(all, ', ')}]`
}
