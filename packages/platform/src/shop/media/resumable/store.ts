import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { ExternalInfo } from '../store.ts'

/** What a file is to be that is uploaded, as it was asked for. */
export interface UploadPlan {
  readonly fileName: string
  /** At most so many bytes. */
  readonly most: number
  readonly mimeType?: string
  readonly parentFolderId?: string
  readonly private?: boolean
  readonly labels?: readonly string[]
  readonly uploadedBy?: string
  readonly externalInfo?: ExternalInfo
}

export interface ResumableUpload {
  readonly id: string
  readonly plan: UploadPlan
  /** The sender's own words about it. */
  readonly metadata: Readonly<Record<string, string | null>>
  /** How large it will be; null before it has begun. */
  readonly bytes: number | null
  readonly received: number
  /** Where what was received lies, in its order, where it does not lie in one file. */
  readonly parts: readonly string[]
  readonly mediaId: string | null
  /** Why the file was not taken. */
  readonly failure: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = sql`id, statement as plan, metadata, bytes, received, parts, media_id as "mediaId", failure, created_at as "createdAt",
  expires_at as "expiresAt"`

export async function addUpload(db: Db, site: string, id: string, plan: UploadPlan, now: Date, expiresAt: Date): Promise<void> {
  await db.query(sql`
    insert into resumable_upload (site, id, statement, metadata, received, parts, lease_wanted, created_at, expires_at)
    values (${site}, ${id}, ${JSON.stringify(plan)}::jsonb, '{}', 0, '{}', false, ${now}, ${expiresAt})`)
}

export async function findUpload(db: Db, site: string, id: string): Promise<ResumableUpload | undefined> {
  const [row] = await db.query<ResumableUpload>(sql`select ${columns} from resumable_upload where site = ${site} and id = ${id}`)
  return row
}

/** Begins it, or begins it anew; nothing where it has an outcome. */
export async function beginUpload(
  db: Db,
  site: string,
  id: string,
  { bytes, metadata, now, expiresAt }: { bytes: number; metadata: object; now: Date; expiresAt: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update resumable_upload set bytes = ${bytes}, metadata = ${JSON.stringify(metadata)}::jsonb, received = 0, parts = '{}',
      created_at = ${now}, expires_at = ${expiresAt}
    where site = ${site} and id = ${id} and media_id is null and failure is null
    returning id`)
  return rows.length === 1
}

/** Notes that bytes were received at a place; whether that was the end of what there was. */
export async function noteReceived(
  db: Db,
  site: string,
  id: string,
  { at, count, part }: { at: number; count: number; part: string | undefined },
): Promise<boolean> {
  const rows = await db.query(sql`
    update resumable_upload set received = received + ${count}, parts = parts || ${part === undefined ? [] : [part]}::text[]
    where site = ${site} and id = ${id} and received = ${at} and media_id is null and failure is null
    returning id`)
  return rows.length === 1
}

export async function noteOutcome(
  db: Db,
  site: string,
  id: string,
  outcome: { readonly mediaId: string } | { readonly failure: string },
): Promise<void> {
  const [mediaId, failure] = 'mediaId' in outcome ? [outcome.mediaId, null] : [null, outcome.failure]
  await db.query(sql`
    update resumable_upload set media_id = ${mediaId}, failure = ${failure}, parts = '{}' where site = ${site} and id = ${id}`)
}

/** Nothing of it is there any more: the sender begins anew. */
export async function forgetReceived(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`update resumable_upload set received = 0, parts = '{}' where site = ${site} and id = ${id}`)
}

/** How many bytes a shop has promised to uploads that are under way. */
export async function bytesUnderWay(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::bigint as bytes from resumable_upload where site = ${site} and media_id is null and failure is null`)
  return row!.bytes
}

/** Uploads that all bytes are there of, and nobody is at, of every shop. */
export const listUnfinished = (db: Db, now: Date, most: number) =>
  db.query<{ site: string; id: string }>(sql`
    select site, id from resumable_upload
    where bytes = received and media_id is null and failure is null and (lease is null or lease_until < ${now})
    order by created_at limit ${most}`)

/** Uploads that are over, of every shop. */
export const listExpired = (db: Db, now: Date, most: number) =>
  db.query<{ site: string; id: string; parts: readonly string[] }>(sql`
    select site, id, parts from resumable_upload where expires_at < ${now} and (lease is null or lease_until < ${now})
    order by expires_at limit ${most}`)

export async function deleteUpload(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from resumable_upload where site = ${site} and id = ${id}`)
}
