// What is cached of the settings: a revision may come a second time with another document, and then the document that stands now is read.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { testDatabase } from '@vitrine/testing/database'
import { connect } from '../db/pool.ts'
import { type Db, sql } from '../db/sql.ts'
import { refuse } from '../refusal.ts'
import { createSite } from '../sites/directory.ts'
import { lockSection } from './change.ts'
import { revisionsOf, type Settings, settings, writeSettings } from './settings.ts'

const home = await testDatabase()
const database = connect({ url: home.url, connections: 4 })
after(async () => {
  await database.close()
  await home[Symbol.asyncDispose]()
})

const now = new Date('2026-11-21T09:00:00.000Z')
let site: string
let known: Settings
beforeEach(async () => {
  site = randomUUID()
  await createSite(database, { id: site, name: 'Test shop' }, now)
  known = settings()
})

const write = (keptMonths: number) => writeSettings(database, site, 'audit', { keptMonths }, now)
const monthsIn = async (db: Db) => (await known.read(db, site)).audit?.keptMonths
async function revisionNow(): Promise<number | undefined> {
  const [row] = await database.query<{ revision: number }>(
    sql`select revision from site_setting where site = ${site} and section = 'audit'`,
  )
  return row?.revision
}

test('a section that was deleted and written anew is read as it is now, though its revision is one that was read before', async () => {
  await write(12)
  assert.equal(await monthsIn(database), 12)
  const before = await revisionNow()
  await database.query(sql`delete from site_setting where site = ${site}`)
  await write(24)
  assert.equal(await revisionNow(), before)
  assert.equal(await monthsIn(database), 24)
})

test('so it is for a write that goes by the revisions which it read together with something else', async () => {
  await write(12)
  assert.equal(await monthsIn(database), 12)
  await database.query(sql`delete from site_setting where site = ${site}`)
  await write(24)
  const read = await database.transact(async (db) => {
    const [row] = await db.query<{ revisions: string }>(sql`select ${revisionsOf(site)} as revisions`)
    known.takeIn(db, site, row!.revisions)
    return monthsIn(db)
  })
  assert.equal(read, 24)
})

test('what a write read of its own change is read by nobody else where it came to nothing', async () => {
  const refusal = refuse('CART_NOT_FOUND')
  const refused = await database.transact(async (db) => {
    await lockSection(db, site, 'audit', { keptMonths: 12 }, now)
    assert.equal(await monthsIn(db), 12)
    return refusal
  })
  assert.equal(refused, refusal)
  await write(24)
  assert.equal(await monthsIn(database), 24)
})

test('a write reads its own change, and so do all when it is kept', async () => {
  await write(12)
  await database.transact(async (db) => {
    assert.equal(await monthsIn(db), 12)
    await writeSettings(db, site, 'audit', { keptMonths: 24 }, now)
    assert.equal(await monthsIn(db), 24)
    assert.equal(await monthsIn(database), 12)
  })
  assert.equal(await monthsIn(database), 24)
})

test('documents are queried once for as long as nothing changes; what is made from them holds while the text of their revisions stays', async () => {
  await write(12)
  const first = await known.read(database, site)
  assert.equal(await known.read(database, site), first)
  await database.transact((db) => db.query(sql`select from site_setting where site = ${site} for update`))
  assert.equal(await known.read(database, site), first)
  const [row] = await database.query<{ revisions: string }>(sql`select ${revisionsOf(site)} as revisions`)
  assert.equal(first.revisions, row!.revisions)
  await write(12)
  assert.notEqual((await known.read(database, site)).revisions, first.revisions)
})
