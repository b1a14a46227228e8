import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { countOriginals, testOriginals } from '@vitrine/testing/originals'
import sharp from 'sharp'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { addOriginal } from './add.ts'
import { Unfit } from './inspect.ts'
import { findMedia, moveFocalPoint } from './store.ts'

let db: Database
let folder: string
const now = new Date('2026-11-21T12:00:00Z')

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-originals-'))
  db = await connectedDatabase()
})
after(async () => {
  await db?.close()
  await rm(folder, { recursive: true, force: true })
})

const picture = (colour: string) =>
  sharp({ create: { width: 80, height: 100, channels: 3, background: colour } })
    .webp()
    .toBuffer()

test('a file is taken once, however often and however many at once it is added', async () => {
  const site = await openSite(db)
  const originals = testOriginals(folder)
  const bytes = await picture('#9aa58f')
  const before = await countOriginals(originals, site)
  const add = () => addOriginal(db, originals, bytes, { site, fileName: '../../images/sage.webp', now })
  const added = await Promise.all([add(), add(), add(), add()])
  const [first] = added
  assert.ok(first && !(first instanceof Unfit))
  for (const file of added) assert.deepEqual(file, first)
  assert.match(first.id, /^[0-9a-f]{32}\.webp$/)
  assert.deepEqual(
    [first.kind, first.mime, first.width, first.height, first.fileName, first.bytes],
    ['IMAGE', 'image/webp', 80, 100, 'sage.webp', bytes.length],
  )
  assert.deepEqual(first.focal, { x: 0.5, y: 0.5 })
  assert.equal((await countOriginals(originals, site)) - before, 1)
  assert.deepEqual(await originals.read(site, first.digest), bytes)
  assert.deepEqual(await findMedia(db, site, first.id), first)
})

test('an id of one’s own is kept, also beside the same content; other content behind it is an error of ours', async () => {
  const site = await openSite(db)
  const originals = testOriginals(folder)
  const add = async (bytes: Buffer, id: string) =>
    addOriginal(db, originals, bytes, { site, fileName: 'a.webp', id, focal: { x: 0.25, y: 0.75 }, now })
  const red = await picture('#ff0000')
  const one = await add(red, 'hero-breakfast.webp')
  assert.ok(!(one instanceof Unfit))
  assert.deepEqual([one.id, one.focal], ['hero-breakfast.webp', { x: 0.25, y: 0.75 }])
  assert.deepEqual(await add(red, 'hero-breakfast.webp'), one)
  const two = await add(red, 'hero-evening.webp')
  assert.ok(!(two instanceof Unfit) && two.id === 'hero-evening.webp' && two.digest === one.digest)
  await assert.rejects(add(await picture('#0000ff'), 'hero-breakfast.webp'), /holds other content/)
  await assert.rejects(add(red, '../x'), /cannot be a media id/)
})

test('two sites may hold the same id with other content, and do not see each other', async () => {
  const [one, two] = [await openSite(db), await openSite(db)]
  const originals = testOriginals(folder)
  const a = await addOriginal(db, originals, await picture('#00ff00'), { site: one, fileName: 'a', id: 'same.webp', now })
  const b = await addOriginal(db, originals, await picture('#ffff00'), { site: two, fileName: 'a', id: 'same.webp', now })
  assert.ok(!(a instanceof Unfit) && !(b instanceof Unfit) && a.digest !== b.digest)
  assert.equal(await originals.read(two, a.digest), undefined)
  assert.equal((await findMedia(db, two, 'same.webp'))!.digest, b.digest)
  const moved = await moveFocalPoint(db, one, 'same.webp', { x: 0.125, y: 1 })
  assert.deepEqual(moved!.focal, { x: 0.125, y: 1 })
  assert.deepEqual((await findMedia(db, two, 'same.webp'))!.focal, { x: 0.5, y: 0.5 })
  assert.equal(await moveFocalPoint(db, one, 'other.webp', { x: 0, y: 0 }), undefined)
})

test('what is unfit leaves neither bytes nor a row', async () => {
  const site = await openSite(db)
  const originals = testOriginals(folder)
  const before = await countOriginals(originals, site)
  const answer = await addOriginal(db, originals, Buffer.from('<html/>'), { site, fileName: 'a.png', now })
  assert.ok(answer instanceof Unfit && answer.reason === 'UNKNOWN_TYPE')
  assert.equal(await countOriginals(originals, site), before)
  assert.deepEqual(await db.query(sql`select id from media where site = ${site}`), [])
})
