/** Every test that moves bytes of files, once more with a bucket in the place of the local folder: each file of tests in a process of its own. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type TestBucket, testBucket } from '../src/bucket.ts'

let bucket: TestBucket
before(async () => {
  bucket = await testBucket({ signatures: false })
})
after(() => bucket?.[Symbol.asyncDispose]())

const root = join(import.meta.dirname, '../..')

for (const file of [
  'testing/test/downloads.test.ts',
  'testing/test/file-intake.test.ts',
  'testing/test/film-captions.test.ts',
  'testing/test/media-library.test.ts',
  'testing/test/my-photo.test.ts',
  'testing/test/product-films.test.ts',
  'testing/test/published-client.media.test.ts',
  'testing/test/replaced-files.test.ts',
  'testing/test/unused-files.test.ts',
  'packages/platform/src/shop/media/add.test.ts',
  'packages/platform/src/shop/media/hostile-files.test.ts',
  'packages/platform/src/shop/media/files/fetch-imports.test.ts',
  'packages/platform/src/shop/media/processing/processing.test.ts',
])
  test(`${file}, in a bucket`, async () => {
    const { NODE_TEST_CONTEXT: _context, VITRINE_RECORD: _record, ...env } = process.env
    const child = spawn(process.execPath, ['--test', '--test-reporter=tap', file], {
      cwd: root,
      env: { ...env, VITRINE_TEST_BUCKET: JSON.stringify(bucket.settings) },
    })
    const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    assert.equal(
      status,
      0,
      `${out
        .split('\n')
        .filter((line) => /^\s*not ok|error:|expected:|actual:/.test(line))
        .join('\n')}\n${err}`,
    )
    assert.match(out, /^# pass [1-9]/m)
  })
