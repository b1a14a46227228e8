import { type Db, plannedEachTime, raw, type Sql, sql } from '../db/sql.ts'

/** How many rows of a table each condition finds, none counted beyond `most`. */
export async function countEach(
  db: Db,
  table: 'orders' | 'member' | 'review' | 'question',
  conditions: readonly Sql[],
  most: number,
): Promise<number[]> {
  const counts: number[] = []
  for (const condition of conditions) {
    const [row] = await db.query<{ count: number }>(
      plannedEachTime(sql`select count(*)::integer as count from (select 1 from ${raw(table)} where ${condition} limit ${most}) found`),
    )
    counts.push(row!.count)
  }
  return counts
}
