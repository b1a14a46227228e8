import { join } from 'node:path'
import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import type { ShopServices } from './build-services.ts'
import { fileEvents } from './media/file-events.ts'
import { myPhotoOperations } from './media/my-photo.ts'
import { localRenditions } from './media/renditions.ts'
import { mediaHandler } from './media/serve.ts'
import { findMedia } from './media/store.ts'
import type { TakeFileDeps } from './media/take-file.ts'
import { takeUpload } from './media/take-upload.ts'
import { uploadLinks } from './media/upload-links.ts'
import { uploadOperations } from './media/uploads.ts'

const megabyte = 1024 * 1024

/** The files of the shop: pictures for everybody, and what is uploaded. What was left half written is swept away meanwhile. */
export function buildFiles({ database, clock, origin, report }: Kernel, { originals }: ShopServices, dataDir: string, sealing: Seals) {
  const renditions = localRenditions({
    folder: join(dataDir, 'renditions'),
    most: 2048 * megabyte,
    mostInMemory: 128 * megabyte,
    now: Date.now,
  })
  const links = uploadLinks(sealing)
  const files: TakeFileDeps = { database, originals, events: fileEvents({ origin }) }
  void Promise.all([originals.sweep(Date.now()), renditions.sweep()]).catch((error: unknown) => report(error, 'media sweep'))
  return {
    operations: {
      ...uploadOperations({ origin, sign: links.sign }),
      ...myPhotoOperations({ originals, now: Date.now, report }),
    },
    media: mediaHandler({ find: (site, id) => findMedia(database, site, id), originals, renditions, now: Date.now, report }),
    uploads: takeUpload({ files, origin, now: () => clock.now(), read: links.read, report }),
  }
}
