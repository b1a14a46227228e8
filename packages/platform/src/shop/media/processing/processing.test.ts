import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { testOriginals } from '@vitrine/testing/originals'
import { mp4File, pdfFile, wavFile } from '@vitrine/testing/sample-files'
import { cubeFile } from '@vitrine/testing/sample-models'
import sharp from 'sharp'
import type { Database } from '../../../kernel/db/pool.ts'
import { sql } from '../../../kernel/db/sql.ts'
import type { Sections } from '../../../kernel/settings/sections.ts'
import { fileEvents } from '../file-events.ts'
import { inspect } from '../inspect.ts'
import type { Originals } from '../originals.ts'
import { removeErased } from '../remove.ts'
import { takeFile } from '../take-file.ts'
import { startChild } from './child-process.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { retryMediaJob } from './job-list.ts'
import { claimJob } from './job-store.ts'
import { leaseMs, type ProcessDeps } from './process-job.ts'
import { processing } from './processing.ts'
import { mostAttempts, pauseAfter, timeFor } from './rules.ts'
import type { Ffmpeg } from './task.ts'
import { sidesOf } from './work/film.ts'
import { waveform } from './work/waveform.ts'

let db: Database
let folder: string
let originals: Originals
let ffmpeg: Ffmpeg | undefined
let site: string
let time: Date
const faults: string[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-processing-'))
  db = await connectedDatabase()
  originals = testOriginals(join(folder, 'media'))
  ffmpeg = await findFfmpeg(undefined)
})
after(async () => {
  await db?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  site = await openSite(db)
  // What a test before left waiting is not the work of this one.
  await db.query(sql`delete from media_job`)
  time = new Date('2026-11-21T12:00:00Z')
  faults.length = 0
})

const later = (ms: number) => (time = new Date(time.getTime() + ms))

function shop(more: Partial<ProcessDeps> = {}) {
  const events = fileEvents({ origin: 'http://shop.example' })
  const work = processing({
    database: db,
    originals,
    events,
    real: () => time,
    now: () => time,
    folder: join(folder, 'work'),
    ffmpeg: async () => ffmpeg,
    report: (fault) => faults.push(String(fault)),
    ...more,
  })
  return {
    work,
    async take(source: Buffer) {
      const file = await takeFile(
        { database: db, originals, events, inspect, processing: work, readSettings: async () => ({}) as Sections },
        { site, source, fileName: 'file', now: time },
      )
      assert.ok('id' in file, JSON.stringify(file))
      return file
    },
  }
}

async function stateOf(id: string) {
  const [media] = await db.query<{ status: string; failure: string | null; details: Record<string, unknown>; width: number | null }>(sql`
    select operation_status as status, failure, details, width from media where site = ${site} and id = ${id}`)
  const [job] = await db.query<{ state: string; attempts: number; message: string | null }>(sql`
    select state, attempts, message from media_job where site = ${site} and media_id = ${id}`)
  const made = await db.query<{ name: string; mime: string; digest: string; width: number | null }>(sql`
    select name, mime, digest, width from media_derivative where site = ${site} and media_id = ${id} order by name`)
  const told = await db.query<{ type: string }>(sql`select type from outbox where site = ${site} order by id`)
  return { ...media!, job, made, told: told.map(({ type }) => type.replace(/.*file_descriptor_/, '')) }
}

const leftovers = () => readdir(join(folder, 'work')).catch(() => [])

/** A child that does one thing, whatever it is asked. */
async function childThat(does: string): Promise<NonNullable<ProcessDeps['start']>> {
  const script = join(folder, `${faults.length}${Math.abs(does.length)}.mjs`)
  await writeFile(script, `process.on('message', ({ id }) => { ${does} })\nprocess.on('disconnect', () => process.exit())\n`)
  return ({ megabytes }) => startChild({ megabytes, script })
}

