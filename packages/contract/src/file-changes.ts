import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { FileMediaType } from './enums.ts'
import { FileDescriptor } from './files.ts'
import { FieldMask } from './inputs.ts'
import { MediaReference, MediaReferenceOrNone } from './media-reference.ts'
import { operation, operations } from './operation.ts'
import { record, text } from './primitives.ts'
import { mostLabels, NewFileInput } from './uploads.ts'

const at = (path: string) => [`/wix-privatemedia-proxy-server/v1${path}` as const]

/** Headers and parameters, by their names. */
const Said = record(text(100, 1), z.union([text(4000), z.number().min(-1e15).max(1e15), z.boolean()]), 20)

const ImportInput = NewFileInput.extend({
  url: text(2048, 2),
  mediaType: FileMediaType.nullish(),
  displayName: text(1000).nullish(),
  mimeType: text(100).nullish(),
  /** Added to the query of the address. */
  urlParams: Said.nullish(),
  /** Sent with the request for it, such as `Authorization`. */
  urlHeaders: Said.nullish(),
})

const imports = z.array(ImportInput).min(1).max(100)

/** Changing files of the shop. */
export const fileChanges = operations({
  /** Changes the name, the labels and the folder of a file: those sent, or of them those in the mask. */
  'PATCH /site-media/v1/files/update-file-descriptor': operation({
    as: 'user',
    summary: 'Change the name, labels or folder of a file',
    input: z.object({
      file: z.object({
        id: MediaReference,
        displayName: text(255, 1).nullish(),
        parentFolderId: text(100).nullish(),
        labels: z.array(text(200)).max(mostLabels).nullish(),
      }),
      fieldMask: FieldMask.nullish(),
    }),
    ok: z.object({ file: FileDescriptor }),
    errors: ['FILE_NOT_FOUND'],
    aliases: at('/files/update-file-descriptor'),
  }),

  /**
   * Returns at once, with a file that is `PENDING`; it is fetched in the background, retried for some hours if its server does not answer,
   * and becomes `READY` or `FAILED`: both send events. Only public https addresses are called, and those that the operator has allowed.
   */
  'POST /site-media/v1/files/import': operation({
    as: 'user',
    confidential: true,
    summary: 'Import a file from an address',
    input: ImportInput,
    ok: z.object({ file: FileDescriptor }),
    errors: [],
    aliases: at('/files/import'),
  }),

  /** Imports all of them, or where one of them cannot be imported, none. */
  'POST /site-media/v1/bulk/files/import': operation({
    as: 'user',
    confidential: true,
    summary: 'Import several files from addresses',
    input: z.object({ importFileRequests: imports }),
    ok: z.object({ files: z.array(FileDescriptor) }),
    errors: [],
    aliases: at('/bulk/files/import'),
  }),

  /** Imports those that can be imported, and returns why each of the others cannot. */
  'POST /site-media/v1/bulk/files/import-v2': operation({
    as: 'user',
    confidential: true,
    summary: 'Import several files from addresses, each by itself',
    input: z.object({ importFileRequests: imports, returnEntity: z.boolean().nullish() }),
    ok: z.object({
      results: z.array(z.object({ itemMetadata: ItemMetadata, item: FileDescriptor.optional() })),
      bulkActionMetadata: BulkActionMetadata,
    }),
    errors: [],
    aliases: at('/bulk/files/import-v2'),
  }),

  /**
   * Into the trash, from where they can be restored for a time; for good with `permanent`, also those already in the trash. A file that is
   * in use is deleted all the same: `GET /vitrine/v1/media/files/{fileId}/uses` says where. Unknown ids are ignored.
   */
  'POST /site-media/v1/bulk/files/delete': operation({
    as: 'user',
    summary: 'Move files into the trash, or delete them for good',
    input: z.object({ fileIds: z.array(MediaReferenceOrNone).max(1000), permanent: z.boolean().nullish() }),
    ok: z.object({}),
    errors: [],
    aliases: at('/bulk/files/delete'),
  }),

  /** Into their former folders; into the root where that is gone. Ids of no file in the trash are ignored. */
  'POST /site-media/v1/bulk/trash-bin/files/restore': operation({
    as: 'user',
    summary: 'Restore files from the trash',
    input: z.object({ fileIds: z.array(MediaReferenceOrNone).max(1000) }),
    ok: z.object({}),
    errors: [],
    aliases: at('/bulk/trash-bin/files/restore'),
  }),
})
