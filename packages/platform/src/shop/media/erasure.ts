import { type Sql, sql } from '../../kernel/db/sql.ts'

/**
 * How a statement begins that deletes the files that `due` selects, with what was made from them: `gone` has of each its id, and as `told`
 * whether it was in the trash. The bytes are removed after the transaction, by the minute.
 */
export const erasure = (site: string, now: Date, due: Sql): Sql => sql`
  with due as (${due}), made as (
    select digest from media_derivative where site = ${site} and media_id in (select id from due)
    union select digest from media_caption where site = ${site} and media_id in (select id from due)
  ), gone as (
    delete from media where site = ${site} and id in (select id from due) returning id, digest, trashed_at is not null as told
  ), noted as (
    insert into file_to_remove (site, digest, asked_at)
    select distinct ${site}::uuid, digest, ${now}::timestamptz from (select digest from gone union select digest from made) bytes where digest <> ''
    on conflict do nothing
  )`
