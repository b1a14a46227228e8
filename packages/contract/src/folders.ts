import * as z from 'zod'
import { FileState } from './enums.ts'
import { MediaCursor, MediaPaging, MediaRootFolder, MediaSort } from './file-reads.ts'
import { CursorQuery, FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Instant, text } from './primitives.ts'

export const Folder = z.object({
  id: z.string(),
  displayName: z.string(),
  parentFolderId: z.string(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  state: FileState,
  siteId: z.string(),
})
export interface Folder extends z.infer<typeof Folder> {}

const at = (path: string) => [`/wix-privatemedia-proxy-server/v1${path}` as const]

const ListInput = z.object({ parentFolderId: text(100).nullish(), sort: MediaSort.nullish(), paging: MediaPaging.nullish() })
const Page = z.object({ folders: z.array(Folder), nextCursor: MediaCursor })
const ids = z.array(text(100)).max(100)

/** Folders of the shop's files. */
export const folders = operations({
  'POST /site-media/v1/folders': operation({
    as: 'user',
    summary: 'Make a folder',
    input: z.object({ displayName: text(1000, 1), parentFolderId: text(100).nullish() }),
    ok: z.object({ folder: Folder }),
    errors: ['FOLDER_NOT_FOUND', 'FOLDER_LIMIT'],
    aliases: at('/folders'),
  }),

  'GET /site-media/v1/folders/{folderId}': operation({
    as: 'user',
    summary: 'Read a folder',
    input: z.object({ folderId: text(100, 1) }),
    ok: z.object({ folder: Folder }),
    errors: ['FOLDER_NOT_FOUND'],
    aliases: at('/folders/{folderId}'),
  }),

  /** Those in one folder, by default the root; by name. Sorted by `displayName`, `createdDate` or `updatedDate`. */
  'GET /site-media/v1/folders': operation({
    as: 'user',
    summary: 'List folders in a folder',
    input: ListInput,
    ok: Page,
    errors: [],
    aliases: at('/folders'),
  }),

  'POST /site-media/v1/folders/search': operation({
    as: 'user',
    reads: true,
    summary: 'Search folders',
    input: z.object({
      search: text(200).nullish(),
      rootFolder: MediaRootFolder.nullish(),
      sort: MediaSort.nullish(),
      paging: MediaPaging.nullish(),
    }),
    ok: Page,
    errors: [],
    aliases: at('/folders/search'),
  }),

  /** Filtered by `state`, `id`, `displayName`, `parentFolderId`, `createdDate` and `updatedDate`; without `state` those in the trash are left out. */
  'POST /site-media/v1/folders/query': operation({
    as: 'user',
    reads: true,
    summary: 'Query folders',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ folders: z.array(Folder), pagingMetadata: MediaCursor }),
    errors: [],
    aliases: at('/folders/query'),
  }),

  /** Renames or moves it: the fields sent, or of them those in the mask. */
  'PATCH /site-media/v1/folders/{folder.id}': operation({
    as: 'user',
    summary: 'Rename or move a folder',
    input: z.object({
      folder: z.object({ id: text(100, 1), displayName: text(1000, 1).nullish(), parentFolderId: text(100).nullish() }),
      fieldMask: FieldMask.nullish(),
    }),
    ok: z.object({ folder: Folder }),
    errors: ['FOLDER_NOT_FOUND', 'FOLDER_WITHIN_ITSELF', 'FOLDER_LIMIT'],
    aliases: at('/folders/{folder.id}'),
  }),

  /** Into the trash with everything in it, or with `permanent` for good. Unknown ids are ignored. */
  'POST /site-media/v1/bulk/folders/delete': operation({
    as: 'user',
    summary: 'Move folders into the trash, or delete them for good',
    input: z.object({ folderIds: ids, permanent: z.boolean().nullish() }),
    ok: z.object({}),
    errors: [],
    aliases: at('/bulk/folders/delete'),
  }),

  /** With everything trashed with it; into the root where its former folder is gone. */
  'POST /site-media/v1/bulk/trash-bin/folders/restore': operation({
    as: 'user',
    summary: 'Restore folders from the trash',
    input: z.object({ folderIds: ids }),
    ok: z.object({}),
    errors: [],
    aliases: at('/bulk/trash-bin/folders/restore'),
  }),

  /** Those trashed individually, latest first; with the id of one of them, those in it. */
  'GET /site-media/v1/trash-bin/folders': operation({
    as: 'user',
    summary: 'List folders in the trash',
    input: ListInput,
    ok: Page,
    errors: [],
    aliases: at('/trash-bin/folders'),
  }),
})
