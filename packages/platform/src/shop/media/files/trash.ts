import { rootFolder } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { type Sql, sql } from '../../../kernel/db/sql.ts'
import { erasure } from '../erasure.ts'
import type { FileEvents } from '../file-events.ts'
import { type FileRow, fileColumns, fileOf, trashedFolders } from '../store.ts'

/** Files into the trash. Each is told of once, when it goes there. */
export async function trashFiles(context: Context, events: FileEvents, ids: readonly string[]): Promise<void> {
  const { db, site, now } = context
  const rows = await db.query<{ id: string }>(sql`
    update media set trashed_at = ${now}, updated_at = ${now}
    where site = ${site} and id = any(${ids}::text[]) and trashed_at is null and member_id is null returning id`)
  await events.deleted(
    context,
    rows.map(({ id }) => id),
  )
}

/** Files out of the trash, into the folder they lay in, or into the root where that is gone or in the trash itself. */
export async function restoreFiles(context: Context, events: FileEvents, ids: readonly string[]): Promise<void> {
  const { db, site, now } = context
  const rows = await db.query<FileRow>(sql`
    update media set trashed_at = null, updated_at = ${now}, folder_id = case when folder_id in ('media-root', 'visitor-uploads-root')
      or exists (select from media_folder above where above.site = ${site} and above.id = media.folder_id and above.trashed_at is null)
      then folder_id else ${rootFolder} end
    where site = ${site} and id = any(${ids}::text[]) and member_id is null
      and (trashed_at is not null or folder_id = any(${trashedFolders(site)}))
    returning ${fileColumns(site)}`)
  await events.ready(
    context,
    rows.map((row) => ({ ...fileOf(row), trashed: false })).filter(({ operationStatus }) => operationStatus === 'READY'),
    { restored: true },
  )
}

/**
 * Files for good, those for which the condition holds, `most` of them: their rows now, their bytes by `removeErased` after the transaction.
 * Answered is how many there were.
 */
export async function eraseFiles(context: Context, events: FileEvents, condition: Sql, most: number): Promise<number> {
  const { db, site, now } = context
  const gone = await db.query<{ id: string; told: boolean }>(sql`
    ${erasure(site, now, sql`select id from media where site = ${site} and member_id is null and ${condition} order by id limit ${most} for update`)}
    select id, told from gone`)
  await events.deleted(
    context,
    gone.filter(({ told }) => !told).map(({ id }) => id),
  )
  return gone.length
}
