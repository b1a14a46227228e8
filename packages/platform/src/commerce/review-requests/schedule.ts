import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { JobDefinition, Task } from '../../kernel/jobs/jobs.ts'
import type { ReviewRequests } from '../../kernel/settings/review-settings.ts'
import { arrivedAt, dueAt, type ShipmentFacts } from './rules.ts'
import { dropPlanned, planRequest } from './store.ts'

export interface ScheduleDeps {
  readonly database: Database
  readonly clock: Clock
  readonly settingsOf: (db: Db, site: string) => Promise<ReviewRequests>
  /** The shipments of an order all of whose goods are handed over; undefined for any other. */
  readonly shipmentsOf: (db: Db, site: string, orderId: string) => Promise<readonly ShipmentFacts[] | undefined>
}

async function plan({ database, clock, settingsOf, shipmentsOf }: ScheduleDeps, { site, entityId: orderId }: Task): Promise<void> {
  const { asksByEmail, askAfterDays } = await settingsOf(database, site)
  if (!asksByEmail) return
  const shipments = await shipmentsOf(database, site, orderId)
  const now = clock.now()
  await (shipments
    ? planRequest({ db: database, site, now }, orderId, dueAt(arrivedAt(shipments, now), askAfterDays, now))
    : dropPlanned(database, site, orderId))
}

/** Whose goods have come is asked about them some days later; files have come as soon as they are paid for. */
export const reviewRequestPlans = (deps: ScheduleDeps): JobDefinition => ({
  queue: 'review-requests',
  on: ['wix.ecom.v1.fulfillments_updated', 'wix.ecom.v1.order_payment_status_updated'],
  when: ({ type, payload }) => type === 'wix.ecom.v1.fulfillments_updated' || payload['files'] === true,
  run: (task) => plan(deps, task),
})
