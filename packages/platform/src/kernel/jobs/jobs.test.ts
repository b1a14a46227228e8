import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventType } from '@vitrine/contract'
import { type ConnectedDatabase, connectedDatabase } from '@vitrine/testing/connected'
import { systemClock } from '../clock/clock.ts'
import { newId } from '../db/id.ts'
import { sql } from '../db/sql.ts'
import { append } from '../events/outbox.ts'
import { refuse } from '../refusal.ts'
import { type JobDefinition, type Jobs, type ScheduledJob, startJobs, type Task } from './jobs.ts'

const site = newId()
let database: ConnectedDatabase
const running: Jobs[] = []
const reported: unknown[] = []

before(async () => {
  database = await connectedDatabase()
})
after(() => database?.close())
beforeEach(() => reported.splice(0))
afterEach(async () => {
  while (running.length > 0) await running.pop()![Symbol.asyncDispose]()
  await database.query(sql`delete from outbox where site = ${site}`)
})

async function start(definitions: readonly JobDefinition[], scheduled: readonly ScheduledJob[] = []): Promise<Jobs> {
  const jobs = await startJobs({
    url: database.url,
    database,
    clock: systemClock,
    definitions,
    scheduled,
    report: (fault) => reported.push(fault),
  })
  running.push(jobs)
  return jobs
}

const happen = (entityId: string, type: EventType = 'wix.ecom.v1.order_approved') =>
  database.transact((db) => append(db, site, new Date(), [{ type, entityId, payload: { of: entityId } }]))

async function until(condition: () => boolean, what: string, ms = 20_000): Promise<void> {
  for (const giveUpAt = Date.now() + ms; !condition(); ) {
    assert.ok(Date.now() < giveUpAt, what)
    await sleep(20)
  }
}

describe('what happened', () => {
  test('is handed over once by two relays, and carried out once by their workers', async () => {
    const seen: string[] = []
    const email: JobDefinition = {
      queue: 'once',
      on: ['wix.ecom.v1.order_approved'],
      run: async ({ entityId }) => void seen.push(entityId),
    }
    const [first, second] = [await start([email]), await start([email])]
    const ids = Array.from({ length: 60 }, (_, i) => `order ${i}`)
    await Promise.all(
      ids.map(async (id, i) => {
        await happen(id)
        ;(i % 2 ? first : second).poke()
      }),
    )
    await Promise.all([first.settle(), second.settle()])
    assert.deepEqual(seen.sort(), ids.sort())
    const [left] = await database.query<{ count: number }>(
      sql`select count(*)::int as count from outbox where site = ${site} and relayed_at is null`,
    )
    assert.equal(left!.count, 0)
    assert.deepEqual(reported, [])
  })

  test('reaches every queue that asks for it, as it was, and none that does not', async () => {
    const seen: [string, Task][] = []
    const job = (queue: string, ...on: JobDefinition['on']): JobDefinition => ({
      queue,
      on,
      run: async (task) => void seen.push([queue, task]),
    })
    const jobs = await start([
      job('emails', 'wix.ecom.v1.order_approved'),
      job('books', 'wix.ecom.v1.order_approved', 'wix.ecom.v1.order_updated'),
      job('other', 'wix.ecom.v1.order_canceled'),
    ])
    await happen('order')
    await happen('change', 'wix.ecom.v1.order_updated')
    await jobs.settle()
    assert.deepEqual(seen.map(([queue, { entityId }]) => `${queue}: ${entityId}`).sort(), [
      'books: change',
      'books: order',
      'emails: order',
    ])
    const [, task] = seen.find(([queue]) => queue === 'emails')!
    assert.deepEqual([task.site, task.type, task.payload], [site, 'wix.ecom.v1.order_approved', { of: 'order' }])
    assert.ok(Math.abs(new Date(task.occurredAt).getTime() - Date.now()) < 20_000)
  })

  test('from which no work follows is told when it is written, and from then on only read', async () => {
    await happen('nobody', 'wix.ecom.v1.cart_created')
    await happen('somebody')
    const waiting = await database.query<{ entityId: string; waits: boolean }>(sql`
      select entity_id as "entityId", relayed_at is null as waits from outbox
      where site = ${site} and entity_id in ('nobody', 'somebody') order by entity_id`)
    assert.deepEqual(waiting, [
      { entityId: 'nobody', waits: false },
      { entityId: 'somebody', waits: true },
    ])
  })

  test('is waited for also while another process is handing it over', async () => {
    const seen: string[] = []
    const email: JobDefinition = {
      queue: 'elsewhere',
      on: ['wix.ecom.v1.order_approved'],
      run: async ({ entityId }) => void seen.push(entityId),
    }
    const here = await start([email])
    await here.settle()
    await happen('order')
    // As another relay holds it before it commits.
    let settled: Promise<void> | undefined
    await database.transact(async (db) => {
      await db.query(sql`select from outbox where site = ${site} and relayed_at is null for update`)
      settled = here.settle().then(() => assert.deepEqual(seen, ['order']))
      settled.catch(() => {})
      await sleep(200)
    })
    await settled
  })

  test('in a transaction that was rolled back never happened', async () => {
    const seen: string[] = []
    const jobs = await start([
      { queue: 'rolled-back', on: ['wix.ecom.v1.order_approved'], run: async ({ entityId }) => void seen.push(entityId) },
    ])
    const told = [{ type: 'wix.ecom.v1.order_approved', entityId: 'never', payload: {} }] as const
    await database.transact(async (db) => {
      await append(db, site, new Date(), told)
      return refuse('CART_NOT_FOUND')
    })
    await assert.rejects(
      database.transact(async (db) => {
        await append(db, site, new Date(), told)
        throw new Error('ours')
      }),
    )
    await happen('this did')
    await jobs.settle()
    assert.deepEqual(seen, ['this did'])
  })

  test('while nobody was there to hear it is heard by who comes next', async () => {
    await happen('before anybody')
    const seen: string[] = []
    const jobs = await start([
      { queue: 'later', on: ['wix.ecom.v1.order_approved'], run: async ({ entityId }) => void seen.push(entityId) },
    ])
    await jobs.settle()
    assert.deepEqual(seen, ['before anybody'])
  })
})

