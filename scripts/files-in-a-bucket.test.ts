/**
 * Runs the tests of each way in which files are stored, read, worked on, replaced and removed again, with a bucket instead of the local folder:
 * all in one process, which loads the platform once.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestBucket, testBucket } from '../testing/src/bucket.ts'
import { type FileReport, runFiles } from './test-runner.ts'

const files = [
  'testing/test/downloads.test.ts',
  'testing/test/file-intake.test.ts',
  'testing/test/film-captions.test.ts',
  'testing/test/media-library.test.ts',
  'testing/test/merchant-product-pictures.test.ts',
  'testing/test/my-photo.test.ts',
  'testing/test/product-films.test.ts',
  'testing/test/published-client.media.test.ts',
  'testing/test/replaced-files.test.ts',
  'testing/test/reviews-media.test.ts',
  'testing/test/unused-files.test.ts',
  'packages/platform/src/shop/media/add.test.ts',
  'packages/platform/src/shop/media/files/fetch-imports.test.ts',
  'packages/platform/src/shop/media/hostile-files.test.ts',
  'packages/platform/src/shop/media/processing/processing.test.ts',
]

const ended = new Map(files.map((file) => [file, Promise.withResolvers<FileReport>()]))
const stop = new AbortController()
let bucket: TestBucket
let running: Promise<unknown>

before(async () => {
  bucket = await testBucket({ signatures: false })
  // The environment of each test process of this run.
  process.env.VITRINE_TEST_BUCKET = JSON.stringify(bucket.settings)
  delete process.env.NODE_TEST_CONTEXT
  delete process.env.VITRINE_RECORD
  running = runFiles(files, { atOnce: 1, signal: stop.signal, onReport: (report) => ended.get(report.file)!.resolve(report) })
})
after(async () => {
  stop.abort()
  await running
  await bucket?.[Symbol.asyncDispose]()
})

for (const file of files)
  test(`${file}, in a bucket`, async () => {
    const { passed, failures, output } = await ended.get(file)!.promise
    assert.deepEqual(failures, [], output)
    assert.ok(passed > 0, 'it has tests')
  })
