import type { ReviewJob } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, plannedEachTime, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import type { StagedScope } from '../../kernel/http/handlers.ts'
import { runBatches } from '../../kernel/jobs/batches.ts'
import { bulkSource } from '../../kernel/jobs/bulk-source.ts'
import { readFilter, Unreadable } from '../../kernel/query/filter.ts'
import { refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { reviewFields } from './fields.ts'
import { clearReports } from './reports.ts'
import { lockReview, type StoredReview } from './store.ts'
import { keepReview, removeReview } from './write.ts'

type Action = ReviewJob['action']

/** What is done to: these, or all that are found. */
interface Target {
  readonly reviewIds?: readonly string[] | null | undefined
  readonly filter?: Readonly<Record<string, unknown>> | null | undefined
}

interface StoredJob {
  readonly id: string
  readonly action: Action
  readonly state: ReviewJob['state']
  readonly target: Target
  readonly place: string | null
  readonly changed: number
  readonly unchanged: number
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly undoUntil: Date | null
}

const columns = sql`id, action, state, target, place, changed, unchanged, created_at as "createdAt", ended_at as "endedAt",
  undo_until as "undoUntil"`

const batch = 50
/** How long the caller waits for the first batches; the clock does the rest. */
const patienceMs = 2000
const undoMs = 24 * 3_600_000
const nobody = '00000000-0000-0000-0000-000000000000'

function condition(site: string, { reviewIds, filter }: Target): Sql {
  const among = reviewIds ? sql`and review.id = any(${reviewIds}::uuid[])` : sql``
  return sql`review.site = ${site} and ${readFilter(filter ?? {}, reviewFields, 'input')} ${among}`
}

export const showJob = (job: StoredJob): ReviewJob => ({
  id: job.id,
  action: job.action,
  state: job.state,
  changed: job.changed,
  unchanged: job.unchanged,
  createdDate: job.createdAt.toISOString(),
  ...(job.endedAt && { endedDate: job.endedAt.toISOString() }),
  ...(job.undoUntil && { undoUntil: job.undoUntil.toISOString() }),
})

/** Begins to do something to many, and does the first of it. The same attempt goes on with what it began. */
export async function startJob({ action, ...target }: Target & { readonly action: Action }, scope: StagedScope<'user'>) {
  const { site, now, attempt, transact, db } = scope
  try {
    condition(site, target)
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
  if (!target.reviewIds?.length && !target.filter)
    return violation('filter', 'names no review: ids or a filter are needed', 'REQUIRED_FIELD')
  const undoUntil = action === 'DELETE' ? null : new Date(now.getTime() + undoMs)
  await transact((inner) =>
    inner.query(sql`
      insert into review_job (site, id, action, state, target, created_at, undo_until)
      values (${site}, ${attempt}, ${action}, 'RUNNING', ${JSON.stringify(target)}::jsonb, ${now}, ${undoUntil}) on conflict do nothing`),
  )
  await goOn(transact, site, now, attempt, performance.now() + patienceMs)
  return (await findJob(db, site, attempt))!
}

export async function findJob(db: Db, site: string, id: string): Promise<StoredJob | undefined> {
  const [row] = await db.query<StoredJob>(sql`select ${columns} from review_job where site = ${site} and id = ${id}`)
  return row
}

/** Turns a job round: from now on what it did is undone. */
export async function undo(id: string, { site, now, transact, db }: StagedScope<'user'>) {
  const refused = await transact(async (inner) => {
    const [job] = await inner.query<StoredJob>(sql`select ${columns} from review_job where site = ${site} and id = ${id} for update`)
    if (!job) return refuse('REVIEW_JOB_NOT_FOUND')
    if (job.state === 'UNDOING' || job.state === 'UNDONE') return undefined
    if (!job.undoUntil || job.undoUntil <= now) return refuse('REVIEW_JOB_NOT_UNDONE')
    await inner.query(sql`update review_job set state = 'UNDOING', place = null, ended_at = null where site = ${site} and id = ${id}`)
    return undefined
  })
  if (refused) return refused
  await goOn(transact, site, now, id, performance.now() + patienceMs)
  return (await findJob(db, site, id))!
}

type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Batch after batch, each a transaction of its own, until all is done or the time is over. */
async function goOn(transact: Transact, site: string, now: Date, id: string, until: number): Promise<void> {
  for (let more = true; more && performance.now() < until; ) more = await transact((db) => step({ db, site, now }, id))
}

/** One batch; whether there is more. Another process that is at it already does it alone. */
async function step(context: Context, id: string): Promise<boolean> {
  const { db, site, now } = context
  const [job] = await db.query<StoredJob>(sql`
    select ${columns} from review_job where site = ${site} and id = ${id} and ended_at is null for update skip locked`)
  if (!job) return false
  const undoing = job.state === 'UNDOING'
  const ids = undoing ? await changedAfter(db, site, job) : await foundAfter(db, site, job)
  let changed = 0
  for (const reviewId of ids) if (undoing ? await putBack(context, job, reviewId) : await doTo(context, job, reviewId)) changed++
  const done = ids.length < batch
  await db.query(sql`
    update review_job set place = ${ids.at(-1) ?? job.place}, changed = changed + ${undoing ? 0 : changed},
      unchanged = unchanged + ${undoing ? 0 : ids.length - changed}, state = ${done ? (undoing ? 'UNDONE' : 'DONE') : job.state},
      ended_at = ${done ? now : null}
    where site = ${site} and id = ${id}`)
  return !done
}

async function foundAfter(db: Db, site: string, job: StoredJob): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    plannedEachTime(sql`
      select review.id from review where ${condition(site, job.target)} and review.id > ${job.place ?? nobody}
        and review.created_at <= ${job.createdAt} order by review.id limit ${raw(String(batch))}`),
  )
  return rows.map(({ id }) => id)
}

