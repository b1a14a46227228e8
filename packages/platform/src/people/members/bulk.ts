import type { MemberAction, MemberJob } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import type { StagedScope } from '../../kernel/http/handlers.ts'
import { runBatches } from '../../kernel/jobs/batches.ts'
import { bulkSource } from '../../kernel/jobs/bulk-source.ts'
import { countEach } from '../../kernel/query/count.ts'
import { readFilter, Unreadable } from '../../kernel/query/filter.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { approve, block } from './acts.ts'
import { discard, graceMs } from './closing.ts'
import type { MemberDeps } from './deps.ts'
import { adminFields, wordsIn } from './fields.ts'
import { keep, restore } from './register.ts'
import { nameOfMember } from './show.ts'
import { lockMember, memberColumns, type StoredMember } from './store.ts'

/** Whom something is done to: these, or all that are found. */
export interface Target {
  readonly memberIds?: readonly string[] | null | undefined
  readonly filter?: Readonly<Record<string, unknown>> | null | undefined
  readonly search?:
    | { readonly expression?: string | null | undefined; readonly fields?: readonly string[] | null | undefined }
    | null
    | undefined
}

interface StoredJob {
  readonly id: string
  readonly action: MemberAction
  readonly state: MemberJob['state']
  /** With whoever of the staff began it: nobody blocks themselves. */
  readonly target: Target & { readonly userId?: string }
  readonly place: string | null
  readonly touched: number
  readonly skipped: number
  readonly contentAssignee: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly undoUntil: Date
}

const columns = sql`id, action, state, target, place, touched, skipped, content_assignee as "contentAssignee", created_at as "createdAt",
  ended_at as "endedAt", undo_until as "undoUntil"`

const batch = 100
/** So long does whoever asks wait for the first of them; the rest follows by the clock. */
const patienceMs = 2000
const nobody = '00000000-0000-0000-0000-000000000000'
const jobsShown = 50

function condition(site: string, { memberIds, filter, search }: Target): Sql {
  const words = wordsIn(search ?? {}, true)
  return join(
    [
      sql`member.site = ${site} and member.deleted_at is null`,
      readFilter(filter ?? {}, adminFields, 'input'),
      ...(words ? [words] : []),
      ...(memberIds?.length ? [sql`member.id = any(${memberIds}::uuid[])`] : []),
    ],
    ' and ',
  )
}

export const showJob = (job: StoredJob): MemberJob => ({
  id: job.id,
  action: job.action,
  state: job.state,
  touched: job.touched,
  skipped: job.skipped,
  createdDate: job.createdAt.toISOString(),
  ...(job.endedAt && { endedDate: job.endedAt.toISOString() }),
  undoUntil: job.undoUntil.toISOString(),
})

