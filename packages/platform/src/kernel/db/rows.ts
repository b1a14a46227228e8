import { type Db, join, raw, sql } from './sql.ts'

/**
 * So many rows are written out in a statement at the most: a list of each length is a statement of its own, so the rows of a longer one are
 * read out of a value.
 */
export const mostListed = 20

const portion = 500

/** Writes rows into a table, each under the names of its columns; all have the same columns. For what is filled in at once: a statement takes hundreds. */
export async function insertRows(db: Db, table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = join(
    Object.keys(first).map((name) => raw(name)),
    ', ',
  )
  for (let from = 0; from < rows.length; from += portion)
    await db.query(sql`
      insert into ${raw(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows.slice(from, from + portion))}::jsonb)`)
}
