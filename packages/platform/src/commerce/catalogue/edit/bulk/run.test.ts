import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { type ConnectedDatabase, connectedDatabase } from '@vitrine/testing/connected'
import { newId } from '../../../../kernel/db/id.ts'
import { sql } from '../../../../kernel/db/sql.ts'
import { createSite } from '../../../../kernel/sites/directory.ts'
import { saveProducts } from '../../save.ts'
import { commerce, exampleProduct, now } from '../../test/example.ts'
import { type RunDeps, runProductJobs } from './run.ts'
import { findJob, insertJob } from './store.ts'

let database: ConnectedDatabase
let deps: RunDeps

before(async () => {
  database = await connectedDatabase()
  deps = { database, clock: { now: () => now }, commerce: async () => commerce, pause: async () => {} }
})
after(() => database?.close())

/** A shop with so many products at 10.00, and a change that raises all of them by a tenth. */
async function begun(count: number) {
  const site = newId()
  await database.transact(async (db) => {
    await createSite(db, { id: site, name: 'Shop' }, now)
    const drafts = Array.from({ length: count }, (_, i) => exampleProduct({ name: `Mug ${i}`, price: minor(1000) }))
    await saveProducts(db, site, commerce, drafts, now)
  })
  const id = newId()
  const change = { adjustPrice: { percentage: { rate: 10 } } }
  await insertJob(database, site, {
    id,
    target: { filter: {} },
    change,
    total: count,
    createdAt: now,
    undoUntil: new Date(now.getTime() + 1),
  })
  const job = () => findJob(database, site, id)
  const prices = async () => {
    const rows = await database.query<{ price: number; count: number }>(
      sql`select price, count(*) as count from product where site = ${site} group by price order by price`,
    )
    return rows.map((row) => [row.price, row.count])
  }
  const untilEnded = async () => {
    while ((await job())!.endedAt === null) await runProductJobs(deps)
  }
  return { site, id, job, prices, untilEnded }
}

describe('a change of many products', () => {
  test('changes each of them once, some at a time', async () => {
    const { job, prices, untilEnded } = await begun(130)
    await untilEnded()
    const { state, changed, unchanged, refused } = (await job())!
    assert.deepEqual([state, changed, unchanged, refused], ['DONE', 130, 0, 0])
    assert.deepEqual(await prices(), [[1100, 130]])
  })

  test('goes on where a process ended in the middle of it', async () => {
    const { job, prices, untilEnded } = await begun(130)
    const dying: RunDeps = { ...deps, pause: async () => Promise.reject(new Error('killed')) }
    await assert.rejects(runProductJobs(dying), /killed/)
    assert.deepEqual(await prices(), [
      [1000, 120],
      [1100, 10],
    ])
    // In the middle of a batch: nothing of it is committed.
    const failing: RunDeps = {
      ...deps,
      database: {
        ...database,
        transact: (work) =>
          database.transact(async (db, again) => {
            await work(db, again)
            throw new Error('killed')
          }),
      },
    }
    await assert.rejects(runProductJobs(failing), /killed/)
    assert.equal((await job())!.changed, 10)
    await untilEnded()
    assert.deepEqual([(await job())!.changed, await prices()], [130, [[1100, 130]]])
  })

  test('is carried out once by two processes', async () => {
    const { job, prices, untilEnded } = await begun(130)
    await Promise.all([untilEnded(), untilEnded()])
    assert.deepEqual([(await job())!.changed, await prices()], [130, [[1100, 130]]])
  })

  test('leaves out what came after it began', async () => {
    const { site, prices, untilEnded } = await begun(3)
    await saveProducts(database, site, commerce, [exampleProduct({ name: 'Late', price: minor(1000) })], new Date(now.getTime() + 1))
    await untilEnded()
    assert.deepEqual(await prices(), [
      [1000, 1],
      [1100, 3],
    ])
  })
})
