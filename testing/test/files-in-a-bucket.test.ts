/** Every test that moves bytes of files, once more with a bucket in the place of the local folder. */
import { after } from 'node:test'
import { testBucket } from '../src/bucket.ts'

// It changes where files lie in the whole process: this file has one of its own (`runsAlone`).
const bucket = await testBucket({ signatures: false })
process.env.VITRINE_TEST_BUCKET = JSON.stringify(bucket.settings)
after(() => bucket[Symbol.asyncDispose]())

const suites = [
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
]
for (const suite of suites) await import(`../../${suite}?in-a-bucket`)
