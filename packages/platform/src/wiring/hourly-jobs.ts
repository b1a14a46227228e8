import { countSales } from '../catalogue/best-selling.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import type { ScheduledJob } from '../jobs/jobs.ts'
import { findSales } from '../orders/changed-sales.ts'
import { sweepRetained } from '../privacy/sweep.ts'
import { usualRetention } from '../settings/retention.ts'
import type { Sections } from '../settings/sections.ts'

export interface HourlyJobsDeps {
  readonly database: Database
  readonly clock: Clock
  /** Sessions go by real time. */
  readonly real: Clock
  readonly sites: () => Promise<readonly string[]>
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

const everyHour = '41 * * * *'

/** What is due each hour: what shops keep no longer goes, and sales are counted for the order "best-selling". */
export const hourlyJobs = ({ database, clock, real, sites, readSettings }: HourlyJobsDeps): readonly ScheduledJob[] => [
  {
    queue: 'retention',
    every: everyHour,
    run: async () =>
      sweepRetained({
        database,
        now: clock.now(),
        realNow: real.now(),
        sites: await sites(),
        retentionOf: async (db, site) => ({ ...usualRetention, ...(await readSettings(db, site)).retention }),
      }),
  },
  {
    queue: 'best-selling',
    every: everyHour,
    async run() {
      for (const site of await sites()) await countSales({ database, findSales }, site, clock.now())
    },
  },
]
