import { type Db, sql } from '../../kernel/db/sql.ts'

export interface BegunPart {
  readonly part: number
  readonly checkouts: number
  readonly bought: number
}

/** How many checkouts were begun in the parts of a stretch, each from its beginning, and how many of them became an order. */
export async function begunInParts(
  db: Db,
  site: string,
  { from, to }: { readonly from: Date; readonly to: Date },
  parts: readonly Date[],
): Promise<readonly BegunPart[]> {
  return db.query<BegunPart>(sql`
    select width_bucket(created_at, ${parts}::timestamptz[]) - 1 as part,
      count(*)::int as checkouts, count(order_id)::int as bought
    from checkout
    where site = ${site} and created_at >= ${from} and created_at < ${to} and secret is not null
    group by 1`)
}
