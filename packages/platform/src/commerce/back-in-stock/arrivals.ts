import type { EventData } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { JobDefinition, Task } from '../../kernel/jobs/jobs.ts'
import { endWavesBefore } from './claim.ts'
import { hasArrived, isBack } from './rules.ts'
import { type TellDeps, tellIn } from './send.ts'

const changed = 'com.wix.ecommerce.inventory.api.v1.InventoryVariantsChanged'

const variantsOf = ({ payload }: Task): EventData<typeof changed>['variants'] =>
  (payload as Partial<EventData<typeof changed>>).variants ?? []

async function isWaitedFor(db: Db, { site, entityId }: Task): Promise<boolean> {
  const [row] = await db.query(sql`
    select from back_in_stock_request where site = ${site} and product_id = ${entityId} and status = 'RECEIVED' and kind = 'STOCK' limit 1`)
  return row !== undefined
}

async function tellOf(deps: TellDeps, tasks: readonly Task[]): Promise<void> {
  const sites = new Set<string>()
  for (const task of tasks) {
    if (!(await isWaitedFor(deps.database, task))) continue
    sites.add(task.site)
    // It was sold out until then, also where nobody has looked meanwhile.
    const back = variantsOf(task).filter(isBack)
    const ids = back.map(({ id }) => id)
    await endWavesBefore(deps.database, task.site, task.entityId, ids, new Date(task.occurredAt))
  }
  await tellIn(deps, sites)
}

/** Tells those at once who wait for something whose stock was raised. What fails, and what comes in other ways, is told by the minute. */
export const stockArrivals = (deps: TellDeps): JobDefinition => ({
  queue: 'back-in-stock-arrivals',
  on: [changed],
  when: (task) => variantsOf(task).some(hasArrived),
  run: (task) => tellOf(deps, [task]),
  runAll: (tasks) => tellOf(deps, tasks),
})
