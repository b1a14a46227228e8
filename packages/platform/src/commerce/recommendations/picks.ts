import type { Db } from '../../kernel/db/sql.ts'
import { sql } from '../../kernel/db/sql.ts'
import { revisionOf } from '../../kernel/revision.ts'
import { everybody } from './lists.ts'

/** What is pinned and excluded beside a product, or everywhere. */
export interface StoredPicks {
  readonly pinned: readonly string[]
  readonly excluded: readonly string[]
}

/** What the shop has picked beside these products and everywhere, by the product. */
export async function findPicks(db: Db, site: string, productIds: readonly string[]): Promise<ReadonlyMap<string, StoredPicks>> {
  const rows = await db.query<{ productId: string; otherId: string; place: number | null }>(sql`
    select product_id as "productId", other_id as "otherId", place from recommendation_pick
    where site = ${site} and product_id = any(${[...new Set([...productIds, everybody])]}::uuid[])
    order by place nulls last, other_id`)
  const picks = new Map<string, { pinned: string[]; excluded: string[] }>()
  for (const { productId, otherId, place } of rows) {
    const of = picks.get(productId) ?? { pinned: [], excluded: [] }
    ;(place === null ? of.excluded : of.pinned).push(otherId)
    picks.set(productId, of)
  }
  return picks
}

export const noPicks: StoredPicks = { pinned: [], excluded: [] }

/** Another one for each change of what is picked; in which order something is excluded says nothing. */
export const picksRevision = ({ pinned, excluded }: StoredPicks): string => revisionOf({ pinned, excluded: excluded.toSorted() })

/**
 * Replaces what is picked beside a product, or everywhere; whether that was still at the revision, where one is said. Two that say none end with
 * what one of them said.
 */
export async function replacePicks(
  db: Db,
  site: string,
  productId: string,
  { pinned, excluded }: StoredPicks,
  revision: string | null | undefined,
): Promise<boolean> {
  const rows = [...pinned.map((otherId, place) => ({ otherId, place })), ...excluded.map((otherId) => ({ otherId, place: null }))].sort(
    (a, b) => (a.otherId < b.otherId ? -1 : 1),
  )
  await db.query(sql`select from site where site = ${site} for no key update`)
  if (revision && revision !== picksRevision((await findPicks(db, site, [productId])).get(productId) ?? noPicks)) return false
  await db.query(sql`delete from recommendation_pick where site = ${site} and product_id = ${productId}`)
  if (rows.length === 0) return true
  await db.query(sql`
    insert into recommendation_pick (site, product_id, other_id, place)
    select ${site}, ${productId}, "otherId", place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("otherId" uuid, place smallint)`)
  return true
}
