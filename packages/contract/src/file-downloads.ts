import * as z from 'zod'
import { MediaReference } from './media-reference.ts'
import { operation, operations } from './operation.ts'
import { text, Url, whole } from './primitives.ts'

const at = (path: string) => [`/wix-privatemedia-proxy-server/v1${path}` as const]

const DownloadUrl = z.object({ url: z.string(), assetKey: z.string() })

/** Links that expire; private files have no other address. */
export const fileDownloads = operations({
  /**
   * A link to one file, public or private; by `Range` also to parts of it. It is valid for 10 hours by default; afterwards it redirects to
   * `expirationRedirectUrl`, or answers 404. With `assetKeys` a link for each rendition of the file, such as `720p.mp4`; `src` is the file
   * itself.
   */
  'POST /site-media/v1/files/generate-file-download-url': operation({
    as: 'user',
    merchant: 'products.read',
    summary: 'Get a link to download a file',
    input: z.object({
      fileId: MediaReference,
      downloadFileName: text(100).nullish(),
      /** A year at most. */
      expirationInMinutes: whole(1, 525_600).nullish(),
      expirationRedirectUrl: Url.nullish(),
      assetKeys: z.array(text(100)).max(100).nullish(),
      contentDisposition: z.enum(['ATTACHMENT', 'INLINE']).nullish(),
    }),
    ok: z.object({ downloadUrls: z.array(DownloadUrl) }),
    errors: ['FILE_NOT_FOUND', 'FILE_NOT_READY'],
    aliases: at('/files/generate-file-download-url'),
  }),

  /** A link to an archive (ZIP) of the files, created while it is sent; it is valid for 10 hours. */
  'POST /site-media/v1/files/generate-download-url': operation({
    as: 'user',
    merchant: 'products.read',
    summary: 'Get a link to download several files as one archive',
    input: z.object({ fileIds: z.array(MediaReference).min(1).max(1000) }),
    ok: z.object({ downloadUrl: z.string() }),
    errors: ['FILE_NOT_FOUND'],
    aliases: at('/files/generate-download-url'),
  }),

  /** A link to an archive (ZIP) of everything in the folder and its subfolders; it is valid for 10 hours. */
  'POST /site-media/v1/folders/{folderId}/generate-download-url': operation({
    as: 'user',
    merchant: 'products.read',
    summary: 'Get a link to download a folder as an archive',
    input: z.object({ folderId: text(100, 1) }),
    ok: z.object({ downloadUrl: z.string() }),
    errors: ['FOLDER_NOT_FOUND'],
    aliases: at('/folders/{folderId}/generate-download-url'),
  }),

  /** The address of a film's stream, HLS by default. `VIDEO_STREAM_UNAVAILABLE`: the film has no stream. */
  'POST /site-media/v1/files/generate-video-stream-url': operation({
    as: 'user',
    merchant: 'products.read',
    summary: 'Get the address of the stream of a film',
    input: z.object({
      fileId: MediaReference,
      format: z.enum(['UNKNOWN', 'HLS', 'DASH']).nullish(),
      expirationInMinutes: whole(60, 1440).nullish(),
    }),
    ok: z.object({ downloadUrl: DownloadUrl }),
    errors: ['FILE_NOT_FOUND', 'VIDEO_STREAM_UNAVAILABLE'],
    aliases: at('/files/generate-video-stream-url'),
  }),
})
