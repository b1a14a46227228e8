import type { productJobs } from '@vitrine/contract'
import { newId } from '../../../../kernel/db/id.ts'
import type { Db } from '../../../../kernel/db/sql.ts'
import type { Handlers } from '../../../../kernel/http/handlers.ts'
import { readable } from '../../../../kernel/query/readable.ts'
import { refuse } from '../../../../kernel/refusal.ts'
import { isViolation, violation } from '../../../../kernel/violation.ts'
import { beginTakingBack } from '../../labels/follow.ts'
import type { Commerce } from '../../product.ts'
import { missingCollection } from '../merchant.ts'
import { step } from './run.ts'
import { countMeant, findJob, findJobs, insertJob, lockJob, showJob, updateJob } from './store.ts'

interface ProductJobDeps {
  /** Lets what was begun go on soon. */
  readonly pokeJobs: () => void
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
}

export const undoableMs = 30 * 24 * 3_600_000

/** Changes of many products, for the people who run the shop. */
export function productJobOperations(deps: ProductJobDeps): Handlers<typeof productJobs> {
  return {
    async 'POST /vitrine/v1/products/jobs'({ productIds, filter, change }, scope) {
      const { db, site, now } = scope
      if (!productIds && !filter) return violation('filter', 'says no products: a filter or productIds are needed')
      const { set, adjustPrice } = change
      if (!set && !adjustPrice) return violation('change', 'has set or adjustPrice')
      if (adjustPrice && (typeof adjustPrice.amount === 'number') === Boolean(adjustPrice.percentage))
        return violation('change.adjustPrice', 'has either a percentage or an amount')
      const missing = await missingCollection(db, site, set?.addTo ?? [])
      if (missing !== undefined) return violation('change.set.addTo', 'has a collection that the shop does not have')
      const commerce = await deps.commerce(db, site)
      const target = { productIds, filter }
      const total = await readable(() => countMeant(db, site, target, commerce.currency))
      if (isViolation(total)) return total
      const id = newId()
      await insertJob(db, site, { id, target, change, total, createdAt: now, undoUntil: new Date(now.getTime() + undoableMs) })
      await step(scope, id, commerce)
      deps.pokeJobs()
      return { job: showJob((await findJob(db, site, id))!) }
    },

    async 'GET /vitrine/v1/products/jobs'(_, { db, site, now }) {
      return { jobs: (await findJobs(db, site, now)).map(showJob) }
    },

    async 'GET /vitrine/v1/products/jobs/{jobId}'({ jobId }, { db, site }) {
      const job = await findJob(db, site, jobId)
      return job ? { job: showJob(job) } : refuse('PRODUCT_JOB_NOT_FOUND')
    },

    async 'POST /vitrine/v1/products/jobs/{jobId}/undo'({ jobId }, scope) {
      const { db, site, now } = scope
      const job = await lockJob(db, site, jobId)
      if (!job) return refuse('PRODUCT_JOB_NOT_FOUND')
      if (job.state === 'RUNNING' || job.state === 'DONE') {
        if (job.undoUntil <= now) return refuse('PRODUCT_JOB_NOT_UNDONE')
        await updateJob(db, site, { ...job, state: 'UNDOING', place: null, endedAt: null })
        if (job.target.label?.renaming) await beginTakingBack(scope, job.target.label.renaming)
        await step(scope, jobId, await deps.commerce(db, site))
        deps.pokeJobs()
      }
      return { job: showJob((await findJob(db, site, jobId))!) }
    },
  }
}
