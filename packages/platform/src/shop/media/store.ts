import { type Db, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Keyset } from '../../kernel/query/keyset.ts'
import type { Point } from './address.ts'
import type { MediaDetails } from './details.ts'
import type { Kind } from './kinds/kind.ts'
import { searchWords } from './words.ts'

/** A file of a shop, as far as it is served. */
export interface MediaFile {
  readonly id: string
  readonly kind: Kind
  readonly mime: string
  readonly fileName: string
  /** SHA-256 of the bytes, in hexadecimal; empty while an import has not brought them yet. */
  readonly digest: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly alpha: boolean
  readonly focal: Point
  readonly colour: string | null
  readonly placeholder: string | null
  /** Not for everybody: it has no address of its own. */
  readonly private: boolean
}

export type OperationStatus = 'PENDING' | 'READY' | 'FAILED'

export interface ExternalInfo {
  readonly origin?: string
  readonly externalIds?: readonly string[]
}

/** A file as merchants have it: where it lies and what is said of it. */
export interface ShopFile extends MediaFile {
  readonly folderId: string
  readonly displayName: string | null
  readonly altText: string | null
  readonly labels: readonly string[]
  readonly operationStatus: OperationStatus
  /** A stable code of why it failed. */
  readonly failure: string | null
  /** Since when it is in the trash by itself. */
  readonly trashedAt: Date | null
  /** Whether it is in the trash, by itself or in a folder. */
  readonly trashed: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastUsedAt: Date | null
  readonly sourceUrl: string | null
  readonly externalInfo: ExternalInfo | null
  readonly details: MediaDetails
  /** Who sent it, and who put its content in the place of other, by their callers' names. */
  readonly uploadedBy: string | null
  readonly replacedBy: string | null
  readonly replacedAt: Date | null
}

type Flat<File extends MediaFile> = Omit<File, 'focal'> & { readonly focalX: number; readonly focalY: number }

const columns = sql`media.id, media.kind, media.mime, media.file_name as "fileName", media.digest, media.bytes, media.width, media.height, media.alpha,
  media.focal_x as "focalX", media.focal_y as "focalY", media.colour, media.placeholder, media.private`

/** Folders of a shop that are in the trash, as one array: of those nobody has many. */
export const trashedFolders = (site: string): Sql =>
  sql`(select coalesce(array_agg(id), '{}') from media_folder where site = ${site} and trashed_at is not null)::text[]`

/** What `ShopFile` is read from; the statement reads `media` under that name. */
export const fileColumns = (site: string): Sql => sql`${columns}, media.folder_id as "folderId", media.display_name as "displayName",
  media.alt_text as "altText", media.labels, media.operation_status as "operationStatus", media.failure, media.trashed_at as "trashedAt",
  ${inTrash(site)} as trashed, media.created_at as "createdAt",
  media.updated_at as "updatedAt", media.last_used_at as "lastUsedAt", media.source_url as "sourceUrl", media.external_info as "externalInfo",
  media.details, media.uploaded_by as "uploadedBy", media.replaced_by as "replacedBy", media.replaced_at as "replacedAt"`

export type FileRow = Flat<ShopFile>

const fromRow = <File extends MediaFile>({ focalX, focalY, ...file }: Flat<File>): File =>
  ({ ...file, focal: { x: focalX, y: focalY } }) as unknown as File

export const fileOf = (row: FileRow): ShopFile => fromRow<ShopFile>(row)

export async function findMedia(db: Db, site: string, id: string): Promise<MediaFile | undefined> {
  const [row] = await db.query<Flat<MediaFile>>(sql`select ${columns} from media where site = ${site} and id = ${id}`)
  return row && fromRow(row)
}

/** A file of the shop itself, not of a member. */
export async function findFile(db: Db, site: string, id: string): Promise<ShopFile | undefined> {
  const [file] = await findFiles(db, site, [id])
  return file
}

/** A file of the library or of a member. */
export async function findAny(db: Db, site: string, id: string): Promise<(ShopFile & { readonly memberId: string | null }) | undefined> {
  const [row] = await db.query<FileRow & { readonly memberId: string | null }>(
    sql`select ${fileColumns(site)}, media.member_id as "memberId" from media where site = ${site} and id = ${id}`,
  )
  return row && { ...fileOf(row), memberId: row.memberId }
}

/** Those of them that there are, in the order in which they were asked for. */
export async function findFiles(db: Db, site: string, ids: readonly string[]): Promise<readonly ShopFile[]> {
  const rows = await db.query<FileRow>(
    sql`select ${fileColumns(site)} from media where site = ${site} and id = any(${ids}::text[]) and member_id is null`,
  )
  const found = new Map(rows.map((row) => [row.id, fileOf(row)]))
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
}

