import type { Context } from '../../../kernel/db/context.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { asText, type KeyPlace, type KeyWrap, ofText } from '../../../kernel/key-wrap/key-wrap.ts'
import type { MediaFile, NewFile } from '../store.ts'
import { insertMedia } from '../store.ts'

export interface ImportRow {
  readonly site: string
  readonly mediaId: string
  readonly url: string
  /** As they lie in the database: see `headersIn`. */
  readonly stored: string
  readonly wrappedBy: string | null
  /** Tries that are over, or under way. */
  readonly attempts: number
}

/** Headers may hold a password or a key: while they wait they are wrapped with the secret of the installation. */
const placeOf = (site: string, id: string): KeyPlace => ({ kind: 'import headers', site, id })

/** A file that is to be fetched: its row, which is pending, and from where. */
export async function addImport(
  { db, site, now }: Context,
  wrap: KeyWrap,
  file: MediaFile,
  more: NewFile,
  { url, headers, dueAt }: Pick<ImportRow, 'url'> & { readonly headers: Readonly<Record<string, string>>; readonly dueAt: Date },
): Promise<void> {
  await insertMedia(db, site, file, now, undefined, more)
  const stored = wrap.wrap(placeOf(site, file.id), Buffer.from(JSON.stringify(headers)))
  await db.query(sql`
    insert into media_import (site, media_id, url, headers, wrapped_by, attempts, due_at)
    values (${site}, ${file.id}, ${url}, ${asText(stored)}, ${stored.wrappedBy}, 0, ${dueAt})`)
}

/** Takes one that is due: nobody else does until `until`, and then anybody, as after a crash. */
export async function claimImport(db: Db, now: Date, until: Date): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(sql`
    update media_import set attempts = attempts + 1, due_at = ${until}
    where (site, media_id) in (select site, media_id from media_import where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning site, media_id as "mediaId", url, headers as stored, wrapped_by as "wrappedBy", attempts`)
  return row
}

/** What is said to the server of the file. */
export const headersIn = (wrap: KeyWrap, { site, mediaId, stored, wrappedBy }: ImportRow): Readonly<Record<string, string>> =>
  JSON.parse(wrap.unwrap(placeOf(site, mediaId), { bytes: ofText(stored, wrappedBy), wrappedBy }).toString())

export async function delayImport(db: Db, { site, mediaId }: Pick<ImportRow, 'site' | 'mediaId'>, dueAt: Date): Promise<void> {
  await db.query(sql`update media_import set due_at = ${dueAt} where site = ${site} and media_id = ${mediaId}`)
}

/** It is over: nobody tries it again. Whether it was still there. */
export async function endImport(db: Db, { site, mediaId }: Pick<ImportRow, 'site' | 'mediaId'>): Promise<boolean> {
  const rows = await db.query(sql`delete from media_import where site = ${site} and media_id = ${mediaId} returning 1`)
  return rows.length > 0
}
