import type { Context } from '../../../kernel/db/context.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'

/** What is said in a film, in one language. */
export interface Caption {
  readonly language: string
  readonly label: string
  readonly digest: string
  readonly bytes: number
  readonly updatedAt: Date
}

const columns = sql`media_caption.language, media_caption.label, media_caption.digest, media_caption.bytes,
  media_caption.updated_at as "updatedAt"`

/** By their labels. */
export const captionsOf = (db: Db, site: string, mediaId: string): Promise<readonly Caption[]> =>
  db.query<Caption>(sql`
    select ${columns} from media_caption where site = ${site} and media_id = ${mediaId} order by label collate "C", language`)

const begin = 'captions/'
const nameLength = 32

/** As for what was made from the file: its content is in the name, so that it may be cached for good. */
export const captionName = (digest: string): string => `${begin}${digest.slice(0, nameLength)}.vtt`

export const isCaptionName = (name: string): boolean => name.startsWith(begin)

export async function findCaption(
  db: Db,
  site: string,
  mediaId: string,
  name: string,
): Promise<(Caption & { readonly private: boolean }) | undefined> {
  const [row] = await db.query<Caption & { readonly private: boolean }>(sql`
    select ${columns}, media.private from media_caption
      join media on media.site = media_caption.site and media.id = media_caption.media_id
    where media_caption.site = ${site} and media_caption.media_id = ${mediaId}
      and left(media_caption.digest, ${nameLength}) = ${name.slice(begin.length, begin.length + nameLength)}
    limit 1`)
  return row && captionName(row.digest) === name ? row : undefined
}

/** Puts captions in the place of those in the same language, whose bytes go. */
export async function saveCaption(
  { db, site, now }: Context,
  mediaId: string,
  { language, label, digest, bytes }: Omit<Caption, 'updatedAt'>,
): Promise<void> {
  await db.query(sql`
    insert into file_to_remove (site, digest, asked_at)
    select site, digest, ${now}::timestamptz from media_caption
    where site = ${site} and media_id = ${mediaId} and language = ${language} and digest <> ${digest} on conflict do nothing`)
  await db.query(sql`
    insert into media_caption (site, media_id, language, label, digest, bytes, updated_at)
    values (${site}, ${mediaId}, ${language}, ${label}, ${digest}, ${bytes}, ${now})
    on conflict (site, media_id, language) do update set label = ${label}, digest = ${digest}, bytes = ${bytes}, updated_at = ${now}`)
}

export async function deleteCaption({ db, site, now }: Context, mediaId: string, language: string): Promise<boolean> {
  const rows = await db.query(sql`
    with gone as (delete from media_caption where site = ${site} and media_id = ${mediaId} and language = ${language} returning digest),
      noted as (insert into file_to_remove (site, digest, asked_at) select ${site}::uuid, digest, ${now}::timestamptz from gone on conflict do nothing)
    select 1 from gone`)
  return rows.length > 0
}
