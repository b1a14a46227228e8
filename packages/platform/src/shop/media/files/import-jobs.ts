import type { Job } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { fetchJobStart } from '../../../kernel/jobs/job-source.ts'
import type { FileEvents } from '../file-events.ts'
import { fileJobs } from '../file-jobs.ts'
import { findFile } from '../store.ts'
import { failImported } from './fetch-imports.ts'

/** Fetching files from addresses. */
export const { list: fetchJobs, find: findFetchJob } = fileJobs<{ readonly url: string }>({
  start: fetchJobStart,
  table: sql`media_import`,
  more: sql`job.url`,
  about: ({ fileName, url }) => ({ name: 'fetch', subject: `${fileName}, ${new URL(url).host}` }),
})

export const countFetchJobs = (db: Db, site: string): Promise<readonly { readonly state: Job['state']; readonly count: number }[]> =>
  db.query(sql`select state, count(*)::integer as count from media_import where site = ${site} group by state`)

/** Restarts a failed fetch; returns whether it had failed. */
export async function retryFetchJob({ db, site, now }: Context, events: FileEvents, mediaId: string, real: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update media_import set state = 'WAITING', attempts = 0, due_at = ${real}, failure = null, started_at = null, finished_at = null
    where site = ${site} and media_id = ${mediaId} and state in ('FAILED', 'CANCELED') returning 1`)
  if (rows.length === 0) return false
  await db.query(sql`
    update media set operation_status = 'PENDING', failure = null, updated_at = ${now} where site = ${site} and id = ${mediaId} and digest = ''`)
  const file = await findFile(db, site, mediaId)
  if (file) await events.updated({ db, site, now }, [file])
  return true
}

/** Cancels it; returns whether it waited or ran. The process that runs it notices within seconds. */
export async function cancelFetchJob({ db, site, now }: Context, events: FileEvents, mediaId: string, real: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update media_import set state = 'CANCELED', failure = 'CANCELED', finished_at = ${real}
    where site = ${site} and media_id = ${mediaId} and state in ('WAITING', 'RUNNING') returning 1`)
  if (rows.length === 0) return false
  await failImported({ db, site, now }, events, mediaId, 'CANCELED')
  return true
}
