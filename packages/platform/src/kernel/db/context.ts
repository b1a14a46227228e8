import type { Db } from './sql.ts'

/** What every part of a request works with: its transaction, its site, and the one instant that counts as now. */
export interface Context {
  readonly db: Db
  readonly site: string
  readonly now: Date
  /** The email of the member of staff who acts, for what is told of it; absent where a buyer, a program or the shop itself does. */
  readonly author?: Author | undefined
}

/** Looked up only where it is written down. */
export type Author = (db: Db) => Promise<string | undefined>
