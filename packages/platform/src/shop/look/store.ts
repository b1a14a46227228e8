import { type Db, sql } from '../../kernel/db/sql.ts'
import type { LookDocument } from './document.ts'

export interface StoredVersion {
  readonly version: number
  readonly publishedAt: Date
  readonly publishedBy: string | null
}

/** So many versions are listed, and retained. */
const mostVersions = 50
/** So many previews of a shop are retained. */
const mostPreviews = 50

/** The newest first. */
export const findVersions = (db: Db, site: string): Promise<StoredVersion[]> =>
  db.query<StoredVersion>(sql`
    select version, published_at as "publishedAt", published_by as "publishedBy" from look_version
    where site = ${site} order by version desc limit ${mostVersions}`)

export async function findVersion(db: Db, site: string, version: number): Promise<LookDocument | undefined> {
  const [row] = await db.query<{ document: LookDocument }>(
    sql`select document from look_version where site = ${site} and version = ${version}`,
  )
  return row?.document
}

export async function newestVersion(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    sql`select version from look_version where site = ${site} order by version desc limit 1`,
  )
  return row?.version ?? 0
}

/** Adds a version; the oldest ones are forgotten. */
export async function insertVersion(
  db: Db,
  site: string,
  { version, publishedAt, publishedBy }: StoredVersion,
  document: LookDocument,
): Promise<void> {
  await db.query(sql`
    insert into look_version (site, version, document, published_at, published_by)
    values (${site}, ${version}, ${JSON.stringify(document)}::jsonb, ${publishedAt}, ${publishedBy})`)
  await db.query(sql`delete from look_version where site = ${site} and version <= ${version - mostVersions}`)
}

export async function findPreview(db: Db, site: string, id: string): Promise<LookDocument | undefined> {
  const [row] = await db.query<{ document: LookDocument }>(sql`select document from look_preview where site = ${site} and id = ${id}`)
  return row?.document
}

/** Writes a preview over the one with its id; the oldest ones are forgotten. */
export async function savePreview(db: Db, site: string, id: string, document: LookDocument, now: Date): Promise<void> {
  await db.query(sql`
    insert into look_preview (site, id, document, created_at) values (${site}, ${id}, ${JSON.stringify(document)}::jsonb, ${now})
    on conflict (site, id) do update set document = excluded.document, created_at = excluded.created_at`)
  await db.query(sql`
    delete from look_preview where site = ${site} and id in (
      select id from look_preview where site = ${site} order by created_at desc, id desc offset ${mostPreviews})`)
}
