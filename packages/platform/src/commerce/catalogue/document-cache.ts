import { LRUCache } from 'lru-cache'
import type { Db } from '../../kernel/db/sql.ts'
import { readLevels } from './levels.ts'
import { cut, fill, type Sheet } from './placeholders.ts'
import type { Commerce } from './product.ts'

/** A product or collection of a list: which state of it, and its stock. */
export interface Found {
  readonly id: string
  readonly revision: number
  /** As `levels` answers it. */
  readonly levels: string
}

/** `id revision levels` of each product of a page, `;` between them: the whole state of a page in one text. */
export type FoundText = string

export const readFound = (text: FoundText): readonly Found[] =>
  text === ''
    ? []
    : text.split(';').map((each) => {
        const [id = '', revision = '', levels = ''] = each.split(' ')
        return { id, revision: Number(revision), levels }
      })

export const textOfOne = ({ id, revision, levels }: Found): FoundText => `${id} ${revision} ${levels}`

export const foundCount = (text: FoundText): number => (text === '' ? 0 : text.split(';').length)

/** What tells whether a list, or some of the catalogue, is what it was. */
export interface ListState {
  /** Of the catalogue. */
  readonly revision: number
  /** The products, as the database reads an array. */
  readonly ids: string
  /** The levels of all their stock items, by product and variant. */
  readonly stock: string
}

/** A page of a list as it was read last. */
export interface StoredList extends ListState {
  readonly found: FoundText
  readonly total: number
}

export function stateOfList(found: FoundText, revision: number): ListState {
  const sorted = [...readFound(found)].sort((a, b) => (a.id < b.id ? -1 : 1))
  const levels = sorted.flatMap((each) => (each.levels === '' ? [] : [each.levels]))
  return { revision, ids: `{${sorted.map(({ id }) => id).join()}}`, stock: levels.join() }
}

interface Cached {
  readonly revision: number
  readonly sheet: Sheet
  levels: string | undefined
  filled: Buffer
}

export interface DocumentCache {
  /** What prices are written in, asked for when a document comes here. */
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  /** The wire's bytes of a product, if its document of that revision is here. */
  take(site: string, found: Found): Buffer | undefined
  put(site: string, found: Found, document: string): Buffer
  /** Whether some revision of it is here. */
  has(site: string, id: string): boolean
  /** A whole answer, by all that it is derived from. */
  page(key: string): Buffer | undefined
  keepPage(key: string, bytes: Buffer): void
  /** What was found last under this question; whether it still is so, the database knows. */
  list(question: string): StoredList | undefined
  keepList(question: string, found: FoundText, total: number, revision: number): void
}

const nothing = Buffer.alloc(0)
const longestQuestion = 2000

/**
 * Documents that were read lately, by their revision, and as bytes with the stock they last had. A revision is never used twice, so what lies
 * here is never old: whoever asks has just read revision and stock from the database.
 */
export function documentCache({
  publicUrl,
  bytes,
  commerce,
}: Pick<DocumentCache, 'commerce'> & { readonly publicUrl: string; readonly bytes: number }): DocumentCache {
  const pages = new LRUCache<string, Buffer>({
    maxSize: (bytes * 3) / 8,
    sizeCalculation: (page, key) => page.length + 2 * key.length + 500,
  })
  const lists = new LRUCache<string, StoredList>({
    maxSize: bytes / 8,
    sizeCalculation: ({ found, ids, stock }, question) => found.length + ids.length + stock.length + question.length + 500,
  })
  const cached = new LRUCache<string, Cached>({ maxSize: bytes / 2, sizeCalculation: ({ sheet }) => 2 * sheet.bytes + 500 })

  function filled(entry: Cached, levels: string): Buffer {
    if (entry.levels !== levels) {
      entry.filled = fill(entry.sheet, readLevels(levels))
      entry.levels = levels
    }
    return entry.filled
  }

  return {
    commerce,
    page: (key) => pages.get(key),
    keepPage: (key, page) => void pages.set(key, page),
    list: (question) => lists.get(question),
    keepList(question, found, total, revision) {
      if (question.length <= longestQuestion) lists.set(question, { found, total, ...stateOfList(found, revision) })
    },
    has: (site, id) => cached.has(`${site} ${id}`),
    take(site, { id, revision, levels }) {
      const entry = cached.get(`${site} ${id}`)
      return entry?.revision === revision ? filled(entry, levels) : undefined
    },
    put(site, { id, revision, levels }, document) {
      const entry: Cached = { revision, sheet: cut(document, publicUrl), levels: undefined, filled: nothing }
      cached.set(`${site} ${id}`, entry)
      return filled(entry, levels)
    },
  }
}
