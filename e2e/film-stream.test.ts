import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect, type Database } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { settings } from '@vitrine/platform/kernel/settings/settings'
import { fileEvents } from '@vitrine/platform/shop/media/file-events'
import { inspect } from '@vitrine/platform/shop/media/inspect'
import { localOriginals } from '@vitrine/platform/shop/media/originals'
import { findFfmpeg } from '@vitrine/platform/shop/media/processing/ffmpeg'
import { queueJob } from '@vitrine/platform/shop/media/processing/job-store'
import { takeFile } from '@vitrine/platform/shop/media/take-file'
import { type TestDatabase, testDatabase } from '@vitrine/testing/database'
import { type ServerProcess, startServerProcess } from '@vitrine/testing/server-process'
import { openBrowser, type Window } from './browser.ts'

const require = createRequire(import.meta.url)
const run = promisify(execFile)
const ffmpeg = await findFfmpeg(undefined)
const seconds = 30

let folder: string
let made: TestDatabase
let database: Database
let server: ServerProcess
let browser: Window
let site: string
let film: Buffer

const start = (env: Readonly<Record<string, string>> = {}) => startServerProcess({ databaseUrl: made.url, dataDir: folder, env })

before(async () => {
  if (!ffmpeg) return
  folder = await mkdtemp(join(tmpdir(), 'vitrine-film-'))
  made = await testDatabase()
  database = connect({ url: made.url, connections: 2 })
  browser = await openBrowser()
  const path = join(folder, 'film.mp4')
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`]
  await run(ffmpeg.ffmpeg, ['-loglevel', 'error', ...picture, ...sound, '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', path])
  film = await readFile(path)
  server = await start()
  site = (await database.query<{ id: string }>(sql`select site as id from site`))[0]!.id
})
after(async () => {
  await browser?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
  await database?.close()
  await made?.[Symbol.asyncDispose]()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** As an upload does it, in this process: the server finds the film in its queue. */
async function takeFilm(): Promise<string> {
  const now = new Date()
  const taken = await takeFile(
    {
      database,
      originals: localOriginals(join(folder, 'media')),
      events: fileEvents({ origin: server.url }),
      inspect,
      processing: { needs: () => true, queue: (db, of, id) => queueJob(db, of, id, now) },
      readSettings: settings().read,
    },
    { site, source: film, fileName: 'film.mp4', now },
  )
  assert.ok('id' in taken, JSON.stringify(taken))
  return taken.id
}

interface Job {
  readonly state: string
  readonly attempts: number
}

async function untilJob(id: string, isSo: (job: Job) => boolean): Promise<Job> {
  for (const giveUpAt = Date.now() + 240_000; ; await sleep(20)) {
    const [job] = await database.query<Job>(sql`select state, attempts from media_job where site = ${site} and media_id = ${id}`)
    if (job && isSo(job)) return job
    if (Date.now() > giveUpAt) throw new Error(`${JSON.stringify(job)}\n${server.output().slice(-2000)}`)
  }
}

/** Processes of this machine that work in the server's folder; undefined where the system does not tell. */
async function workers(): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  let found = 0
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [line, program] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readlink(`/proc/${pid}/exe`).catch(() => ''),
    ])
    if (program.includes('ffmpeg') && line.includes(folder)) found++
  }
  return found
}

/** A page that gives the film to a player, as any page of a shop may. */
async function watch(address: string, how: 'stream' | 'file') {
  const player = await readFile(require.resolve('hls.js/dist/hls.light.min.js'), 'utf8')
  await using visit = await browser.visit({ width: 1440 })
  const { page } = visit
  await page.route('**/watch', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Film</title><main><h1>Film</h1><video muted playsinline width="640" height="360"></video></main>
        <script>${player}</script><script>
          const video = document.querySelector('video')
          window.faults = []
          if ('${how}' === 'stream') {
            const hls = new Hls({ enableWorker: false })
            hls.on(Hls.Events.ERROR, (_, { fatal, details }) => fatal && window.faults.push(details))
            hls.loadSource('${address}')
            hls.attachMedia(video)
          } else video.src = '${address}'
          video.addEventListener('error', () => window.faults.push(video.error.message))
          video.addEventListener('canplay', () => video.play(), { once: true })
        </script></html>`,
    }),
  )
  await page.goto(`${server.url}/watch`)
  const playedTo = (time: number) =>
    page.waitForFunction(
      (at) => (window as unknown as { faults: string[] }).faults.length > 0 || document.querySelector('video')!.currentTime > at,
      time,
    )
  await playedTo(0.5)
  // The last part of it, which nobody has fetched by playing on.
  await page.evaluate((at) => {
    document.querySelector('video')!.currentTime = at
  }, seconds - 2)
  await playedTo(seconds - 1.5)
  return await page.evaluate(() => {
    const video = document.querySelector('video')!
    const decoded = video as HTMLVideoElement & { readonly webkitAudioDecodedByteCount: number }
    return {
      faults: (window as unknown as { faults: string[] }).faults,
      seconds: Math.round(video.duration),
      hasPicture: video.videoWidth > 0,
      hasSound: decoded.webkitAudioDecodedByteCount > 0,
    }
  })
}

