import { rootFolder } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { type Sql, sql } from '../../../kernel/db/sql.ts'
import { lockFolders } from './store.ts'

/** A folder and all folders in it for which the condition holds, as `tree`. */
const treeOf = (site: string, id: string, condition: Sql): Sql => sql`
  with recursive tree (id) as (
    select id from media_folder where site = ${site} and id = ${id} and ${condition}
    union
    select media_folder.id from media_folder join tree on media_folder.parent_id = tree.id where site = ${site} and ${condition}
  )`

/** Folders with all that lies in them into the trash: their files are there because they are, and are not touched. */
export async function trashFolders(context: Context, ids: readonly string[]): Promise<void> {
  const { db, site, now } = context
  await lockFolders(context)
  for (const id of ids)
    await db.query(sql`
      ${treeOf(site, id, sql`trashed_at is null and purged_at is null`)}
      update media_folder set trashed_at = ${now}, trashed_with = ${id}, updated_at = ${now} from tree
      where site = ${site} and media_folder.id = tree.id`)
}

/** Folders out of the trash, with all that went there with them; into the root where the folder they lay in is gone or in the trash. */
export async function restoreFolders(context: Context, ids: readonly string[]): Promise<void> {
  const { db, site, now } = context
  await lockFolders(context)
  for (const id of ids) {
    const [found] = await db.query<{ with: string }>(sql`
      select trashed_with as "with" from media_folder where site = ${site} and id = ${id} and trashed_at is not null and purged_at is null`)
    if (!found) continue
    await db.query(sql`
      ${treeOf(site, id, sql`trashed_with = ${found.with} and purged_at is null`)}
      update media_folder set trashed_at = null, trashed_with = null, updated_at = ${now} from tree
      where site = ${site} and media_folder.id = tree.id`)
    await db.query(sql`
      update media_folder set parent_id = ${rootFolder} where site = ${site} and id = ${id} and parent_id <> ${rootFolder}
        and not exists (select from media_folder above where above.site = ${site} and above.id = media_folder.parent_id
          and above.trashed_at is null and above.purged_at is null)`)
  }
}

/** Folders and all in them for good: from now on nobody finds them. Their files are removed by `purgeFolders`, some at a time. */
export async function markPurged(context: Context, ids: readonly string[]): Promise<void> {
  const { db, site, now } = context
  await lockFolders(context)
  for (const id of ids)
    await db.query(sql`
      ${treeOf(site, id, sql`true`)}
      update media_folder set trashed_at = coalesce(trashed_at, ${now}), purged_at = coalesce(purged_at, ${now}) from tree
      where site = ${site} and media_folder.id = tree.id`)
}
