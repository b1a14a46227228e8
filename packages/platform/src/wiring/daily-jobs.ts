import type { Clock } from '../kernel/clock/clock.ts'
import type { Database } from '../kernel/db/pool.ts'
import { keepPartitions, type PartitionedTable } from '../kernel/events/partitions.ts'
import type { ScheduledJob } from '../kernel/jobs/jobs.ts'
import type { KeyWrap } from '../kernel/key-wrap/key-wrap.ts'
import { retireKeys, rotateOldKeys } from '../people/identity/keys.ts'
import { forgetSooner, monthsBySite, usualMonths } from '../shop/audit/forget.ts'

export interface DailyJobsDeps {
  readonly database: Database
  /** Keys, and how long it is known who changed what, go by real time. */
  readonly real: Clock
  readonly sites: () => Promise<readonly string[]>
  /** How keys lie in the database. */
  readonly wrap: KeyWrap
}

const partitioned: readonly PartitionedTable[] = [
  { table: 'outbox', keepMonths: 2, unlessAny: 'relayed_at is null' },
  { table: 'order_activity' },
]

/** Makes room for the rows of the months to come, and forgets those that are kept no longer. */
export async function keepTables({ database, real, sites }: Omit<DailyJobsDeps, 'wrap'>): Promise<void> {
  const months = await monthsBySite(database, await sites())
  await keepPartitions(database, [...partitioned, { table: 'audit_entry', keepMonths: Math.max(usualMonths, ...months.values()) }])
  await forgetSooner(database, months, real.now())
}

/** Gives each shop a new key in time, and lets go of those that prove nothing any more. */
async function keepKeys({ database, real, sites, wrap }: DailyJobsDeps): Promise<void> {
  await rotateOldKeys(database, await sites(), real.now(), wrap)
  await retireKeys(database, real.now())
}

export const dailyJobs = (deps: DailyJobsDeps): readonly ScheduledJob[] => [
  { queue: 'partitions', every: '17 3 * * *', run: () => keepTables(deps) },
  { queue: 'signing-keys', every: '29 3 * * *', run: () => keepKeys(deps) },
]
