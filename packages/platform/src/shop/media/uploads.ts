import { type FileMediaType, mostUploadBytes, rootFolder, type uploads, uploadTypes } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type Fields, Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { refuse } from '../../kernel/refusal.ts'
import { fileDescriptor } from './descriptor.ts'
import { findFile, listFiles } from './store.ts'

export interface UploadStatement {
  readonly fileName: string
}

export interface UploadDeps {
  readonly origin: string
  /** Signs which file may be uploaded: the last part of its address. */
  readonly sign: (site: string, statement: UploadStatement) => Promise<string>
}

/** Where files are uploaded to. */
export const uploadPath = '/uploads/'

const violated = (field: string, description: string, ruleName: string) =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule: 'OTHER', ruleName, data: {} }] })

const id = sql`media.id`
const name = sql`coalesce(media.display_name, media.file_name)`
/** A file's id is a text of its own: it decides between equal rows. */
const next = { column: id, kind: 'text' } as const

const fields: Fields = {
  createdDate: { kind: 'instant', column: sql`media.created_at`, sort: sql`media.created_at`, next },
  displayName: { kind: 'text', column: name, sort: sql`${name} collate "C"`, next },
}

const listed: readonly FileMediaType[] = ['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT', 'ARCHIVE', 'MODEL3D']

/** Pictures of the shop: where to upload them, and those there are. */
export function uploadOperations({ origin, sign }: UploadDeps): Handlers<typeof uploads> {
  return {
    async 'POST /site-media/v1/files/generate-upload-url'(
      { mimeType, fileName, sizeInBytes, parentFolderId, private: isPrivate },
      { site },
    ) {
      const type = mimeType.split(';', 1)[0]!.trim().toLowerCase()
      if (!(uploadTypes as readonly string[]).includes(type))
        return violated('mimeType', `is none of ${uploadTypes.join(', ')}`, 'UNSUPPORTED_FILE_FORMAT')
      if (isPrivate === true) return violated('private', 'is not possible for pictures of the shop', 'UNSUPPORTED_FILE_FORMAT')
      if (typeof parentFolderId === 'string' && parentFolderId !== rootFolder)
        return violated('parentFolderId', 'is no folder of the shop', 'RESOURCE_NOT_FOUND')
      const size = Number(sizeInBytes ?? 1)
      if (!Number.isSafeInteger(size) || size < 0) return violated('sizeInBytes', 'is no number of bytes', 'MISMATCH_FILE_SIZE')
      if (size === 0) return violated('sizeInBytes', 'is an empty file', 'ZERO_FILE_SIZE')
      if (size > mostUploadBytes) return violated('sizeInBytes', `is more than ${mostUploadBytes} bytes`, 'FILE_SIZE_OVER_LIMIT')
      return { uploadUrl: origin + uploadPath + (await sign(site, { fileName: (fileName ?? '').slice(0, 200) })) }
    },

    async 'GET /site-media/v1/files'({ parentFolderId, mediaTypes, private: isPrivate, sort, paging }, { db, site }) {
      if (typeof parentFolderId === 'string' && parentFolderId !== rootFolder)
        return { files: [], nextCursor: { cursors: {}, hasNext: false } }
      const kinds = mediaTypes && mediaTypes.length > 0 ? listed.filter((type) => mediaTypes.includes(type)) : listed
      try {
        const keyset = readKeyset(
          { ...(sort?.fieldName && { sort: [{ fieldName: sort.fieldName, order: sort.order }] }), cursorPaging: paging },
          { fields, id, usual: [{ fieldName: 'createdDate', order: 'DESC' }], root: 'query' },
        )
        const condition = sql`trashed_at is null and private = ${isPrivate === true} and kind = any(${kinds}::text[])`
        const found = await listFiles(db, site, { condition, keyset })
        const { rows, metadata } = keyset.page(found)
        return {
          files: rows.map(({ file }) => fileDescriptor(file, site, { origin })),
          nextCursor: {
            cursors: metadata.cursors.next === undefined ? {} : { next: metadata.cursors.next },
            hasNext: metadata.hasNext,
          },
        }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'GET /site-media/v1/files/get-file-by-id'({ fileId }, { db, site }) {
      const file = await findFile(db, site, fileId)
      return file ? { file: fileDescriptor(file, site, { origin }) } : refuse('FILE_NOT_FOUND')
    },
  }
}
