import type { Job, ProductImportState } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import { bulkSource } from '../../kernel/jobs/bulk-source.ts'
import { type JobSource, jobsInOrder, timesOf } from '../../kernel/jobs/job-source.ts'

/** What the shop is at, or was; before that an import waits for whoever began it. */
const states: Readonly<Partial<Record<ProductImportState, Job['state']>>> = {
  CHECKING: 'RUNNING',
  RUNNING: 'RUNNING',
  UNDOING: 'RUNNING',
  PAUSED: 'WAITING',
  DONE: 'DONE',
  UNDONE: 'DONE',
  CANCELED: 'CANCELED',
  FAILED: 'FAILED',
}
const statesOf = (state: Job['state'] | undefined): readonly string[] =>
  Object.entries(states).flatMap(([name, as]) => (state === undefined || as === state ? name : []))

interface Row {
  readonly id: string
  readonly at: string
  readonly name: ProductImportState
  readonly subject: string
  readonly failure: string | null
  readonly total: number | null
  readonly done: number
  readonly failed: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** Products from files. */
export const importJobs: JobSource = {
  kind: 'IMPORT',
  async list(db, site, { state, ...asked }) {
    const order = jobsInOrder({ createdAt: sql`created_at`, id: sql`('import:' || id::text)` }, asked)
    const rows = await db.query<Row>(sql`
      select 'import:' || id::text as id, ${order.at}, state as name, file_name as subject, failure,
        coalesce((counts ->> 'processed')::integer, 0) as done, (counts ->> 'products')::integer as total,
        coalesce((counts ->> 'failed')::integer, 0) as failed, created_at as "createdAt", started_at as "startedAt", ended_at as "finishedAt"
      from product_import where site = ${site} and state = any(${statesOf(state)}::text[]) and ${order.where} ${order.tail}`)
    return rows.map(({ at, id, name, subject, failure, done, total, failed, ...times }) => ({
      id,
      kind: 'IMPORT' as const,
      name: name === 'CHECKING' ? 'check' : 'import',
      subject,
      state: states[name]!,
      attempts: 1,
      ...(failure !== null && { message: failure }),
      done,
      ...(total !== null && { total }),
      ...(failed > 0 && { failed }),
      undo: name === 'UNDOING' || name === 'UNDONE',
      ...timesOf({ ...times, state: states[name]! }),
      mayRetry: false,
      mayCancel: false,
      at,
    }))
  },
  async count(db, site) {
    const rows = await db.query<{ name: ProductImportState; count: number }>(
      sql`select state as name, count(*)::integer as count from product_import where site = ${site} group by state`,
    )
    return rows.flatMap(({ name, count }) => {
      const state = states[name]
      return state ? [{ state, count }] : []
    })
  },
}

/** Changes of many products. */
export const productJobs = bulkSource({
  name: 'products',
  table: sql`product_job`,
  done: sql`changed + unchanged + refused`,
  total: sql`total`,
  failed: sql`refused`,
})
