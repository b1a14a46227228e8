import { visitorFolder } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { erasure } from './erasure.ts'

const dayMs = 24 * 3_600_000

/** How many films a visitor or member has sent within a day. */
export async function countSentToday(db: Db, site: string, sender: string, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from media
    where site = ${site} and folder_id = ${visitorFolder} and uploaded_by = ${sender} and kind = 'VIDEO'
      and member_id is null and trashed_at is null and created_at > ${new Date(now.getTime() - dayMs)}`)
  return row!.count
}

/** Deletes files that visitors and members have sent, with what was made of them. */
export const eraseSentFiles = (site: string, now: Date, which: Sql): Sql => sql`
  ${erasure(
    site,
    now,
    sql`select id from media where site = ${site} and folder_id = ${visitorFolder} and uploaded_by is not null and ${which} order by id for update`,
  )}
  select from gone`
