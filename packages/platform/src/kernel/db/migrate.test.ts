import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { bareDatabase } from '@vitrine/testing/database'
import pg from 'pg'
import { migrate } from './migrate.ts'

const files = (await readdir(new URL('./migrations/', import.meta.url))).sort()

async function onEmptyDatabase(work: (url: string, client: pg.Client) => Promise<void>): Promise<void> {
  await using database = await bareDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await work(database.url, client)
  } finally {
    await client.end()
  }
}

test('applies each file once, in order; a second time changes nothing', () =>
  onEmptyDatabase(async (url, client) => {
    assert.deepEqual(await migrate(url), files)
    assert.deepEqual(await migrate(url), [])
    const { rows } = await client.query<{ name: string }>('select name from vitrine_migration order by applied_at, name')
    assert.deepEqual(
      rows.map(({ name }) => name),
      files,
    )
  }))

test('processes that start at once apply each file once between them', () =>
  onEmptyDatabase(async (url) => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
    assert.deepEqual(applied.flat().sort(), files)
  }))

test('the server ends statements before the client would; limits that somebody set are kept', () =>
  onEmptyDatabase(async (url) => {
    await migrate(url)
    const limits = async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        const { rows } = await client.query(
          `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
        )
        return rows[0]
      } finally {
        await client.end()
      }
    }
    assert.deepEqual(await limits(), { statement: '6s', lock: '2s' })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(
      `do $$ begin execute format('alter role %I in database %I set statement_timeout = ''20s''', current_user, current_database()); end $$`,
    )
    await client.end()
    await migrate(url)
    assert.deepEqual(await limits(), { statement: '20s', lock: '2s' })
  }))

test('comes back when somebody else holds a lock, and says which migration could not be applied', () =>
  onEmptyDatabase(async (url, client) => {
    await client.query('create table vitrine_migration (name text primary key, applied_at timestamptz not null)')
    await client.query('begin')
    await client.query('lock table vitrine_migration in access exclusive mode')
    const migrated = migrate(url)
    await new Promise((resolve) => setTimeout(resolve, 2600))
    await client.query('commit')
    assert.deepEqual(await migrated, files)
    await client.query(`delete from vitrine_migration where name = $1`, [files[0]])
    await assert.rejects(migrate(url), new RegExp(`migration ${files[0]} failed`))
  }))
