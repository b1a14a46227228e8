import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import pg from 'pg'
import { refuse } from '../refusal.ts'
import { connect, type Database } from './pool.ts'
import { DatabaseUnavailable } from './retry.ts'
import { type Db, sql } from './sql.ts'
import { backendOf, bump, coded, startCounters, until } from './test/counters.ts'
import { manualTimers } from './test/timers.ts'

const { home, admin, database, idle, valueOf } = await startCounters()

describe('a transaction', () => {
  test('is kept when its work answers', async () => {
    assert.equal(await database.transact(async (db) => (await bump(db, 1), 'done')), 'done')
    assert.equal(await valueOf(1), 1)
  })

  test('is rolled back by a refusal, which is answered', async () => {
    const refusal = refuse('CART_NOT_FOUND')
    assert.equal(await database.transact(async (db) => (await bump(db, 1), refusal)), refusal)
    assert.equal(await valueOf(1), 0)
  })

  test('is rolled back by a throw, and its connection is as good as new', async () => {
    const fault = new Error('ours')
    await assert.rejects(
      database.transact(async (db) => (await bump(db, 1), Promise.reject(fault))),
      fault,
    )
    assert.equal(await valueOf(1), 0)
    await assert.rejects(
      database.transact((db) => bump(db, 1, 5000)),
      { code: '23514' },
    )
    await database.transact((db) => bump(db, 1))
    assert.equal(await valueOf(1), 1)
  })

  test('that swallows the failure of its last statement is not answered as kept', async () => {
    await assert.rejects(
      database.transact(async (db) => {
        await bump(db, 1)
        await bump(db, 1, 5000).catch(() => {})
        return 'done'
      }),
      /nothing was kept/,
    )
    assert.equal(await valueOf(1), 0)
  })

  test('runs again as a whole when another one was in its way, on the same connections', async () => {
    const pids = new Set<number>()
    let runs = 0
    const both = new Promise<void>((resolve) => {
      let waiting = 0
      const crossing = async (first: number, second: number) => {
        await database.transact(async (db) => {
          runs++
          pids.add(await backendOf(db))
          await bump(db, first)
          if (++waiting <= 2) while (waiting < 2) await new Promise((next) => setTimeout(next, 5))
          await bump(db, second)
        })
      }
      void Promise.all([crossing(1, 2), crossing(2, 1)]).then(() => resolve())
    })
    await both
    assert.ok(runs >= 3, 'one of the two met a deadlock')
    assert.deepEqual([await valueOf(1), await valueOf(2)], [2, 2])
    assert.ok(pids.size <= 2)
  })

  test('runs again on a serialisation failure', async () => {
    let runs = 0
    await database.transact(async (db) => {
      await bump(db, 1)
      if (++runs < 3) throw coded('40001')
    })
    assert.equal(runs, 3)
    assert.equal(await valueOf(1), 1)
  })

  test('whose connection is cut runs again on another one, and the cut one is never used again', async () => {
    const pids: number[] = []
    await database.transact(async (db) => {
      pids.push(await backendOf(db))
      await bump(db, 1)
      if (pids.length === 1) await admin.query('select pg_terminate_backend($1)', [pids[0]])
      await bump(db, 2)
    })
    assert.equal(pids.length, 2)
    assert.notEqual(pids[0], pids[1])
    assert.deepEqual([await valueOf(1), await valueOf(2)], [1, 1])
    for (let i = 0; i < 8; i++) assert.notEqual(await backendOf(database), pids[0])
  })

  test('whose end nobody knows is tried again when it says that it may be', async () => {
    let runs = 0
    const { cut, restore } = cutAtCommit(2)
    try {
      await database.transact(async (db) => {
        runs++
        cut(await backendOf(db))
        await db.query(sql`insert into counter values (${2 + runs}, 0)`)
      })
    } finally {
      restore()
    }
    assert.equal(runs, 2)
  })

  test('whose end nobody knows is not tried again when it may not be: DatabaseUnavailable', async () => {
    let runs = 0
    const { cut, restore } = cutAtCommit(1)
    try {
      await assert.rejects(
        database.transact(
          async (db) => {
            runs++
            cut(await backendOf(db))
            await bump(db, 1)
          },
          { repeatable: false },
        ),
        DatabaseUnavailable,
      )
    } finally {
      restore()
    }
    assert.equal(runs, 1)
  })

  /** Ends a connection in the moment when COMMIT is sent on it, for all but the last of so many runs. */
  function cutAtCommit(lastRun: number) {
    const query = pg.Client.prototype.query
    let run = 0
    let victim = 0
    pg.Client.prototype.query = async function (this: pg.Client, ...args: unknown[]) {
      if (args[0] === 'commit' && victim !== 0 && (run < lastRun || lastRun === 1)) {
        await Reflect.apply(query, admin, ['select pg_terminate_backend($1, 20000)', [victim]])
      }
      return Reflect.apply(query, this, args)
    } as typeof query
    return {
      cut: (pid: number) => {
        run++
        victim = pid
      },
      restore: () => {
        pg.Client.prototype.query = query
      },
    }
  }
})

test('connections that die idle are reported, and nobody notices otherwise', async () => {
  await Promise.all([1, 2, 3].map(() => database.query(sql`select pg_sleep(0.05)`)))
  idle.length = 0
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await until(() => idle.length > 0, 'it is reported')
  await database.transact((db) => bump(db, 1))
  assert.equal(await valueOf(1), 1)
})

