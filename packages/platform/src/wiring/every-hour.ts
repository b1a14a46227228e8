import { countSales } from '../catalogue/best-selling.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import { findSales } from '../orders/changed-sales.ts'
import { sweepRetained } from '../privacy/sweep.ts'
import { usualRetention } from '../settings/retention.ts'
import type { Sections } from '../settings/sections.ts'

export interface EveryHourDeps {
  readonly database: Database
  readonly clock: Clock
  /** Sessions go by real time. */
  readonly real: Clock
  readonly sites: () => Promise<readonly string[]>
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

/** What the clock asks for each hour: what shops need no more goes, and what sells best is counted. */
export const everyHour =
  ({ database, clock, real, sites, readSettings }: EveryHourDeps) =>
  async (): Promise<void> => {
    const all = await sites()
    await sweepRetained({
      database,
      now: clock.now(),
      realNow: real.now(),
      sites: all,
      retentionOf: async (db, site) => ({ ...usualRetention, ...(await readSettings(db, site)).retention }),
    })
    for (const site of all) await countSales({ database, findSales }, site, clock.now())
  }
