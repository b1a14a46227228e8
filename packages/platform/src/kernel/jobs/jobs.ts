import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/pool.ts'
import { retrying } from '../db/retry.ts'
import { type Db, Sql, sql } from '../db/sql.ts'
import type { FollowedEvent } from '../events/outbox.ts'
import { emittedError } from './emitted-error.ts'
import { prepareList } from './job-list.ts'
import { heartbeatSeconds, prepareQueues } from './queues.ts'

/** Work after the fact. It runs at least once: a handler must be able to meet the same task again. */
export interface JobDefinition {
  readonly queue: string
  /** The events that ask for it; each becomes one job with the event as its task. */
  readonly on: readonly FollowedEvent[]
  /** Which of those events; all where nothing is said. What is not asked for becomes no job at all. */
  readonly when?: (task: Task) => boolean
  run(task: Task): Promise<void>
  /** Several at once, where that costs less. Where it fails, `run` meets each of them, also those that were done before it failed. */
  runAll?(tasks: readonly Task[]): Promise<void>
}

export interface Task {
  readonly eventId: string
  readonly site: string
  readonly type: string
  readonly entityId: string
  readonly occurredAt: string
  readonly payload: Record<string, unknown>
}

/** Work that is due at certain times. Over all processes it runs once at a time; one that fails is not tried again before it is due again. */
export interface ScheduledJob {
  readonly queue: string
  /** When it is due: a cron expression, in UTC. */
  readonly every: string
  run(): Promise<unknown>
}

export interface JobsOptions {
  readonly url: string
  readonly database: Database
  readonly clock: Clock
  readonly definitions: readonly JobDefinition[]
  /** What is due at certain times; where nothing is said, this process leaves schedules to others. */
  readonly scheduled?: readonly ScheduledJob[] | undefined
  readonly report: (fault: unknown, where: string) => void
}

export interface Jobs extends AsyncDisposable {
  /** Looks into the outbox soon; called after each write of this process. Others find it by polling. */
  poke(): void
  /** Waits until everything that has happened so far has been carried out; for tests and the seeding. */
  settle(): Promise<void>
}

const pollMs = 500
/** How soon after a write the outbox is looked into: writes that follow each other closely are relayed together. */
const pokeMs = 100
const batch = 500
/**
 * Fetching and settling jobs costs the database more than most of them do. So events that are relayed together are a job together, and a
 * worker takes several jobs; still each event succeeds or fails alone, or all of a job succeed together.
 */
const tasksOfJob = 20
const workOptions = {
  pollingIntervalSeconds: 5,
  batchSize: 4,
  burstWhenBatchFull: true,
  localConcurrency: 2,
  perJobResults: true,
} as const
const scheduledWorkOptions = { pollingIntervalSeconds: 15 } as const
const stopWithinMs = 5000

