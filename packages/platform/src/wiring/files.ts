import { join } from 'node:path'
import { downloadRoute } from '../commerce/downloads/routes.ts'
import { type Downloading, filesOf } from '../commerce/flows/order-downloads.ts'
import { findOrder } from '../commerce/orders/store.ts'
import type { Clock } from '../kernel/clock/clock.ts'
import type { Database } from '../kernel/db/pool.ts'
import { handOver } from '../shop/media/hand-over.ts'
import type { KeptOriginals } from '../shop/media/originals.ts'
import { localRenditions } from '../shop/media/renditions.ts'
import { mediaHandler } from '../shop/media/serve.ts'
import { findMedia } from '../shop/media/store.ts'
import { takeUpload } from '../shop/media/take-upload.ts'
import type { UploadLinks } from '../shop/media/upload-links.ts'

export interface FilesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly originals: KeptOriginals
  /** What is made of originals lies below it. */
  readonly dataDir: string
  readonly downloads: Downloading
  readonly uploading: UploadLinks
  readonly origin: string
  readonly report: (fault: unknown, where: string) => void
}

const megabyte = 1024 * 1024

/** Pictures for everybody, and files for those who bought them. What was left half written is swept away meanwhile. */
export function fileRoutes({ database, clock, originals, dataDir, downloads, uploading, origin, report }: FilesDeps) {
  const find = (site: string, id: string) => findMedia(database, site, id)
  const renditions = localRenditions({
    folder: join(dataDir, 'renditions'),
    most: 2048 * megabyte,
    mostInMemory: 128 * megabyte,
    now: Date.now,
  })
  const media = mediaHandler({ find, originals, renditions, now: Date.now, report })
  const fetchDownload = downloadRoute({
    db: database,
    now: () => clock.now(),
    terms: downloads.terms,
    read: downloads.read,
    findOrder: async (db, site, id) => {
      const order = await findOrder(db, site, id)
      return order && filesOf(order)
    },
    handOver: handOver({ find, originals }),
  })
  void Promise.all([originals.sweep(Date.now()), renditions.sweep()]).catch((error: unknown) => report(error, 'media sweep'))
  const uploads = takeUpload({ db: database, originals, origin, now: () => clock.now(), read: uploading.read, report })
  return { media, downloads: fetchDownload, uploads }
}
