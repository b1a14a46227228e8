import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { bucketClient } from '@vitrine/platform/shop/media/bucket-client'
import { openUpload } from '@vitrine/platform/shop/media/resumable/address'
import { bucketParts } from '@vitrine/platform/shop/media/resumable/bucket-parts'
import { findMedia } from '@vitrine/platform/shop/media/store'
import sharp from 'sharp'
import { DetailedError, Upload } from 'tus-js-client'
import { bucketEnvironment, testBucket } from '../src/bucket.ts'
import { cutLine } from '../src/cut-line.ts'
import { writeLargeFile } from '../src/large-file.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { freePort, type ServerProcess, startServerProcess } from '../src/server-process.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-resumable-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const megabyte = 1024 * 1024
/** The usual run sends little; `RESUMABLE_MEGABYTES=1024` sends what a film has. */
const megabytes = Number(process.env.RESUMABLE_MEGABYTES ?? 64)
const patience = Array.from({ length: 1200 }, () => 100)

/** Figures of a run that somebody asks for. */
function say(where: string, grown: number): void {
  if (process.env.RESUMABLE_MEGABYTES)
    process.stderr.write(`${where}: ${megabytes} MB, memory grew by ${Math.round(grown / megabyte)} MB at most\n`)
}

const planOf = (most: number, fileName = 'waves.mp4') => ({ fileName, most })
const addressOf = (shop: TestPlatform, base: string, most: number) =>
  openUpload(shop.platform.database, shop.site, planOf(most), new Date()).then((id) => `${base}/uploads/resumable/${id}`)

/** Which file an upload has become, asked until it is known: of a large one the last answer may come too late for its sender. */
async function fileIdAt(url: string): Promise<string> {
  for (const giveUpAt = performance.now() + 240_000; performance.now() < giveUpAt; await new Promise((later) => setTimeout(later, 200))) {
    const id = (await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).headers.get('vitrine-file-id')
    if (id !== null) return id
  }
  throw new Error(`${url} has not become a file`)
}

interface Sent {
  readonly url: string
  readonly headers: { readonly getHeader: (name: string) => string | undefined }
}

function send(
  source: Buffer | ReturnType<typeof createReadStream>,
  endpoint: string,
  { onProgress, ...options }: { readonly onProgress?: (sent: number) => void; readonly uploadSize?: number } = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(source as Buffer, {
      endpoint,
      retryDelays: patience,
      storeFingerprintForResuming: false,
      ...options,
      ...(onProgress && { onProgress }),
      onError: reject,
      onSuccess: ({ lastResponse }) => resolve({ url: upload.url!, headers: lastResponse }),
    })
    upload.start()
  })
}

async function digestOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/** The most memory that a process has had, in bytes. */
async function mostMemory({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)![1]) * 1024
}