describe('a job', () => {
  test('that fails is tried again until it works, and keeps no other waiting', async () => {
    const tries: string[] = []
    const jobs = await start([
      {
        queue: 'stubborn',
        on: ['wix.ecom.v1.order_approved'],
        async run({ entityId }) {
          tries.push(entityId)
          if (entityId === 'hard' && tries.filter((id) => id === 'hard').length < 3) throw new Error('not yet')
        },
      },
    ])
    await happen('hard')
    await happen('easy')
    await jobs.settle()
    await until(() => tries.filter((id) => id === 'hard').length === 3, 'it was not tried again')
    assert.equal(tries.filter((id) => id === 'easy').length, 1)
  })

  test('of a process that is killed is another one’s after a while', async () => {
    const program = `
      import { connect } from ${JSON.stringify(new URL('../db/pool.ts', import.meta.url).href)}
      import { startJobs } from ${JSON.stringify(new URL('./jobs.ts', import.meta.url).href)}
      const database = connect({ url: ${JSON.stringify(database.url)} })
      await startJobs({
        url: ${JSON.stringify(database.url)}, database, clock: { now: () => new Date() }, report: console.error,
        definitions: [{ queue: 'orphan', on: ['wix.ecom.v1.order_approved'], run: () => (console.log('begun'), new Promise((never) => setTimeout(never, 1e6))) }],
      })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await happen('orphan')
      await once(child.stdout, 'data')
    } finally {
      child.kill('SIGKILL')
    }
    const seen: string[] = []
    await start([{ queue: 'orphan', on: ['wix.ecom.v1.order_approved'], run: async ({ entityId }) => void seen.push(entityId) }])
    await until(() => seen.length > 0, 'nobody took it over', 45_000)
    assert.deepEqual(seen, ['orphan'])
  })
})

describe('a bundle', () => {
  test('is done at once where that can be; a single task goes by itself', async () => {
    const alone: string[] = []
    const bundles: string[][] = []
    const ids = Array.from({ length: 6 }, (_, i) => `order ${i}`)
    for (const id of ids) await happen(id)
    const jobs = await start([
      {
        queue: 'at-once',
        on: ['wix.ecom.v1.order_approved'],
        run: async ({ entityId }) => void alone.push(entityId),
        runAll: async (tasks) => void bundles.push(tasks.map(({ entityId }) => entityId)),
      },
    ])
    await jobs.settle()
    assert.deepEqual([bundles, alone], [[ids], []])
    await happen('single')
    await jobs.settle()
    assert.deepEqual([bundles.length, alone, reported], [1, ['single'], []])
  })

  test('that fails is told, and done task by task, where a bad one keeps the others from nothing', async () => {
    const tries: string[] = []
    let bundles = 0
    for (const id of ['one', 'bad', 'other']) await happen(id)
    const jobs = await start([
      {
        queue: 'not-at-once',
        on: ['wix.ecom.v1.order_approved'],
        async run({ entityId }) {
          tries.push(entityId)
          if (entityId === 'bad' && tries.filter((id) => id === 'bad').length < 2) throw new Error('not yet')
        },
        async runAll() {
          bundles++
          throw new Error('not together')
        },
      },
    ])
    await jobs.settle()
    await until(() => tries.length === 4, 'it was not tried again')
    assert.deepEqual([bundles, tries], [1, ['one', 'bad', 'other', 'bad']])
    assert.deepEqual(reported.map(String), ['Error: not together'])
  })
})

describe('a scheduled job', () => {
  const everyMinute = '* * * * *'
  /** As the schedule puts it there: a job about nothing. */
  const becomesDue = (queue: string) =>
    database.query(sql`
      insert into jobs.job (name, policy, retry_limit) select name, policy, retry_limit from jobs.queue where name = ${queue}
      on conflict do nothing`)

  test('runs though nothing happened', async () => {
    let runs = 0
    const jobs = await start([], [{ queue: 'by-the-clock', every: everyMinute, run: async () => void runs++ }])
    await becomesDue('by-the-clock')
    await jobs.settle()
    assert.ok(runs >= 1)
    const [job] = await database.query<{ state: string }>(
      sql`select state::text from jobs.job where name = 'by-the-clock' order by created_on limit 1`,
    )
    assert.equal(job!.state, 'completed')
    assert.deepEqual(reported, [])
  })

  test('that fails is reported, and waits until it is due again', async () => {
    let runs = 0
    const jobs = await start(
      [],
      [
        {
          queue: 'failing',
          every: everyMinute,
          async run() {
            runs++
            throw new Error('no disk')
          },
        },
      ],
    )
    await becomesDue('failing')
    await jobs.settle()
    const [{ open, failed } = { open: -1, failed: -1 }] = await database.query<{ open: number; failed: number }>(sql`
      select count(*) filter (where state < 'completed')::int as open, count(*) filter (where state = 'failed')::int as failed
      from jobs.job where name = 'failing'`)
    assert.deepEqual([open, failed], [0, runs])
    assert.deepEqual(new Set(reported.map(String)), new Set(['Error: no disk']))
  })

  test('runs once at a time, and one that takes long keeps no other waiting', async () => {
    let running = 0
    let most = 0
    let others = 0
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const slow: ScheduledJob = {
      queue: 'slow',
      every: everyMinute,
      async run() {
        most = Math.max(most, ++running)
        await ended
        running--
      },
    }
    const first = await start([], [slow, { queue: 'quick', every: everyMinute, run: async () => void others++ }])
    await start([], [slow])
    await becomesDue('slow')
    void first.settle()
    await until(() => running === 1, 'it did not begin')
    for (let i = 0; i < 3; i++) await becomesDue('slow')
    await becomesDue('quick')
    await until(() => others > 0, 'the other one waited')
    assert.equal(most, 1)
    end()
    await first.settle()
    assert.equal(most, 1)
    assert.deepEqual(reported, [])
  })

  test('has the schedule of this version; what an earlier one had scheduled is due no more', async () => {
    const schedules = async () =>
      (await database.query<{ line: string }>(sql`select name || ' ' || cron as line from jobs.schedule order by name`)).map(
        ({ line }) => line,
      )
    const none = async () => {}
    await (
      await start(
        [],
        [
          { queue: 'renamed-since', every: everyMinute, run: none },
          { queue: 'rarer-since', every: everyMinute, run: none },
        ],
      )
    )[Symbol.asyncDispose]()
    running.pop()
    assert.deepEqual(await schedules(), ['rarer-since * * * * *', 'renamed-since * * * * *'])
    await start([], [{ queue: 'rarer-since', every: '7 * * * *', run: none }])
    assert.deepEqual(await schedules(), ['rarer-since 7 * * * *'])
  })
})

test('what runs is finished when the house closes', async () => {
  let done = false
  let begun = () => {}
  const started = new Promise<void>((resolve) => (begun = resolve))
  const jobs = await startJobs({
    url: database.url,
    database,
    clock: systemClock,
    report: (fault) => reported.push(fault),
    definitions: [
      {
        queue: 'closing',
        on: ['wix.ecom.v1.order_approved'],
        async run() {
          begun()
          await sleep(300)
          done = true
        },
      },
    ],
  })
  await happen('last')
  jobs.poke()
  await started
  await jobs[Symbol.asyncDispose]()
  assert.equal(done, true)
})
