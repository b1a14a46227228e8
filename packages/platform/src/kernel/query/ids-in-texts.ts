import { type Db, type Sql, sql } from '../db/sql.ts'

/** Those of some ids that stand somewhere in what a query finds, in its one column `text`. */
export async function idsInTexts(db: Db, ids: readonly string[], texts: Sql): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with whole as materialized (select string_agg(text, ' ') as text from (${texts}) texts)
    select id from whole cross join unnest(${ids}::text[]) as id where position(id in text) > 0`)
  return rows.map(({ id }) => id)
}
