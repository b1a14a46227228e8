import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Medium, ProductDraft } from './product.ts'

interface Row {
  readonly id: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly milliseconds: number | null
}

/** Products whose films and models have with them what is known of their files and of the pictures that stand for them. */
export async function withFileFacts(db: Db, site: string, drafts: readonly ProductDraft[]): Promise<readonly ProductDraft[]> {
  const ids = drafts.flatMap(({ media }) => media.flatMap((item) => (item.kind === 'image' ? [] : [item.id, item.poster])))
  if (ids.length === 0) return drafts
  const rows = await db.query<Row>(sql`
    select media.id, media.bytes, coalesce(media.width, drawn.width) as width, coalesce(media.height, drawn.height) as height,
      (media.details->>'durationMs')::float8 as milliseconds
    from media left join media_derivative drawn
      on drawn.site = media.site and drawn.media_id = media.id and drawn.name = media.details->>'thumbnailName'
    where media.site = ${site} and media.id = any(${[...new Set(ids)]}::text[])`)
  const known = new Map(rows.map((row) => [row.id, row]))
  return drafts.map((draft) =>
    draft.media.some(({ kind }) => kind !== 'image') ? { ...draft, media: draft.media.map((item) => withFacts(item, known)) } : draft,
  )
}

function withFacts(item: Medium, known: ReadonlyMap<string, Row>): Medium {
  if (item.kind === 'image') return item
  const file = known.get(item.id)
  const poster = known.get(item.poster)
  return {
    ...item,
    ...(file && { bytes: file.bytes }),
    ...(item.kind === 'video' && file && file.milliseconds !== null && { milliseconds: Math.round(file.milliseconds) }),
    ...(poster && poster.width !== null && poster.height !== null && { posterSize: { width: poster.width, height: poster.height } }),
  }
}
