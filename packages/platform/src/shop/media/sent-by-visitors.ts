import { visitorFolder } from '@vitrine/contract'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { erasure } from './erasure.ts'

/** Deletes files that visitors and members have sent, with what was made from them. */
export const eraseSentFiles = (site: string, now: Date, which: Sql): Sql => sql`
  ${erasure(
    site,
    now,
    sql`select id from media where site = ${site} and folder_id = ${visitorFolder} and uploaded_by is not null and ${which} order by id for update`,
  )}
  select from gone`
