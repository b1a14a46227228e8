import type { CatalogReference } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'

const dayMs = 24 * 3_600_000
/** What is new, and what was moved, is of so many days. */
const recentDays = 30
const storedDays = 90

interface Demand {
  readonly productId: string
  /** As it was called when somebody last put it on a list. */
  readonly name: string
  /** One of those by which it stands on lists. */
  readonly reference: CatalogReference
  readonly wishlists: number
  readonly people: number
  readonly newPeople: number
  readonly moved: number
}

const onLists = (site: string) => sql`
  wishlist_item item join wishlist on wishlist.site = item.site and wishlist.id = item.wishlist_id
  where item.site = ${site} and wishlist.site = ${site} and wishlist.kind <> 'SAVED_FOR_LATER'`

const since = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** The products on wish lists, those of the most people first. */
export const findDemand = (
  { db, site, now }: Pick<Context, 'db' | 'site' | 'now'>,
  limit: number,
  offset: number,
): Promise<readonly Demand[]> =>
  db.query<Demand>(sql`
    with demand as (
      select item.product_id, (array_agg(item.name order by item.created_at desc))[1] as name, (array_agg(item.reference))[1] as reference,
        count(distinct wishlist.id)::int as wishlists, count(distinct wishlist.owner)::int as people,
        count(distinct wishlist.owner) filter (where item.created_at > ${since(now, recentDays)})::int as "newPeople"
      from ${onLists(site)}
      group by item.product_id order by people desc, wishlists desc, item.product_id limit ${limit} offset ${offset})
    select product_id as "productId", name, reference, wishlists, people, "newPeople",
      coalesce((select sum(moved)::int from wishlist_move where wishlist_move.site = ${site}
        and wishlist_move.product_id = demand.product_id and day > ${since(now, recentDays)}::date), 0) as moved
    from demand order by people desc, wishlists desc, product_id`)

export async function sumUpDemand(db: Db, site: string) {
  const [row] = await db.query<{ products: number; people: number; wishlists: number; shared: number }>(sql`
    select count(distinct item.product_id)::int as products, count(distinct wishlist.owner)::int as people,
      count(distinct wishlist.id)::int as wishlists,
      count(distinct wishlist.id) filter (where exists (
        select from wishlist_link link where link.site = ${site} and link.wishlist_id = wishlist.id))::int as shared
    from ${onLists(site)}`)
  return row!
}

/** Counts what went from wish lists into a cart, in the transaction in which it went. */
export async function countMoved({ db, site, now }: Context, productIds: readonly string[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const id of productIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  // In one order, so that two at once do not wait for each other.
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([id, moved]) => ({ id, moved }))
  if (rows.length === 0) return
  await db.query(sql`
    insert into wishlist_move (site, product_id, day, moved)
    select ${site}, id, ${now}::date, moved from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, moved integer)
    on conflict (site, product_id, day) do update set moved = wishlist_move.moved + excluded.moved`)
}

export async function sweepMoves(db: Db, sites: readonly string[], now: Date): Promise<void> {
  for (const site of sites)
    await db.query(sql`delete from wishlist_move where site = ${site} and day is not null and day < ${since(now, storedDays)}::date`)
}
