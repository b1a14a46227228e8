import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { addOriginal } from '@vitrine/platform/shop/media/add'
import { Unfit } from '@vitrine/platform/shop/media/inspect'
import { OriginalsUnavailable } from '@vitrine/platform/shop/media/originals'
import sharp from 'sharp'
import { type TestBucket, testBucket } from '../src/bucket.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { newMember } from '../src/subscribed-member.ts'
import { send } from '../src/wire.ts'

let bucket: TestBucket
let shop: TestPlatform
let server: ServerProcess

const environment = ({ settings }: TestBucket, secret = settings.keys!.secret) => ({
  S3_BUCKET: settings.bucket,
  S3_ENDPOINT: settings.endpoint!,
  S3_PREFIX: `/${settings.prefix}/`,
  S3_ACCESS_KEY_ID: settings.keys!.id,
  S3_SECRET_ACCESS_KEY: secret,
})

before(async () => {
  bucket = await testBucket()
  shop = await startTestPlatform({ bucket: bucket.settings })
  server = await startServerProcess({ databaseUrl: shop.databaseUrl, env: environment(bucket) })
})
after(async () => {
  await server?.[Symbol.asyncDispose]()
  await shop?.[Symbol.asyncDispose]()
  await bucket?.[Symbol.asyncDispose]()
})

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .webp()
    .toBuffer()

async function added(bytes: Buffer): Promise<string> {
  const { platform, site, clock } = shop
  const file = await addOriginal(platform.database, platform.originals, bytes, { site, fileName: 'sage.webp', now: clock.now() })
  if (file instanceof Unfit) throw new Error(file.message)
  return file.id
}

test('what one process takes in another one hands out, without a folder in common', async () => {
  const bytes = await picture('#9aa58f')
  const id = await added(bytes)
  assert.equal(existsSync(join(shop.dataDir, 'media')), false)
  const whole = await fetch(`${server.url}/media/${id}`)
  assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, 'image/webp'])
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes)
  const part = await fetch(`${server.url}/media/${id}`, { headers: { range: 'bytes=4-11' } })
  assert.equal(part.status, 206)
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(4, 12))
  const small = await fetch(`${server.url}/media/${id}/v1/fill/w_30,h_30,al_c/sage.webp`, { headers: { accept: 'image/webp' } })
  const { width, height } = await sharp(Buffer.from(await small.arrayBuffer())).metadata()
  assert.deepEqual([width, height], [30, 30])
})

test('a private file of the bucket is sent, linked to, put into an archive, and deleted for good', async () => {
  const office = createClient({ baseUrl: server.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const bytes = await picture('#445566')
  const { uploadUrl } = await office.files.generateFileUploadUrl({ mimeType: 'image/webp', fileName: 'secret.webp', private: true })
  const { file } = (await (await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })).json()) as {
    file: { id: string; hash: string }
  }
  assert.equal((await fetch(`${server.url}/media/${file.id}`)).status, 404)
  const [link] = (await office.files.generateFileDownloadUrl({ fileId: file.id })).downloadUrls
  const part = await fetch(link!.url, { headers: { range: 'bytes=4-11' } })
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, bytes.subarray(4, 12)])
  const archive = await fetch((await office.files.generateFilesDownloadUrl({ fileIds: [file.id] })).downloadUrl)
  const whole = Buffer.from(await archive.arrayBuffer())
  assert.deepEqual([archive.headers.get('content-length'), whole.includes(bytes)], [String(whole.length), true])
  await office.files.bulkDeleteFiles({ fileIds: [file.id], permanent: true })
  assert.equal((await fetch(link!.url)).status, 404)
  await shop.platform.everyMinute()
  assert.equal(await shop.platform.originals.read(shop.site, file.hash), undefined)
})

test('while the bucket is away its files are 503 with a time to come back, and nothing is taken in', async () => {
  const id = await added(await picture('#b5654a'))
  const { access } = await newMember(shop)
  const upload = {
    method: 'POST',
    path: '/vitrine/v1/members/my/photo',
    headers: { authorization: access, 'idempotency-key': 'the same one' },
    body: { content: (await picture('#2f3e46')).toString('base64') },
  }
  await bucket.stop()
  try {
    const away = await fetch(`${server.url}/media/${id}`)
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '5'])
    assert.ok(away.headers.get('x-wix-request-id'))
    const { details } = (await away.json()) as { details: { applicationError: { code: string } } }
    assert.equal(details.applicationError.code, 'SERVICE_UNAVAILABLE')
    const { status, json } = await send(shop, upload)
    assert.deepEqual([status, json.details.applicationError.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.ok(shop.faults.length > 0 && shop.faults.every((fault) => fault instanceof OriginalsUnavailable))
  } finally {
    await bucket.begin()
  }
  assert.equal((await fetch(`${server.url}/media/${id}`)).status, 200)
  const { status, json } = await send(shop, upload)
  assert.equal(status, 200)
  assert.equal((await fetch(`${server.url}${json.photo.url}`)).status, 200)
})

test('a server that may not use its bucket does not open, and says why', async () => {
  await assert.rejects(
    startServerProcess({ databaseUrl: shop.databaseUrl, env: environment(bucket, 'guessed') }),
    /the bucket of S3_BUCKET cannot be reached: 403 SignatureDoesNotMatch/,
  )
})