/** The outbox feeds the jobs: a relay moves what happened into queues, workers carry it out. Any number of processes may do both. */
export async function startJobs({ url, database, clock, definitions, scheduled, report }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    max: 3,
    schema: 'jobs',
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    schedule: scheduled !== undefined,
    monitorVacuum: false,
  })
  let stopped = false
  boss.on('error', (error) => {
    if (!stopped) report(emittedError(error), 'jobs')
  })
  // Processes that start at once wait for each other here, for as long as the database lets them: then again.
  await retrying(() => boss.start())
  await prepareQueues(boss, definitions, scheduled)
  await retrying(() => prepareList(database))
  const workers = new Map<string, string>()
  for (const { queue, run, runAll } of definitions) {
    const areDoneTogether = async (tasks: readonly Task[]): Promise<boolean> => {
      if (!runAll || tasks.length === 1) return false
      try {
        await runAll(tasks)
        return true
      } catch (error) {
        report(error, `${queue}, ${tasks.length} at once`)
        return false
      }
    }
    const carryOut = async ({ id, data }: Job<object>): Promise<JobResult> => {
      const tasks = isBundle(data) ? data.tasks : [data as Task]
      if (await areDoneTogether(tasks)) return { id, status: 'completed' }
      const failed: Task[] = []
      let why: unknown
      for (const task of tasks) {
        await run(task).catch((error: unknown) => {
          failed.push(task)
          why = error
        })
      }
      if (failed.length === 0) return { id, status: 'completed' }
      if (tasks.length === 1) return { id, status: 'failed', output: why as object }
      // From now on each of them is tried again by itself.
      await boss.insert(queue, failed.map(jobOf))
      return { id, status: 'completed' }
    }
    workers.set(queue, await boss.work(queue, workOptions, (jobs: Job<object>[]) => Promise.all(jobs.map(carryOut))))
  }
  for (const { queue, run } of scheduled ?? []) {
    const reported = () =>
      run().catch((error: unknown) => {
        report(error, queue)
        throw error
      })
    workers.set(queue, await boss.work(queue, scheduledWorkOptions, reported))
  }
  const askedBy = new Map<string, JobDefinition[]>()
  for (const definition of definitions) for (const type of definition.on) askedBy.set(type, [...(askedBy.get(type) ?? []), definition])

  let timer: NodeJS.Timeout | undefined
  let running: Promise<number> | undefined

  const relay = (): Promise<number> => {
    running ??= relayOnce(boss, database, clock, askedBy)
      .then((moved) => {
        for (const queue of moved.queues) boss.notifyWorker(workers.get(queue)!)
        return moved.count
      })
      .finally(() => {
        running = undefined
      })
    return running
  }
  const plan = (ms: number) => {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const moved = await relay().catch((error: unknown) => {
        report(error, 'relay')
        return 0
      })
      plan(moved === batch ? 0 : pollMs)
    }, ms)
    timer.unref()
  }
  plan(0)

  let poked = false
  return {
    poke() {
      if (poked || stopped) return
      poked = true
      setTimeout(() => {
        poked = false
        plan(0)
      }, pokeMs).unref()
    },
    async settle() {
      const queues = [...workers.keys()]
      for (;;) {
        const moved = await relay()
        // What another process is just handing over is seen by nobody yet, but its events are still seen to wait.
        const [left] = await database.query<{ events: boolean; jobs: boolean }>(sql`
          select exists (select from outbox where relayed_at is null) as events,
            exists (
              select from jobs.job where name = any(${queues}) and state < 'completed' and start_after <= clock_timestamp()
            ) as jobs`)
        if (!left!.events && !left!.jobs) return
        for (const worker of workers.values()) boss.notifyWorker(worker)
        if (moved === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async [Symbol.asyncDispose]() {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => {})
      // Here and not by a graceful stop, which looks every half second only whether all have ended.
      const ended = Promise.all([...workers.keys()].map((queue) => boss.offWork(queue, { wait: true })))
      await Promise.race([ended, sleep(stopWithinMs, undefined, { ref: false })])
      await boss.stop({ graceful: false, close: true })
    },
  }
}

async function relayOnce(boss: PgBoss, database: Database, clock: Clock, askedBy: ReadonlyMap<string, readonly JobDefinition[]>) {
  return database.transact(async (db) => {
    const tasks = await db.query<Task>(sql`
      with waiting as (
        select site, id from outbox where relayed_at is null order by id limit ${batch} for update skip locked
      )
      update outbox set relayed_at = ${clock.now()} from waiting
      where outbox.site = waiting.site and outbox.id = waiting.id
      returning outbox.id as "eventId", outbox.site, outbox.type, outbox.entity_id as "entityId", outbox.occurred_at as "occurredAt", outbox.payload`)
    const byQueue = new Map<string, Task[]>()
    for (const task of tasks) {
      for (const { queue, when } of askedBy.get(task.type) ?? []) {
        if (when && !when(task)) continue
        const waiting = byQueue.get(queue)
        if (waiting) waiting.push(task)
        else byQueue.set(queue, [task])
      }
    }
    for (const [queue, waiting] of byQueue) await boss.insert(queue, bundled(waiting), { db: asBossDb(db) })
    return { count: tasks.length, queues: [...byQueue.keys()] }
  })
}

interface Bundle {
  readonly tasks: readonly Task[]
}

/** What the clock asks for carries nothing. */
const isBundle = (data: object | null): data is Bundle => data !== null && 'tasks' in data

const jobOf = (task: Task) => ({ data: task })

function bundled(tasks: readonly Task[]): { data: Task | Bundle }[] {
  const jobs: { data: Task | Bundle }[] = []
  for (let from = 0; from < tasks.length; from += tasksOfJob) {
    const some = tasks.slice(from, from + tasksOfJob)
    jobs.push(some.length === 1 ? jobOf(some[0]!) : { data: { tasks: some } })
  }
  return jobs
}

/** pg-boss speaks numbered text; here it speaks it inside our transaction, so that an event is handed over exactly once. */
function asBossDb(db: Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.query(numbered(text, values)) }),
  }
}

function numbered(text: string, values: unknown[]): Sql {
  const strings: string[] = []
  const order: unknown[] = []
  let from = 0
  for (const hole of text.matchAll(/\$(\d+)/g)) {
    strings.push(text.slice(from, hole.index))
    order.push(values[Number(hole[1]) - 1])
    from = hole.index + hole[0].length
  }
  return new Sql([...strings, text.slice(from)], order)
}
