import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Context } from '../../../kernel/db/context.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { PreorderTerms } from '../csv/beside.ts'
import type { ShopFacts } from './batch.ts'
import type { MovedStock } from './items.ts'
import type { FetchPicture } from './pictures.ts'
import type { Actor } from './store.ts'

/** Stock of one variant as a file says it. */
export interface SaidStock {
  readonly productId: string
  readonly variantId: string
  /** At each location by its id, where the file says so. */
  readonly stock: { readonly quantity: number; readonly at?: Readonly<Record<string, number>> } | { readonly inStock: boolean }
}

/** What an import changed of a product, for the audit log. */
export interface ProductChange {
  readonly id: string
  readonly name: string
  readonly was: boolean
  readonly is: boolean
  readonly changes: readonly {
    readonly field: string
    readonly variant?: string | undefined
    readonly before: string
    readonly after: string
  }[]
}

export interface ImportDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
  readonly factsOf: (db: Db, site: string) => Promise<ShopFacts>
  readonly fetchPicture: FetchPicture
  /** Sets stock with a movement for each change, and answers what moved. */
  readonly setStock: (
    context: Context,
    said: readonly SaidStock[],
    actor: Actor,
    note: string,
  ) => Promise<ReadonlyMap<string, readonly MovedStock[]>>
  /**
   * Puts back by how much an import moved stock, as far as stock may fall: answers the variants whose stock is counted in another way by now, and of
   * how many units the others are short.
   */
  readonly putBack: (
    context: Context,
    moved: readonly (MovedStock & { readonly productId: string })[],
    actor: Actor,
    note: string,
  ) => Promise<{ readonly saved: readonly string[]; readonly short: readonly { readonly variantId: string; readonly units: number }[] }>
  readonly setPreorder: (context: Context, productId: string, preorder: PreorderTerms, actor: Actor) => Promise<void>
  /** Of these products, those that somebody has bought. */
  readonly soldAmong: (db: Db, site: string, productIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly note: (context: Context, actor: Actor, what: 'IMPORT' | 'UNDO', changes: readonly ProductChange[]) => Promise<void>
  readonly report: (fault: unknown, where: string) => void
}
