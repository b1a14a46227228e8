import { rootFolder, visitorFolder } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { folderName, isRoot, mostDepth, mostFolders, namesOfPath } from './rules.ts'
import { countFolders, depthOf, type FolderRow, findByName, findFolder, insertFolder, lockFolders, pathUp, updateFolder } from './store.ts'

const limit = () => refuse('FOLDER_LIMIT', { mostFolders, mostDepth })

/** Whether files may be put into a folder: a root that takes some, or a folder that is not in the trash. Held so until the transaction ends. */
export async function isOpenFolder({ db, site }: Pick<Context, 'db' | 'site'>, id: string): Promise<boolean> {
  if (id === rootFolder || id === visitorFolder) return true
  const rows = await db.query(
    sql`select 1 from media_folder where site = ${site} and id = ${id} and trashed_at is null and purged_at is null for share`,
  )
  return rows.length > 0
}

/** Makes a folder. */
export async function makeFolder(
  context: Context,
  name: string,
  parentId: string,
): Promise<FolderRow | Refusal<'FOLDER_NOT_FOUND' | 'FOLDER_LIMIT'>> {
  await lockFolders(context)
  return makeLocked(context, name, parentId)
}

async function makeLocked(context: Context, name: string, parentId: string) {
  const { db, site } = context
  if (!(await isOpenFolder(context, parentId))) return refuse('FOLDER_NOT_FOUND')
  const depth = isRoot(parentId) ? 0 : (await pathUp(db, site, parentId)).length
  if (depth >= mostDepth || (await countFolders(db, site)) >= mostFolders) return limit()
  return insertFolder(context, { name: folderName(name), parentId })
}

/** The folder that a path means, below the root; what is missing of it is made. */
export async function folderAt(context: Context, path: string): Promise<string | Refusal<'FOLDER_NOT_FOUND' | 'FOLDER_LIMIT'>> {
  const names = namesOfPath(path)
  if (names.length > 0) await lockFolders(context)
  let at: string = rootFolder
  for (const name of names) {
    const next = (await findByName(context.db, context.site, at, name)) ?? (await makeLocked(context, name, at))
    if (!('id' in next)) return next
    at = next.id
  }
  return at
}

/** Renames or moves a folder that is not in the trash. */
export async function changeFolder(
  context: Context,
  id: string,
  change: { readonly name?: string; readonly parentId?: string },
): Promise<FolderRow | Refusal<'FOLDER_NOT_FOUND' | 'FOLDER_WITHIN_ITSELF' | 'FOLDER_LIMIT'>> {
  const { db, site } = context
  await lockFolders(context)
  const before = await findFolder(db, site, id)
  if (!before || before.trashedAt) return refuse('FOLDER_NOT_FOUND')
  const { name = before.name, parentId = before.parentId } = change
  if (parentId !== before.parentId) {
    if (!(await isOpenFolder(context, parentId))) return refuse('FOLDER_NOT_FOUND')
    const above = isRoot(parentId) ? [] : await pathUp(db, site, parentId)
    if (above.includes(id)) return refuse('FOLDER_WITHIN_ITSELF')
    if (above.length + (await depthOf(db, site, id)) > mostDepth) return limit()
  }
  return updateFolder(context, { id, name: folderName(name), parentId })
}
