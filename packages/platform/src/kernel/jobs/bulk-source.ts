import type { Job } from '@vitrine/contract'
import { type Sql, sql } from '../db/sql.ts'
import { type JobSource, jobsInOrder, timesOf } from './job-source.ts'

/** Where changes of many things of one kind stand, each with its state `RUNNING`, `DONE`, `UNDOING` or `UNDONE`. */
export interface BulkTable {
  /** What is changed: `products`. */
  readonly name: string
  readonly table: Sql
  /** How many it has come to, of how many, and how many of them were refused. */
  readonly done: Sql
  readonly total: Sql
  readonly failed: Sql
}

interface Row {
  readonly id: string
  readonly at: string
  readonly state: 'RUNNING' | 'DONE' | 'UNDOING' | 'UNDONE'
  readonly done: number
  readonly total: number | null
  readonly failed: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

const isOver = (state: Row['state']): boolean => state === 'DONE' || state === 'UNDONE'
const stateOf = (state: Row['state']): Job['state'] => (isOver(state) ? 'DONE' : 'RUNNING')
const statesOf = (state: Job['state'] | undefined): readonly Row['state'][] =>
  (['RUNNING', 'UNDOING', 'DONE', 'UNDONE'] as const).filter((one) => state === undefined || stateOf(one) === state)

/** Changes of many things as the list of all jobs has them; they are undone at addresses of their own. */
export const bulkSource = ({ name, table, ...columns }: BulkTable): JobSource => ({
  kind: 'BULK',
  async list(db, site, { state, ...asked }) {
    const order = jobsInOrder({ createdAt: sql`created_at`, id: sql`(${`${name}:`}::text || id::text)` }, asked)
    const rows = await db.query<Row>(sql`
      select ${`${name}:`}::text || id::text as id, ${order.at}, state, ${columns.done} as done, ${columns.total} as total, ${columns.failed} as failed,
        created_at as "createdAt", ended_at as "finishedAt"
      from ${table} where site = ${site} and state = any(${statesOf(state)}::text[]) and ${order.where} ${order.tail}`)
    return rows.map(({ at, id, state: now, done, total, failed, ...times }) => ({
      id,
      kind: 'BULK' as const,
      name,
      state: stateOf(now),
      attempts: 1,
      done,
      ...(total !== null && { total }),
      ...(failed > 0 && { failed }),
      undo: now === 'UNDOING' || now === 'UNDONE',
      ...timesOf({ ...times, startedAt: times.createdAt, state: stateOf(now) }),
      mayRetry: false,
      mayCancel: false,
      at,
    }))
  },
  async count(db, site) {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*)::integer as count from ${table} where site = ${site} and ended_at is null`,
    )
    return [{ state: 'RUNNING', count: row!.count }]
  },
})
