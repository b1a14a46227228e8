import * as z from 'zod'
import { FileMediaType } from './enums.ts'
import { operation, operations } from './operation.ts'
import { text } from './primitives.ts'

/** The most bytes that a picture may have. */
export const mostUploadBytes = 25_000_000

/** The most bytes of a file, by what it is. */
export const mostBytesOf = {
  IMAGE: mostUploadBytes,
  VECTOR: 1_000_000,
  ICON: 1_000_000,
  VIDEO: 4_000_000_000,
  AUDIO: 500_000_000,
  DOCUMENT: 1_000_000_000,
  ARCHIVE: 2_000_000_000,
  MODEL3D: 250_000_000,
} as const satisfies Partial<Record<FileMediaType, number>>

/** Accepted picture types. The content of a file decides its type. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

/** The folder of everything that is in no other. */
export const rootFolder = 'media-root'
/** What was trashed individually. */
export const trashFolder = 'trash-root'
/** What visitors and members have uploaded. */
export const visitorFolder = 'visitor-uploads-root'

export const mostLabels = 100

/** The external origin of a file: it is returned with the events about the file. */
export const ExternalInfoInput = z.object({
  origin: text(1000).nullish(),
  externalIds: z.array(text(4000)).max(30).nullish(),
})

/** The properties of a file to be uploaded. */
export const NewFileInput = z.object({
  parentFolderId: text(100).nullish(),
  private: z.boolean().nullish(),
  labels: z.array(text(200)).max(500).nullish(),
  /** Folders of the file, below the root, by their names: `/summer/mugs`; missing ones are created. Without effect beside a folder. */
  filePath: text(100).nullish(),
  externalInfo: ExternalInfoInput.nullish(),
})

const UploadInput = NewFileInput.extend({
  mimeType: text(100, 1),
  fileName: text(1000).nullish(),
  sizeInBytes: z.union([text(20), z.int()]).nullish(),
  labels: z.array(text(200)).max(50).nullish(),
})

const at = (path: string) => [`/wix-privatemedia-proxy-server/v1/files${path}` as const]

/** Where files are uploaded to. */
export const uploads = operations({
  /**
   * Returns an address that accepts one file by `PUT`, its bytes alone as the body, for a day; it answers `{ file }`, the file's
   * descriptor. Its folder, labels and whether it is private are part of the address. The same content twice in one folder is one file. The
   * content decides the type, and the type the maximum size: a picture 25 MB, a film 4 GB.
   *
   * `fetch(uploadUrl, { method: 'PUT', body: blob })`
   */
  'POST /site-media/v1/files/generate-upload-url': operation({
    as: 'user',
    summary: 'Get an address to upload a file to',
    input: UploadInput,
    ok: z.object({ uploadUrl: z.string() }),
    errors: [],
    aliases: at('/generate-upload-url'),
  }),

  /**
   * Returns the endpoint of a TUS server and a token. Send the token as `token` in `Upload-Metadata` or as the header `Authorization`, with
   * the file's `filename`; a broken upload can be resumed for a day.
   */
  'POST /site-media/v1/files/generate-resumable-upload-url': operation({
    as: 'user',
    summary: 'Get an address to upload a file to that goes on after a broken line',
    input: UploadInput.extend({ labels: z.array(text(200)).max(500).nullish(), uploadProtocol: z.enum(['TUS']).nullish() }),
    ok: z.object({ uploadProtocol: z.enum(['TUS']), uploadUrl: z.string(), uploadToken: z.string() }),
    errors: [],
    aliases: at('/generate-resumable-upload-url'),
  }),
})
