import type { Right } from '@vitrine/contract'
import type { AllHandlers } from '../kernel/http/handlers.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { asking, within } from './audit/asking.ts'
import { auditing } from './audit/auditing.ts'
import { usualMonths } from './audit/forget.ts'
import { auditOperations } from './audit/operations.ts'
import { readLog } from './audit/reads.ts'
import type { SubjectsDeps } from './audit/subjects.ts'
import { type DashboardDeps, dashboardOperations } from './dashboard/operations.ts'
import { liveFeed } from './live/feed.ts'
import { liveRoute } from './live/routes.ts'
import { viewOperations } from './views/operations.ts'

export interface AdminFacts {
  readonly dashboard: Omit<DashboardDeps, 'commerce'>
  readonly audited: Omit<SubjectsDeps, 'ask'>
  /** What somebody of the staff who is signed in may hear of, by their cookies. */
  readonly rightsOf: (site: string, cookie: string | undefined) => Promise<ReadonlySet<Right> | undefined>
  /** All operations, those of the audit log among them. */
  readonly handlers: () => AllHandlers
}

/** How merchants keep an eye on their shop: the dashboard, the audit log, and what happens while it happens. */
export function buildAdmin(
  { database, real, readSettings, commerce, report }: Kernel,
  { dashboard, audited, rightsOf, handlers }: AdminFacts,
) {
  const subjects: SubjectsDeps = { ...audited, ask: asking(handlers) }
  const reads = readLog({ database, clock: real, report })
  const feed = liveFeed({ db: database, report: (fault) => report(fault, 'live feed') })
  return {
    ask: subjects.ask,
    operations: {
      ...dashboardOperations({ ...dashboard, commerce }),
      ...viewOperations,
      ...auditOperations({
        ...subjects,
        write: (line, input, scope) => within(handlers(), line, input, scope),
        keptMonths: async (db, site) => (await readSettings(db, site)).audit?.keptMonths ?? usualMonths,
      }),
    },
    auditing: { ...auditing({ ...subjects, database }), read: reads.note },
    reads,
    feed,
    /** What happens, told to staff while it happens. */
    live: liveRoute({ feed, report, rightsOf }),
  }
}
