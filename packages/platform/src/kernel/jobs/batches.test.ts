// Work in batches: each batch is done once, by whichever process, and whoever comes next goes on where one has stopped.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { connectTo } from '@vitrine/testing/connected'
import { type TestDatabase, testDatabase } from '@vitrine/testing/database'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { manualTimers } from '../db/test/timers.ts'
import { batchRunner, runBatches } from './batches.ts'

let home: TestDatabase
let db: Database
before(async () => {
  home = await testDatabase()
  db = connectTo(home.url)
  await db.query(sql`create table counted_work (id text primary key, place integer not null, until integer not null)`)
  await db.query(sql`create table counted_batch (id text not null, place integer not null)`)
})
after(async () => {
  await db?.close()
  await home?.[Symbol.asyncDispose]()
})

async function begin(...works: readonly (readonly [id: string, batches: number])[]) {
  await db.query(sql`delete from counted_batch`)
  await db.query(sql`delete from counted_work`)
  for (const [id, until] of works) await db.query(sql`insert into counted_work (id, place, until) values (${id}, 0, ${until})`)
}
const find = async () =>
  (await db.query<{ id: string }>(sql`select id from counted_work where place < until order by id`)).map(({ id }) => id)
/** One batch, as work of the platform claims it: the row is locked for as long as its transaction lasts. */
const batch = (id: string) =>
  db.transact(async (tx) => {
    const [row] = await tx.query<{ place: number; until: number }>(sql`
      select place, until from counted_work where id = ${id} and place < until for update skip locked`)
    if (!row) return false
    await tx.query(sql`insert into counted_batch (id, place) values (${id}, ${row.place})`)
    await tx.query(sql`update counted_work set place = place + 1 where id = ${id}`)
    return row.place + 1 < row.until
  })
const done = async () =>
  (await db.query<{ what: string }>(sql`select id || place as what from counted_batch order by id, place`)).map(({ what }) => what)

describe('runBatches', () => {
  test('does a batch of each in turn, rests after each that has more, and says whether it did any', async () => {
    await begin(['a', 3], ['b', 2])
    const order: string[] = []
    const rested: string[] = []
    const did = await runBatches({
      find,
      batch: (id) => {
        order.push(id)
        return batch(id)
      },
      rest: async (id, tookMs) => {
        assert.ok(tookMs >= 0)
        rested.push(id)
      },
    })
    assert.deepEqual([did, order, rested], [true, ['a', 'b', 'a', 'b', 'a'], ['a', 'b', 'a']])
    assert.equal(await runBatches({ find, batch }), false)
  })

  test('ends after a batch when it is stopped or its shift is over, and goes on there', async () => {
    await begin(['a', 4])
    let stopped = false
    await runBatches({ find, batch, rest: async () => void (stopped = true) }, { isStopped: () => stopped })
    assert.deepEqual(await done(), ['a0'])
    const timers = manualTimers()
    await runBatches({ find, batch, rest: () => timers.sleep(60) }, { shiftMs: 100, timers })
    assert.deepEqual(await done(), ['a0', 'a1', 'a2'])
    await runBatches({ find, batch })
    assert.deepEqual(await done(), ['a0', 'a1', 'a2', 'a3'])
  })

  test('what fails keeps no other from its batch, and its fault is thrown', async () => {
    await begin(['a', 2], ['b', 1], ['c', 1])
    const failing = (id: string) => (id === 'b' ? Promise.reject(new Error('no')) : batch(id))
    await assert.rejects(runBatches({ find, batch: failing }), /no/)
    assert.deepEqual(await done(), ['a0', 'c0'])
  })

  test('by several at once each batch is done once', async () => {
    await begin(['a', 20], ['b', 20])
    for (let round = 0; round < 100 && (await find()).length > 0; round++)
      await Promise.all([1, 2, 3].map(() => runBatches({ find, batch })))
    const places = Array.from({ length: 20 }, (_, n) => n)
    assert.deepEqual((await done()).sort(), ['a', 'b'].flatMap((id) => places.map((n) => `${id}${n}`)).sort())
  })

  test('of a process that is killed in the middle of a batch nothing is kept, and another one takes over', async () => {
    await begin(['a', 3])
    await batch('a')
    const program = `
      import { connect } from ${JSON.stringify(new URL('../db/pool.ts', import.meta.url).href)}
      import { sql } from ${JSON.stringify(new URL('../db/sql.ts', import.meta.url).href)}
      import { runBatches } from ${JSON.stringify(new URL('./batches.ts', import.meta.url).href)}
      const db = connect({ url: ${JSON.stringify(home.url)} })
      await runBatches({ find: async () => ['a'], batch: () => db.transact(async (tx) => {
        await tx.query(sql\`select from counted_work where id = 'a' for update\`)
        await tx.query(sql\`insert into counted_batch (id, place) values ('a', 1)\`)
        console.log('holds it')
        await new Promise((never) => setTimeout(never, 1e6))
      }) })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await once(child.stdout, 'data')
      assert.equal(await runBatches({ find, batch }), false, 'it is left to whoever is at it')
    } finally {
      child.kill('SIGKILL')
    }
    while ((await find()).length > 0) await runBatches({ find, batch })
    assert.deepEqual(await done(), ['a0', 'a1', 'a2'])
  })
})

describe('batchRunner', () => {
  /** A runner whose runs answer what a test says. */
  function runnerOf(...answers: (boolean | Error)[]) {
    const timers = manualTimers()
    const faults: unknown[] = []
    let runs = 0
    const runner = batchRunner({
      async run() {
        runs++
        const answer = answers.shift() ?? false
        if (answer instanceof Error) throw answer
        return answer
      },
      report: (fault) => faults.push(fault),
      timers,
    })
    const pass = async (ms: number) => {
      timers.pass(ms)
      await new Promise((resolve) => setImmediate(resolve))
      return runs
    }
    return { runner, faults, pass }
  }

  test('looks after a second, less and less often where there is nothing, and each second again after it did something', async () => {
    const { runner, pass } = runnerOf(false, false, false, false, true)
    runner.begin()
    assert.deepEqual([await pass(999), await pass(1), await pass(1999), await pass(1)], [0, 1, 1, 2])
    assert.deepEqual([await pass(4000), await pass(4999), await pass(1), await pass(5000)], [3, 3, 4, 5])
    assert.deepEqual([await pass(999), await pass(1)], [5, 6])
  })

  test('looks at once where it is told of work, and reports what fails', async () => {
    const { runner, faults, pass } = runnerOf(false, false, new Error('no'))
    runner.begin()
    await pass(1000)
    await pass(2000)
    runner.poke()
    runner.poke()
    assert.deepEqual([await pass(49), await pass(1)], [2, 3])
    assert.equal(faults.length, 1)
    assert.deepEqual([await pass(1999), await pass(1)], [3, 4])
  })

  test('runs once at a time, and is done with the batch under way when it has stopped', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let [runs, seen] = [0, false]
    const runner = batchRunner({
      async run(isStopped) {
        runs++
        await promise
        seen = isStopped()
        return true
      },
      report: assert.ifError,
      timers: manualTimers(),
    })
    const both = [runner.run(), runner.run()]
    const stopping = runner.stop()
    resolve(true)
    await Promise.all([...both, stopping])
    assert.deepEqual([runs, seen], [1, true])
    runner.poke()
  })
})
