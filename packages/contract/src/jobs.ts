import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Instant, text, whole } from './primitives.ts'

export const jobStates = ['WAITING', 'RUNNING', 'FAILED', 'CANCELED', 'DONE'] as const

export const jobKinds = ['MEDIA', 'EVENT', 'IMPORT', 'BULK'] as const

/** A background job of the shop. */
export const Job = z.object({
  id: z.string(),
  /**
   * `MEDIA`: processing a file, one at a time in each process, or fetching it from the address that it is imported from. `EVENT`: what an
   * event causes, such as an email. `IMPORT`: products from a file, `BULK`: a bulk change; both are cancelled, resumed and undone by their
   * own calls.
   */
  kind: z.enum(jobKinds),
  /**
   * What is done: the type of the file being processed, or `fetch`; the name of the queue; `check` or `import`; or what is changed,
   * `products`, `reviews` or `members`.
   */
  name: z.string(),
  /** Its subject: the name of the file, and of the server that it is fetched from. Absent without one. */
  subject: z.string().optional(),
  /** The file being processed. */
  fileId: z.string().optional(),
  state: z.enum(jobStates),
  /** How often it was tried; 1 for imports and changes. */
  attempts: z.int(),
  /** How many items an import or a change has processed, and of how many, if known. */
  done: z.int().optional(),
  total: z.int().optional(),
  /** How many of them could not be imported or changed. */
  failed: z.int().optional(),
  /** Whether an import or a change is being, or was, undone. */
  undo: z.boolean().optional(),
  /**
   * A stable code for why its last try failed: `UNREADABLE`, `TOO_SLOW`, `DIED`, `FAULT`, `CANCELED`; for a file that is fetched, the code
   * of its event, such as `SOURCE_UNREACHABLE`.
   */
  failure: z.string().optional(),
  /** The error message, in English. */
  message: z.string().optional(),
  createdDate: Instant,
  startedDate: Instant.optional(),
  /** When it is tried next, if it waits. */
  dueDate: Instant.optional(),
  finishedDate: Instant.optional(),
  /** Whether `retryJob` and `cancelJob` accept it in its current state. */
  mayRetry: z.boolean(),
  mayCancel: z.boolean(),
})
export interface Job extends z.infer<typeof Job> {}

/** A scheduled task, for all shops of the installation. */
export const JobSchedule = z.object({
  name: z.string(),
  /** A cron expression, in UTC. */
  every: z.string(),
})
export interface JobSchedule extends z.infer<typeof JobSchedule> {}

const OfJob = z.object({ jobId: z.string().min(1).max(200) })
const JobAnswer = z.object({ job: Job })

/** Background jobs of the shop, and their outcome. */
export const jobs = operations({
  /**
   * Those that wait, run or failed, and finished work on files, imports and changes: newest first, a page at a time. `cursor` is the
   * `nextCursor` of the page before. Finished jobs are listed for a month, failed emails and the like for a day. An import is listed once
   * it has started.
   *
   * `{ state: 'FAILED', kind: 'MEDIA', limit: 50 }`
   */
  'GET /vitrine/v1/jobs': operation({
    as: 'user',
    summary: 'List what the shop does in the background',
    input: z.object({
      state: z.enum(jobStates).nullish(),
      kind: z.enum(jobKinds).nullish(),
      limit: whole(1, 200).default(50),
      cursor: text(400).nullish(),
    }),
    ok: z.object({
      jobs: z.array(Job),
      /** Where there are more than these. */
      nextCursor: z.string().optional(),
      /** How many of each state there are. */
      counts: z.object({ waiting: z.int(), running: z.int(), failed: z.int() }),
      schedules: z.array(JobSchedule),
    }),
    errors: [],
  }),

  /** Restarts one that failed or was canceled. A file is `PENDING` meanwhile. */
  'POST /vitrine/v1/jobs/{jobId}/retry': operation({
    as: 'user',
    summary: 'Try a job again',
    input: OfJob,
    ok: JobAnswer,
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_RETRIED'],
  }),

  /**
   * Cancels waiting or running work on a file: the file stays as uploaded, without renditions. A file that was being fetched is marked as
   * failed.
   */
  'POST /vitrine/v1/jobs/{jobId}/cancel': operation({
    as: 'user',
    summary: 'Cancel a job',
    input: OfJob,
    ok: JobAnswer,
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_CANCELED'],
  }),
})
