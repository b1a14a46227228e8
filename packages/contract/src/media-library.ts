import * as z from 'zod'
import { FileDescriptor } from './files.ts'
import { MediaReference } from './media-reference.ts'
import { operation, operations } from './operation.ts'
import { Decimal, Instant, many, text, whole } from './primitives.ts'

/** Limits of a shop's files. */
export const MediaSettings = z.object({
  /** How many bytes its files may have together; 10 GB by default. */
  quotaInBytes: Decimal,
  /** After how many days in the trash files are deleted for good; 30 by default. */
  trashDays: z.int(),
})
export interface MediaSettings extends z.infer<typeof MediaSettings> {}

const FolderUsage = z.object({ folderId: z.string(), files: z.int(), sizeInBytes: Decimal, trashedFiles: z.int() })

/**
 * Where a file is used: by a product, by one of its choices, as the cover of a collection, as what a product sells, on a page of the merchant, or in
 * the settings of the shop, whose `id` is the name of the section.
 */
export const FileUse = z.object({
  kind: z.enum(['PRODUCT', 'CHOICE', 'COLLECTION', 'DOWNLOAD', 'PAGE', 'SETTINGS']),
  id: z.string(),
  name: z.string(),
  /** When the product, collection, page or section was last changed. */
  changedDate: Instant,
})
export interface FileUse extends z.infer<typeof FileUse> {}

/** A staff member, a program with a key, or a shopper; `name` for staff who have one. */
export const FileAuthor = z.object({
  kind: z.enum(['USER', 'APP', 'MEMBER', 'VISITOR']),
  id: z.string(),
  name: z.string().optional(),
})
export interface FileAuthor extends z.infer<typeof FileAuthor> {}

/** Who uploaded the content of a file. `uploadedBy` is absent if unknown, as for demonstration files. */
export const FileHistory = z.object({
  uploadedBy: FileAuthor.optional(),
  uploadedDate: Instant,
  replacedBy: FileAuthor.optional(),
  /** When its content was last replaced. */
  replacedDate: Instant.optional(),
})
export interface FileHistory extends z.infer<typeof FileHistory> {}

/**
 * What could not be generated from a file in the background, and why. A model without a thumbnail: `UNSUPPORTED`, it needs an extension
 * that the renderer lacks, such as Draco; `TOO_LARGE`, it exceeds the limits of memory or time; `BROKEN`, its data or pictures cannot be
 * read; `EMPTY`, it shows nothing; `FAILED`, drawing it failed or was canceled. A film without streams and smaller versions: `NO_FFMPEG`,
 * the server has no ffmpeg.
 */
export const FileProcessing = z.object({
  thumbnailUnavailable: z.enum(['UNSUPPORTED', 'TOO_LARGE', 'BROKEN', 'EMPTY', 'FAILED']).optional(),
  streamsUnavailable: z.enum(['NO_FFMPEG']).optional(),
})
export interface FileProcessing extends z.infer<typeof FileProcessing> {}

