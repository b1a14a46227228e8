import { join } from 'node:path'
import { mostBytesOf } from '@vitrine/contract'
import type { Context } from '../kernel/db/context.ts'
import { everyMinute } from '../kernel/jobs/area-jobs.ts'
import { batchRunner } from '../kernel/jobs/batches.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { FileIntakeOptions } from './build-file-intake.ts'
import type { ShopServices } from './build-services.ts'
import { buyersPictureOperations } from './media/buyers-picture-operations.ts'
import { buyersPictures } from './media/buyers-pictures.ts'
import { captionOperations } from './media/captions/operations.ts'
import { downloadOperations } from './media/downloads/links.ts'
import { fileLinks } from './media/downloads/routes.ts'
import { fileChangeOperations } from './media/files/changes.ts'
import { importFetcher } from './media/files/fetch-imports.ts'
import { cancelFetchJob, countFetchJobs, fetchJobs, findFetchJob, retryFetchJob } from './media/files/import-jobs.ts'
import { forgetImports } from './media/files/import-store.ts'
import { importOperations } from './media/files/imports.ts'
import { emptyTrash, purgeFolders } from './media/files/purge.ts'
import { fileReadOperations } from './media/files/reads.ts'
import { uploadOperations } from './media/files/uploads.ts'
import { folderOperations } from './media/folders/operations.ts'
import { incoming } from './media/incoming.ts'
import { Unfit } from './media/inspect.ts'
import { type LibraryDeps, libraryOperations, usedInSettings } from './media/library-operations.ts'
import { sweepLinks } from './media/links-store.ts'
import { myPhotoOperations } from './media/my-photo.ts'
import { findDerivative, findThumbnail } from './media/processing/derivatives.ts'
import { cancelMediaJob, countMediaJobs, findMediaJob, mediaJobs, retryMediaJob } from './media/processing/job-list.ts'
import { renderChild } from './media/processing/render-child.ts'
import { localRenditions } from './media/renditions.ts'
import { type ReplaceDeps, replaceOperations } from './media/replace/operations.ts'
import { openUpload } from './media/resumable/address.ts'
import type { FinishDeps } from './media/resumable/finish.ts'
import type { ResumableUploads } from './media/resumable/serve.ts'
import { sweepUploads } from './media/resumable/sweep.ts'
import { reviewFilmOperations } from './media/review-films.ts'
import { mediaHandler } from './media/serve.ts'
import { findMedia } from './media/store.ts'
import { takeFile } from './media/take-file.ts'
import { takeUpload } from './media/take-upload.ts'
import { uploadLinks } from './media/upload-links.ts'
import { usedOnPages, usesOnPages } from './pages/store.ts'

const megabyte = 1024 * 1024
/** The largest file of any kind. */
const largest = Math.max(...Object.values(mostBytesOf))
const longestFetchMs = 3600_000