describe('what is made of a file in the background', () => {
  test('bytes that another file had, too, and that went with it just before their row stood, are there again', async () => {
    const pdf = pdfFile({ pages: 1, more: [] })
    const first = shop()
    const { id } = await first.take(pdf)
    await first.work.run()
    const [{ digest } = { digest: '' }] = (await stateOf(id)).made
    // Whoever removes bytes comes between the bytes of the second page and the row that names them.
    let puts = 0
    const racing: Originals = {
      ...originals,
      async putFile(...given) {
        await originals.putFile(...given)
        if (++puts > 1) return
        await db.query(sql`delete from media where site = ${site} and id = ${id}`)
        await db.query(sql`insert into file_to_remove (site, digest, asked_at) values (${site}, ${digest}, ${time})`)
        await removeErased(db, originals)
      },
    }
    const second = shop({ originals: racing })
    const { id: again } = await second.take(Buffer.concat([pdf, Buffer.from('\n%%\n')]))
    await second.work.run()
    const { status, made } = await stateOf(again)
    assert.deepEqual([status, made.map((one) => one.digest), puts], ['READY', [digest], 2])
    assert.ok(await originals.read(site, digest))
  })

  test('a PDF: its pages, its first page as a picture, and the event that it is ready', async () => {
    const { work, take } = shop()
    const { id, operationStatus } = await take(pdfFile({ pages: 3, more: [] }))
    assert.equal(operationStatus, 'PENDING')
    assert.deepEqual((await stateOf(id)).told, [])
    await work.run()
    const { status, details, made, told, job } = await stateOf(id)
    assert.deepEqual([status, details, told, job!.state], ['READY', { pages: 3, thumbnailName: 'page-1.webp' }, ['file_ready'], 'DONE'])
    assert.deepEqual(
      made.map(({ name, mime, width }) => [name, mime, width]),
      [['page-1.webp', 'image/webp', 1200]],
    )
    const page = await sharp(await originals.read(site, made[0]!.digest)).metadata()
    assert.deepEqual([page.width, page.height], [1200, 1600])
    assert.deepEqual([await leftovers(), faults], [[], []])
  })

  test('its colours are those of the page', async () => {
    const { work, take } = shop()
    const red = pdfFile({ more: [] }).toString('latin1').replace('/MediaBox [0 0 300 400]', '/MediaBox [0 0 300 400] /Contents 4 0 R')
    // The table of places is mended by whoever reads it.
    const bytes = Buffer.from(
      red.replace('xref\n', '4 0 obj\n<< /Length 27 >>\nstream\n1 0 0 rg 0 0 300 400 re f  \nendstream\nendobj\nxref\n'),
      'latin1',
    )
    const { id } = await take(bytes)
    await work.run()
    const { made } = await stateOf(id)
    const { dominant } = await sharp(await originals.read(site, made[0]!.digest)).stats()
    assert.ok(dominant.r > 240 && dominant.g < 20 && dominant.b < 20, JSON.stringify(dominant))
  })

  test('a model: its thumbnail without a background, and the event that it is ready', async () => {
    const { work, take } = shop()
    const { id, operationStatus } = await take(cubeFile())
    assert.equal(operationStatus, 'PENDING')
    await work.run()
    const { status, details, made, told, width } = await stateOf(id)
    assert.deepEqual(details, { dimensions: { x: 1, y: 1, z: 1 }, thumbnailName: 'thumbnail.webp' })
    assert.deepEqual([status, told, width], ['READY', ['file_ready'], null])
    assert.deepEqual(
      made.map(({ name, mime, width: wide }) => [name, mime, wide]),
      [['thumbnail.webp', 'image/webp', 1024]],
    )
    const { data, info } = await sharp(await originals.read(site, made[0]!.digest))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
    assert.equal(at(4, 4)[3], 0)
    const [red, green, blue, opacity] = at(358, 614)
    assert.ok(red! < 20 && green! < 20 && blue! > 235 && opacity === 255, at(358, 614).join())
    assert.deepEqual([await leftovers(), faults], [[], []])
  })

  test('a model that cannot be drawn is ready without a thumbnail, and says why', async () => {
    const { work, take } = shop()
    const { id } = await take(cubeFile((gltf) => ({ ...gltf, extensionsRequired: ['KHR_draco_mesh_compression'] })))
    await work.run()
    const { status, details, made, told, job } = await stateOf(id)
    assert.deepEqual([status, details.thumbnailUnavailable, made, told, job!.state], ['READY', 'UNSUPPORTED', [], ['file_ready'], 'DONE'])
    assert.deepEqual([await leftovers(), faults], [[], []])
  })

  test('a model whose drawing crashes is ready without a thumbnail; the job has failed, and a retry draws it', async () => {
    const { take } = shop()
    const { id } = await take(cubeFile())
    const dying = shop({ start: await childThat('process.exit(3)') })
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      await dying.work.run()
      later(pauseAfter(attempt))
    }
    const failed = await stateOf(id)
    assert.deepEqual([failed.status, failed.details.thumbnailUnavailable, failed.job!.state], ['READY', 'FAILED', 'FAILED'])
    await db.transact((tx) => retryMediaJob({ db: tx, site, now: time }, fileEvents({ origin: 'http://shop.example' }), id, time))
    await shop().work.run()
    const { details, made } = await stateOf(id)
    assert.deepEqual([details.thumbnailName, details.thumbnailUnavailable, made.length], ['thumbnail.webp', undefined, 1])
  })

  test('sound: how loud it is over its length', { skip: process.platform === 'win32' }, async (t) => {
    if (!ffmpeg) return t.skip('no ffmpeg here')
    const { work, take } = shop()
    const { id } = await take(wavFile(3))
    await work.run()
    const { status, details, made } = await stateOf(id)
    const { durationMs, waveform: wave } = details as { durationMs: number; waveform: number[] }
    assert.deepEqual([status, durationMs, wave.length, made], ['READY', 3000, 200, []])
    assert.ok(wave[10]! < wave[100]! && wave[100]! < wave[190]!, 'it grows louder')
  })

  test('without ffmpeg a film is ready as it came, and says so', async () => {
    const { work, take } = shop({ ffmpeg: async () => undefined })
    const { id } = await take(mp4File())
    await work.run()
    const { status, details, made } = await stateOf(id)
    assert.deepEqual([status, details, made], ['READY', { durationMs: 2000, streamsUnavailable: 'NO_FFMPEG' }, []])
  })
})