/** Calls about files beyond the wire of the published client. */
export const mediaLibrary = operations({
  /**
   * Everything in storage: files, including those in the trash, captions, and what was generated from files, such as posters, smaller films
   * and first pages. Pictures in other sizes are generated on request, and do not count. With `folderIds` also how much is directly in each
   * of these folders.
   */
  'GET /vitrine/v1/media/usage': operation({
    as: 'user',
    summary: 'Read how much the files of the shop come to',
    input: z.object({ folderIds: many(text(100), 100).nullish() }),
    ok: z.object({
      files: z.int(),
      sizeInBytes: Decimal,
      trashedFiles: z.int(),
      trashedSizeInBytes: Decimal,
      quotaInBytes: Decimal,
      folders: z.array(FolderUsage),
    }),
    errors: [],
  }),

  /** At most 100 of them, and whether there are more. */
  'GET /vitrine/v1/media/files/{fileId}/uses': operation({
    as: 'user',
    summary: 'Read where a file is used',
    input: z.object({ fileId: MediaReference }),
    ok: z.object({ uses: z.array(FileUse), more: z.boolean() }),
    errors: ['FILE_NOT_FOUND'],
  }),

  /**
   * Files that no product, collection, review, page or setting uses, largest first; those of visitors and those in the trash are left out.
   * A page may have fewer of them than `limit`, even none, while `nextCursor` shows that there are more files to check. Order lines keep
   * the pictures that products had: what is deleted for good is missing there.
   *
   * `{ limit: 50 }`
   */
  'GET /vitrine/v1/media/unused-files': operation({
    as: 'user',
    summary: 'List files that are used nowhere',
    input: z.object({ limit: whole(1, 100).default(50), cursor: text(200).nullish() }),
    ok: z.object({ files: z.array(FileDescriptor), nextCursor: z.string().optional() }),
    errors: [],
  }),

  /** The alternative text of a picture, and its focal point for cropping. An empty text removes it. */
  'PATCH /vitrine/v1/media/files/{fileId}': operation({
    as: 'user',
    summary: 'Change the description or focal point of a file',
    input: z.object({
      fileId: MediaReference,
      altText: text(1000).nullish(),
      /** Percentages of its width and height, from 0 to 100. */
      focalPoint: z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }).nullish(),
    }),
    ok: z.object({ file: FileDescriptor }),
    errors: ['FILE_NOT_FOUND'],
  }),

  /**
   * Replaces the content of this file with that of another: its id, address, folder, names and every use stay, and the former content is
   * deleted for good. What was generated from the other file, such as a film's poster and streams, comes along; captions stay. Browsers
   * that have seen the former content request it again within an hour.
   *
   * Both have to be of one kind (`FILE_KIND_DIFFERS`), out of the trash and ready (`FILE_NOT_READY`; the file itself may have failed). With
   * `removeOther` the other file is removed for good unless something uses it. A private file can replace only private ones.
   *
   * `{ fileId: 'mug.webp', withFileId: 'mug-retouched.webp', removeOther: true }`
   */
  'POST /vitrine/v1/media/files/{fileId}/replace': operation({
    as: 'user',
    summary: 'Replace the content of a file',
    input: z.object({ fileId: MediaReference, withFileId: MediaReference, removeOther: z.boolean().nullish() }),
    ok: z.object({ file: FileDescriptor, otherRemoved: z.boolean() }),
    errors: ['FILE_NOT_FOUND', 'FILE_NOT_READY', 'FILE_KIND_DIFFERS'],
  }),

  /**
   * Who uploaded a file, and who replaced its content.
   *
   * `{ fileId: 'mug.webp' }`
   */
  'GET /vitrine/v1/media/files/{fileId}/history': operation({
    as: 'user',
    summary: 'Read who uploaded a file',
    input: z.object({ fileId: MediaReference }),
    ok: z.object({ history: FileHistory }),
    errors: ['FILE_NOT_FOUND'],
  }),

  /**
   * What could not be generated from a file that is ready. The answer is empty when nothing is missing, or while work goes on.
   *
   * `{ fileId: 'mug.glb' }`
   */
  'GET /vitrine/v1/media/files/{fileId}/processing': operation({
    as: 'user',
    summary: 'Read what could not be made of a file',
    input: z.object({ fileId: MediaReference }),
    ok: z.object({ processing: FileProcessing }),
    errors: ['FILE_NOT_FOUND'],
  }),

  'GET /vitrine/v1/media/settings': operation({
    as: 'user',
    summary: 'Read what the files of the shop may come to',
    input: z.object({}),
    ok: z.object({ mediaSettings: MediaSettings }),
    errors: [],
  }),

  /** Absent fields stay unchanged. */
  'PATCH /vitrine/v1/media/settings': operation({
    as: 'user',
    merchant: 'settings',
    summary: 'Change what the files of the shop may come to',
    input: z.object({
      mediaSettings: z.object({
        /** From 100 MB to 100 TB. */
        quotaInBytes: text(20)
          .regex(/^\d{1,15}$/)
          .nullish(),
        trashDays: z.int().min(1).max(3650).nullish(),
      }),
    }),
    ok: z.object({ mediaSettings: MediaSettings }),
    errors: [],
  }),
})
