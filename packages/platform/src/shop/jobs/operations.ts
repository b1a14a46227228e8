import type { Job, jobs } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { countQueuedJobs, findQueuedJob, jobSchedules, type QueuedJob, queuedJobs, retryQueuedJob } from '../../kernel/jobs/job-list.ts'
import { refuse } from '../../kernel/refusal.ts'

/** Work on a file. */
interface FileJob extends Omit<QueuedJob, 'queue' | 'id' | 'state'> {
  readonly mediaId: string
  readonly mime: string
  readonly fileName: string
  readonly state: Job['state']
  readonly failure: string | null
}

export interface JobDeps {
  /** Work on files. */
  readonly media: {
    readonly list: (db: Db, site: string, state: Job['state'] | undefined, most: number) => Promise<readonly FileJob[]>
    readonly find: (db: Db, site: string, mediaId: string) => Promise<FileJob | undefined>
    readonly count: (db: Db, site: string) => Promise<readonly { readonly state: Job['state']; readonly count: number }[]>
    /** Whether it was as it has to be for that. */
    readonly retry: (context: Context, mediaId: string) => Promise<boolean>
    readonly cancel: (context: Context, mediaId: string) => Promise<boolean>
  }
}

const most = 200

/** What the shop does in the background. */
export function jobOperations({ media }: JobDeps): Handlers<typeof jobs> {
  return {
    async 'GET /vitrine/v1/jobs'({ state }, { db, site }) {
      const [files, events, fileCounts, eventCounts, schedules] = await Promise.all([
        media.list(db, site, state ?? undefined, most + 1),
        state === 'DONE' || state === 'CANCELED' ? [] : queuedJobs(db, site, state ?? undefined, most + 1),
        media.count(db, site),
        countQueuedJobs(db, site),
        jobSchedules(db),
      ])
      const all = [...files.map(ofFile), ...events.map(ofEvent)].toSorted((one, other) => other.createdDate.localeCompare(one.createdDate))
      const counts = [...fileCounts, ...eventCounts]
      const countOf = (of: Job['state']) => counts.filter((one) => one.state === of).reduce((sum, { count }) => sum + count, 0)
      return {
        jobs: all.slice(0, most),
        hasMore: all.length > most,
        counts: { waiting: countOf('WAITING'), running: countOf('RUNNING'), failed: countOf('FAILED') },
        schedules: schedules.map(({ name, every }) => ({ name, every })),
      }
    },

    async 'POST /vitrine/v1/jobs/{jobId}/retry'({ jobId }, { db, site, now }) {
      const named = readId(jobId)
      if (!named) return refuse('JOB_NOT_FOUND')
      if ('mediaId' in named) {
        if (!(await media.find(db, site, named.mediaId))) return refuse('JOB_NOT_FOUND')
        if (!(await media.retry({ db, site, now }, named.mediaId))) return refuse('JOB_NOT_RETRIED')
        return { job: ofFile((await media.find(db, site, named.mediaId))!) }
      }
      if (!(await findQueuedJob(db, site, named.queue, named.id))) return refuse('JOB_NOT_FOUND')
      if (!(await retryQueuedJob(db, site, named.queue, named.id))) return refuse('JOB_NOT_RETRIED')
      return { job: ofEvent((await findQueuedJob(db, site, named.queue, named.id))!) }
    },

    async 'POST /vitrine/v1/jobs/{jobId}/cancel'({ jobId }, { db, site, now }) {
      const named = readId(jobId)
      if (!named) return refuse('JOB_NOT_FOUND')
      if ('mediaId' in named) {
        if (!(await media.find(db, site, named.mediaId))) return refuse('JOB_NOT_FOUND')
        if (!(await media.cancel({ db, site, now }, named.mediaId))) return refuse('JOB_NOT_CANCELED')
        return { job: ofFile((await media.find(db, site, named.mediaId))!) }
      }
      return (await findQueuedJob(db, site, named.queue, named.id)) ? refuse('JOB_NOT_CANCELED') : refuse('JOB_NOT_FOUND')
    },
  }
}

const mediaStart = 'media:'

/** An id says where a job lies. */
function readId(jobId: string): { readonly mediaId: string } | { readonly queue: string; readonly id: string } | undefined {
  if (jobId.startsWith(mediaStart)) return { mediaId: jobId.slice(mediaStart.length) }
  const [, queue, id] = /^([a-z0-9-]{1,100}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(jobId) ?? []
  return queue === undefined || id === undefined ? undefined : { queue, id }
}

function ofFile({ mediaId, mime, fileName, failure, ...job }: FileJob): Job {
  return {
    id: mediaStart + mediaId,
    kind: 'MEDIA',
    name: mime,
    subject: fileName,
    fileId: mediaId,
    ...common(job),
    ...(failure !== null && { failure }),
    mayRetry: job.state === 'FAILED' || job.state === 'CANCELED',
    mayCancel: job.state === 'WAITING' || job.state === 'RUNNING',
  }
}

/** What follows from something that happened has to be done once: it is tried again, and never canceled. */
const ofEvent = ({ queue, id, ...job }: QueuedJob): Job => ({
  id: `${queue}:${id}`,
  kind: 'EVENT',
  name: queue,
  ...common(job),
  mayRetry: job.state === 'FAILED',
  mayCancel: false,
})

const common = ({
  state,
  attempts,
  message,
  createdAt,
  startedAt,
  dueAt,
  finishedAt,
}: Omit<FileJob, 'mediaId' | 'mime' | 'fileName' | 'failure'>) => ({
  state,
  attempts,
  ...(message !== null && { message }),
  createdDate: createdAt.toISOString(),
  ...(startedAt && { startedDate: startedAt.toISOString() }),
  ...(state === 'WAITING' && { dueDate: dueAt.toISOString() }),
  ...(finishedAt && { finishedDate: finishedAt.toISOString() }),
})
