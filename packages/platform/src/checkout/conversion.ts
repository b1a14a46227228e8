import { type Db, sql } from '../db/sql.ts'

export interface BegunPart {
  readonly part: number
  readonly checkouts: number
  readonly bought: number
}

/** How many checkouts were begun in the equal parts of a stretch, and how many of them became an order. */
export async function begunInParts(
  db: Db,
  site: string,
  { from, to }: { readonly from: Date; readonly to: Date },
  parts: number,
): Promise<readonly BegunPart[]> {
  const seconds = (to.getTime() - from.getTime()) / 1000 / parts
  return db.query<BegunPart>(sql`
    select least(floor(extract(epoch from created_at - ${from}::timestamptz) / ${seconds}::float8), ${parts - 1})::int as part,
      count(*)::int as checkouts, count(order_id)::int as bought
    from checkout
    where site = ${site} and created_at >= ${from} and created_at < ${to} and secret is not null
    group by 1`)
}