/** Begins to do something to many, and does the first of it. The same attempt goes on with what it began. */
export async function startJob(
  { action, contentAssigneeId, ...target }: Target & { readonly action: MemberAction; readonly contentAssigneeId?: string | null },
  { caller, site, now, attempt, transact, db }: StagedScope<'user'>,
  deps: MemberDeps,
): Promise<StoredJob | Refusal<'INVALID_ARGUMENT'>> {
  try {
    condition(site, target)
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
  if (!target.memberIds?.length && !target.filter && !target.search)
    return violation('filter', 'says nobody: ids, a filter or words are needed', 'REQUIRED_FIELD')
  const by = caller.kind === 'user' ? { userId: caller.userId } : {}
  await transact((inner) =>
    inner.query(sql`
      insert into member_job (site, id, action, state, target, touched, skipped, content_assignee, created_at, undo_until)
      values (${site}, ${attempt}, ${action}, 'RUNNING', ${JSON.stringify({ ...target, ...by })}::jsonb, 0, 0, ${contentAssigneeId ?? null}, ${now},
        ${new Date(now.getTime() + graceMs)})
      on conflict do nothing`),
  )
  await goOn(transact, site, now, attempt, deps, performance.now() + patienceMs)
  return (await findJob(db, site, attempt))!
}

export async function findJob(db: Db, site: string, id: string): Promise<StoredJob | undefined> {
  const [row] = await db.query<StoredJob>(sql`select ${columns} from member_job where site = ${site} and id = ${id}`)
  return row
}

/** Those that can still be undone, the newest first. */
export const findJobs = (db: Db, site: string, now: Date): Promise<StoredJob[]> =>
  db.query<StoredJob>(
    sql`select ${columns} from member_job where site = ${site} and undo_until > ${now} order by id desc limit ${raw(String(jobsShown))}`,
  )

/** Turns a job round: from now on what it did is undone. */
export async function undo(
  id: string,
  { site, now, transact, db }: StagedScope<'user'>,
  deps: MemberDeps,
): Promise<StoredJob | Refusal<'MEMBER_JOB_NOT_FOUND' | 'MEMBER_JOB_NOT_UNDONE'>> {
  const refused = await transact(async (inner) => {
    const [job] = await inner.query<StoredJob>(sql`select ${columns} from member_job where site = ${site} and id = ${id} for update`)
    if (!job) return refuse('MEMBER_JOB_NOT_FOUND')
    if (job.state === 'UNDOING' || job.state === 'UNDONE') return undefined
    if (job.undoUntil <= now) return refuse('MEMBER_JOB_NOT_UNDONE')
    await inner.query(sql`update member_job set state = 'UNDOING', place = null, ended_at = null where site = ${site} and id = ${id}`)
    return undefined
  })
  if (refused) return refused
  await goOn(transact, site, now, id, deps, performance.now() + patienceMs)
  return (await findJob(db, site, id))!
}

type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Batch after batch, each a transaction of its own, until all is done or the time is over. */
async function goOn(transact: Transact, site: string, now: Date, id: string, deps: MemberDeps, until: number): Promise<void> {
  for (let more = true; more && performance.now() < until; ) more = await transact((db) => step({ db, site, now }, id, deps))
}

/** One batch; whether there is more. Another process that is at it already does it alone. */
async function step(context: Context, id: string, deps: MemberDeps): Promise<boolean> {
  const { db, site, now } = context
  const [job] = await db.query<StoredJob>(sql`
    select ${columns} from member_job where site = ${site} and id = ${id} and ended_at is null for update skip locked`)
  if (!job) return false
  const undoing = job.state === 'UNDOING'
  const ids = undoing ? await touchedAfter(db, site, job) : await foundAfter(db, site, job)
  let touched = 0
  for (const memberId of ids) if (undoing ? await putBack(context, job, memberId) : await doTo(context, job, memberId, deps)) touched++
  const done = ids.length < batch
  await db.query(sql`
    update member_job set place = ${ids.at(-1) ?? job.place}, touched = touched + ${undoing ? 0 : touched},
      skipped = skipped + ${undoing ? 0 : ids.length - touched}, state = ${done ? (undoing ? 'UNDONE' : 'DONE') : job.state}, ended_at = ${done ? now : null}
    where site = ${site} and id = ${id}`)
  return !done
}

async function foundAfter(db: Db, site: string, job: StoredJob): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    plannedEachTime(sql`
      select member.id from member where ${condition(site, job.target)} and member.id > ${job.place ?? nobody}
        and member.created_at <= ${job.createdAt} order by member.id limit ${raw(String(batch))}`),
  )
  return rows.map(({ id }) => id)
}

async function touchedAfter(db: Db, site: string, { id, place }: StoredJob): Promise<string[]> {
  const rows = await db.query<{ memberId: string }>(sql`
    select member_id as "memberId" from member_job_change where site = ${site} and job_id = ${id} and member_id > ${place ?? nobody}
    order by member_id limit ${raw(String(batch))}`)
  return rows.map(({ memberId }) => memberId)
}

/** Does it to one of them; whether it changed anything. */
async function doTo(context: Context, job: StoredJob, memberId: string, deps: MemberDeps): Promise<boolean> {
  const { db, site } = context
  const before = await lockMember(db, site, memberId)
  if (!before || before.deletedAt) return false
  const done = await doneTo(context, job, memberId, deps)
  if (done instanceof Refusal || done.revision === before.revision) return false
  const { status, privacyStatus, activityStatus } = before
  await db.query(sql`
    insert into member_job_change (site, job_id, member_id, before)
    values (${site}, ${job.id}, ${memberId}, ${JSON.stringify({ status, privacyStatus, activityStatus })}::jsonb)`)
  return true
}

