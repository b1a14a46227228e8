import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'

/** So many orders are rewritten in a transaction. */
export const portion = 200
/** One run ends before other work of its minute waits for long. */
const mostPortions = 50

export interface FillDeps {
  readonly database: Database
  readonly sites: () => Promise<readonly string[]>
}

/** Rewrites orders from before, a portion in a transaction of its own; `fill` says how many there were. */
export async function fillPortions({ database, sites }: FillDeps, fill: (tx: Db, site: string) => Promise<number>): Promise<void> {
  let portions = mostPortions
  for (const site of await sites()) while (portions > 0 && (await database.transact((tx) => fill(tx, site))) === portion) portions--
}
