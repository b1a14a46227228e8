import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import { beginContracts } from '../subscriptions/begin.ts'
import { end } from '../subscriptions/end.ts'
import { findBegun } from '../subscriptions/store.ts'
import { beginning, type SubscribingDeps } from './subscribing.ts'
import { ending } from './subscriptions.ts'

/** Subscriptions begin with the order that they were bought with; called off, it takes along what began with it. */
export const subscriptionJobs = (deps: SubscribingDeps): JobDefinition[] => [
  {
    queue: 'subscriptions-begin',
    on: ['wix.ecom.v1.order_approved'],
    when: ({ payload }) => payload['subscribes'] === true,
    run: ({ site, entityId }) => beginContracts(beginning(deps), site, entityId),
  },
  {
    queue: 'subscriptions-end',
    on: ['wix.ecom.v1.order_canceled'],
    async run({ site, entityId }) {
      const { database, clock } = deps
      for (const id of await findBegun(database, site, entityId))
        await database.transact(async (db) => void (await end({ db, site, now: clock.now() }, id, 'IMMEDIATELY', 'MERCHANT', ending)))
    },
  },
]
