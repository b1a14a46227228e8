import * as z from 'zod'
import type { RefusalKinds } from './facts.ts'
import { data } from './facts.ts'

export const mediaRefusals = {
  FILE_NOT_FOUND: { status: 404, description: 'No such file.' },
  FILE_NOT_READY: { status: 409, description: 'The file has not come in yet, or could not be taken.' },
  FILE_KIND_DIFFERS: {
    status: 409,
    description: 'Only a file of the same kind takes the place of another.',
    ...data({ kind: z.string(), otherKind: z.string() }),
  },
  VIDEO_STREAM_UNAVAILABLE: { status: 409, description: 'Nothing was made of this file that can be streamed; play it by ranges instead.' },
  FOLDER_NOT_FOUND: { status: 404, description: 'No such folder.' },
  FOLDER_WITHIN_ITSELF: { status: 409, description: 'A folder cannot lie in itself, or in a folder that lies in it.' },
  FOLDER_LIMIT: {
    status: 409,
    description: 'There are as many folders as there may be, or they would lie too deep in each other.',
    ...data({ mostFolders: z.int(), mostDepth: z.int() }),
  },
  MEDIA_QUOTA_EXCEEDED: {
    status: 409,
    description: 'The files of the shop may not come to more: delete some for good, or raise the quota.',
    ...data({ quotaInBytes: z.string(), sizeInBytes: z.string() }),
  },
  UPLOAD_NOT_TAKEN: {
    status: 400,
    description: 'This is no file that can be taken.',
    ...data({ reason: z.enum(['UNKNOWN_TYPE', 'BROKEN', 'TOO_LARGE', 'TOO_LONG', 'UNSAFE', 'OTHER_FILES', 'EMPTY', 'NO_ROOM']) }),
  },
} as const satisfies RefusalKinds
