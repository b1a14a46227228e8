import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refuse } from '../refusal.ts'
import type { OptimisticOptions } from './pool.ts'
import { type Db, lastly, lastlyTelling, sql } from './sql.ts'
import { bump, startCounters } from './test/counters.ts'

const { admin, database, valueOf } = await startCounters()

describe('an optimistic write', () => {
  /** Raises a counter by one, if it is still at what was read. */
  const raise = async (db: Db, id: number): Promise<number> => {
    const [row] = await db.query<{ value: number }>(sql`select value from counter where id = ${id}`)
    await lastly(db, sql`update counter set value = ${row!.value + 1} where id = ${id} and value = ${row!.value}`, 1)
    return row!.value + 1
  }

  test('keeps all that it left to its end, and nothing of it where one change does not meet its rows', async () => {
    await database.optimistic(async (db) => [await raise(db, 1), await raise(db, 2)])
    assert.deepEqual([await valueOf(1), await valueOf(2)], [1, 1])
    let tries = 0
    await database.optimistic(async (db) => {
      await raise(db, 1)
      if (tries++ === 0) await lastly(db, sql`update counter set value = 500 where id = ${3}`, 1)
    })
    assert.equal(tries, 2)
    assert.deepEqual([await valueOf(1), await valueOf(2)], [2, 1])
  })

  test('of many at once none is lost', async () => {
    const seen = await Promise.all(Array.from({ length: 20 }, () => database.optimistic((db) => raise(db, 1))))
    assert.equal(await valueOf(1), 20)
    assert.equal(new Set(seen).size, 20)
  })

  test('a refusal changes nothing, and neither does a fault', async () => {
    await database.optimistic(async (db) => (await raise(db, 1), refuse('CART_NOT_FOUND')))
    await assert.rejects(
      database.optimistic(async (db) => {
        await raise(db, 1)
        await lastly(db, sql`update counter set value = 5000 where id = ${2}`)
      }),
      /check/,
    )
    assert.deepEqual([await valueOf(1), await valueOf(2)], [0, 0])
  })

  test('tells what its one row has become when all is kept', async () => {
    let told: unknown
    await database.optimistic(async (db) => {
      await raise(db, 2)
      lastlyTelling(db, sql`update counter set value = value + 7 where id = ${1}`, 'value', (value) => (told = value))
      assert.equal(told, undefined)
    })
    assert.equal(told, 7)
  })

  describe('that ends with others', () => {
    const add = (id: number, by: number, options: OptimisticOptions = {}) =>
      database.optimistic((db) => lastly(db, sql`update counter set value = value + ${by} where id = ${id}`, 1).then(() => 'kept'), options)
    /** Which transaction wrote each counter last. */
    const writers = async () =>
      (await admin.query<{ xmin: string }>('select xmin::text from counter order by id')).rows.map(({ xmin }) => xmin)

    test('is kept with the same COMMIT', async () => {
      assert.deepEqual(await Promise.all([add(1, 3), add(2, 4)]), ['kept', 'kept'])
      assert.deepEqual([await valueOf(1), await valueOf(2)], [3, 4])
      const [first, second] = await writers()
      assert.equal(first, second)
    })

    test('is committed by itself where it must be known whether it was', async () => {
      await Promise.all([add(1, 3, { repeatable: false }), add(2, 4, { repeatable: false })])
      const [first, second] = await writers()
      assert.notEqual(first, second)
      assert.deepEqual([await valueOf(1), await valueOf(2)], [3, 4])
    })

    test('does not fail for the sake of one that breaks a rule', async () => {
      const [good, bad, other] = await Promise.allSettled([add(1, 3), add(2, 5000), add(1, 4)])
      assert.deepEqual([good.status, bad.status, other.status], ['fulfilled', 'rejected', 'fulfilled'])
      assert.equal((bad as PromiseRejectedResult).reason.code, '23514')
      assert.deepEqual([await valueOf(1), await valueOf(2)], [7, 0])
    })

    test('does not fail for the sake of one that others were faster than', async () => {
      let tries = 0
      const overtaken = database.optimistic(async (db) => {
        await lastly(db, sql`update counter set value = value + 1 where id = ${tries++ === 0 ? 99 : 2}`, 1)
      })
      await Promise.all([add(1, 3), overtaken])
      assert.equal(tries, 2)
      assert.deepEqual([await valueOf(1), await valueOf(2)], [3, 1])
    })

    test('is done again with all others when the line is cut before anybody knows', async () => {
      await admin.query('begin')
      await admin.query('update counter set value = value + 100 where id = 2')
      const both = Promise.all([add(1, 3), add(2, 4)])
      const waiting = async () =>
        (await admin.query(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows
      let found = await waiting()
      for (let looks = 0; found.length === 0 && looks < 200; looks++) {
        await new Promise((resolve) => setTimeout(resolve, 10))
        found = await waiting()
      }
      await admin.query('select pg_terminate_backend($1)', [found[0]!.pid])
      await admin.query('commit')
      assert.deepEqual(await both, ['kept', 'kept'])
      assert.deepEqual([await valueOf(1), await valueOf(2)], [3, 104])
    })
  })

  describe('that goes by what it has not asked for', () => {
    /** Goes by a remembered value the first time, and reads it from then on. */
    function remembering(value: number) {
      const seen: number[] = []
      const saved: number[] = []
      return {
        seen,
        saved,
        async value(db: Db): Promise<number> {
          db.whenCommitted?.(() => saved.push(seen.at(-1)!))
          if (seen.length === 0) {
            db.assume?.(sql`(select value from counter where id = 1) = ${value}`)
            seen.push(value)
          } else seen.push((await db.query<{ value: number }>(sql`select value from counter where id = 1`))[0]!.value)
          return seen.at(-1)!
        },
      }
    }

    test('is kept where it is so, and done again where it is not', async () => {
      const right = remembering(0)
      await database.optimistic(async (db) => {
        const value = await right.value(db)
        await lastly(db, sql`update counter set value = ${value + 1} where id = ${1}`, 1)
      })
      assert.deepEqual([right.seen, right.saved, await valueOf(1)], [[0], [0], 1])
      const wrong = remembering(0)
      await database.optimistic(async (db) => {
        const value = await wrong.value(db)
        await lastly(db, sql`update counter set value = ${value + 1} where id = ${1}`, 1)
      })
      assert.deepEqual([wrong.seen, wrong.saved, await valueOf(1)], [[0, 1], [1], 2])
    })

    test('makes sure of it though it changes nothing', async () => {
      const wrong = remembering(5)
      assert.equal(await database.optimistic((db) => wrong.value(db)), 0)
      assert.deepEqual([wrong.seen, wrong.saved], [[5, 0], [0]])
    })

    test('is done again where it comes to nothing: a refusal and a fault are only believed of what was read', async () => {
      const refused = remembering(5)
      const no = refuse('CART_NOT_FOUND')
      assert.equal(await database.optimistic(async (db) => ((await refused.value(db)) === 5 ? no : 'done')), 'done')
      const faulty = remembering(5)
      const fault = new Error('ours')
      await assert.rejects(
        database.optimistic(async (db) => {
          await faulty.value(db)
          throw fault
        }),
        fault,
      )
      assert.deepEqual([refused.seen, faulty.seen, faulty.saved], [[5, 0], [5, 0], []])
    })
  })

  test('a transaction whose end does not meet its rows is done again, and knows that it is', async () => {
    const tries: boolean[] = []
    await database.transact(async (db, again) => {
      tries.push(again)
      await bump(db, 1)
      await lastly(db, sql`update counter set value = value + 1 where id = ${again ? 2 : 3}`, 1)
    })
    assert.deepEqual(tries, [false, true])
    assert.deepEqual([await valueOf(1), await valueOf(2)], [1, 1])
  })
})
