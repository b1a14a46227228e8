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
    insert into media_import (site, media_id, url, headers, wrapped_by, attempts, due_at, created_at)
    values (${site}, ${file.id}, ${url}, ${asText(stored)}, ${stored.wrappedBy}, 0, ${dueAt}, ${dueAt})`)
}

/** Takes one that is due: nobody else does until `until`, and then anybody, as after a crash. */
export async function claimImport(db: Db, now: Date, until: Date): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(sql`
    update media_import set state = 'RUNNING', attempts = attempts + 1, due_at = ${until}, started_at = ${now}
    where (site, media_id) in (
      select site, media_id from media_import where state in ('WAITING', 'RUNNING') and due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    returning site, media_id as "mediaId", url, headers as stored, wrapped_by as "wrappedBy", attempts`)
  return row
}

/** What is said to the server of the file. */
export const headersIn = (wrap: KeyWrap, { site, mediaId, stored, wrappedBy }: ImportRow): Readonly<Record<string, string>> =>
  JSON.parse(wrap.unwrap(placeOf(site, mediaId), { bytes: ofText(stored, wrappedBy), wrappedBy }).toString())

type Claimed = Pick<ImportRow, 'site' | 'mediaId' | 'attempts'>
const ours = ({ site, mediaId, attempts }: Claimed) =>
  sql`site = ${site} and media_id = ${mediaId} and state = 'RUNNING' and attempts = ${attempts}`

/** Extends this process's claim until then; returns whether it still had it. */
export async function holdImport(db: Db, row: Claimed, until: Date): Promise<boolean> {
  return (await db.query(sql`update media_import set due_at = ${until} where ${ours(row)} returning 1`)).length > 0
}

/** Schedules the next try, unless another process has the claim by now. */
export async function delayImport(db: Db, row: Claimed, failure: string, dueAt: Date): Promise<void> {
  await db.query(sql`update media_import set state = 'WAITING', failure = ${failure}, due_at = ${dueAt} where ${ours(row)}`)
}

/** Ends an import whose file has arrived or is no longer wanted. */
export async function endImport(db: Db, row: Claimed): Promise<void> {
  await db.query(sql`delete from media_import where ${ours(row)}`)
}

/** Marks it as failed; it can be retried for a month. Returns whether this process still had the claim. */
export async function failImport(db: Db, row: Claimed, failure: string, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update media_import set state = 'FAILED', failure = ${failure}, finished_at = ${now} where ${ours(row)} returning 1`)
  return rows.length > 0
}

const knownDays = 30

/** Deletes imports that ended without a file more than a month ago, with their headers. */
export async function forgetImports(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - knownDays * 86_400_000)
  await db.query(sql`delete from media_import where state in ('FAILED', 'CANCELED') and finished_at < ${before}`)
}
