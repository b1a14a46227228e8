import { type Db, sql } from '../../../kernel/db/sql.ts'
import { captionName, findCaption, isCaptionName } from '../captions/store.ts'
import type { MediaFile } from '../store.ts'

/** What processing made from a file, with its bytes under `digest`. */
export interface Derivative {
  readonly name: string
  readonly mime: string
  readonly digest: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
}

/** Drops what was made from a file, and the bytes except those of these digests. */
export async function dropDerivatives(db: Db, site: string, mediaId: string, now: Date, but: readonly string[] = []): Promise<void> {
  await db.query(sql`
    with gone as (delete from media_derivative where site = ${site} and media_id = ${mediaId} returning digest)
    insert into file_to_remove (site, digest, asked_at) select distinct ${site}::uuid, digest, ${now}::timestamptz from gone
      where digest <> all(${but}::text[]) on conflict do nothing`)
}

/** Puts what was made now in the place of what was made before, whose bytes go. */
export async function replaceDerivatives(db: Db, site: string, mediaId: string, made: readonly Derivative[], now: Date): Promise<void> {
  await dropDerivatives(
    db,
    site,
    mediaId,
    now,
    made.map(({ digest }) => digest),
  )
  for (const one of made)
    await db.query(sql`
      insert into media_derivative (site, media_id, name, mime, digest, bytes, width, height, created_at)
      values (${site}, ${mediaId}, ${one.name}, ${one.mime}, ${one.digest}, ${one.bytes}, ${one.width}, ${one.height}, ${now})`)
}

interface Served extends Derivative {
  readonly private: boolean
  readonly fileName: string
  readonly alpha: boolean
}

const columns = sql`made.name, made.mime, made.digest, made.bytes, made.width, made.height, media.private, media.file_name as "fileName",
  media.kind = 'MODEL3D' as alpha`

/** What was made from a file of the shop, or stands beside it, as it is served. A private file has nothing for everybody. */
export async function findDerivative(db: Db, site: string, mediaId: string, name: string): Promise<MediaFile | undefined> {
  if (isCaptionName(name)) return findServedCaption(db, site, mediaId, name)
  const [row] = await db.query<Served>(sql`
    select ${columns} from media_derivative made join media on media.site = made.site and media.id = made.media_id
    where made.site = ${site} and made.media_id = ${mediaId} and made.name = ${name}`)
  return row && served(row, mediaId)
}

async function findServedCaption(db: Db, site: string, mediaId: string, name: string): Promise<MediaFile | undefined> {
  const caption = await findCaption(db, site, mediaId, name)
  if (!caption) return undefined
  const { digest, bytes, label } = caption
  return served(
    {
      name: captionName(digest),
      mime: 'text/vtt',
      digest,
      bytes,
      width: null,
      height: null,
      private: caption.private,
      fileName: label,
      alpha: false,
    },
    mediaId,
  )
}

/** The picture that was made from a film, a model or a document. */
export async function findThumbnail(db: Db, site: string, mediaId: string): Promise<MediaFile | undefined> {
  const [row] = await db.query<Served>(sql`
    select ${columns} from media_derivative made join media on media.site = made.site and media.id = made.media_id
    where made.site = ${site} and made.media_id = ${mediaId} and made.mime like 'image/%'
      and made.name = coalesce(media.details->>'posterName', media.details->>'thumbnailName')`)
  return row && served(row, mediaId)
}

function served(row: Served, mediaId: string): MediaFile {
  const isPicture = row.mime.startsWith('image/')
  return {
    ...row,
    id: mediaId,
    kind: isPicture ? 'IMAGE' : 'VIDEO',
    fileName: `${row.fileName.replace(/\.[^.]*$/, '')} ${row.name.replaceAll('/', ' ')}`,
    focal: { x: 0.5, y: 0.5 },
    colour: null,
    placeholder: null,
  }
}
