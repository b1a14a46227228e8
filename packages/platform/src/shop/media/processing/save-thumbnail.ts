import type { Context } from '../../../kernel/db/context.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { measure } from '../add.ts'
import type { OriginalStore } from '../originals.ts'
import { replaceDerivatives } from './derivatives.ts'
import { thumbnail } from './task.ts'

/** Stores the thumbnail of a model, or the poster of a film under the same name, that was made beforehand. */
export async function saveThumbnail(
  { db, site, now }: Context,
  originals: OriginalStore,
  mediaId: string,
  picture: Buffer,
  { width, height }: { readonly width: number; readonly height: number } = thumbnail,
): Promise<void> {
  const { digest, bytes } = await measure(picture)
  await originals.put(site, digest, picture)
  await replaceDerivatives(db, site, mediaId, [{ ...thumbnail, digest, bytes, width, height }], now)
  await db.query(sql`
    update media set details = details || jsonb_build_object(case kind when 'VIDEO' then 'posterName' else 'thumbnailName' end, ${thumbnail.name}::text)
    where site = ${site} and id = ${mediaId}`)
}
