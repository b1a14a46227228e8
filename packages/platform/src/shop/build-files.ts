import { join } from 'node:path'
import { everyMinute } from '../kernel/jobs/area-jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import type { ShopServices } from './build-services.ts'
import { buyersPictures } from './media/buyers-pictures.ts'
import { fileEvents } from './media/file-events.ts'
import { Unfit } from './media/inspect.ts'
import { myPhotoOperations } from './media/my-photo.ts'
import { findDerivative } from './media/processing/derivatives.ts'
import { findFfmpeg } from './media/processing/ffmpeg.ts'
import { inspector } from './media/processing/inspector.ts'
import { processing } from './media/processing/processing.ts'
import { localRenditions } from './media/renditions.ts'
import type { FinishDeps } from './media/resumable/finish.ts'
import type { ResumableUploads } from './media/resumable/serve.ts'
import { sweepUploads } from './media/resumable/sweep.ts'
import { reviewPictureOperations } from './media/review-pictures.ts'
import { mediaHandler } from './media/serve.ts'
import { findMedia } from './media/store.ts'
import { type TakeFileDeps, takeFile } from './media/take-file.ts'
import { takeUpload } from './media/take-upload.ts'
import { uploadLinks } from './media/upload-links.ts'
import { uploadOperations } from './media/uploads.ts'

const megabyte = 1024 * 1024

export interface FilesOptions {
  readonly dataDir: string
  /** The program that opens films and sound: `off` for none; `ffmpeg` of the machine where nothing is said. */
  readonly ffmpeg?: string | undefined
}

/** Is asked for when it is needed, and found out once. */
function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= find())
}

/** The files of the shop: pictures for everybody, and what is uploaded. What was left half written is swept away meanwhile. */
export function buildFiles(
  { database, clock, real, origin, report }: Kernel,
  { originals, uploadParts }: ShopServices,
  { dataDir, ffmpeg: said }: FilesOptions,
  sealing: Seals,
) {
  const renditions = localRenditions({
    folder: join(dataDir, 'renditions'),
    most: 2048 * megabyte,
    mostInMemory: 128 * megabyte,
    now: Date.now,
  })
  const links = uploadLinks(sealing)
  const events = fileEvents({ origin })
  const ffmpeg = once(() => findFfmpeg(said))
  const inspecting = inspector({ report })
  const takeIn = buyersPictures({ originals, inspect: inspecting.inspect, now: Date.now, report })
  const work = processing({
    database,
    originals,
    events,
    real: () => real.now(),
    now: () => clock.now(),
    folder: join(dataDir, 'processing'),
    ffmpeg,
    report,
  })
  const files: TakeFileDeps = { database, originals, events, inspect: inspecting.inspect, processing: work }
  const finishing: FinishDeps = {
    db: database,
    parts: uploadParts,
    now: () => real.now(),
    async take({ site, path, plan }) {
      const { parentFolderId: folderId, private: isPrivate, fileName, labels, uploadedBy, externalInfo } = plan
      const file = await takeFile(files, {
        site,
        source: { path },
        fileName,
        ...(folderId !== undefined && { folderId }),
        ...(isPrivate !== undefined && { private: isPrivate }),
        ...(labels && { labels }),
        ...(uploadedBy !== undefined && { uploadedBy }),
        ...(externalInfo && { externalInfo }),
        now: clock.now(),
      })
      return file instanceof Unfit ? { reason: file.reason } : { id: file.id }
    },
  }
  let resumable: Promise<ResumableUploads> | undefined
  void Promise.all([originals.sweep(Date.now()), renditions.sweep(), uploadParts.sweep(Date.now())]).catch((error: unknown) =>
    report(error, 'media sweep'),
  )
  return {
    operations: {
      ...uploadOperations({ origin, sign: links.sign }),
      ...myPhotoOperations(takeIn),
      ...reviewPictureOperations(takeIn, origin),
    },
    media: mediaHandler({
      find: (site, id) => findMedia(database, site, id),
      findDerivative: (site, id, name) => findDerivative(database, site, id, name),
      originals,
      renditions,
      now: Date.now,
      report,
    }),
    processing: work,
    ffmpeg,
    endInspecting: () => inspecting.close(),
    resumable: {
      /** What speaks the protocol is loaded when the first upload comes. */
      serve: async (...request: Parameters<ResumableUploads['serve']>) => {
        resumable ??= import('./media/resumable/serve.ts').then(({ resumableUploads }) => resumableUploads({ ...finishing, report }))
        return (await resumable).serve(...request)
      },
    },
    eachMinute: [{ queue: 'resumable-uploads', every: everyMinute, run: () => sweepUploads(finishing) }],
    uploads: takeUpload({ files, origin, now: () => clock.now(), read: links.read, report }),
  }
}
