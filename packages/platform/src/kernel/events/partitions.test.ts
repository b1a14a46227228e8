import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectTo } from '@vitrine/testing/connected'
import { bareDatabase, type TestDatabase } from '@vitrine/testing/database'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { newId } from '../db/id.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/pool.ts'
import { raw, sql } from '../db/sql.ts'
import { boundAt, keepPartitions, type PartitionedTable, timeOf } from './partitions.ts'

let here: TestDatabase
let database: Database
const site = newId()
const tables: readonly PartitionedTable[] = [
  { table: 'outbox', keepMonths: 1, unlessAny: 'relayed_at is null' },
  { table: 'order_activity' },
]
const november = Date.parse('2026-11-21T09:00:00.000Z')

before(async () => {
  here = await bareDatabase()
  await migrate(here.url)
  database = connectTo(here.url)
})
after(async () => {
  await database?.close()
  await here?.[Symbol.asyncDispose]()
})

async function happen(at: string, relayed = true): Promise<string> {
  const id = v7({ msecs: Date.parse(at) })
  await database.query(sql`
    insert into outbox (site, id, type, entity_id, payload, occurred_at, relayed_at)
    values (${site}, ${id}, 'test', 'x', '{}', ${new Date(at)}, ${relayed ? new Date(at) : null})`)
  return id
}
const partitionOf = async (id: string): Promise<string | undefined> =>
  (await database.query<{ name: string }>(sql`select tableoid::regclass::text as name from outbox where site = ${site} and id = ${id}`))[0]
    ?.name

describe('bounds', () => {
  test('an id belongs to the instant it was made at, and lies between the bounds around it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), (instant) => {
        const id = v7({ msecs: instant })
        assert.equal(timeOf(id), instant)
        assert.ok(boundAt(instant) <= id && id < boundAt(instant + 1))
      }),
    )
  })

  test('ids are made at the time of now', () => {
    assert.ok(Math.abs(timeOf(newId()) - Date.now()) < 5000)
  })
})

describe('the upkeep', () => {
  test('makes this month and the next two, once, whoever asks', async () => {
    const all = await Promise.all([1, 2, 3].map(() => keepPartitions(database, tables, november)))
    const made = ['2026_11', '2026_12', '2027_01'].flatMap((month) => [`order_activity_${month}`, `outbox_${month}`])
    assert.deepEqual(all.flatMap(({ made }) => made).sort(), made.sort())
    assert.deepEqual(await keepPartitions(database, tables, november), { made: [], dropped: [] })
  })

  test('puts each row where its month is, to the millisecond, and what has none into the rest', async () => {
    const expected: Record<string, string> = {
      '2026-10-31T23:59:59.999Z': 'outbox_rest',
      '2026-11-01T00:00:00.000Z': 'outbox_2026_11',
      '2026-11-30T23:59:59.999Z': 'outbox_2026_11',
      '2026-12-01T00:00:00.000Z': 'outbox_2026_12',
      '2027-01-31T23:59:59.999Z': 'outbox_2027_01',
      '2027-02-01T00:00:00.000Z': 'outbox_rest',
    }
    for (const [at, partition] of Object.entries(expected)) assert.equal(await partitionOf(await happen(at)), partition, at)
  })

  test('moves rows out of the rest when their month gets a partition of its own, with all its keys and indexes', async () => {
    const early = await happen('2027-02-15T12:00:00.000Z', false)
    const { made } = await keepPartitions(database, tables, Date.parse('2026-12-02T00:00:00.000Z'))
    assert.ok(made.includes('outbox_2027_02'))
    assert.equal(await partitionOf(early), 'outbox_2027_02')
    const indexes = await database.query<{ definition: string }>(
      sql`select indexdef as definition from pg_indexes where tablename = 'outbox_2027_02' order by indexname`,
    )
    assert.equal(indexes.length, 3)
    assert.ok(indexes.some(({ definition }) => definition.includes('UNIQUE') && definition.includes('(site, id)')))
    assert.ok(indexes.some(({ definition }) => definition.includes('relayed_at IS NULL')))
    await assert.rejects(
      database.query(
        sql`insert into outbox (site, id, type, entity_id, payload, occurred_at) values (${site}, ${early}, 'x', 'x', '{}', now())`,
      ),
      { code: '23505' },
    )
  })

  test('forgets months that are old enough, but none with a row that has still to go out, and never an activity', async () => {
    const saved = await happen('2026-12-05T00:00:00.000Z', false)
    const activity = v7({ msecs: november })
    await database.query(sql`insert into order_activity (site, id, order_id, document) values (${site}, ${activity}, ${newId()}, '{}')`)
    const old = await happen('2025-01-01T00:00:00.000Z')
    const waiting = await happen('2025-01-02T00:00:00.000Z', false)
    const { dropped } = await keepPartitions(database, tables, Date.parse('2027-03-10T00:00:00.000Z'))
    assert.deepEqual(dropped, ['outbox_2026_11', 'outbox_2027_01'])
    assert.equal(await partitionOf(saved), 'outbox_2026_12')
    assert.equal(await partitionOf(old), undefined)
    assert.equal(await partitionOf(waiting), 'outbox_rest')
    const [row] = await database.query(sql`select id from order_activity where site = ${site} and id = ${activity}`)
    assert.ok(row)
    await database.query(sql`update outbox set relayed_at = now() where site = ${site} and id = ${saved}`)
    assert.deepEqual((await keepPartitions(database, tables, Date.parse('2027-03-10T00:00:00.000Z'))).dropped, ['outbox_2026_12'])
  })

  test('loses and hinders no row that is written meanwhile', async () => {
    let stop = false
    let written = 0
    const writing = (async () => {
      while (!stop) {
        await happen(new Date(Date.parse('2027-06-01T00:00:00.000Z') + written).toISOString())
        written++
      }
    })()
    for (const month of ['2027-04', '2027-05', '2027-06', '2027-07', '2027-08']) {
      await keepPartitions(database, [{ table: 'outbox' }], Date.parse(`${month}-10T00:00:00.000Z`))
    }
    stop = true
    await writing
    const [row] = await database.query<{ count: number }>(
      sql`select count(*)::int as count from outbox where site = ${site} and occurred_at >= '2027-06-01T00:00:00Z' and occurred_at < '2027-06-02T00:00:00Z'`,
    )
    assert.ok(written > 0)
    assert.equal(row!.count, written)
    const [left] = await database.query<{ count: number }>(
      raw(`select count(*)::int as count from outbox_rest where id >= '${boundAt(Date.parse('2027-06-01'))}'`),
    )
    assert.equal(left!.count, 0, 'none of them was left in the rest')
  })
})
