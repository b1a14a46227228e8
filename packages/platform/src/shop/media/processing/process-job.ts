import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../../kernel/db/context.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { measure } from '../add.ts'
import type { MediaDetails } from '../details.ts'
import { areThere, lockDigest } from '../digest-lock.ts'
import type { FileEvents } from '../file-events.ts'
import type { OriginalStore } from '../originals.ts'
import { findFile } from '../store.ts'
import { ChildEnded, startChild } from './child-process.ts'
import { type Derivative, replaceDerivatives } from './derivatives.ts'
import { type ClaimedJob, holdJob, returnJob, settleJob } from './job-store.ts'
import { mostAttempts, pauseAfter, timeFor } from './rules.ts'
import type { Answer, Ffmpeg, MadeFile, Outcome } from './task.ts'

export interface ProcessDeps {
  readonly database: Database
  readonly originals: OriginalStore
  readonly events: FileEvents
  /** Real time, and the shop's. */
  readonly real: () => Date
  readonly now: () => Date
  /** For what is worked on. */
  readonly folder: string
  readonly ffmpeg: () => Promise<Ffmpeg | undefined>
  readonly report: (fault: unknown, where: string) => void
  readonly start?: typeof startChild
}

/** Of which another process may take over who has been silent for so long. */
export const leaseMs = 20_000
const holdMs = 4000
const megabytes = 2000

/** Codes of why a file could not be processed. */
type Failure = 'UNREADABLE' | 'TOO_SLOW' | 'DIED' | 'FAULT'

class Failed extends Error {
  readonly failure: Failure
  constructor(failure: Failure, message: string) {
    super(message)
    this.failure = failure
  }
}

/** The file's own failing, which its job says, and no fault of the shop. */
class Unreadable extends Failed {
  constructor(message: string) {
    super('UNREADABLE', message)
  }
}

