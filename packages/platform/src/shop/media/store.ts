import { type Db, plannedEachTime, sql } from '../../kernel/db/sql.ts'
import type { Keyset } from '../../kernel/query/keyset.ts'
import type { Point } from './address.ts'
import type { Kind } from './inspect.ts'

/** A file of a shop. */
export interface MediaFile {
  readonly id: string
  readonly kind: Kind
  readonly mime: string
  readonly fileName: string
  /** SHA-256 of the bytes, in hexadecimal. */
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

interface Row extends Omit<MediaFile, 'focal'> {
  readonly focalX: number
  readonly focalY: number
}

const columns = sql`id, kind, mime, file_name as "fileName", digest, bytes, width, height, alpha,
  focal_x as "focalX", focal_y as "focalY", colour, placeholder, private`

const fromRow = ({ focalX, focalY, ...file }: Row): MediaFile => ({ ...file, focal: { x: focalX, y: focalY } })

export async function findMedia(db: Db, site: string, id: string): Promise<MediaFile | undefined> {
  const [row] = await db.query<Row>(sql`select ${columns} from media where site = ${site} and id = ${id}`)
  return row && fromRow(row)
}

/** A file of the shop itself, not of a member, and since when it is there. */
export async function findFile(
  db: Db,
  site: string,
  id: string,
): Promise<{ readonly file: MediaFile; readonly createdAt: Date } | undefined> {
  const [row] = await db.query<Row & { createdAt: Date }>(sql`
    select ${columns}, created_at as "createdAt" from media where site = ${site} and id = ${id} and member_id is null`)
  if (!row) return undefined
  const { createdAt, ...file } = row
  return { file: fromRow(file), createdAt }
}

/** Files of the shop itself, in the order of a keyset. */
export async function listFiles(db: Db, site: string, { kinds, isPrivate, keyset }: Listing) {
  const rows = await db.query<Row & { createdAt: Date; keys: readonly string[] }>(
    plannedEachTime(sql`
      select ${columns}, created_at as "createdAt", ${keyset.keys} from media
      where site = ${site} and private = ${isPrivate} and member_id is null and kind = any(${kinds}::text[]) and ${keyset.where} ${keyset.tail}`),
  )
  return rows.map(({ keys, createdAt, ...row }) => ({ file: fromRow(row as Row), createdAt, keys }))
}

interface Listing {
  readonly kinds: readonly string[]
  readonly isPrivate: boolean
  readonly keyset: Pick<Keyset, 'keys' | 'where' | 'tail'>
}

/** Writes a file's row unless its id is taken; answers what stands there now. `memberId`: who has it for their profile. */
export async function saveMedia(db: Db, site: string, file: MediaFile, now: Date, memberId?: string): Promise<MediaFile> {
  const [row] = await db.query<Row>(sql`
    insert into media (site, id, kind, mime, file_name, digest, bytes, width, height, alpha, focal_x, focal_y, colour, placeholder, private, member_id, created_at)
    values (${site}, ${file.id}, ${file.kind}, ${file.mime}, ${file.fileName}, ${file.digest}, ${file.bytes}, ${file.width}, ${file.height},
      ${file.alpha}, ${file.focal.x}, ${file.focal.y}, ${file.colour}, ${file.placeholder}, ${file.private}, ${memberId ?? null}, ${now})
    on conflict (site, id) do nothing
    returning ${columns}`)
  if (row) return fromRow(row)
  const taken = await findMedia(db, site, file.id)
  if (!taken) throw new Error(`media ${file.id} went away while it was written`)
  return taken
}

export async function moveFocalPoint(db: Db, site: string, id: string, focal: Point): Promise<MediaFile | undefined> {
  const [row] = await db.query<Row>(
    sql`update media set focal_x = ${focal.x}, focal_y = ${focal.y} where site = ${site} and id = ${id} returning ${columns}`,
  )
  return row && fromRow(row)
}
