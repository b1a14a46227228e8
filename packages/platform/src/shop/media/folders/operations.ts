import { type Folder, type folders, rootFolder, trashFolder } from '@vitrine/contract'
import type { Db, Sql } from '../../../kernel/db/sql.ts'
import { sql } from '../../../kernel/db/sql.ts'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { type Fields, Unreadable } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { beginningsOf } from '../../../kernel/query/words.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { changedFields, cursorOf, type ListInput, stateAsked, violated } from '../requests.ts'
import { folderName, isRoot } from './rules.ts'
import { type FolderRow, findFolder, listFolders } from './store.ts'
import { markPurged, restoreFolders, trashFolders } from './trash.ts'
import { changeFolder, makeFolder } from './tree.ts'

export interface FolderDeps {
  /** Removes what lies in folders that are gone for good. */
  readonly purge: () => void
}

const id = sql`media_folder.id`
const next = { column: id, kind: 'text' } as const
const trashed = sql`(media_folder.trashed_at is not null)`

const fields: Fields = {
  id: { kind: 'text', column: id },
  displayName: { kind: 'text', column: sql`media_folder.name`, sort: sql`media_folder.name collate "C"`, next },
  parentFolderId: { kind: 'text', column: sql`media_folder.parent_id` },
  createdDate: { kind: 'instant', column: sql`media_folder.created_at`, sort: sql`media_folder.created_at`, next },
  updatedDate: { kind: 'instant', column: sql`media_folder.updated_at`, sort: sql`media_folder.updated_at`, next },
  state: { kind: 'text', column: sql`(case when ${trashed} then 'DELETED' else 'OK' end)`, words: new Set(['OK', 'DELETED']) },
}

const byName = [{ fieldName: 'displayName', order: 'ASC' }] as const
const lastTrashed = [{ fieldName: 'updatedDate', order: 'DESC' }] as const

const shown = (row: FolderRow, site: string): Folder => ({
  id: row.id,
  displayName: row.name,
  parentFolderId: row.parentId,
  createdDate: row.createdAt.toISOString(),
  updatedDate: row.updatedAt.toISOString(),
  state: row.trashedAt ? 'DELETED' : 'OK',
  siteId: site,
})

/** The roots are no rows: there are always these, and they lie in none. */
const shownRoot = (root: string, site: string): Folder => ({ id: root, displayName: root, parentFolderId: '', state: 'OK', siteId: site })

/** Folders of the shop's files. */
export function folderOperations({
  purge,
}: FolderDeps): Omit<HandlersAt<typeof folders, '/site-media/v1/'>, 'POST /site-media/v1/folders/{folderId}/generate-download-url'> {
  async function page(db: Db, site: string, condition: Sql, { sort, paging }: ListInput, usual: typeof byName | typeof lastTrashed) {
    try {
      const keyset = readKeyset(
        { ...(sort?.fieldName && { sort: [{ fieldName: sort.fieldName, order: sort.order }] }), cursorPaging: paging },
        { fields, id, usual, root: 'query' },
      )
      const { rows, metadata } = keyset.page(await listFolders(db, site, condition, keyset))
      return { folders: rows.map((row) => shown(row, site)), nextCursor: cursorOf(metadata) }
    } catch (error) {
      if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
      throw error
    }
  }

  return {
    async 'POST /site-media/v1/folders'({ displayName, parentFolderId }, context) {
      if (folderName(displayName) === '') return violated('displayName', 'has no letter that is shown', 'INVALID_NAME')
      const made = await makeFolder(context, displayName, parentFolderId || rootFolder)
      return made instanceof Refusal ? made : { folder: shown(made, context.site) }
    },

    async 'GET /site-media/v1/folders/{folderId}'({ folderId }, { db, site }) {
      if (isRoot(folderId)) return { folder: shownRoot(folderId, site) }
      const row = await findFolder(db, site, folderId)
      return row ? { folder: shown(row, site) } : refuse('FOLDER_NOT_FOUND')
    },

    async 'GET /site-media/v1/folders'({ parentFolderId, ...input }, { db, site }) {
      const parent = parentFolderId || rootFolder
      if (parent === trashFolder) return page(db, site, sql`trashed_with = media_folder.id`, input, lastTrashed)
      return page(db, site, sql`parent_id = ${parent} and trashed_at is null`, input, byName)
    },

    async 'GET /site-media/v1/trash-bin/folders'({ parentFolderId, ...input }, { db, site }) {
      if (!parentFolderId || isRoot(parentFolderId)) return page(db, site, sql`trashed_with = media_folder.id`, input, lastTrashed)
      return page(
        db,
        site,
        sql`parent_id = ${parentFolderId} and trashed_at is not null and trashed_with <> media_folder.id`,
        input,
        byName,
      )
    },

    async 'POST /site-media/v1/folders/search'({ search, rootFolder: root, ...input }, { db, site }) {
      const words = beginningsOf(search ?? '')
      const found = words === undefined ? sql`true` : sql`words @@ ${words}::tsquery`
      const where =
        root === 'TRASH_ROOT' ? sql`trashed_at is not null` : root === 'VISITOR_UPLOADS_ROOT' ? sql`false` : sql`trashed_at is null`
      return page(db, site, sql`${where} and ${found}`, input, byName)
    },

    async 'POST /site-media/v1/folders/query'({ query }, { db, site }) {
      try {
        const keyset = readKeyset(query ?? {}, { fields, id, usual: byName, root: 'query' })
        const condition = stateAsked(keyset.filter) ? sql`true` : sql`trashed_at is null`
        const { rows, metadata } = keyset.page(await listFolders(db, site, condition, keyset))
        return { folders: rows.map((row) => shown(row, site)), pagingMetadata: cursorOf(metadata) }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'PATCH /site-media/v1/folders/{folder.id}'({ folder: { id: folderId, ...sent }, fieldMask }, context) {
      const change = changedFields(sent, fieldMask, ['displayName', 'parentFolderId'], 'folder')
      if (change instanceof Refusal) return change
      const { displayName, parentFolderId } = change
      if (typeof displayName === 'string' && folderName(displayName) === '')
        return violated('folder.displayName', 'has no letter that is shown', 'INVALID_NAME')
      const folder = await changeFolder(context, folderId, {
        ...(typeof displayName === 'string' && { name: displayName }),
        ...('parentFolderId' in change && { parentId: parentFolderId || rootFolder }),
      })
      return folder instanceof Refusal ? folder : { folder: shown(folder, context.site) }
    },

    async 'POST /site-media/v1/bulk/folders/delete'({ folderIds, permanent }, context) {
      const ids = [...new Set(folderIds)]
      if (permanent !== true) await trashFolders(context, ids)
      else {
        await markPurged(context, ids)
        purge()
      }
      return {}
    },

    async 'POST /site-media/v1/bulk/trash-bin/folders/restore'({ folderIds }, context) {
      await restoreFolders(context, [...new Set(folderIds)])
      return {}
    },
  }
}