function doneTo(context: Context, { action, target, contentAssignee }: StoredJob, memberId: string, deps: MemberDeps) {
  switch (action) {
    case 'APPROVE':
      return approve(context, memberId, deps)
    case 'BLOCK':
      return block(context, target.userId, memberId, deps)
    case 'DELETE':
      return discard(context, memberId, { by: 'STAFF', contentAssigneeId: contentAssignee }, deps)
  }
}

const made: { readonly [A in Exclude<MemberAction, 'DELETE'>]: StoredMember['status'] } = { APPROVE: 'APPROVED', BLOCK: 'BLOCKED' }

/** Makes one of them what they were, unless somebody has changed that since. */
async function putBack(context: Context, { id, action }: StoredJob, memberId: string): Promise<boolean> {
  const { db, site } = context
  const [row] = await db.query<{ before: Pick<StoredMember, 'status'> }>(sql`
    select before from member_job_change where site = ${site} and job_id = ${id} and member_id = ${memberId}`)
  if (!row) return false
  if (action === 'DELETE') return (await restore(context, memberId)) !== undefined
  const member = await lockMember(db, site, memberId)
  if (!member || member.deletedAt || member.status !== made[action]) return false
  await keep(context, { ...member, status: row.before.status })
  return true
}

export interface JobsDeps extends MemberDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
}

/** So long are they worked at in one go by the clock. */
const shiftMs = 40_000

/** Goes on with what was begun, in every shop. */
export async function runMemberJobs({ database, clock, sites, ...deps }: JobsDeps): Promise<void> {
  for (const site of await sites())
    await runBatches(
      {
        find: () =>
          database.query<{ id: string }>(
            sql`select id from member_job where site = ${site} and ended_at is null order by created_at limit 20`,
          ),
        batch: ({ id }) => database.transact((db) => step({ db, site, now: clock.now() }, id, deps)),
      },
      { shiftMs },
    )
}

const countedAtMost = 10_000
const examplesShown = 5

/** Whom it would touch, without touching them. */
export async function preview(db: Db, site: string, action: MemberAction, target: Target, deps: MemberDeps) {
  try {
    const found = condition(site, target)
    const unchanged = action === 'DELETE' ? sql`false` : sql`member.status = ${made[action]}`
    const refused = join(refusedBy(site, action, deps), ' or ')
    const wouldBe = sql`${found} and not ${unchanged} and not (${refused})`
    const [all = 0, same = 0, saved = 0] = await countEach(
      db,
      'member',
      [found, sql`${found} and ${unchanged}`, sql`${found} and not ${unchanged} and (${refused})`],
      countedAtMost + 1,
    )
    const examples = await db.query<StoredMember>(
      plannedEachTime(
        sql`select ${memberColumns} from member where ${wouldBe} order by member.created_at desc, member.id desc limit ${raw(String(examplesShown))}`,
      ),
    )
    return {
      touched: Math.max(0, Math.min(all, countedAtMost) - same - saved),
      unchanged: same,
      refused: saved,
      tooManyToCount: all > countedAtMost,
      examples: examples.map((member) => ({ id: member.id, name: nameOfMember(member), loginEmail: member.loginEmail })),
    }
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}

function refusedBy(site: string, action: MemberAction, { owning, staffing, subscribing }: MemberDeps): Sql[] {
  switch (action) {
    case 'APPROVE':
      return [sql`member.status = 'OFFLINE'`]
    case 'BLOCK':
      return [sql`member.status = 'OFFLINE'`, owning(site), subscribing(site)]
    case 'DELETE':
      return [staffing(site), subscribing(site)]
  }
}

/** Changes of many members, as the list of all jobs has them. */
export const memberJobs = bulkSource({
  name: 'members',
  table: sql`member_job`,
  done: sql`touched + skipped`,
  total: sql`null::integer`,
  failed: sql`skipped`,
})
