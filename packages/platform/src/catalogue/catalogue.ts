import type { collections, products, search } from '@vitrine/contract'
import type { Db } from '../db/sql.ts'
import type { Handlers } from '../http/handlers.ts'
import type { FindSellables } from '../selling/sellable.ts'
import { facts, type KnownFacts } from './facts.ts'
import { catalogueOperations } from './operations.ts'
import type { Commerce } from './product.ts'
import { searchOperations } from './search.ts'
import { shelf } from './shelf.ts'

export interface CatalogueOptions {
  /** Where the shop is reached, without a slash at the end. */
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  /** How much memory documents may take. */
  readonly cacheBytes?: number
}

/** The catalogue as one process has it: its operations, and what other slices ask of it. */
export interface Catalogue {
  readonly operations: Handlers<typeof products & typeof collections & typeof search>
  /** What cart and checkout ask. */
  readonly findSellables: FindSellables
  /** Products as they can be sold now, by id. */
  readonly findFacts: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, KnownFacts>>
}

const usualBytes = 64 * 2 ** 20

export function catalogue({ publicUrl, commerce, cacheBytes = usualBytes }: CatalogueOptions): Catalogue {
  const documents = shelf({ publicUrl, bytes: cacheBytes })
  const known = facts({ publicUrl })
  return {
    operations: {
      ...catalogueOperations({ publicUrl, commerce, shelf: documents }),
      ...searchOperations({ publicUrl, commerce, shelf: documents, facts: known }),
    },
    findSellables: known.sellables,
    findFacts: known.find,
  }
}
