import { join } from 'node:path'
import { bucketOriginals } from '@vitrine/platform/shop/media/bucket'
import { type KeptOriginals, localOriginals } from '@vitrine/platform/shop/media/originals'
import type { Config } from './config.ts'

/** Where the originals of the shop lie. */
export function originalsOf({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>, stack: AsyncDisposableStack): KeptOriginals {
  const originals = bucket ? bucketOriginals(bucket) : localOriginals(join(dataDir, 'media'))
  stack.defer(() => originals.close())
  return originals
}
