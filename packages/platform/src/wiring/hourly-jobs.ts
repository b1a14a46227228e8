import { countSales } from '../commerce/catalogue/best-selling.ts'
import { findSales } from '../commerce/orders/changed-sales.ts'
import type { Clock } from '../kernel/clock/clock.ts'
import type { Database } from '../kernel/db/pool.ts'
import type { Db } from '../kernel/db/sql.ts'
import type { ScheduledJob } from '../kernel/jobs/jobs.ts'
import { usualRetention } from '../kernel/settings/retention.ts'
import type { Sections } from '../kernel/settings/sections.ts'
import { sweepRetained } from '../people/privacy/sweep.ts'

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
