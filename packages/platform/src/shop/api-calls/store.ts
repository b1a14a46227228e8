import { type Db, sql } from '../../kernel/db/sql.ts'
import { buckets } from './durations.ts'

/** Calls of a shop within a quarter of an hour. */
export interface QuarterOfCalls {
  readonly quarter: Date
  readonly requests: number
  readonly errors: number
  readonly limited: number
  /** How many took how long, by buckets. */
  readonly durations: readonly number[]
}

/** Adds to what is counted of a quarter. */
export async function addCalls(db: Db, site: string, { quarter, requests, errors, limited, durations }: QuarterOfCalls): Promise<void> {
  await db.query(sql`
    insert into api_calls (site, quarter, requests, errors, limited, durations)
    values (${site}, ${quarter}, ${requests}, ${errors}, ${limited}, ${[...durations]}::integer[])
    on conflict (site, quarter) do update set
      requests = api_calls.requests + excluded.requests, errors = api_calls.errors + excluded.errors,
      limited = api_calls.limited + excluded.limited,
      durations = array(
        select a + b from unnest(api_calls.durations, excluded.durations) with ordinality as both_of(a, b, nth) order by nth)`)
}

/** What was counted from a quarter on, the oldest first. */
export const findCalls = (db: Db, site: string, from: Date): Promise<readonly QuarterOfCalls[]> =>
  db.query<QuarterOfCalls>(sql`
    select quarter, requests, errors, limited, durations from api_calls where site = ${site} and quarter >= ${from} order by quarter limit 200`)

export async function forgetCalls(db: Db, site: string, before: Date): Promise<void> {
  await db.query(sql`delete from api_calls where site = ${site} and quarter < ${before}`)
}

export const noDurations = (): number[] => Array.from({ length: buckets }, () => 0)
