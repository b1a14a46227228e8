import type { Context } from '../../../kernel/db/context.ts'
import { sql } from '../../../kernel/db/sql.ts'

/** What was made of another file stands with this one, in the place of what was made of it before, whose bytes go. */
export async function takeDerivatives({ db, site, now }: Context, mediaId: string, otherId: string): Promise<void> {
  await db.query(sql`
    with gone as (delete from media_derivative where site = ${site} and media_id = ${mediaId} returning digest)
    insert into file_to_remove (site, digest, asked_at) select distinct ${site}::uuid, digest, ${now}::timestamptz from gone on conflict do nothing`)
  await db.query(sql`
    insert into media_derivative (site, media_id, name, mime, digest, bytes, width, height, created_at)
    select site, ${mediaId}, name, mime, digest, bytes, width, height, created_at from media_derivative
    where site = ${site} and media_id = ${otherId}`)
}
