import * as z from 'zod'
import { FileMediaType, SortOrder } from './enums.ts'
import { FileDescriptor } from './files.ts'
import { operation, operations } from './operation.ts'
import { AnyObject, many, text, whole } from './primitives.ts'

/** The most bytes that an uploaded picture may have. */
export const mostUploadBytes = 25_000_000

/** Pictures that are taken, as their types call themselves. What a file is, its content decides. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

/** The folder of everything that is in no other. */
export const rootFolder = 'media-root'

const at = (path: string) => [`/wix-privatemedia-proxy-server/v1/files${path}` as const]

/** Pictures of the shop: uploads, and those there are. */
export const uploads = operations({
  /**
   * Answers an address that takes one file by `PUT`, its bytes alone as the body, for a day; it answers
   * `{ file }`, the file's descriptor. The
   * same content twice is one file. JPEG, PNG, WebP, GIF and AVIF of at most 25 MB and 100 million pixels.
   *
   * `fetch(uploadUrl, { method: 'PUT', body: blob })`
   */
  'POST /site-media/v1/files/generate-upload-url': operation({
    as: 'user',
    summary: 'Get an address to upload a picture to',
    input: z.object({
      mimeType: text(100, 1),
      fileName: text(1000).nullish(),
      sizeInBytes: z.union([text(20), z.int()]).nullish(),
      parentFolderId: text(100).nullish(),
      private: z.boolean().nullish(),
      labels: z.array(text(200)).max(50).nullish(),
      filePath: text(100).nullish(),
      externalInfo: AnyObject.nullish(),
    }),
    ok: z.object({ uploadUrl: z.string() }),
    errors: [],
    aliases: at('/generate-upload-url'),
  }),

  /** The newest first, without private ones unless those are asked for. Sorted by `createdDate` or `displayName`. */
  'GET /site-media/v1/files': operation({
    as: 'user',
    summary: 'List files of the shop',
    input: z.object({
      parentFolderId: text(100).nullish(),
      mediaTypes: many(FileMediaType, 30).nullish(),
      private: z.boolean().nullish(),
      sort: z.object({ fieldName: text(100).nullish(), order: SortOrder.nullish() }).nullish(),
      paging: z.object({ limit: whole(1, 100).nullish(), cursor: text(16_000).nullish() }).nullish(),
    }),
    ok: z.object({
      files: z.array(FileDescriptor),
      nextCursor: z.object({ cursors: z.object({ next: z.string().optional() }), hasNext: z.boolean() }),
    }),
    errors: [],
    aliases: at(''),
  }),

  'GET /site-media/v1/files/get-file-by-id': operation({
    as: 'user',
    summary: 'Read the descriptor of a file',
    input: z.object({ fileId: text(1000, 1) }),
    ok: z.object({ file: FileDescriptor }),
    errors: ['FILE_NOT_FOUND'],
    aliases: at('/get-file-by-id'),
  }),
})
