import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { keepPartitions, type PartitionedTable } from '../../kernel/events/partitions.ts'
import { forgetSooner, monthsBySite, usualMonths } from './forget.ts'

export interface KeepTablesDeps {
  readonly database: Database
  /** How long it is known who changed what goes by real time. */
  readonly real: Clock
  readonly sites: () => Promise<readonly string[]>
  /** Those beside the audit log. */
  readonly tables: readonly PartitionedTable[]
}

/** Creates partitions for the months to come, and drops those past their retention. */
export async function keepTables({ database, real, sites, tables }: KeepTablesDeps): Promise<void> {
  const months = await monthsBySite(database, await sites())
  await keepPartitions(database, [...tables, { table: 'audit_entry', keepMonths: Math.max(usualMonths, ...months.values()) }])
  await forgetSooner(database, months, real.now())
}
