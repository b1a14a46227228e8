import type { Db } from './sql.ts'

/** What every part of a request works with: its transaction, its site, and the one instant that counts as now. */
export interface Context {
  readonly db: Db
  readonly site: string
  readonly now: Date
}
