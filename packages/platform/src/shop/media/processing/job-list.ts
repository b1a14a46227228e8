import type { Job } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { type JobsAsked, jobsInOrder, type ListedJob, mediaJobStart, timesOf } from '../../../kernel/jobs/job-source.ts'
import type { FileEvents } from '../file-events.ts'
import { findFile } from '../store.ts'
import { type MediaJobState, queueJob } from './job-store.ts'
import { failFile } from './process-job.ts'

/** Work on a file, as merchants see it. */
interface MediaJob {
  readonly mediaId: string
  readonly mime: string
  readonly fileName: string
  readonly state: MediaJobState
  readonly attempts: number
  readonly failure: string | null
  readonly message: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly dueAt: Date
  readonly finishedAt: Date | null
}

const columns = sql`media_job.media_id as "mediaId", media.mime, coalesce(media.display_name, media.file_name) as "fileName", media_job.state,
  media_job.attempts, media_job.failure, media_job.message, media_job.created_at as "createdAt", media_job.started_at as "startedAt",
  media_job.due_at as "dueAt", media_job.finished_at as "finishedAt"`
const from = sql`media_job join media on media.site = media_job.site and media.id = media_job.media_id`

const shown = ({ mediaId, mime, fileName, failure, message, attempts, ...job }: MediaJob): Job => ({
  id: mediaJobStart + mediaId,
  kind: 'MEDIA',
  name: mime,
  subject: fileName,
  fileId: mediaId,
  state: job.state,
  attempts,
  ...(failure !== null && { failure }),
  ...(message !== null && { message }),
  ...timesOf(job),
  mayRetry: job.state === 'FAILED' || job.state === 'CANCELED',
  mayCancel: job.state === 'WAITING' || job.state === 'RUNNING',
})

/** The newest before a place, in one state or in all. */
export async function mediaJobs(db: Db, site: string, { state, ...asked }: JobsAsked): Promise<readonly ListedJob[]> {
  const order = jobsInOrder({ createdAt: sql`media_job.created_at`, id: sql`(${mediaJobStart}::text || media_job.media_id)` }, asked)
  const rows = await db.query<MediaJob & { at: string }>(sql`
    select ${columns}, ${order.at} from ${from}
    where media_job.site = ${site} and ${order.where} and ${state === undefined ? sql`true` : sql`media_job.state = ${state}`} ${order.tail}`)
  return rows.map(({ at, ...job }) => ({ ...shown(job), at }))
}

export async function findMediaJob(db: Db, site: string, mediaId: string): Promise<Job | undefined> {
  const [job] = await db.query<MediaJob>(
    sql`select ${columns} from ${from} where media_job.site = ${site} and media_job.media_id = ${mediaId}`,
  )
  return job && shown(job)
}

export const countMediaJobs = (db: Db, site: string): Promise<readonly { readonly state: MediaJobState; readonly count: number }[]> =>
  db.query(sql`select state, count(*)::integer as count from media_job where site = ${site} and state <> 'DONE' group by state`)

/** Begins the work on a file anew; whether it had come to nothing. */
export async function retryMediaJob({ db, site, now }: Context, events: FileEvents, mediaId: string, real: Date): Promise<boolean> {
  const [job] = await db.query<{ state: string }>(
    sql`select state from media_job where site = ${site} and media_id = ${mediaId} for update`,
  )
  if (job?.state !== 'FAILED' && job?.state !== 'CANCELED') return false
  await queueJob(db, site, mediaId, real)
  await db.query(sql`
    update media set operation_status = 'PENDING', failure = null, updated_at = ${now} where site = ${site} and id = ${mediaId}`)
  const file = await findFile(db, site, mediaId)
  if (file) await events.updated({ db, site, now }, [file])
  return true
}

/** Ends the work on a file; whether it waited or ran. Whoever is at it learns it within seconds. */
export async function cancelMediaJob({ db, site, now }: Context, events: FileEvents, mediaId: string, real: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update media_job set state = 'CANCELED', failure = 'CANCELED', message = null, finished_at = ${real}
    where site = ${site} and media_id = ${mediaId} and state in ('WAITING', 'RUNNING') returning 1`)
  if (rows.length === 0) return false
  await failFile({ db, site, now }, events, mediaId, 'CANCELED')
  return true
}
