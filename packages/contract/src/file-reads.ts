import * as z from 'zod'
import { FileMediaType, SortOrder } from './enums.ts'
import { FileDescriptor } from './files.ts'
import { CursorQuery } from './inputs.ts'
import { MediaReference } from './media-reference.ts'
import { operation, operations } from './operation.ts'
import { Flag, many, text, whole } from './primitives.ts'

const at = (path: string) => [`/wix-privatemedia-proxy-server/v1${path}` as const]

export const MediaSort = z.object({ fieldName: text(512).nullish(), order: SortOrder.nullish() })
export const MediaPaging = z.object({ limit: whole(1, 100).nullish(), cursor: text(16_000).nullish() })
export const MediaRootFolder = z.enum(['MEDIA_ROOT', 'TRASH_ROOT', 'VISITOR_UPLOADS_ROOT'])

/** How files and folders are paged. */
export const MediaCursor = z.object({
  cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }),
  hasNext: z.boolean(),
})
export interface MediaCursor extends z.infer<typeof MediaCursor> {}

const ListInput = z.object({
  parentFolderId: text(100).nullish(),
  mediaTypes: many(FileMediaType, 30).nullish(),
  private: Flag.nullish(),
  sort: MediaSort.nullish(),
  paging: MediaPaging.nullish(),
})

const Page = z.object({ files: z.array(FileDescriptor), nextCursor: MediaCursor })

/** Finding files of the shop. */
export const fileReads = operations({
  'GET /site-media/v1/files/get-file-by-id': operation({
    as: 'user',
    summary: 'Read the descriptor of a file',
    input: z.object({ fileId: MediaReference }),
    ok: z.object({ file: FileDescriptor }),
    errors: ['FILE_NOT_FOUND'],
    aliases: at('/files/get-file-by-id'),
  }),

  /** In the order of the ids. All of them have to exist. */
  'POST /site-media/v1/files/get-files': operation({
    as: 'user',
    reads: true,
    summary: 'Read the descriptors of several files',
    input: z.object({ fileIds: z.array(MediaReference).min(1).max(100) }),
    ok: z.object({ files: z.array(FileDescriptor) }),
    errors: ['FILE_NOT_FOUND'],
    aliases: at('/files/get-files'),
  }),

  /**
   * Those of one folder, by default the root; newest first, without private ones unless requested. Sorted by `createdDate`, `updatedDate`,
   * `displayName` or `sizeInBytes`.
   */
  'GET /site-media/v1/files': operation({
    as: 'user',
    summary: 'List files of a folder',
    input: ListInput,
    ok: Page,
    errors: [],
    aliases: at('/files'),
  }),

  /**
   * In all folders, by prefixes of words of a name or label. `rootFolder`: those in the trash, or those that visitors uploaded; else those
   * in neither.
   */
  'POST /site-media/v1/files/search': operation({
    as: 'user',
    reads: true,
    summary: 'Search files in all folders',
    input: z.object({
      search: text(200).nullish(),
      rootFolder: MediaRootFolder.nullish(),
      mediaTypes: z.array(FileMediaType).max(30).nullish(),
      private: z.boolean().nullish(),
      sort: MediaSort.nullish(),
      paging: MediaPaging.nullish(),
    }),
    ok: Page,
    errors: [],
    aliases: at('/files/search'),
  }),

  /**
   * In all folders. Filtered by `private`, `mediaType`, `state`, `id`, `displayName`, `parentFolderId`, `operationStatus`, `labels`,
   * `sizeInBytes`, `createdDate` and `updatedDate`; sorted by `displayName`, `sizeInBytes`, `createdDate` and `updatedDate`. Without a filter by
   * `state` those in the trash are left out.
   */
  'POST /site-media/v1/files/query': operation({
    as: 'user',
    reads: true,
    summary: 'Query files',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ files: z.array(FileDescriptor), pagingMetadata: MediaCursor }),
    errors: [],
    aliases: at('/files/query'),
  }),

  /** Those trashed individually, latest first; with the id of a trashed folder, its files. */
  'GET /site-media/v1/trash-bin/files': operation({
    as: 'user',
    summary: 'List files in the trash',
    input: ListInput,
    ok: Page,
    errors: [],
    aliases: at('/trash-bin/files'),
  }),
})