test('a pool without a free connection says so after a while and does not hang; later it serves again', async () => {
  const narrow = connect({ url: home.url, connections: 1 })
  try {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = narrow.transact(() => {
      begun.resolve()
      return released.promise
    })
    await begun.promise
    await assert.rejects(narrow.query(sql`select 1`), /timeout exceeded when trying to connect/)
    released.resolve()
    await held
    assert.deepEqual(await narrow.query(sql`select 1 as one`), [{ one: 1 }])
  } finally {
    await narrow.close()
  }
})

describe('reads that are asked at once', () => {
  const pidOf = async (of: Db) => (await of.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid
  /** Makes reads of a table wait for as long as `work` takes. */
  async function locked(work: () => Promise<void>): Promise<void> {
    await admin.query('begin')
    await admin.query('lock table slow in access exclusive mode')
    try {
      await work()
    } finally {
      await admin.query('rollback')
    }
  }
  const slow = (of: Db) => of.query<{ pid: number }>(sql`select pg_backend_pid() as pid, (select count(*) from slow)`)
  const isWaiting = async () =>
    (await admin.query('select from pg_locks where not granted and relation = $1::regclass', ['slow'])).rowCount !== 0
  before(() => admin.query('create table slow ()'))
  let timers = manualTimers()
  /** Once a read has come back, the connection for all of them is there. Time stands still, unless a test lets it pass. */
  async function opened(): Promise<Database> {
    timers = manualTimers()
    const fresh = connect({ url: home.url, connections: 4, timers })
    for (const last = { pid: 0 }; ; ) {
      const pids = new Set(await Promise.all([1, 2, 3].map(() => pidOf(fresh))))
      if (pids.size === 1 && pids.has(last.pid)) return fresh
      last.pid = [...pids][0]!
    }
  }

  test('go over one connection, each with its own rows', async () => {
    await using fresh = await opened()
    const rows = await Promise.all(
      [...Array(12).keys()].map((n) => fresh.query<{ n: number; pid: number }>(sql`select ${n}::int as n, pg_backend_pid() as pid`)),
    )
    assert.deepEqual(
      rows.map(([row]) => row!.n),
      [...Array(12).keys()],
    )
    assert.equal(new Set(rows.map(([row]) => row!.pid)).size, 1)
  })

  test('fail each for itself', async () => {
    await using fresh = await opened()
    const [before, failed, after] = await Promise.allSettled([pidOf(fresh), fresh.query(sql`select 1 / ${0}::int as never`), pidOf(fresh)])
    assert.equal((failed as PromiseRejectedResult).reason.code, '22012')
    assert.deepEqual(before, after)
    assert.equal(before.status, 'fulfilled')
  })

  test('do not wait behind one that takes long', async () => {
    await using fresh = await opened()
    const shared = await pidOf(fresh)
    let long: Promise<{ pid: number }[]> | undefined
    await locked(async () => {
      long = slow(fresh)
      await until(isWaiting, 'the long one waits')
      timers.pass(6)
      assert.notEqual(await pidOf(fresh), shared)
    })
    assert.deepEqual(
      (await long)!.map(({ pid }) => pid),
      [shared],
    )
  })

  test('that lock something, or change it, go over connections of their own', async () => {
    await using fresh = await opened()
    const shared = await pidOf(fresh)
    await fresh.transact(async (db) => {
      await bump(db, 1)
      const waits = fresh.query(sql`select value from counter where id = 1 for update`)
      for (let i = 0; i < 3; i++) assert.equal(await pidOf(fresh), shared)
      void waits.catch(() => {})
    })
  })

  test('go over another connection when theirs is cut', async () => {
    await using fresh = await opened()
    const shared = await pidOf(fresh)
    await locked(async () => {
      const cut = assert.rejects(slow(fresh))
      await until(isWaiting, 'it waits')
      await admin.query('select pg_terminate_backend($1)', [shared])
      await cut
    })
    assert.notEqual(await pidOf(fresh), shared)
    await using again = await opened()
    assert.equal(await pidOf(again), await pidOf(again))
  })

  test('are answered before the pool is closed', async () => {
    const fresh = await opened()
    let asked: Promise<unknown[]> | undefined
    let closed: Promise<void> | undefined
    await locked(async () => {
      asked = slow(fresh)
      await until(isWaiting, 'it waits')
      closed = fresh.close()
    })
    assert.equal((await asked)!.length, 1)
    await closed
  })
})

test('whole numbers beyond what a number can hold are a fault, not another number', async () => {
  assert.deepEqual(await database.query(sql`select 9007199254740991::bigint as most`), [{ most: Number.MAX_SAFE_INTEGER }])
  await assert.rejects(database.query(sql`select 9007199254740993::bigint as more`), RangeError)
})

test('a statement that a connection knows already has the same rows, with columns or without any', async () => {
  const several = (db: Db, to: number) =>
    Promise.all([
      db.query(sql`select n, n * 2 as twice, ${new Date(0)}::timestamptz as at from generate_series(1, ${to}::int) as n`),
      db.query(sql`select from generate_series(1, ${to}::int)`),
      db.query(sql`update counter set value = value where id = ${to}`),
    ])
  await database.transact(async (db) => {
    for (const to of [2, 2, 0, 1]) {
      const row = (n: number) => ({ n, twice: n * 2, at: new Date(0) })
      assert.deepEqual(await several(db, to), [[row(1), row(2)].slice(0, to), [{}, {}].slice(0, to), []], `${to} rows`)
    }
  })
})

test('works without prepared statements, as old poolers want it', async () => {
  const plain = connect({ url: home.url, connections: 1, preparedStatements: false })
  try {
    for (const n of [1, 2]) assert.deepEqual(await plain.query(sql`select ${n}::int as n`), [{ n }])
    assert.deepEqual(await plain.query(sql`select count(*)::int as prepared from pg_prepared_statements`), [{ prepared: 0 }])
  } finally {
    await plain.close()
  }
})