async function survives(env: Readonly<Record<string, string>>, dataDirs: readonly [string, string], shop: TestPlatform) {
  const path = join(folder, 'large.mp4')
  const { digest, bytes } = await writeLargeFile(path, megabytes, 'film')
  const port = await freePort()
  let server = await startServerProcess({ databaseUrl: shop.databaseUrl, dataDir: dataDirs[0], port, env })
  const before = await mostMemory(server)
  const third = Math.floor(bytes / 8)
  await using line = await cutLine(server.url, [third, third, third])
  let restarted: Promise<unknown> | undefined
  const restart = async () => {
    await server.kill()
    server = await startServerProcess({ databaseUrl: shop.databaseUrl, dataDir: dataDirs[1], port, env })
  }
  try {
    const sent = await send(createReadStream(path), await addressOf(shop, line.url, bytes), {
      onProgress(count) {
        if (count > bytes * 0.6) restarted ??= restart()
      },
    })
    await restarted
    assert.ok(restarted, 'the server was restarted on the way')
    assert.equal(line.cuts(), 3)
    const id = sent.headers.getHeader('Vitrine-File-Id') ?? (await fileIdAt(sent.url))
    const file = await findMedia(shop.platform.database, shop.site, id)
    assert.deepEqual([file?.digest, file?.bytes, file?.kind], [digest, bytes, 'VIDEO'])
    const answer = await fetch(`${server.url}/media/${id}`)
    assert.equal(await digestOf(answer.body as AsyncIterable<Uint8Array>), digest)
    const [left] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from resumable_upload where site = ${shop.site} and media_id is null`,
    )
    assert.equal(left!.count, 0)
    const grown = (await mostMemory(server)) - before
    return { grown }
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

describe('an upload survives three broken lines and a restart of the server, byte by byte, in memory that stays flat', () => {
  test('on the local folder', async (t) => {
    await using shop = await startTestPlatform()
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const { grown } = await survives({}, [dataDir, dataDir], shop)
    say(t.name, grown)
    const [, ...rest] = (await readdir(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    assert.deepEqual(rest, [])
    assert.ok(grown < 200 * megabyte, `${grown}`)
  })

  test('in a bucket, where the second process has another folder', async (t) => {
    await using bucket = await testBucket({ signatures: false })
    const { settings } = bucket
    const env = bucketEnvironment(settings)
    await using shop = await startTestPlatform({ bucket: settings })
    const dataDirs = [await mkdtemp(join(folder, 'one-')), await mkdtemp(join(folder, 'two-'))] as const
    const { grown } = await survives(env, dataDirs, shop)
    say(t.name, grown)
    // What the killed process had put without having said so is swept away after its time.
    const objects = bucketClient(settings)
    await bucketParts(objects, join(dataDirs[0], 'uploads', 'finished')).sweep(Date.parse('2100-01-01'))
    await objects.close()
    const left = await readdir(join(bucket.folder, settings.bucket, settings.prefix), { recursive: true })
    assert.deepEqual(
      left.filter((name) => name.startsWith('uploads') && name.endsWith('_object')),
      [],
    )
    assert.ok(grown < 250 * megabyte, `${grown}`)
  })
})

describe('the address', () => {
  let shop: TestPlatform
  let server: ServerProcess
  before(async () => {
    shop = await startTestPlatform()
    server = await startServerProcess({ databaseUrl: shop.databaseUrl, dataDir: await mkdtemp(join(folder, 'data-')) })
  })
  after(async () => {
    await server?.[Symbol.asyncDispose]()
    await shop?.[Symbol.asyncDispose]()
  })
  const ask = (url: string, method: string, headers: Record<string, string> = {}, body?: Buffer) =>
    fetch(url, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body: new Uint8Array(body) }) })
  const octets = { 'content-type': 'application/offset+octet-stream' }
  const picture = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .webp()
      .toBuffer()

  test('201 to a beginning, 204 to each part, and its end names the file', async () => {
    const bytes = await picture('#9aa58f')
    const url = await addressOf(shop, server.url, 1000)
    const begun = await ask(url, 'POST', { 'upload-length': String(bytes.length), 'upload-metadata': 'filename c2FnZQ==' })
    assert.deepEqual([begun.status, begun.headers.get('location')], [201, new URL(url).pathname])
    const half = await ask(url, 'PATCH', { ...octets, 'upload-offset': '0' }, bytes.subarray(0, 20))
    assert.deepEqual([half.status, half.headers.get('upload-offset'), half.headers.get('vitrine-file-id')], [204, '20', null])
    const known = await ask(url, 'HEAD')
    assert.deepEqual(
      ['upload-offset', 'upload-length', 'upload-metadata', 'cache-control'].map((name) => known.headers.get(name)),
      ['20', String(bytes.length), 'filename c2FnZQ==', 'no-store'],
    )
    const whole = await ask(url, 'PATCH', { ...octets, 'upload-offset': '20' }, bytes.subarray(20))
    const id = whole.headers.get('vitrine-file-id')!
    assert.equal(whole.status, 204)
    assert.deepEqual(Buffer.from(await (await fetch(`${server.url}/media/${id}`)).arrayBuffer()), bytes)
    assert.equal((await ask(url, 'HEAD')).headers.get('vitrine-file-id'), id, 'whoever did not hear it asks again')
    assert.equal((await ask(url, 'DELETE')).status, 400)
    assert.equal((await ask(url, 'POST', { 'upload-length': '5' })).status, 410)
  })

  test('404 to what was not given, 413 to more than was said, 400 to nothing', async () => {
    const none = `${server.url}/uploads/resumable/${'a'.repeat(32)}`
    for (const [method, headers] of [
      ['POST', { 'upload-length': '5' }],
      ['HEAD', {}],
      ['PATCH', { ...octets, 'upload-offset': '0' }],
      ['DELETE', {}],
    ] as const)
      assert.equal((await ask(none, method, headers, method === 'PATCH' ? Buffer.alloc(5) : undefined)).status, 404, method)
    for (const wrong of ['', '/', '/..%2f..%2fetc', `/${'a'.repeat(1000)}`])
      assert.ok([403, 404].includes((await ask(`${server.url}/uploads/resumable${wrong}`, 'POST', { 'upload-length': '5' })).status), wrong)
    const url = await addressOf(shop, server.url, 1000)
    assert.equal((await ask(url, 'POST', { 'upload-length': '1001' })).status, 413)
    assert.equal((await ask(url, 'POST', { 'upload-length': '0' })).status, 400)
    assert.equal((await ask(url, 'HEAD')).status, 404)
    await ask(url, 'POST', { 'upload-length': '10' })
    assert.equal((await ask(url, 'PATCH', { ...octets, 'upload-offset': '0' }, Buffer.alloc(11))).status, 413)
    assert.equal((await ask(url, 'PATCH', { ...octets, 'upload-offset': '3' }, Buffer.alloc(2))).status, 409)
    assert.equal((await ask(url, 'HEAD')).headers.get('upload-offset'), '0')
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 412)
  })

  test('the token may stand in the metadata or the header, and what no database holds is left out', async () => {
    const bytes = await picture('#556b2f')
    const nothing = Buffer.from('\0').toString('base64')
    for (const said of ['metadata', 'header'] as const) {
      const token = (await addressOf(shop, server.url, 1000)).split('/').at(-1)!
      const begun = await ask(`${server.url}/uploads/resumable`, 'POST', {
        'upload-length': String(bytes.length),
        'upload-metadata': `none ${nothing}${said === 'metadata' ? `,token ${Buffer.from(token).toString('base64')}` : ''}`,
        ...(said === 'header' && { authorization: token }),
      })
      assert.deepEqual([begun.status, begun.headers.get('location')], [201, `/uploads/resumable/${token}`])
    }
    const none = await ask(`${server.url}/uploads/resumable`, 'POST', { 'upload-length': '5', 'upload-metadata': `token ${nothing}` })
    assert.equal(none.status, 404)
  })

  test('400 UPLOAD_NOT_TAKEN to what is no file we take, and nothing of it is kept', async () => {
    const url = await addressOf(shop, server.url, 1000)
    await ask(url, 'POST', { 'upload-length': '100' })
    const answer = await ask(url, 'PATCH', { ...octets, 'upload-offset': '0' }, Buffer.alloc(100, 'x'))
    const { details } = (await answer.json()) as { details: { applicationError: { code: string; data: { reason: string } } } }
    assert.deepEqual(
      [answer.status, details.applicationError.code, details.applicationError.data.reason],
      [400, 'UPLOAD_NOT_TAKEN', 'UNKNOWN_TYPE'],
    )
    const known = await ask(url, 'HEAD')
    assert.deepEqual([known.status, known.headers.get('vitrine-upload-failure')], [410, 'UNKNOWN_TYPE'])
  })

  test('a browser of any origin may send there', async () => {
    const url = await addressOf(shop, server.url, 1000)
    const asked = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PATCH' },
    })
    assert.equal(asked.status, 204)
    assert.match(asked.headers.get('access-control-allow-methods') ?? '', /PATCH/)
    const begun = await ask(url, 'POST', { 'upload-length': '5', origin: 'https://elsewhere.example' })
    assert.equal(begun.headers.get('access-control-allow-origin'), '*')
    assert.match(begun.headers.get('access-control-expose-headers') ?? '', /Vitrine-File-Id/)
  })

  test('what a process was killed over is finished by another, and what is over is removed', async () => {
    const { database } = shop.platform
    const bytes = await picture('#b5654a')
    const [url, over] = [await addressOf(shop, server.url, 1000), await addressOf(shop, server.url, 1000)]
    for (const each of [url, over]) {
      await ask(each, 'POST', { 'upload-length': String(bytes.length) })
      await ask(each, 'PATCH', { ...octets, 'upload-offset': '0' }, bytes.subarray(0, 10))
    }
    const idOf = (address: string) => address.split('/').at(-1)!
    const { sweepUploads } = await import('@vitrine/platform/shop/media/resumable/sweep')
    const { folderParts } = await import('@vitrine/platform/shop/media/resumable/folder-parts')
    const parts = folderParts(await mkdtemp(join(folder, 'parts-')))
    await parts.put({ site: shop.site, id: idOf(url) }, 0, bytes)
    await database.query(sql`update resumable_upload set received = bytes where site = ${shop.site} and id = ${idOf(url)}`)
    await database.query(sql`update resumable_upload set expires_at = ${new Date(0)} where site = ${shop.site} and id = ${idOf(over)}`)
    const taken: string[] = []
    const deps = {
      db: database,
      parts,
      now: () => new Date(),
      take: async ({ path }: { readonly path: string }) => {
        taken.push(await digestOf(createReadStream(path)))
        return { id: 'swept.webp' }
      },
    }
    await Promise.all([sweepUploads(deps), sweepUploads(deps)])
    await sweepUploads(deps)
    assert.deepEqual(taken, [createHash('sha256').update(bytes).digest('hex')])
    assert.equal((await ask(url, 'HEAD')).headers.get('vitrine-file-id'), 'swept.webp')
    assert.equal((await ask(over, 'HEAD')).status, 404)
  })

  test('bytes that are gone are sent again', async () => {
    const bytes = await picture('#2f3e46')
    const url = await addressOf(shop, server.url, 1000)
    await ask(url, 'POST', { 'upload-length': String(bytes.length) })
    await shop.platform.database.query(
      sql`update resumable_upload set received = 30 where site = ${shop.site} and id = ${url.split('/').at(-1)}`,
    )
    assert.equal((await ask(url, 'PATCH', { ...octets, 'upload-offset': '30' }, bytes.subarray(30))).status, 409)
    assert.equal((await ask(url, 'HEAD')).headers.get('upload-offset'), '0')
    assert.equal((await ask(url, 'PATCH', { ...octets, 'upload-offset': '0' }, bytes)).status, 204)
  })

  test('tus-js-client is told why its file is not taken', async () => {
    const url = await addressOf(shop, server.url, 1000)
    await assert.rejects(send(Buffer.alloc(100, 'x'), url), (error: unknown) => {
      assert.ok(error instanceof DetailedError)
      assert.match(error.originalResponse!.getBody(), /UNKNOWN_TYPE/)
      return true
    })
  })
})
