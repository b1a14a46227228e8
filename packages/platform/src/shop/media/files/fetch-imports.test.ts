import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { testOriginals } from '@vitrine/testing/originals'
import sharp from 'sharp'
import type { Database } from '../../../kernel/db/pool.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { keyWrap } from '../../../kernel/key-wrap/key-wrap.ts'
import { type OpenedAnswer, OutboundRefused } from '../../../kernel/outbound/outbound.ts'
import type { Sections } from '../../../kernel/settings/sections.ts'
import { fileEvents } from '../file-events.ts'
import { incoming } from '../incoming.ts'
import { inspect } from '../inspect.ts'
import { newFile, newMediaId } from '../take-file.ts'
import { importFetcher } from './fetch-imports.ts'
import { cancelFetchJob } from './import-jobs.ts'
import { addressOf, headersOf, nameOfAddress } from './import-rules.ts'
import { addImport, forgetImports } from './import-store.ts'

const wrap = keyWrap('a secret of thirty-two characters!')
let db: Database
let folder: string
let site: string
let time: Date
let picture: Buffer
const asked: { url: string; headers: unknown }[] = []
const faults: unknown[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-imports-'))
  db = await connectedDatabase()
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#aa5533' } })
    .png()
    .toBuffer()
})
after(async () => {
  await db?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  site = await openSite(db)
  await db.query(sql`delete from media_import`)
  time = new Date('2026-11-21T12:00:00Z')
  asked.length = 0
  faults.length = 0
})

type Answers = (url: URL, signal: AbortSignal) => Promise<Omit<OpenedAnswer, 'destroy'>>

async function* parts(...bytes: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* bytes
}
const said = (status: number, body: AsyncIterable<Buffer> = parts(), headers: Record<string, string> = {}) => ({ status, headers, body })

function fetcher(answers: Answers) {
  return importFetcher({
    files: {
      database: db,
      originals: testOriginals(join(folder, 'media')),
      events: fileEvents({ origin: 'http://shop.example' }),
      inspect,
      readSettings: async () => ({}) as Sections,
    },
    database: db,
    outbound: {
      refusalOf: () => undefined,
      fetch: () => Promise.reject(new Error('imports are opened')),
      async open(target, init = {}) {
        const url = new URL(target)
        asked.push({ url: url.href, headers: init.headers })
        return { ...(await answers(url, init.signal!)), destroy: () => {} }
      },
    },
    incoming: incoming(join(folder, 'incoming')),
    clock: { now: () => time },
    real: { now: () => time },
    wrap,
    report: (fault) => faults.push(fault),
  })
}

async function requested(url = 'https://pictures.example/mug.png', headers: Record<string, string> = {}): Promise<string> {
  const id = newMediaId('mug.png')
  const file = { id, kind: 'IMAGE', mime: 'image/png', fileName: 'mug.png', digest: '', bytes: 0, width: null, height: null } as const
  const unseen = { alpha: false, focal: { x: 0.5, y: 0.5 }, colour: null, placeholder: null, private: false }
  await db.transact((tx) =>
    addImport({ db: tx, site, now: time }, wrap, { ...file, ...unseen }, newFile({ fileName: 'mug.png' }, 'PENDING'), {
      url,
      headers,
      dueAt: time,
    }),
  )
  return id
}

async function stateOf(id: string) {
  const [file] = await db.query<{ status: string; failure: string | null; bytes: number }>(
    sql`select operation_status as status, failure, bytes from media where site = ${site} and id = ${id}`,
  )
  const [waiting] = await db.query<{ attempts: number; dueAt: Date }>(
    sql`select attempts, due_at as "dueAt" from media_import
      where site = ${site} and media_id = ${id} and state in ('WAITING', 'RUNNING')`,
  )
  return { ...file!, waiting: waiting && [waiting.attempts, waiting.dueAt.getTime() - time.getTime()] }
}

