import type { Db } from '../../kernel/db/sql.ts'
import { forgetRequests } from './store.ts'

export const storedDays = 7
/** More than these are not stored of a shop. */
export const mostRequests = 5000
const dayMs = 86_400_000

/** Forgets requests whose time is over, and the oldest where there are too many. */
export async function sweepRequests(db: Db, sites: readonly string[], now: Date): Promise<void> {
  for (const site of sites) await forgetRequests(db, site, new Date(now.getTime() - storedDays * dayMs), mostRequests)
}
