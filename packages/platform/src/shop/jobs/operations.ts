import type { Job, jobs } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { countQueuedJobs, findQueuedJob, jobSchedules, queuedJobs, retryQueuedJob } from '../../kernel/jobs/job-list.ts'
import { fetchJobStart, type JobPlace, type JobSource, mediaJobStart, newestFirst } from '../../kernel/jobs/job-source.ts'
import { refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'

export interface JobDeps {
  /** Processing files, and fetching them from addresses. */
  readonly media: FileJobs
  readonly fetches: FileJobs
  /** What others do in the background, at addresses of their own. */
  readonly others: readonly JobSource[]
}

/** Jobs that a file has at most one of. */
export interface FileJobs extends Omit<JobSource, 'kind'> {
  readonly find: (db: Db, site: string, mediaId: string) => Promise<Job | undefined>
  /** Returns whether the job was in the required state. */
  readonly retry: (context: Context, mediaId: string) => Promise<boolean>
  readonly cancel: (context: Context, mediaId: string) => Promise<boolean>
}

/** What the shop does in the background. */
export function jobOperations({ media, fetches, others }: JobDeps): Handlers<typeof jobs> {
  const ofFile = { media, fetches }
  const sources: readonly JobSource[] = [
    { kind: 'MEDIA', list: media.list, count: media.count },
    { kind: 'MEDIA', list: fetches.list, count: fetches.count },
    { kind: 'EVENT', list: queuedJobs, count: countQueuedJobs },
    ...others,
  ]
  return {
    async 'GET /vitrine/v1/jobs'({ state, kind, limit, cursor }, { db, site }) {
      const before = cursor ? placeIn(cursor) : undefined
      if (cursor && !before) return violation('cursor', 'is none that this call gave')
      const asked = { state: state ?? undefined, before, most: limit + 1 }
      const [pages, counted, schedules] = await Promise.all([
        Promise.all(sources.filter((source) => !kind || source.kind === kind).map((source) => source.list(db, site, asked))),
        Promise.all(sources.map((source) => source.count(db, site))),
        jobSchedules(db),
      ])
      const found = pages.flat().toSorted(newestFirst)
      const last = found[limit - 1]
      const counts = counted.flat()
      const countOf = (of: Job['state']) => counts.filter((one) => one.state === of).reduce((sum, { count }) => sum + count, 0)
      return {
        jobs: found.slice(0, limit).map(({ at: _at, ...job }) => job),
        ...(found.length > limit && last && { nextCursor: `${last.at} ${last.id}` }),
        counts: { waiting: countOf('WAITING'), running: countOf('RUNNING'), failed: countOf('FAILED') },
        schedules: schedules.map(({ name, every }) => ({ name, every })),
      }
    },

    async 'POST /vitrine/v1/jobs/{jobId}/retry'({ jobId }, { db, site, now }) {
      const named = readId(jobId)
      if (!named) return refuse('JOB_NOT_FOUND')
      if ('mediaId' in named) {
        const { find, retry } = ofFile[named.of]
        if (!(await find(db, site, named.mediaId))) return refuse('JOB_NOT_FOUND')
        if (!(await retry({ db, site, now }, named.mediaId))) return refuse('JOB_NOT_RETRIED')
        return { job: (await find(db, site, named.mediaId))! }
      }
      if (!(await findQueuedJob(db, site, named.queue, named.id))) return refuse('JOB_NOT_FOUND')
      if (!(await retryQueuedJob(db, site, named.queue, named.id))) return refuse('JOB_NOT_RETRIED')
      return { job: (await findQueuedJob(db, site, named.queue, named.id))! }
    },

    async 'POST /vitrine/v1/jobs/{jobId}/cancel'({ jobId }, { db, site, now }) {
      const named = readId(jobId)
      if (!named) return refuse('JOB_NOT_FOUND')
      if ('mediaId' in named) {
        const { find, cancel } = ofFile[named.of]
        if (!(await find(db, site, named.mediaId))) return refuse('JOB_NOT_FOUND')
        if (!(await cancel({ db, site, now }, named.mediaId))) return refuse('JOB_NOT_CANCELED')
        return { job: (await find(db, site, named.mediaId))! }
      }
      return (await findQueuedJob(db, site, named.queue, named.id)) ? refuse('JOB_NOT_CANCELED') : refuse('JOB_NOT_FOUND')
    },
  }
}

/** A cursor names the job before; undefined where it names none. */
function placeIn(cursor: string): JobPlace | undefined {
  const [, at, id] = /^(\d{16}) ([ -~]{1,300})$/.exec(cursor) ?? []
  return at === undefined || id === undefined ? undefined : { at, id }
}

/** An id says where a job lies. */
function readId(
  jobId: string,
): { readonly of: 'media' | 'fetches'; readonly mediaId: string } | { readonly queue: string; readonly id: string } | undefined {
  if (jobId.startsWith(mediaJobStart)) return { of: 'media', mediaId: jobId.slice(mediaJobStart.length) }
  if (jobId.startsWith(fetchJobStart)) return { of: 'fetches', mediaId: jobId.slice(fetchJobStart.length) }
  const [, queue, id] = /^([a-z0-9-]{1,100}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(jobId) ?? []
  return queue === undefined || id === undefined ? undefined : { queue, id }
}