/** The files of the shop: pictures for everybody, and what is uploaded. What was left half written is swept away meanwhile. */
export function buildFiles(
  { database, clock, real, origin, report, readSettings, sites, outbound, wrap }: Kernel,
  { originals, uploadParts, fileIntake }: ShopServices,
  { dataDir }: Pick<FileIntakeOptions, 'dataDir'>,
  uses: Pick<LibraryDeps, 'usesInCatalogue' | 'usedInCommerce'>,
  staffNames: ReplaceDeps['staffNames'],
) {
  const renditions = localRenditions({
    folder: join(dataDir, 'renditions'),
    most: 2048 * megabyte,
    mostInMemory: 128 * megabyte,
    now: Date.now,
  })
  const links = uploadLinks(database, clock)
  const { files, processing: work, ffmpeg } = fileIntake
  const { events } = files
  const takeIn = buyersPictures({ files, now: Date.now, report })
  const arriving = incoming(join(dataDir, 'incoming'))
  const fetching = outbound({ maxBytes: largest, timeoutMs: longestFetchMs })
  const imports = importFetcher({ files, database, outbound: fetching, incoming: arriving, clock, real, wrap, report })
  const purging = { database, clock, events, sites, readSettings }
  const purge = batchRunner({
    run: (isStopped) => purgeFolders(purging, isStopped),
    report: (error) => report(error, 'folders that are deleted for good'),
  })
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
      if (file instanceof Refusal) return { reason: 'NO_ROOM' }
      return file instanceof Unfit ? { reason: file.reason } : { id: file.id }
    },
  }
  const pictures = renderChild()
  const media = mediaHandler({
    find: (site, id) => findMedia(database, site, id),
    findDerivative: (site, id, name) => findDerivative(database, site, id, name),
    findThumbnail: (site, id) => findThumbnail(database, site, id),
    originals,
    renditions,
    renderBehind: pictures.render,
    now: Date.now,
    report,
  })
  let resumable: Promise<ResumableUploads> | undefined
  void Promise.all([originals.sweep(Date.now()), renditions.sweep(), uploadParts.sweep(Date.now()), arriving.sweep(Date.now())]).catch(
    (error: unknown) => report(error, 'media sweep'),
  )
  return {
    operations: {
      ...uploadOperations({
        origin,
        links,
        openResumable: (db, site, plan) => openUpload(db, site, plan, real.now()),
        readSettings,
      }),
      ...fileReadOperations({ origin }),
      ...fileChangeOperations({ origin, events }),
      ...importOperations({ origin, outbound: fetching, real, wrap, poke: imports.poke, readSettings }),
      ...downloadOperations({ origin, clock }),
      ...folderOperations({ purge: purge.poke }),
      ...libraryOperations({ origin, readSettings, usesOnPages, usedOnPages, ...uses }),
      ...replaceOperations({ origin, events, staffNames, findUsed: [usedInSettings, uses.usedInCommerce, usedOnPages] }),
      ...captionOperations({ origin, files, report }),
      ...myPhotoOperations(takeIn),
      ...buyersPictureOperations(takeIn, origin),
      ...reviewFilmOperations(links, origin),
    },
    media,
    processing: work,
    mediaJobs: {
      list: mediaJobs,
      find: findMediaJob,
      count: countMediaJobs,
      retry: (context: Context, id: string) => retryMediaJob(context, events, id, real.now()),
      cancel: (context: Context, id: string) => cancelMediaJob(context, events, id, real.now()),
    },
    fetchJobs: {
      list: fetchJobs,
      find: findFetchJob,
      count: countFetchJobs,
      async retry(context: Context, id: string) {
        const isRetried = await retryFetchJob(context, events, id, real.now())
        if (isRetried) imports.poke()
        return isRetried
      },
      cancel: (context: Context, id: string) => cancelFetchJob(context, events, id, real.now()),
    },
    ffmpeg,
    resumable: {
      /** What speaks the protocol is loaded when the first upload comes. */
      serve: async (...request: Parameters<ResumableUploads['serve']>) => {
        resumable ??= import('./media/resumable/serve.ts').then(({ resumableUploads }) => resumableUploads({ ...finishing, report }))
        return (await resumable).serve(...request)
      },
    },
    fileLinks: fileLinks({ db: database, clock, originals }),
    eachMinute: [
      { queue: 'resumable-uploads', every: everyMinute, run: () => sweepUploads(finishing) },
      { queue: 'deleted-folders', every: everyMinute, run: () => purge.run() },
    ],
    eachHour: [{ queue: 'trash', every: '23 * * * *', run: () => emptyTrash(purging) }],
    sweeps: [work.sweep, () => forgetImports(database, real.now()), () => sweepLinks(database, clock.now())],
    uploads: takeUpload({ files, incoming: arriving, origin, now: () => clock.now(), links, report }),
    begin() {
      work.begin()
      imports.begin()
      purge.begin()
    },
    async settle() {
      await imports.settle()
      await work.run()
      await purge.run()
    },
    async end() {
      fileIntake.close()
      await Promise.all([imports.stop(), work.stop(), purge.stop(), media.close()])
      pictures.close()
    },
  }
}
