import type { Context } from '../../../kernel/db/context.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { dropDerivatives } from '../processing/derivatives.ts'

/** Gives a file what was made from another, in place of what was made from itself before, whose bytes go. */
export async function takeDerivatives({ db, site, now }: Context, mediaId: string, otherId: string): Promise<void> {
  await dropDerivatives(db, site, mediaId, now)
  await db.query(sql`
    insert into media_derivative (site, media_id, name, mime, digest, bytes, width, height, created_at)
    select site, ${mediaId}, name, mime, digest, bytes, width, height, created_at from media_derivative
    where site = ${site} and media_id = ${otherId}`)
}
