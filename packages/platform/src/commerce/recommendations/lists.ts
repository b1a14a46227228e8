import type { RecommendationKind, SharedTrait } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Scored } from './merge.ts'

/** Under this id stands what is recommended beside nothing in particular. */
export const everybody = '00000000-0000-0000-0000-000000000000'

/** So many are stored for a product. */
export const mostBeside = 30
/** So many are stored of what is recommended to everybody. */
export const mostForEverybody = 200

/** One product of a ready list, and why it is there. */
export interface ListItem extends Scored {
  /** In so many orders or visits together, of so many that have the product. */
  readonly together?: number
  readonly of?: number
  readonly shared?: readonly SharedTrait[]
}

export interface ReadyList {
  readonly kind: RecommendationKind
  readonly productId: string
  readonly items: readonly ListItem[]
}

/** The ready lists of some algorithms beside some products; those that are not there are missing. */
export async function findLists(
  db: Db,
  site: string,
  kinds: readonly RecommendationKind[],
  productIds: readonly string[],
): Promise<readonly ReadyList[]> {
  if (kinds.length === 0 || productIds.length === 0) return []
  return db.query<ReadyList>(sql`
    select algorithm as kind, product_id as "productId", items from recommendation
    where site = ${site} and algorithm = any(${[...kinds]}::text[]) and product_id = any(${[...productIds]}::uuid[])`)
}

/** Writes ready lists; one that says the same as before is left alone. */
export async function saveLists(db: Db, site: string, lists: readonly ReadyList[]): Promise<void> {
  if (lists.length === 0) return
  const rows = [...lists].sort((a, b) => (a.productId < b.productId ? -1 : 1))
  await db.query(sql`
    insert into recommendation (site, algorithm, product_id, items)
    select ${site}, kind, "productId", items
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (kind text, "productId" uuid, items jsonb)
    on conflict (site, algorithm, product_id) do update set items = excluded.items
    where recommendation.items is distinct from excluded.items`)
}
