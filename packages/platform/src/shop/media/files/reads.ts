import { type FileMediaType, type fileReads, rootFolder, trashFolder } from '@vitrine/contract'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { type Fields, Unreadable } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { beginningsOf } from '../../../kernel/query/words.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { type DescriptorFacts, fileDescriptor } from '../descriptor.ts'
import { isRoot } from '../folders/rules.ts'
import { cursorOf, type ListInput, stateAsked } from '../requests.ts'
import { findFile, findFiles, inTrash, listFiles, outOfTrash, type ShopFile, trashedFolders } from '../store.ts'

const id = sql`media.id`
const name = sql`coalesce(media.display_name, media.file_name)`
/** A file's id is a text of its own: it decides between equal rows. */
const next = { column: id, kind: 'text' } as const

const sorted = {
  createdDate: { kind: 'instant', column: sql`media.created_at`, sort: sql`media.created_at`, next },
  updatedDate: { kind: 'instant', column: sql`media.updated_at`, sort: sql`media.updated_at`, next },
  displayName: { kind: 'text', column: name, sort: sql`(${name} collate "C")`, next },
  sizeInBytes: { kind: 'number', places: 0, column: sql`media.bytes`, sort: sql`media.bytes`, next },
} as const satisfies Fields

const fieldsOf = (site: string): Fields => ({
  ...sorted,
  id: { kind: 'text', column: id },
  parentFolderId: { kind: 'text', column: sql`media.folder_id` },
  private: { kind: 'flag', column: sql`media.private` },
  mediaType: { kind: 'text', column: sql`media.kind` },
  operationStatus: { kind: 'text', column: sql`media.operation_status` },
  labels: { kind: 'texts', column: sql`media.labels` },
  state: { kind: 'text', column: sql`(case when ${inTrash(site)} then 'DELETED' else 'OK' end)` },
})

const newest = [{ fieldName: 'createdDate', order: 'DESC' }] as const
const lastTrashed = [{ fieldName: 'updatedDate', order: 'DESC' }] as const

interface Restricted {
  readonly mediaTypes?: readonly FileMediaType[] | null | undefined
  readonly private?: boolean | null | undefined
}

/** Of some kinds, public or private. */
const restricted = ({ mediaTypes, private: isPrivate }: Restricted): Sql =>
  sql`media.private = ${isPrivate === true} and ${mediaTypes && mediaTypes.length > 0 ? sql`media.kind = any(${mediaTypes}::text[])` : sql`true`}`

/** From so many files on, words find so much that the order is walked and the words looked at, rather than all of them found and sorted. */
const commonFrom = 2000

/** The condition that a file has these words. */
async function wordsFound(db: Db, site: string, words: string): Promise<Sql> {
  const [row] = await db.query<{ count: number }>(
    plannedEachTime(sql`
      select count(*)::integer as count from (
        select 1 from media where site = ${site} and member_id is null and words @@ ${words}::tsquery limit ${commonFrom}) found`),
  )
  // Written so that no index on the words serves it, and the database expects to find many.
  return row!.count < commonFrom ? sql`media.words @@ ${words}::tsquery` : sql`coalesce(media.words @@ ${words}::tsquery, false)`
}

/** Files of the shop, found. */
export function fileReadOperations(facts: DescriptorFacts): Handlers<typeof fileReads> {
  const shown = (site: string, files: readonly { readonly file: ShopFile }[]) => files.map(({ file }) => fileDescriptor(file, site, facts))

  async function page(
    db: Db,
    site: string,
    condition: Sql,
    { sort, paging }: ListInput,
    usual: typeof newest | typeof lastTrashed = newest,
  ) {
    try {
      const keyset = readKeyset(
        { ...(sort?.fieldName && { sort: [{ fieldName: sort.fieldName, order: sort.order }] }), cursorPaging: paging },
        { fields: sorted, id, usual, root: 'query' },
      )
      const { rows, metadata } = keyset.page(await listFiles(db, site, { condition, keyset }))
      return { files: shown(site, rows), nextCursor: cursorOf(metadata) }
    } catch (error) {
      if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
      throw error
    }
  }

  return {
    async 'GET /site-media/v1/files/get-file-by-id'({ fileId }, { db, site }) {
      const file = await findFile(db, site, fileId)
      return file ? { file: fileDescriptor(file, site, facts) } : refuse('FILE_NOT_FOUND')
    },

    async 'POST /site-media/v1/files/get-files'({ fileIds }, { db, site }) {
      const files = await findFiles(db, site, fileIds)
      if (files.length < new Set(fileIds).size) return refuse('FILE_NOT_FOUND')
      return { files: files.map((file) => fileDescriptor(file, site, facts)) }
    },

    async 'GET /site-media/v1/files'({ parentFolderId, mediaTypes, private: isPrivate, ...input }, { db, site }) {
      const folder = parentFolderId || rootFolder
      if (folder === trashFolder)
        return page(db, site, sql`${restricted({ mediaTypes, private: isPrivate })} and media.trashed_at is not null`, input, lastTrashed)
      return page(
        db,
        site,
        sql`${restricted({ mediaTypes, private: isPrivate })} and media.folder_id = ${folder} and ${outOfTrash(site)}`,
        input,
      )
    },

    async 'GET /site-media/v1/trash-bin/files'({ parentFolderId, mediaTypes, private: isPrivate, ...input }, { db, site }) {
      const where =
        !parentFolderId || isRoot(parentFolderId)
          ? sql`media.trashed_at is not null`
          : sql`media.trashed_at is null and media.folder_id = ${parentFolderId} and media.folder_id = any(${trashedFolders(site)})`
      return page(db, site, sql`${restricted({ mediaTypes, private: isPrivate })} and ${where}`, input, lastTrashed)
    },

    async 'POST /site-media/v1/files/search'({ search, rootFolder: root, mediaTypes, private: isPrivate, ...input }, { db, site }) {
      const words = beginningsOf(search ?? '')
      const found = words === undefined ? sql`true` : await wordsFound(db, site, words)
      const where =
        root === 'TRASH_ROOT'
          ? inTrash(site)
          : root === 'VISITOR_UPLOADS_ROOT'
            ? sql`media.folder_id = 'visitor-uploads-root' and media.trashed_at is null`
            : outOfTrash(site)
      return page(db, site, sql`${restricted({ mediaTypes, private: isPrivate })} and ${found} and ${where}`, input)
    },

    async 'POST /site-media/v1/files/query'({ query }, { db, site }) {
      try {
        const keyset = readKeyset(query ?? {}, { fields: fieldsOf(site), id, usual: newest, root: 'query' })
        const condition = stateAsked(keyset.filter) ? sql`true` : outOfTrash(site)
        const { rows, metadata } = keyset.page(await listFiles(db, site, { condition, keyset }))
        return { files: shown(site, rows), pagingMetadata: cursorOf(metadata) }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },
  }
}
