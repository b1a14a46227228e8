import type { Db } from '../../kernel/db/sql.ts'
import { type FoundText, type ListState, stateOfList } from './document-cache.ts'
import { isAsItWas } from './store.ts'

/** All that several answers of the catalogue were derived from, so that one look tells whether each of them would be the same now. */
export interface CatalogueState extends ListState {
  readonly site: string
}

interface Made {
  readonly site: string
  readonly found: FoundText
  readonly revision: number
}

const answers = new WeakMap<Buffer, Made>()

/**
 * Notes that these bytes are the answer at this revision of the catalogue, with these products in this state. No other question may be answered
 * with the same bytes.
 */
export function madeOf(answer: Buffer, site: string, found: FoundText, revision: number): Buffer {
  answers.set(answer, { site, found, revision })
  return answer
}

/** Whether an answer is the catalogue's, so that a state tells of it. */
export const isOfCatalogue = (body: string | Buffer): boolean => typeof body !== 'string' && answers.has(body)

/** The state of all these answers; undefined where one is not of the catalogue, or they are of different moments. */
export function stateOf(bodies: readonly (string | Buffer)[]): CatalogueState | undefined {
  const made = bodies.map((body) => (typeof body === 'string' ? undefined : answers.get(body)))
  const [first] = made
  if (!first) return undefined
  const products = new Set<string>()
  for (const each of made) {
    if (each?.site !== first.site || each.revision !== first.revision) return undefined
    for (const product of each.found.split(';')) if (product !== '') products.add(product)
  }
  const ids = new Set([...products].map((product) => product.slice(0, product.indexOf(' '))))
  if (ids.size < products.size) return undefined
  return { site: first.site, ...stateOfList([...products].join(';'), first.revision) }
}

export const isStillSo = (db: Db, state: CatalogueState): Promise<boolean> => isAsItWas(db, state.site, state)
