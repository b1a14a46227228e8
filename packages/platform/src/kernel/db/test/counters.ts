import assert from 'node:assert/strict'
import { after, beforeEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@vitrine/testing/database'
import pg from 'pg'
import { connect } from '../pool.ts'
import { type Db, sql } from '../sql.ts'

/** For a file of tests: a database with two counters, which stand at 0 before each test, a pool to it and a connection beside the pool. */
export async function startCounters() {
  const home = await testDatabase()
  const admin = new pg.Client({ connectionString: home.url })
  await admin.connect()
  await admin.query('create table counter (id int primary key, value int not null check (value < 1000))')
  const idle: Error[] = []
  const database = connect({ url: home.url, connections: 4, onIdleError: (error) => idle.push(error) })
  after(async () => {
    await database.close()
    await admin.end()
    await home[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    await admin.query('truncate counter')
    await admin.query('insert into counter values (1, 0), (2, 0)')
  })
  return {
    home,
    admin,
    database,
    /** What connections died of while nobody used them. */
    idle,
    valueOf: async (id: number): Promise<number> =>
      (await admin.query<{ value: number }>('select value from counter where id = $1', [id])).rows[0]!.value,
  }
}

export const bump = (db: Db, id: number, by = 1) => db.query(sql`update counter set value = value + ${by} where id = ${id}`)

export const backendOf = async (db: Db): Promise<number> => (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid

export const coded = (code: string) => Object.assign(new Error(code), { code })

export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = Date.now() + 20_000; !(await holds()); await sleep(5)) assert.ok(Date.now() < giveUpAt, what)
}
