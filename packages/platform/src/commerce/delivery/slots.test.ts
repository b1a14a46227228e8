import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { findTaken, freeSlot, takeSlot } from './slots.ts'

let database: Database
const [site, other] = [newId(), newId()] as const
const now = new Date('2026-11-23T09:00:00.000Z')
const evening = { ruleCode: 'bike', startsAt: new Date('2026-11-24T16:00:00.000Z') }

before(async () => {
  database = await connectedDatabase()
  for (const id of [site, other]) await openSite(database, id)
})
after(() => database?.close())

class Full extends Error {}

/** As an order does it: what it cannot have it gives up altogether. */
const order = (id: string, capacity?: number | null, slot = evening, at: string = site): Promise<boolean> =>
  database
    .transact(async (db) => {
      if (!(await takeSlot(db, at, id, slot, capacity))) throw new Full()
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Full) return false
      throw error
    })
const taken = async () => Object.fromEntries(await findTaken(database, site, ['bike', 'studio'], now))

test('fifty at once want the last three places: three get one, and each who leaves makes way for one', async () => {
  const ids = Array.from({ length: 50 }, () => newId())
  const got = await Promise.all(ids.map((id) => order(id, 3)))
  assert.equal(got.filter(Boolean).length, 3)
  assert.deepEqual(await taken(), { 'bike@20261124T1600Z': 3 })
  const inside = ids.filter((_, i) => got[i])
  await freeSlot(database, site, inside[0]!)
  await freeSlot(database, site, inside[0]!)
  assert.deepEqual(await taken(), { 'bike@20261124T1600Z': 2 })
  const again = await Promise.all(Array.from({ length: 10 }, () => order(newId(), 3)))
  assert.equal(again.filter(Boolean).length, 1)
})

test('an order that has its place keeps it, however often it asks', async () => {
  const slot = { ...evening, startsAt: new Date('2026-11-25T16:00:00.000Z') }
  const id = newId()
  assert.deepEqual([await order(id, 1, slot), await order(id, 1, slot), await order(newId(), 1, slot)], [true, true, false])
  assert.equal((await taken())['bike@20261125T1600Z'], 1)
})

test('without a capacity the one that was said last holds', async () => {
  const slot = { ruleCode: 'studio', startsAt: new Date('2026-11-25T16:00:00.000Z') }
  const id = newId()
  assert.ok(await order(id, 1, slot))
  await freeSlot(database, site, id)
  assert.ok(await order(newId(), 1, slot))
  assert.equal(await order(id, undefined, slot), false)
  assert.ok(await order(newId(), 2, slot))
  assert.equal(await order(newId(), undefined, slot), false)
  assert.ok(await order(newId(), null, slot))
  assert.ok(await order(newId(), undefined, slot))
})

test('a shop’s slots are its own, and those that have begun are not told', async () => {
  const past = { ruleCode: 'bike', startsAt: new Date('2026-11-23T08:00:00.000Z') }
  assert.ok(await order(newId(), 1, past))
  assert.ok(await order(newId(), 1, evening, other))
  assert.ok(await order(newId(), 1, past, other))
  assert.equal((await taken())['bike@20261123T0800Z'], undefined)
  assert.deepEqual(Object.fromEntries(await findTaken(database, other, ['bike'], now)), { 'bike@20261124T1600Z': 1 })
})
