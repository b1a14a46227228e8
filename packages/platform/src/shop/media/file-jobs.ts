import type { Job } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { type JobsAsked, jobsInOrder, type ListedJob, timesOf } from '../../kernel/jobs/job-source.ts'

/** Work on a file, as a job that merchants see. */
interface FileJob {
  readonly mediaId: string
  readonly fileName: string
  readonly state: Job['state']
  readonly attempts: number
  readonly failure: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly dueAt: Date
  readonly finishedAt: Date | null
}

const columns = sql`job.media_id as "mediaId", coalesce(media.display_name, media.file_name) as "fileName", job.state, job.attempts, job.failure,
  job.created_at as "createdAt", job.started_at as "startedAt", job.due_at as "dueAt", job.finished_at as "finishedAt"`

interface FileJobTable<More> {
  /** How the ids of its jobs begin. */
  readonly start: string
  /** The table, which has at most one job for each file. */
  readonly table: Sql
  /** Further columns of `job` and `media`, and what they say. */
  readonly more: Sql
  readonly about: (job: FileJob & More) => Pick<Job, 'name' | 'subject' | 'message'>
}

/** Reads jobs of files from a table. */
export function fileJobs<More>({ start, table, more, about }: FileJobTable<More>) {
  const from = sql`${table} job join media on media.site = job.site and media.id = job.media_id`
  const shown = (job: FileJob & More): Job => ({
    id: start + job.mediaId,
    kind: 'MEDIA',
    fileId: job.mediaId,
    state: job.state,
    attempts: job.attempts,
    ...(job.failure !== null && { failure: job.failure }),
    ...about(job),
    ...timesOf(job),
    mayRetry: job.state === 'FAILED' || job.state === 'CANCELED',
    mayCancel: job.state === 'WAITING' || job.state === 'RUNNING',
  })
  return {
    /** The newest before a cursor, in one state or in all. */
    async list(db: Db, site: string, { state, ...asked }: JobsAsked): Promise<readonly ListedJob[]> {
      const order = jobsInOrder({ createdAt: sql`job.created_at`, id: sql`(${start}::text || job.media_id)` }, asked)
      const rows = await db.query<FileJob & More & { readonly at: string }>(sql`
        select ${columns}, ${more}, ${order.at} from ${from}
        where job.site = ${site} and ${order.where} and ${state === undefined ? sql`true` : sql`job.state = ${state}`} ${order.tail}`)
      return rows.map((job) => ({ ...shown(job), at: job.at }))
    },

    async find(db: Db, site: string, mediaId: string): Promise<Job | undefined> {
      const [job] = await db.query<FileJob & More>(
        sql`select ${columns}, ${more} from ${from} where job.site = ${site} and job.media_id = ${mediaId}`,
      )
      return job && shown(job)
    },
  }
}
