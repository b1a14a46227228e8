import { join } from 'node:path'
import { bucketOriginals } from '@vitrine/platform/shop/media/bucket'
import { localOriginals, type Originals } from '@vitrine/platform/shop/media/originals'
import type { Config } from './config.ts'

/** Where the originals of the shop lie. */
export function originalsOf({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>, stack: AsyncDisposableStack): Originals {
  const originals = bucket ? bucketOriginals(bucket) : localOriginals(join(dataDir, 'media'))
  stack.defer(() => originals.close())
  return originals
}
