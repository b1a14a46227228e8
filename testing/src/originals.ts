import { bucketOriginals } from '@vitrine/platform/shop/media/bucket'
import { localOriginals, type Originals } from '@vitrine/platform/shop/media/originals'
import { bucketOfRun } from './bucket.ts'

/** Where originals lie in tests that put the platform's parts together themselves: a folder, or the bucket of the run. */
export function testOriginals(folder: string): Originals {
  const bucket = bucketOfRun(folder)
  return bucket ? bucketOriginals(bucket) : localOriginals(folder)
}

/** How many originals a shop has. */
export async function countOriginals(originals: Pick<Originals, 'list'>, of: string): Promise<number> {
  let count = 0
  for await (const { site } of originals.list()) if (site === of) count++
  return count
}
