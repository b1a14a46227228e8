import type { Context } from '../../../kernel/db/context.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { MediaFile, NewFile } from '../store.ts'
import { insertMedia } from '../store.ts'

export interface ImportRow {
  readonly site: string
  readonly mediaId: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Tries that are over, or under way. */
  readonly attempts: number
}

/** A file that is to be fetched: its row, which is pending, and from where. */
export async function addImport(
  { db, site, now }: Context,
  file: MediaFile,
  more: NewFile,
  { url, headers, dueAt }: Pick<ImportRow, 'url' | 'headers'> & { readonly dueAt: Date },
): Promise<void> {
  await insertMedia(db, site, file, now, undefined, more)
  await db.query(sql`
    insert into media_import (site, media_id, url, headers, attempts, due_at)
    values (${site}, ${file.id}, ${url}, ${JSON.stringify(headers)}::jsonb, 0, ${dueAt})`)
}

/** Takes one that is due: nobody else does until `until`, and then anybody, as after a crash. */
export async function claimImport(db: Db, now: Date, until: Date): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(sql`
    update media_import set attempts = attempts + 1, due_at = ${until}
    where (site, media_id) in (select site, media_id from media_import where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning site, media_id as "mediaId", url, headers, attempts`)
  return row
}

export async function delayImport(db: Db, { site, mediaId }: Pick<ImportRow, 'site' | 'mediaId'>, dueAt: Date): Promise<void> {
  await db.query(sql`update media_import set due_at = ${dueAt} where site = ${site} and media_id = ${mediaId}`)
}

/** It is over: nobody tries it again. Whether it was still there. */
export async function endImport(db: Db, { site, mediaId }: Pick<ImportRow, 'site' | 'mediaId'>): Promise<boolean> {
  const rows = await db.query(sql`delete from media_import where site = ${site} and media_id = ${mediaId} returning 1`)
  return rows.length > 0
}
