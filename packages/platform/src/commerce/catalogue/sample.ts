import { type Db, join, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'

/** A part of the products, chosen without regard to what they are, for which there is an index of its own. */
export interface Sample {
  readonly oneOf: number
  readonly condition: Sql
}

export const usualSample: Sample = { oneOf: 64, condition: sql`and uuid_hash(product.id) & 63 = 0` }
export const sparseSample: Sample = { oneOf: 512, condition: sql`and uuid_hash(product.id) & 511 = 0` }
/** In a shop with fewer products nothing is sampled. */
export const manyProducts = 20_000
/** Of more hits than this a sample stands for all. */
export const mostCounted = 3000
/** Of more hits in the sample the sparse one tells enough. */
const mostSampled = 1000

export const isLarge = (products: number): boolean => products >= manyProducts

/** By which part of the products it is told how many each condition finds; undefined where all of them are counted, as few are unless `always`. */
export async function samplesFor(
  db: Db,
  conditions: readonly Sql[],
  products: number,
  { always = false } = {},
): Promise<readonly (Sample | undefined)[]> {
  if (!isLarge(products)) return []
  const counts = join(
    conditions.map(
      (condition) =>
        sql`(select count(*) from (select from product where ${condition} ${usualSample.condition} limit ${mostSampled + 1}) found)`,
    ),
    ', ',
  )
  const [row] = await db.query<{ counts: string[] }>(plannedEachTime(sql`select array[${counts}]::text[] as counts`))
  return row!.counts
    .map(Number)
    .map((count) => (count > mostSampled ? sparseSample : always || count * usualSample.oneOf > mostCounted ? usualSample : undefined))
}

/** About how many products a condition finds; of more than `most`, more than that. */
export async function estimateFound(db: Db, condition: Sql, most: number): Promise<number> {
  const limit = Math.ceil(most / usualSample.oneOf) + 1
  const [row] = await db.query<{ count: number }>(
    plannedEachTime(
      sql`select count(*) as count from (select from product where ${condition} ${usualSample.condition} limit ${limit}) found`,
    ),
  )
  return row!.count * usualSample.oneOf
}