async function changedAfter(db: Db, site: string, { id, place }: StoredJob): Promise<string[]> {
  const rows = await db.query<{ reviewId: string }>(sql`
    select review_id as "reviewId" from review_job_change where site = ${site} and job_id = ${id} and review_id > ${place ?? nobody}
    order by review_id limit ${raw(String(batch))}`)
  return rows.map(({ reviewId }) => reviewId)
}

const made = { APPROVE: 'APPROVED', REJECT: 'REJECTED' } as const

/** Does it to one of them; whether it changed anything. */
async function doTo(context: Context, { id, action }: StoredJob, reviewId: string): Promise<boolean> {
  const { db, site } = context
  const before = await lockReview(db, site, reviewId)
  if (!before) return false
  if (action === 'DELETE') {
    await removeReview(context, before)
    return true
  }
  const status = made[action]
  await clearReports(context, reviewId)
  if (before.status === status) return false
  const publishCount = before.publishCount + (status === 'APPROVED' ? 1 : 0)
  const after = await keepReview(context, before, { ...before, status, manuallyChanged: true, publishCount })
  await db.query(sql`
    insert into review_job_change (site, job_id, review_id, before)
    values (${site}, ${id}, ${reviewId}, ${JSON.stringify(changeOf(before, after))}::jsonb)`)
  return true
}

interface Change extends Pick<StoredReview, 'status' | 'manuallyChanged'> {
  /** The revision after the change: a review that was changed since is not put back. */
  readonly revision: number
}

const changeOf = ({ status, manuallyChanged }: StoredReview, { revision }: StoredReview): Change => ({ status, manuallyChanged, revision })

/** Gives one of them the status that it had, unless somebody has changed it since. */
async function putBack(context: Context, { id, action }: StoredJob, reviewId: string): Promise<boolean> {
  const { db, site } = context
  const [row] = await db.query<{ before: Change }>(sql`
    select before from review_job_change where site = ${site} and job_id = ${id} and review_id = ${reviewId}`)
  const review = await lockReview(db, site, reviewId)
  if (!row || !review || action === 'DELETE' || review.revision !== row.before.revision) return false
  const { status, manuallyChanged } = row.before
  await keepReview(context, review, { ...review, status, manuallyChanged })
  return true
}

export interface ReviewJobsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
}

/** So long are they worked at in one go by the clock. */
const shiftMs = 40_000

/** Goes on with what was begun, in every shop. */
export async function runReviewJobs({ database, clock, sites }: ReviewJobsDeps): Promise<void> {
  for (const site of await sites())
    await runBatches(
      {
        find: () =>
          database.query<{ id: string }>(
            sql`select id from review_job where site = ${site} and ended_at is null order by created_at limit 20`,
          ),
        batch: ({ id }) => database.transact((db) => step({ db, site, now: clock.now() }, id)),
      },
      { shiftMs },
    )
}

/** Forgets jobs that nobody can undo any more, a week later. */
export async function sweepReviewJobs(database: Database, now: Date): Promise<void> {
  await database.query(sql`delete from review_job where ended_at < ${new Date(now.getTime() - 7 * undoMs)}`)
}

/** Changes of many reviews, as the list of all jobs has them. */
export const reviewJobs = bulkSource({
  name: 'reviews',
  table: sql`review_job`,
  done: sql`changed + unchanged`,
  total: sql`null::integer`,
  failed: sql`0`,
})
