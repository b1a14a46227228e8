import { type Db, type Sql, sql } from '../db/sql.ts'

/** Work after the fact of one shop, as its queue has it. */
export interface QueuedJob {
  readonly queue: string
  readonly id: string
  readonly state: 'WAITING' | 'RUNNING' | 'FAILED'
  readonly attempts: number
  readonly message: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly dueAt: Date
  readonly finishedAt: Date | null
}

/** Jobs of events of this shop alone: those that are bundled may be of several. */
const ofSite = (site: string): Sql => sql`(data ->> 'site' = ${site} or (
  data -> 'tasks' @> jsonb_build_array(jsonb_build_object('site', ${site}::text))
  and not exists (select from jsonb_array_elements(data -> 'tasks') as task where task ->> 'site' <> ${site})))`

/** What is done is of no interest, and soon gone; what is left is little, unless something is wrong. */
const open = sql`(state < 'completed' or state = 'failed')`

const columns = sql`name as queue, id, retry_count + case when state in ('active', 'failed') then 1 else 0 end as attempts,
  case state when 'active' then 'RUNNING' when 'failed' then 'FAILED' else 'WAITING' end as state,
  left(output ->> 'message', 300) as message, created_on as "createdAt", started_on as "startedAt", start_after as "dueAt",
  completed_on as "finishedAt"`

/** The newest of them, in one state or in all. */
export const queuedJobs = (db: Db, site: string, state: QueuedJob['state'] | undefined, most: number): Promise<readonly QueuedJob[]> =>
  db.query<QueuedJob>(sql`
    select * from (select ${columns} from jobs.job where ${open} and ${ofSite(site)}) as job
    where ${state ?? null}::text is null or state = ${state ?? null} order by "createdAt" desc, id limit ${most}`)

export async function findQueuedJob(db: Db, site: string, queue: string, id: string): Promise<QueuedJob | undefined> {
  const [job] = await db.query<QueuedJob>(
    sql`select ${columns} from jobs.job where name = ${queue} and id = ${id}::uuid and ${open} and ${ofSite(site)}`,
  )
  return job
}

export async function countQueuedJobs(
  db: Db,
  site: string,
): Promise<readonly { readonly state: QueuedJob['state']; readonly count: number }[]> {
  return db.query(sql`
    select state, count(*)::integer as count from (select ${columns} from jobs.job where ${open} and ${ofSite(site)}) as job group by state`)
}

/** Begins a job anew that came to nothing; whether it did. */
export async function retryQueuedJob(db: Db, site: string, queue: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update jobs.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = clock_timestamp()
    where name = ${queue} and id = ${id}::uuid and state = 'failed' and ${ofSite(site)} returning 1`)
  return rows.length > 0
}

/** What is due by the clock. */
export const jobSchedules = (db: Db): Promise<readonly { readonly name: string; readonly every: string }[]> =>
  db.query(sql`select name, cron as every from jobs.schedule order by name`)
