import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type TestBucket, testBucket } from '@vitrine/testing/bucket'
import { newId } from '../../kernel/db/id.ts'
import { bucketOriginals } from './bucket.ts'
import type { BucketSettings } from './bucket-client.ts'
import { localOriginals, type Originals, OriginalsUnavailable } from './originals.ts'

let bucket: TestBucket
let originals: Originals

before(async () => {
  bucket = await testBucket()
  originals = bucketOriginals(bucket.settings)
})
after(async () => {
  await originals?.close()
  await bucket?.[Symbol.asyncDispose]()
})

const content = (length = 100_000) => {
  const bytes = randomBytes(length)
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') }
}
const otherwise = (changes: Partial<BucketSettings>) => bucketOriginals({ ...bucket.settings, ...changes })
const unavailable = (words: RegExp) => (error: unknown) => error instanceof OriginalsUnavailable && words.test(error.message)

test('what was put is read, streamed, and handed out in spans', async () => {
  const site = newId()
  const { bytes, digest } = content()
  await originals.put(site, digest, bytes)
  assert.deepEqual(await originals.read(site, digest), bytes)
  assert.deepEqual(await buffer((await originals.open(site, digest))!), bytes)
  assert.deepEqual(await buffer((await originals.open(site, digest, { start: 10, end: 19 }))!), bytes.subarray(10, 20))
  assert.deepEqual(await buffer((await originals.open(site, digest, { start: 99_990, end: 99_999 }))!), bytes.subarray(99_990))
})

test('what is not there is undefined, and so is what is another shop’s', async () => {
  const { bytes, digest } = content()
  await originals.put(newId(), digest, bytes)
  const site = newId()
  assert.equal(await originals.read(site, digest), undefined)
  assert.equal(await originals.open(site, digest), undefined)
})

test('a file is put in parts, whole or not at all, and stays where it was', async () => {
  const site = newId()
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bucket-file-'))
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  try {
    const local = localOriginals(join(folder, 'media'))
    for (const length of [0, 5000, 20_000_000]) {
      const { bytes, digest } = content(length)
      const path = join(folder, digest)
      await writeFile(path, bytes)
      for (const store of [originals, local, originals, local]) {
        await store.putFile(site, digest, path)
        assert.equal(sha256((await store.read(site, digest))!), digest)
      }
      assert.equal(sha256(await readFile(path)), digest)
    }
    const { bytes, digest } = content(9_000_000)
    await writeFile(join(folder, digest), bytes)
    const unauthenticated = otherwise({ keys: { id: 'S3RVER', secret: 'guessed' } })
    await assert.rejects(unauthenticated.putFile(site, digest, join(folder, digest)), OriginalsUnavailable)
    assert.equal(await originals.read(site, digest), undefined)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the same content is put once, by any number at once', async () => {
  const site = newId()
  const { bytes, digest } = content(5000)
  await Promise.all([1, 2, 3, 4].map(() => originals.put(site, digest, bytes)))
  const [object] = await readdir(join(bucket.folder, bucket.settings.bucket, 'shops/media', site), { recursive: true })
  const written = async () => (await stat(join(bucket.folder, bucket.settings.bucket, 'shops/media', site, object!))).mtimeMs
  const first = await written()
  await originals.put(site, digest, bytes)
  assert.equal(await written(), first)
  assert.deepEqual(await originals.read(site, digest), bytes)
})

test('names in the bucket are those of the folder, so that one may be copied to the other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-originals-'))
  const site = newId()
  const { bytes, digest } = content(100)
  await localOriginals(folder).put(site, digest, bytes)
  await originals.put(site, digest, bytes)
  const files = async (of: string) =>
    (await readdir(of, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(of, join(entry.parentPath, entry.name)))
  const [local] = await files(folder)
  const saved = await files(join(bucket.folder, bucket.settings.bucket))
  assert.ok(
    saved.some((name) => name.startsWith(`shops/media/${local}`)),
    `${local} among ${saved.join(' ')}`,
  )
  await rm(folder, { recursive: true })
})

test('a bucket is reached, or it is said why not', async () => {
  await originals.reach()
  await assert.rejects(otherwise({ bucket: 'nobodys' }).reach(), unavailable(/NoSuchBucket/))
  await assert.rejects(otherwise({ keys: { id: 'S3RVER', secret: 'guessed' } }).reach(), unavailable(/SignatureDoesNotMatch/))
  await assert.rejects(otherwise({ endpoint: 'http://127.0.0.1:1' }).reach(), unavailable(/ECONNREFUSED/))
})

test('whoever signs with a wrong key gets nothing and leaves nothing', async () => {
  const unauthenticated = otherwise({ keys: { id: 'S3RVER', secret: 'guessed' } })
  const site = newId()
  const { bytes, digest } = content(100)
  await assert.rejects(unauthenticated.put(site, digest, bytes), OriginalsUnavailable)
  assert.equal(await originals.read(site, digest), undefined)
  await originals.put(site, digest, bytes)
  await assert.rejects(unauthenticated.read(site, digest), OriginalsUnavailable)
})

test('a server that is away is waited for by nobody, and found again when it is back', async () => {
  const site = newId()
  const { bytes, digest } = content(100)
  await originals.put(site, digest, bytes)
  await bucket.stop()
  await assert.rejects(originals.read(site, digest), OriginalsUnavailable)
  await assert.rejects(originals.open(site, digest), OriginalsUnavailable)
  await assert.rejects(originals.put(site, content(10).digest, bytes), OriginalsUnavailable)
  await bucket.begin()
  assert.deepEqual(await originals.read(site, digest), bytes)
})

test('only a site and a digest name an original', async () => {
  await assert.rejects(originals.read('../../..', content().digest), TypeError)
  await assert.rejects(originals.read(newId(), '../../secrets'), TypeError)
})
