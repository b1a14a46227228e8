import type { Db } from './sql.ts'

/** Where and when a part of a transaction happens: in which transaction, for which shop, at which instant. */
export interface Moment {
  readonly db: Db
  readonly site: string
  readonly now: Date
}
