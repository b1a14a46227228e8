import type { Job } from '@vitrine/contract'
import type { Database } from '../db/pool.ts'
import { type Db, type Sql, sql } from '../db/sql.ts'
import { type JobsAsked, jobsInOrder, type ListedJob, newestFirst, timesOf } from './job-source.ts'

/** Work after the fact of one shop, as its queue has it. */
interface QueuedJob {
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

/** What is done is of no interest, and soon gone; what is left is little, unless something is wrong. See `prepareList` for its index. */
const open = sql`(state < 'completed' or state = 'failed')`

/** Jobs of this shop alone: those that are bundled may be of several, and have no site of their own. Each part is found by an index. */
const ofSite = (site: string): Sql => sql`data ->> 'site' = ${site}`
const bundledOf = (site: string): Sql => sql`data ->> 'site' is null
  and data -> 'tasks' @> jsonb_build_array(jsonb_build_object('site', ${site}::text))
  and not exists (select from jsonb_array_elements(data -> 'tasks') as task where task ->> 'site' <> ${site})`
const both = (site: string): readonly Sql[] => [ofSite(site), bundledOf(site)]

const stateOf = sql`case state when 'active' then 'RUNNING' when 'failed' then 'FAILED' else 'WAITING' end`
const columns = sql`name as queue, id, retry_count + case when state in ('active', 'failed') then 1 else 0 end as attempts, ${stateOf} as state,
  left(output ->> 'message', 300) as message, created_on as "createdAt", started_on as "startedAt", start_after as "dueAt",
  completed_on as "finishedAt"`

/** What follows from something that happened has to be done once: it is tried again, and never canceled. */
const shown = ({ queue, id, message, attempts, ...job }: QueuedJob): Job => ({
  id: `${queue}:${id}`,
  kind: 'EVENT',
  name: queue,
  state: job.state,
  attempts,
  ...(message !== null && { message }),
  ...timesOf(job),
  mayRetry: job.state === 'FAILED',
  mayCancel: false,
})

/** The newest of them before a place, in one state or in all. */
export async function queuedJobs(db: Db, site: string, { state, ...asked }: JobsAsked): Promise<readonly ListedJob[]> {
  if (state === 'DONE' || state === 'CANCELED') return []
  const order = jobsInOrder({ createdAt: sql`created_on`, id: sql`(name || ':' || id::text)` }, asked)
  const found = await Promise.all(
    both(site).map((mine) =>
      db.query<QueuedJob & { at: string }>(sql`
        select ${columns}, ${order.at} from jobs.job
        where ${open} and ${mine} and ${order.where} and ${state === undefined ? sql`true` : sql`${stateOf} = ${state}`} ${order.tail}`),
    ),
  )
  return found
    .flat()
    .map(({ at, ...job }) => ({ ...shown(job), at }))
    .toSorted(newestFirst)
    .slice(0, asked.most)
}

export async function findQueuedJob(db: Db, site: string, queue: string, id: string): Promise<Job | undefined> {
  const [job] = await db.query<QueuedJob>(sql`
    select ${columns} from jobs.job where name = ${queue} and id = ${id}::uuid and ${open} and (${ofSite(site)} or (${bundledOf(site)}))`)
  return job && shown(job)
}

export const countQueuedJobs = async (
  db: Db,
  site: string,
): Promise<readonly { readonly state: QueuedJob['state']; readonly count: number }[]> =>
  (
    await Promise.all(
      both(site).map((mine) =>
        db.query<{ state: QueuedJob['state']; count: number }>(sql`
          select ${stateOf} as state, count(*)::integer as count from jobs.job where ${open} and ${mine} group by 1`),
      ),
    )
  ).flat()

/** Begins a job anew that came to nothing; whether it did. */
export async function retryQueuedJob(db: Db, site: string, queue: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update jobs.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = clock_timestamp()
    where name = ${queue} and id = ${id}::uuid and state = 'failed' and (${ofSite(site)} or (${bundledOf(site)})) returning 1`)
  return rows.length > 0
}

/** What is due by the clock. */
export const jobSchedules = (db: Db): Promise<readonly { readonly name: string; readonly every: string }[]> =>
  db.query(sql`select name, cron as every from jobs.schedule order by name`)

/**
 * The table is not ours, and is there only once the first process has begun. By this index a shop finds its open jobs among those of all others, and
 * among the done of a day; bundles have no site of their own, and stand together in it.
 */
export async function prepareList(database: Database): Promise<void> {
  const [there] = await database.query(sql`select 1 from pg_indexes where schemaname = 'jobs' and indexname = 'job_open_of_site'`)
  if (!there)
    await database.query(sql`create index if not exists job_open_of_site on jobs.job ((data ->> 'site'), created_on) where ${open}`)
}
