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

/** What changes files of the shop. */
export const fileChanges = operations({
  /** Of a file its name, its labels and its folder are changed: those that are sent, or of them those that the mask names. */
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
   * Answers at once, with a file that is `PENDING`; it is fetched in the background, tried again for some hours where its server does not answer, and
   * becomes `READY` or `FAILED`: both are events. Only public addresses by https are called, and what the operator has opened.
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

  /** Imports those that can be imported, and says of each of the others why it cannot. */
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
   * Into the trash, from where they are restored for a time; for good with `permanent`, also those that are in the trash. A file that is used
   * somewhere is deleted all the same: `GET /vitrine/v1/media/files/{fileId}/uses` says where. Ids of no file are passed over.
   */
  'POST /site-media/v1/bulk/files/delete': operation({
    as: 'user',
    summary: 'Move files into the trash, or delete them for good',
    input: z.object({ fileIds: z.array(MediaReferenceOrNone).max(1000), permanent: z.boolean().nullish() }),
    ok: z.object({}),
    errors: [],
    aliases: at('/bulk/files/delete'),
  }),

  /** Into the folders they lay in; into the root where that is gone. Ids of no file in the trash are passed over. */
  'POST /site-media/v1/bulk/trash-bin/files/restore': operation({
    as: 'user',
    summary: 'Restore files from the trash',
    input: z.object({ fileIds: z.array(MediaReferenceOrNone).max(1000) }),
    ok: z.object({}),
    errors: [],
    aliases: at('/bulk/trash-bin/files/restore'),
  }),
})
