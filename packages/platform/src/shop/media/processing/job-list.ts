import type { Context } from '../../../kernel/db/context.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { mediaJobStart } from '../../../kernel/jobs/job-source.ts'
import type { FileEvents } from '../file-events.ts'
import { fileJobs } from '../file-jobs.ts'
import { findFile } from '../store.ts'
import { type MediaJobState, queueJob } from './job-store.ts'
import { failFile } from './process-job.ts'

export const { list: mediaJobs, find: findMediaJob } = fileJobs<{ readonly mime: string; readonly message: string | null }>({
  start: mediaJobStart,
  table: sql`media_job`,
  more: sql`media.mime, job.message`,
  about: ({ mime, fileName, message }) => ({ name: mime, subject: fileName, ...(message !== null && { message }) }),
})

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
