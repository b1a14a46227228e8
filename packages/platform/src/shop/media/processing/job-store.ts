import type { Database } from '../../../kernel/db/pool.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { Kind } from '../kinds/kind.ts'

export type MediaJobState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED'

/** A file whose turn has come, as this process has it. */
export interface ClaimedJob {
  readonly site: string
  readonly mediaId: string
  /** Which try this is, from 1. */
  readonly attempt: number
  readonly kind: Kind
  readonly mime: string
  readonly digest: string
  readonly details: Readonly<Record<string, unknown>>
}

/** In the transaction that writes the file's row, or asks for it once more. */
export async function queueJob(db: Db, site: string, mediaId: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into media_job (site, media_id, state, attempts, due_at, created_at) values (${site}, ${mediaId}, 'WAITING', 0, ${now}, ${now})
    on conflict (site, media_id) do update set state = 'WAITING', attempts = 0, due_at = ${now}, failure = null, message = null,
      started_at = null, finished_at = null`)
}

/** Takes the job that has waited longest, for as long as `until`: also one whose process has died. */
export async function claimJob(database: Database, now: Date, until: Date): Promise<ClaimedJob | undefined> {
  const [job] = await database.query<ClaimedJob>(sql`
    update media_job set state = 'RUNNING', attempts = attempts + 1, due_at = ${until}, started_at = ${now}
    from media
    where (media_job.site, media_job.media_id) in (
        select site, media_id from media_job where state in ('WAITING', 'RUNNING') and due_at <= ${now}
        order by due_at limit 1 for update skip locked)
      and media.site = media_job.site and media.id = media_job.media_id
    returning media_job.site, media_job.media_id as "mediaId", media_job.attempts as attempt, media.kind, media.mime, media.digest, media.details`)
  return job
}

/** Whether a job is still this process's, which goes on with it until then. */
export async function holdJob(db: Db, { site, mediaId, attempt }: ClaimedJob, until: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update media_job set due_at = ${until}
    where site = ${site} and media_id = ${mediaId} and state = 'RUNNING' and attempts = ${attempt} returning 1`)
  return rows.length > 0
}

/** Ends a try of a job, unless it is another's by now. */
export async function settleJob(
  db: Db,
  { site, mediaId, attempt }: ClaimedJob,
  {
    state,
    failure = null,
    message = null,
    dueAt,
    now,
  }: {
    readonly state: 'WAITING' | 'DONE' | 'FAILED'
    readonly failure?: string | null
    readonly message?: string | null
    readonly dueAt: Date
    readonly now: Date
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    update media_job set state = ${state}, failure = ${failure}, message = ${message}, due_at = ${dueAt},
      finished_at = ${state === 'WAITING' ? null : now}
    where site = ${site} and media_id = ${mediaId} and state = 'RUNNING' and attempts = ${attempt} returning 1`)
  return rows.length > 0
}

/** Gives a job back that this process has no time for, as if it had not begun. */
export async function returnJob(db: Db, { site, mediaId, attempt }: ClaimedJob, now: Date): Promise<void> {
  await db.query(sql`
    update media_job set state = 'WAITING', attempts = attempts - 1, due_at = ${now}
    where site = ${site} and media_id = ${mediaId} and state = 'RUNNING' and attempts = ${attempt}`)
}

const knownDays = 30

/** Jobs that are over are known for a month. */
export async function forgetJobs(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from media_job where state = 'DONE' and finished_at < ${new Date(now.getTime() - knownDays * 86_400_000)}`)
}
