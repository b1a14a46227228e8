import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConnectedDatabase, connectedDatabase } from '@vitrine/testing/connected'
import pg from 'pg'
import { systemClock } from '../clock/clock.ts'
import { newId } from '../db/id.ts'
import { append } from '../events/outbox.ts'
import { type JobDefinition, startJobs } from './jobs.ts'
import { pendingJobs, putBackJobs } from './pending-jobs.ts'

let here: ConnectedDatabase
let there: ConnectedDatabase

before(async () => {
  ;[here, there] = await Promise.all([connectedDatabase(), connectedDatabase()])
})
after(() => Promise.all([here?.close(), there?.close()]))

async function pendingIn({ url }: ConnectedDatabase): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    const lines: string[] = []
    for await (const some of pendingJobs(client)) lines.push(...some)
    return lines
  } finally {
    await client.end()
  }
}

async function* batches(lines: readonly string[]) {
  yield lines
}

test('a database whose jobs never started has none', async () => {
  assert.deepEqual(await pendingIn(there), [])
})

test('work that failed so far is taken along and done where it is put back; what was done is not done again', async () => {
  const site = newId()
  const orders = [1, 2, 3].map((n) => `order ${n}`)
  const run = (queue: string, work: (entityId: string) => void): JobDefinition => ({
    queue,
    on: ['wix.ecom.v1.order_approved'],
    run: async ({ entityId }) => work(entityId),
  })
  const done: string[] = []
  let failures = 0
  let allFailed = () => {}
  const failed = new Promise<void>((resolve) => (allFailed = resolve))
  const down = run('emails', () => {
    if (++failures === orders.length) allFailed()
    throw new Error('the mail server is down')
  })
  const first = await startJobs({
    url: here.url,
    database: here,
    clock: systemClock,
    definitions: [down, run('books', (id) => void done.push(id))],
    report: () => {},
  })
  try {
    await here.transact((db) =>
      append(
        db,
        site,
        new Date(),
        orders.map((entityId) => ({ type: 'wix.ecom.v1.order_approved', entityId, payload: {} })),
      ),
    )
    first.poke()
    await failed
  } finally {
    await first[Symbol.asyncDispose]()
  }
  assert.deepEqual(done.toSorted(), orders)
  const lines = await pendingIn(here)
  assert.ok(lines.length > 0)
  assert.ok(lines.every((line) => (JSON.parse(line) as { queue: string }).queue === 'emails'))

  await putBackJobs(there.url, batches(lines))
  const seen: string[] = []
  const second = await startJobs({
    url: there.url,
    database: there,
    clock: systemClock,
    definitions: [run('emails', (id) => void seen.push(id)), run('books', (id) => void seen.push(`${id} again`))],
    report: () => {},
  })
  try {
    await second.settle()
  } finally {
    await second[Symbol.asyncDispose]()
  }
  assert.deepEqual([...new Set(seen)].toSorted(), orders)
})