/** Works on a file from its claim to its end: ready with what was made from it, to be tried again, or failed for good. */
export async function processJob(deps: ProcessDeps, job: ClaimedJob, stopped: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(deps.folder, 'job-'))
  try {
    if (job.attempt > mostAttempts) throw new Failed('DIED', 'whoever worked on it ended before it was done')
    const outcome = await work(deps, job, folder, stopped)
    const made = await store(deps, job.site, folder, outcome.made)
    await finish(deps, job, outcome, made, folder)
  } catch (error) {
    if (error instanceof ChildEnded && error.why === 'STOPPED') {
      if (stopped.aborted) await returnJob(deps.database, job, deps.real())
      return
    }
    if (!(error instanceof Unreadable)) deps.report(error, `media ${job.mediaId}`)
    await fail(deps, job, error instanceof Failed ? error : new Failed('FAULT', (error as Error).message))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function work(deps: ProcessDeps, job: ClaimedJob, folder: string, stopped: AbortSignal): Promise<Outcome> {
  const path = join(folder, 'original')
  const original = await deps.originals.open(job.site, job.digest)
  if (!original) throw new Failed('UNREADABLE', 'its bytes are gone')
  await pipeline(original, createWriteStream(path, { mode: 0o600 }))
  const child = (deps.start ?? startChild)({ megabytes })
  const end = () => child.end()
  stopped.addEventListener('abort', end)
  // Whose file was removed, or whose job was canceled, works no longer.
  const holding = setInterval(() => {
    holdJob(deps.database, job, new Date(deps.real().getTime() + leaseMs)).then(
      (isOurs) => isOurs || end(),
      (error: unknown) => deps.report(error, 'media jobs'),
    )
  }, holdMs)
  try {
    if (stopped.aborted) throw new ChildEnded('STOPPED', 'the process ends')
    const { durationMs } = job.details as { readonly durationMs?: number }
    const answer = await child
      .run({ task: 'process', mime: job.mime, path, folder, ffmpeg: await deps.ffmpeg() }, timeFor(durationMs))
      .catch((error: unknown) => {
        if (error instanceof ChildEnded && error.why !== 'STOPPED') throw new Failed(error.why, error.message)
        throw error
      })
    return outcomeOf(answer)
  } finally {
    clearInterval(holding)
    stopped.removeEventListener('abort', end)
    child.end()
  }
}

function outcomeOf(answer: Answer): Outcome {
  if ('outcome' in answer) return answer.outcome
  if ('unreadable' in answer) throw new Unreadable(answer.unreadable)
  throw new Failed('FAULT', 'fault' in answer ? answer.fault : 'an answer to something else')
}

/** The bytes of what was made, before any row names them. */
async function store({ originals }: ProcessDeps, site: string, folder: string, made: readonly MadeFile[]): Promise<readonly Derivative[]> {
  const stored: Derivative[] = []
  for (const { name, mime, width, height } of made) {
    const path = join(folder, name)
    const { digest, bytes } = await measure({ path })
    await originals.putFile(site, digest, path)
    stored.push({ name, mime, digest, bytes, width: width ?? null, height: height ?? null })
  }
  return stored
}

/** Facts that the last processing of a file set, and the next one replaces. */
const foundAnew: readonly (keyof MediaDetails)[] = ['thumbnailName', 'thumbnailUnavailable', 'streamsUnavailable']

async function finish(deps: ProcessDeps, job: ClaimedJob, outcome: Outcome, made: readonly Derivative[], folder: string): Promise<void> {
  const { site, mediaId } = job
  const isDone = await deps.database.transact(async (db) => {
    const context: Context = { db, site, now: deps.now() }
    if (!(await settleJob(db, job, { state: 'DONE', dueAt: deps.real(), now: deps.real() }))) return false
    await holdBytes(deps, db, site, made, folder)
    await replaceDerivatives(db, site, mediaId, made, context.now)
    await db.query(sql`
      update media set details = (details - ${[...foundAnew]}::text[]) || ${JSON.stringify(outcome.details)}::jsonb, operation_status = 'READY', failure = null,
        width = coalesce(${outcome.width ?? null}, width), height = coalesce(${outcome.height ?? null}, height), updated_at = ${context.now}
      where site = ${site} and id = ${mediaId}`)
    const file = await findFile(db, site, mediaId)
    if (file) await deps.events.ready(context, [file])
    return true
  })
  if (!isDone) await forgetBytes(deps, site, made)
}

/** Another file may have had the same bytes, and they went with it since they were stored: see `removeErased`. Until the rows stand none go. */
async function holdBytes({ originals }: ProcessDeps, db: Db, site: string, made: readonly Derivative[], folder: string): Promise<void> {
  for (const { digest, name } of made.toSorted((a, b) => (a.digest < b.digest ? -1 : 1))) {
    await lockDigest(db, site, digest)
    if (!(await areThere(originals, site, digest))) await originals.putFile(site, digest, join(folder, name))
  }
}

/** Of a job that is another's by now, or of a file that is gone: what was made goes, unless somebody has it. */
async function forgetBytes({ database, now }: ProcessDeps, site: string, made: readonly Derivative[]): Promise<void> {
  const digests = [...new Set(made.map(({ digest }) => digest))]
  await database.query(sql`
    insert into file_to_remove (site, digest, asked_at) select ${site}::uuid, digest, ${now()}::timestamptz
    from unnest(${digests}::text[]) as digest on conflict do nothing`)
}

async function fail({ database, events, real, now }: ProcessDeps, job: ClaimedJob, { failure, message }: Failed): Promise<void> {
  const { site, mediaId } = job
  const said = { failure, message: message.slice(0, 500) }
  // What cannot be opened now cannot be opened later either.
  if (failure !== 'UNREADABLE' && job.attempt < mostAttempts) {
    await settleJob(database, job, { state: 'WAITING', ...said, dueAt: new Date(real().getTime() + pauseAfter(job.attempt)), now: real() })
    return
  }
  await database.transact(async (db) => {
    if (!(await settleJob(db, job, { state: 'FAILED', ...said, dueAt: real(), now: real() }))) return
    await failFile({ db, site, now: now() }, events, mediaId, failure)
  })
}

/** Marks a file as failed and emits the event. A model is ready even without a thumbnail: viewers draw it themselves. */
export async function failFile({ db, site, now }: Context, events: FileEvents, mediaId: string, failure: string): Promise<void> {
  const models = await db.query(sql`
    update media set details = details || '{"thumbnailUnavailable": "FAILED"}', operation_status = 'READY', failure = null, updated_at = ${now}
    where site = ${site} and id = ${mediaId} and kind = 'MODEL3D' returning 1`)
  if (models.length > 0) {
    const model = await findFile(db, site, mediaId)
    if (model) await events.ready({ db, site, now }, [model])
    return
  }
  await db.query(sql`
    update media set operation_status = 'FAILED', failure = ${failure}, updated_at = ${now} where site = ${site} and id = ${mediaId}`)
  const file = await findFile(db, site, mediaId)
  if (file)
    await events.failed({ db, site, now }, [file], {
      code: failure,
      description: failureTexts[failure] ?? 'The file could not be processed.',
      data: {},
    })
}

const failureTexts: Readonly<Record<string, string>> = {
  UNREADABLE: 'The file cannot be read.',
  TOO_SLOW: 'The file takes longer to process than it may.',
  DIED: 'The file takes more memory to process than it may.',
  FAULT: 'The file could not be processed.',
  CANCELED: 'Processing of the file was canceled.',
}
