import { type fileChanges, type mediaLibrary, rootFolder } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { type DescriptorFacts, fileDescriptor } from '../descriptor.ts'
import type { FileEvents } from '../file-events.ts'
import { isOpenFolder } from '../folders/tree.ts'
import { changedFields, violated } from '../requests.ts'
import { type FileRow, fileColumns, fileOf, findFile, type ShopFile } from '../store.ts'
import { searchWords } from '../words.ts'
import { eraseFiles, restoreFiles, trashFiles } from './trash.ts'
import { labelsOf } from './uploads.ts'

export interface FileChangeDeps extends DescriptorFacts {
  readonly events: FileEvents
}

type Imports = 'POST /site-media/v1/files/import' | 'POST /site-media/v1/bulk/files/import' | 'POST /site-media/v1/bulk/files/import-v2'

type Changes = Pick<Handlers<typeof mediaLibrary>, 'PATCH /vitrine/v1/media/files/{fileId}'> & Omit<Handlers<typeof fileChanges>, Imports>

/** What changes files of the shop: names, labels, folders, the trash. */
export function fileChangeOperations({ events, ...facts }: FileChangeDeps): Changes {
  /** A file as it is, which nobody else changes until the transaction ends. */
  async function lockFile({ db, site }: Context, id: string): Promise<ShopFile | undefined> {
    const rows = await db.query(sql`select 1 from media where site = ${site} and id = ${id} and member_id is null for update`)
    return rows.length > 0 ? findFile(db, site, id) : undefined
  }

  return {
    async 'PATCH /site-media/v1/files/update-file-descriptor'({ file: { id, ...sent }, fieldMask }, context) {
      const change = changedFields(sent, fieldMask, ['displayName', 'parentFolderId', 'labels'], 'file')
      if (change instanceof Refusal) return change
      const { db, site, now } = context
      const before = await lockFile(context, id)
      if (!before) return refuse('FILE_NOT_FOUND')
      const folderId = 'parentFolderId' in change ? change.parentFolderId || rootFolder : before.folderId
      if (folderId !== before.folderId && !(await isOpenFolder(context, folderId)))
        return violated('file.parentFolderId', 'is no folder of the shop', 'RESOURCE_NOT_FOUND')
      const displayName = 'displayName' in change ? (change.displayName ?? null) : before.displayName
      const labels = 'labels' in change ? labelsOf(change.labels) : before.labels
      const [row] = await db.query<FileRow>(sql`
        update media set display_name = ${displayName}, folder_id = ${folderId}, labels = ${labels}, updated_at = ${now},
          words = ${searchWords([before.fileName, displayName, ...labels])}::tsvector
        where site = ${site} and id = ${id} returning ${fileColumns(site)}`)
      const file = fileOf(row!)
      await events.updated(context, [file])
      return { file: fileDescriptor(file, site, facts) }
    },

    async 'PATCH /vitrine/v1/media/files/{fileId}'({ fileId, altText, focalPoint }, context) {
      const { db, site, now } = context
      const before = await lockFile(context, fileId)
      if (!before) return refuse('FILE_NOT_FOUND')
      const focal = focalPoint ? { x: focalPoint.x / 100, y: focalPoint.y / 100 } : before.focal
      const [row] = await db.query<FileRow>(sql`
        update media set alt_text = ${altText === undefined || altText === null ? before.altText : altText.trim() || null},
          focal_x = ${focal.x}, focal_y = ${focal.y}, updated_at = ${now}
        where site = ${site} and id = ${fileId} returning ${fileColumns(site)}`)
      const file = fileOf(row!)
      await events.updated(context, [file])
      return { file: fileDescriptor(file, site, facts) }
    },

    async 'POST /site-media/v1/bulk/files/delete'({ fileIds, permanent }, context) {
      if (permanent === true) await eraseFiles(context, events, sql`id = any(${fileIds}::text[])`, fileIds.length)
      else await trashFiles(context, events, fileIds)
      return {}
    },

    async 'POST /site-media/v1/bulk/trash-bin/files/restore'({ fileIds }, context) {
      await restoreFiles(context, events, fileIds)
      return {}
    },
  }
}