describe('what goes wrong', () => {
  test('a film with nothing to be played in it has failed at once, with an event and a reason, and is no fault of the shop', async (t) => {
    if (!ffmpeg) return t.skip('no ffmpeg here')
    const { work, take } = shop()
    const { id } = await take(mp4File())
    await work.run()
    const { status, failure, told, job } = await stateOf(id)
    assert.deepEqual([status, failure, told, job!.state, job!.attempts], ['FAILED', 'UNREADABLE', ['file_failed'], 'FAILED', 1])
    assert.ok(job!.message!.length > 0)
    assert.deepEqual(faults, [])
  })

  for (const [name, does] of [
    ['takes all memory', 'const all = []; for (;;) all.push(Buffer.alloc(50_000_000, 1))'],
    ['ends', 'process.exit(0)'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')"],
  ] as const)
    test(`a child that ${name} is tried again, and in the end the file has failed; the shop is as before`, async () => {
      const { work, take } = shop({ start: await childThat(does) })
      const { id } = await take(pdfFile())
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        await work.run()
        assert.equal((await stateOf(id)).job!.attempts, attempt)
        await work.run()
        assert.equal((await stateOf(id)).job!.attempts, attempt, 'not before its time')
        later(pauseAfter(attempt))
      }
      const { status, failure, told } = await stateOf(id)
      assert.deepEqual([status, failure, told], ['FAILED', 'DIED', ['file_failed']])
      assert.deepEqual(await leftovers(), [])
    })

  test('a child that hangs is ended when its time is over', async () => {
    const child = (await childThat('for (;;);'))({ megabytes: 1500 })
    await assert.rejects(child.run({ task: 'inspect', source: Buffer.alloc(1) }, 300), { why: 'TOO_SLOW' })
    assert.ok(child.ended)
  })

  test('a process that ends gives its file back, and nothing counts as a try', async () => {
    const { work, take } = shop({ start: await childThat('') })
    const { id } = await take(pdfFile())
    const running = work.run()
    while ((await stateOf(id)).job!.state !== 'RUNNING') await new Promise((resolve) => setImmediate(resolve))
    await work.stop()
    await running
    assert.deepEqual({ ...(await stateOf(id)).job }, { state: 'WAITING', attempts: 0, message: null })
  })

  test('what a killed process was at is taken over when it has been silent long enough, and done once', async () => {
    const { work, take } = shop()
    const { id } = await take(pdfFile())
    const killed = await claimJob(db, time, new Date(time.getTime() + leaseMs))
    assert.equal(killed!.mediaId, id)
    await work.run()
    assert.equal((await stateOf(id)).job!.state, 'RUNNING', 'it may still be at it')
    later(leaseMs)
    await work.run()
    const { status, told, made, job } = await stateOf(id)
    assert.deepEqual([status, told, made.length, job!.attempts], ['READY', ['file_ready'], 1, 2])
  })

  test('a file that is removed while it is worked on leaves nothing', async () => {
    const removing: Originals = {
      ...originals,
      async putFile(...of) {
        await originals.putFile(...of)
        await db.query(sql`delete from media where site = ${site}`)
      },
    }
    const { work, take } = shop({ originals: removing })
    const { id } = await take(pdfFile({ pages: 2 }))
    await work.run()
    assert.deepEqual(await db.query(sql`select 1 from media_derivative where site = ${site} and media_id = ${id}`), [])
    await removeErased(db, originals)
    const left: string[] = []
    for await (const { site: of, digest } of originals.list()) if (of === site) left.push(digest)
    assert.equal(left.length, 1, 'the original alone, which whoever removed its row removes')
    assert.deepEqual(await leftovers(), [])
  })
})

describe('rules', () => {
  test('a film has up to three renditions, none larger than it is', () => {
    assert.deepEqual(sidesOf({ width: 3840, height: 2160 }), [1080, 720, 480])
    assert.deepEqual(sidesOf({ width: 720, height: 900 }), [720, 480, 360])
    assert.deepEqual(sidesOf({ width: 500, height: 281 }), [240])
    assert.deepEqual(sidesOf({ width: 101, height: 99 }), [100])
  })

  test('a waveform takes samples in parts of any length', () => {
    const wave = waveform(400)
    const samples = Buffer.alloc(800)
    for (let i = 0; i < 400; i++) samples.writeInt16LE(i < 200 ? -16_384 : 32_767, i * 2)
    for (let at = 0; at < 800; at += 7) wave.take(samples.subarray(at, at + 7))
    const values = wave.values()
    assert.deepEqual([values.length, values[0], values[99], values[100], values[199]], [200, 50, 50, 100, 100])
  })

  test('a longer film may take longer, and none for ever', () => {
    assert.equal(timeFor(undefined), 600_000)
    assert.equal(timeFor(60_000), 960_000)
    assert.equal(timeFor(1e12), 4 * 3600_000)
    assert.deepEqual([1, 2, 3, 4, 5].map(pauseAfter), [10_000, 60_000, 300_000, 300_000, 300_000])
  })
})