test('kill -9 in the middle of the work on a film: nobody works on, the next server takes it over, and it is ready once', async (t) => {
  if (!ffmpeg) return t.skip('no ffmpeg here')
  const id = await takeFilm()
  await untilJob(id, ({ state }) => state === 'RUNNING')
  while ((await workers()) === 0) await sleep(20)
  await server.kill()
  for (const giveUpAt = Date.now() + 20_000; (await workers()) !== 0 && process.platform === 'linux'; await sleep(20))
    assert.ok(Date.now() < giveUpAt, 'ffmpeg ends with the server')
  assert.deepEqual({ ...(await untilJob(id, () => true)) }, { state: 'RUNNING', attempts: 1 })

  server = await start()
  assert.deepEqual({ ...(await untilJob(id, ({ state }) => state !== 'RUNNING')) }, { state: 'DONE', attempts: 2 })
  const told = await database.query<{ type: string }>(sql`select type from outbox where site = ${site} and entity_id = ${id}`)
  assert.deepEqual(
    told.map(({ type }) => type),
    ['wix.media.site_media.v1.file_descriptor_file_ready'],
  )

  const at = (name: string) => `${server.url}/media/${id}/derived/${name}`
  const main = await fetch(at('stream/main.m3u8'))
  assert.deepEqual(
    ['content-type', 'cache-control', 'access-control-allow-origin'].map((name) => main.headers.get(name)),
    // The file may be replaced; its parts carry what they are of in their addresses.
    ['application/vnd.apple.mpegurl', 'no-cache', '*'],
  )
  const playlist = await main.text()
  assert.match(playlist, /RESOLUTION=640x360,CODECS="avc1\.[0-9a-f]+,mp4a\.40\.2"\nhls-0\.m3u8/)
  assert.equal((await fetch(at('stream/main.mpd'))).headers.get('content-type'), 'application/dash+xml')
  const part = await fetch(at('stream/hls-0.mp4'), { headers: { range: 'bytes=0-99' } })
  assert.deepEqual([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength], [206, 'video/mp4', 100])
  const poster = await fetch(`${at('poster.jpg')}/fit/w_200`, { headers: { accept: 'image/webp' } })
  assert.deepEqual([poster.status, poster.headers.get('content-type')], [200, 'image/webp'])
  assert.equal((await fetch(at('..%2f..%2fpasswd'))).status, 404)
  assert.equal((await fetch(at('nothing.mp4'))).status, 404)

  assert.deepEqual(await watch(at('stream/main.m3u8'), 'stream'), { faults: [], seconds, hasPicture: true, hasSound: true })
  assert.equal((await watch(at('360p.mp4'), 'file')).faults.length, 0)
})

test('without ffmpeg the film is ready as it came, and plays from its bytes', async (t) => {
  if (!ffmpeg) return t.skip('no ffmpeg here')
  await server.kill()
  await database.query(sql`delete from media`)
  server = await start({ VITRINE_FFMPEG: 'off' })
  const id = await takeFilm()
  await untilJob(id, ({ state }) => state === 'DONE')
  const [media] = await database.query<{ details: object; status: string }>(sql`
    select details, operation_status as status from media where site = ${site} and id = ${id}`)
  assert.deepEqual([media!.status, media!.details], ['READY', { durationMs: 30_000, streamsUnavailable: 'NO_FFMPEG' }])
  assert.deepEqual(await watch(`${server.url}/media/${id}`, 'file'), { faults: [], seconds, hasPicture: true, hasSound: true })
})