/** Files of the shop itself, in the order of a keyset. */
export async function listFiles(db: Db, site: string, { condition, keyset }: Listing) {
  const rows = await db.query<FileRow & { keys: readonly string[] }>(
    plannedEachTime(sql`
      select ${fileColumns(site)}, ${keyset.keys} from media
      where site = ${site} and member_id is null and ${condition} and ${keyset.where} ${keyset.tail}`),
  )
  return rows.map(({ keys, ...row }) => ({ file: fileOf(row), keys }))
}

interface Listing {
  readonly condition: Sql
  readonly keyset: Pick<Keyset, 'keys' | 'where' | 'tail'>
}

/** What is said of a new file beside what its bytes say. */
export interface NewFile {
  readonly folderId: string
  readonly displayName: string | null
  readonly labels: readonly string[]
  readonly operationStatus: OperationStatus
  readonly sourceUrl: string | null
  readonly externalInfo: ExternalInfo | null
  readonly uploadedBy: string | null
  /** The words it is found by: see `searchWords`. */
  readonly words: string
}

/** Writes a file's row unless its id is taken; answers what stands there now. `memberId`: who has it for their profile. */
export async function saveMedia(db: Db, site: string, file: MediaFile, now: Date, memberId?: string, more?: NewFile): Promise<MediaFile> {
  return (await insertMedia(db, site, file, now, memberId, more)) ?? (await existing(db, site, file.id))
}

/** Writes a file's row; undefined where its id is taken. */
export async function insertMedia(
  db: Db,
  site: string,
  file: MediaFile & { readonly details?: MediaDetails },
  now: Date,
  memberId?: string,
  more?: NewFile,
): Promise<MediaFile | undefined> {
  const folder = more?.folderId ?? (memberId === undefined ? 'media-root' : 'visitor-uploads-root')
  const [row] = await db.query<Flat<MediaFile>>(sql`
    insert into media (site, id, kind, mime, file_name, digest, bytes, width, height, alpha, focal_x, focal_y, colour, placeholder, private, member_id, created_at,
      updated_at, folder_id, display_name, labels, operation_status, source_url, external_info, uploaded_by, words, details)
    values (${site}, ${file.id}, ${file.kind}, ${file.mime}, ${file.fileName}, ${file.digest}, ${file.bytes}, ${file.width}, ${file.height},
      ${file.alpha}, ${file.focal.x}, ${file.focal.y}, ${file.colour}, ${file.placeholder}, ${file.private}, ${memberId ?? null}, ${now},
      ${now}, ${folder}, ${more?.displayName ?? null}, ${more?.labels ?? []}, ${more?.operationStatus ?? 'READY'}, ${more?.sourceUrl ?? null},
      ${more?.externalInfo ? JSON.stringify(more.externalInfo) : null}::jsonb, ${more?.uploadedBy ?? null},
      ${more?.words ?? searchWords([file.fileName])}::tsvector, ${JSON.stringify(file.details ?? {})}::jsonb)
    on conflict (site, id) do nothing
    returning ${columns}`)
  return row && fromRow(row)
}

/** Writes what the bytes of a pending file turned out to be; whether it was still waited for. */
export async function fillMedia(
  db: Db,
  site: string,
  file: MediaFile & { readonly details?: MediaDetails },
  status: OperationStatus,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update media set kind = ${file.kind}, mime = ${file.mime}, digest = ${file.digest}, bytes = ${file.bytes}, width = ${file.width},
      height = ${file.height}, alpha = ${file.alpha}, colour = ${file.colour}, placeholder = ${file.placeholder},
      details = ${JSON.stringify(file.details ?? {})}::jsonb, operation_status = ${status}, updated_at = ${now}
    where site = ${site} and id = ${file.id} and digest = '' and operation_status = 'PENDING' returning 1`)
  return rows.length > 0
}

async function existing(db: Db, site: string, id: string): Promise<MediaFile> {
  const taken = await findMedia(db, site, id)
  if (!taken) throw new Error(`media ${id} went away while it was written`)
  return taken
}

/** In the trash, by itself or in a folder. */
export const inTrash = (site: string): Sql => sql`(media.trashed_at is not null or media.folder_id = any(${trashedFolders(site)}))`

/** Not in the trash. Without the `coalesce` the database would expect next to nothing to be left, and sort all of it rather than walk an index. */
export const outOfTrash = (site: string): Sql =>
  sql`media.trashed_at is null and coalesce(media.folder_id <> all(${trashedFolders(site)}), true)`

export async function moveFocalPoint(db: Db, site: string, id: string, focal: Point): Promise<MediaFile | undefined> {
  const [row] = await db.query<Flat<MediaFile>>(
    sql`update media set focal_x = ${focal.x}, focal_y = ${focal.y} where site = ${site} and id = ${id} returning ${columns}`,
  )
  return row && fromRow(row)
}