describe('a file that is imported', () => {
  test('comes in, and nothing of it lies about', async () => {
    const id = await requested()
    await fetcher(async () => said(200, parts(picture))).settle()
    assert.deepEqual(await stateOf(id), { status: 'READY', failure: null, bytes: picture.length, waiting: undefined })
    assert.deepEqual(await readdir(join(folder, 'incoming')), [])
    assert.deepEqual(faults, [])
  })

  test('of a process that was killed is fetched by another, once nobody has heard of it', async () => {
    const id = await requested()
    const hung = Promise.withResolvers<never>()
    const begun = Promise.withResolvers<void>()
    const killed = fetcher(() => {
      begun.resolve()
      return hung.promise
    }).run()
    await begun.promise
    const other = fetcher(async () => said(200, parts(picture)))
    await other.settle()
    assert.equal((await stateOf(id)).status, 'PENDING', 'the first is still at it')
    time = new Date(time.getTime() + 46_000)
    await other.settle()
    assert.equal((await stateOf(id)).status, 'READY')
    hung.reject(new Error('killed'))
    await killed
    assert.equal((await stateOf(id)).status, 'READY', 'whoever comes late changes nothing')
  })

  test('is tried again by and by where its server does not answer, and fails in the end', async () => {
    const id = await requested()
    const away = fetcher(async () => said(503))
    const pauses: number[] = []
    for (;;) {
      await away.settle()
      const { waiting } = await stateOf(id)
      if (!waiting) break
      pauses.push(waiting[1]! / 1000)
      time = new Date(time.getTime() + waiting[1]!)
    }
    assert.deepEqual(pauses, [10, 60, 300, 1800, 7200])
    assert.deepEqual(await stateOf(id), { status: 'FAILED', failure: 'SOURCE_UNREACHABLE', bytes: 0, waiting: undefined })
  })

  test('that failed is deleted with its headers after a month', async () => {
    const id = await requested('https://pictures.example/mug.png', { authorization: 'Bearer sesame' })
    await fetcher(async () => said(404)).settle()
    const stored = async () =>
      (await db.query(sql`select 1 from media_import where site = ${site} and media_id = ${id} and state = 'FAILED'`)).length
    assert.equal(await stored(), 1)
    await forgetImports(db, new Date(time.getTime() + 29 * 86_400_000))
    assert.equal(await stored(), 1)
    await forgetImports(db, new Date(time.getTime() + 31 * 86_400_000))
    assert.equal(await stored(), 0)
  })

  test('that is canceled while it is fetched is not stored', async () => {
    const id = await requested()
    const canceling = fetcher(async () => {
      await db.transact((tx) => cancelFetchJob({ db: tx, site, now: time }, fileEvents({ origin: 'http://shop.example' }), id, time))
      return said(200, parts(picture))
    })
    await canceling.settle()
    const { status, failure, bytes } = await stateOf(id)
    assert.deepEqual([status, failure, bytes], ['FAILED', 'CANCELED', 0])
    assert.equal((await db.query(sql`select 1 from file_to_remove where site = ${site}`)).length, 1, 'its bytes go')
    assert.deepEqual(await readdir(join(folder, 'incoming')), [])
  })

  test('fails at once where trying again does not help, and is told of', async () => {
    const reasons: [Answers, string][] = [
      [async () => said(404), 'SOURCE_REFUSED'],
      [async (url) => Promise.reject(new OutboundRefused('ADDRESS', url)), 'OUTBOUND_ADDRESS_NOT_ALLOWED'],
      [async () => said(200, parts(Buffer.from('<!doctype html>'))), 'UNKNOWN_TYPE'],
      [async () => said(200, parts(picture.subarray(0, 40))), 'BROKEN'],
      [async () => said(302, parts(), { location: '/again' }), 'SOURCE_REFUSED'],
    ]
    for (const [answers, failure] of reasons) {
      const id = await requested()
      await fetcher(answers).settle()
      assert.deepEqual([(await stateOf(id)).status, (await stateOf(id)).failure], ['FAILED', failure])
      const [told] = await db.query<{ code: string }>(
        sql`select payload -> 'error' ->> 'code' as code from outbox where site = ${site} and entity_id = ${id}`,
      )
      assert.equal(told!.code, failure)
    }
    assert.deepEqual(await readdir(join(folder, 'incoming')), [])
  })

  test('sends its headers, which lie in the database wrapped with the secret of the installation', async () => {
    const id = await requested('https://pictures.example/mug.png', { authorization: 'Bearer letmein' })
    const [row] = await db.query<{ row: string }>(
      sql`select media_import::text as row from media_import where site = ${site} and media_id = ${id}`,
    )
    assert.doesNotMatch(row!.row, /letmein|authorization/i)
    await fetcher(async () => said(200, parts(picture))).settle()
    assert.deepEqual(asked[0]!.headers, { authorization: 'Bearer letmein' })
    assert.equal((await stateOf(id)).status, 'READY')
  })

  test('follows a redirect, and tells its headers to nobody else', async () => {
    const id = await requested('https://pictures.example/mug.png', { authorization: 'Bearer sesame' })
    await fetcher(async (url) =>
      url.host === 'cdn.example' ? said(200, parts(picture)) : said(302, parts(), { location: 'https://cdn.example/m.png' }),
    ).settle()
    assert.equal((await stateOf(id)).status, 'READY')
    assert.deepEqual(asked, [
      { url: 'https://pictures.example/mug.png', headers: { authorization: 'Bearer sesame' } },
      { url: 'https://cdn.example/m.png', headers: {} },
    ])
  })
})

describe('what an import says', () => {
  test('of headers only those are sent that are the caller’s to say', () => {
    assert.deepEqual(headersOf({ 'X-Key': 7, Authorization: 'Bearer a' }), { 'x-key': '7', authorization: 'Bearer a' })
    for (const name of ['Host', 'content-length', 'Connection', 'proxy-authorization', 'range', 'a b', '', 'x:y'])
      assert.equal(headersOf({ [name]: 'x' }), undefined, name)
    assert.equal(headersOf({ 'x-key': 'a\r\nhost: evil' }), undefined)
    assert.deepEqual(headersOf(null), {})
  })

  test('parameters are added to the address, whose end names the file', () => {
    assert.equal(addressOf('https://a.example/m?x=1#y', { size: 2, z: 'ä' }), 'https://a.example/m?x=1&size=2&z=%C3%A4')
    assert.equal(addressOf('nonsense', {}), undefined)
    assert.equal(nameOfAddress('https://a.example/b/Gr%C3%B6%C3%9Fe%20%FF.png?x'), 'Größe _.png')
    assert.equal(nameOfAddress('https://a.example/'), '')
  })
})
