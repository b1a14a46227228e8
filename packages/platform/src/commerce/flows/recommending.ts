import { isId } from '../../kernel/db/id.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { stem, wordsOf } from '../../kernel/query/words.ts'
import { mediaPath } from '../catalogue/address.ts'
import { findSales } from '../orders/changed-sales.ts'
import type { LearningDeps, RecommendationDeps } from '../recommendations/deps.ts'
import { mostForEverybody } from '../recommendations/lists.ts'
import type { Traits } from '../recommendations/similar.ts'
import type { Outside } from './outside-providers.ts'

/** So many of the last orders of a member say what they like. */
const lastOrders = 10
const lastProducts = 30

/** What recommendations ask of the catalogue and of orders. */
export const recommending = (
  { origin, readSettings }: Pick<Kernel, 'origin' | 'readSettings'>,
  { recommendations, askForRecommendations }: Pick<Outside, 'recommendations' | 'askForRecommendations'>,
): RecommendationDeps => ({
  readSettings,
  services: recommendations,
  askService: askForRecommendations,

  async available(db, site, ids) {
    if (ids.length === 0) return []
    return db.query<{ id: string; slug: string }>(sql`
      select product.id, product.slug from unnest(${[...ids]}::uuid[]) as asked (id)
      join product_listing listing on listing.site = ${site} and listing.product_id = asked.id and listing.visible and listing.in_stock
      join product on product.site = ${site} and product.id = asked.id`)
  },

  async productsOf(db, site, ids) {
    const rows = await db.query<{ id: string; name: string; slug: string; picture: string | null; visible: boolean; inStock: boolean }>(sql`
      select product.id, product.name, product.slug, product.facts #>> '{image,id}' as picture, product.visible,
        coalesce(listing.in_stock, false) as "inStock"
      from unnest(${ids.filter(isId)}::uuid[]) as asked (id)
      join product on product.site = ${site} and product.id = asked.id
      left join product_listing listing on listing.site = ${site} and listing.product_id = asked.id`)
    return new Map(
      rows.map(({ picture, ...row }) => [row.id, { ...row, ...(picture !== null && { picture: origin + mediaPath(picture) }) }]),
    )
  },

  async boughtBy(db, site, memberId) {
    const rows = await db.query<{ items: readonly string[] }>(sql`
      select item_ids as items from orders
      where site = ${site} and member_id = ${memberId} and member_id is not null and status = 'APPROVED' and status <> 'INITIALIZED'
      order by created_at desc, id desc limit ${lastOrders}`)
    return [...new Set(rows.flatMap(({ items }) => items.filter(isId)))].slice(0, lastProducts)
  },
})

interface TraitRow {
  readonly id: string
  readonly name: string
  readonly collections: readonly string[]
  readonly choices: readonly string[]
  readonly price: string
  readonly updatedAt: Date
}

const columns = sql`id, name, collection_ids as collections, choices, price::text as price, updated_at as "updatedAt"`

async function traitsOf(db: Db, rest: Sql): Promise<(Traits & { readonly updatedAt: Date })[]> {
  const rows = await db.query<TraitRow>(sql`select ${columns} from product ${rest}`)
  return rows.map(({ name, price, ...row }) => ({ ...row, price: Number(price), words: [...new Set(wordsOf(name).map(stem))] }))
}

/** So many of the foremost are looked at for those that are in stock. */
const mostWalked = 2000

/** What learning asks of the catalogue and of orders. */
export const learning: LearningDeps = {
  findSales,

  traitsAfter: (db, site, afterId, limit) =>
    traitsOf(db, sql`where site = ${site} and id > ${afterId}::uuid and visible order by id limit ${limit}`),

  traitsSince: (db, site, { updatedAt, id }, limit) =>
    traitsOf(
      db,
      sql`where site = ${site} and visible and (updated_at, id) > (${updatedAt}::timestamptz, ${id}::uuid) order by updated_at, id limit ${limit}`,
    ),

  bestOf: (db, site, collectionId, limit) =>
    traitsOf(
      db,
      collectionId === undefined
        ? sql`where site = ${site} and visible order by best_selling desc, numeric_id desc, id desc limit ${limit}`
        : sql`where site = ${site} and visible and collection_ids @> ${[collectionId]}::uuid[]
            order by best_selling desc, numeric_id desc, id desc limit ${limit}`,
    ),

  async foremost(db, site, by) {
    const walk =
      by === 'NEW'
        ? sql`select product_id, in_stock, extract(epoch from created_at)::float8 as score from product_listing
            where site = ${site} and visible order by created_at desc, product_id desc limit ${mostWalked}`
        : sql`select product_id, in_stock, best_selling as score from product_listing
            where site = ${site} and visible and best_selling > 0 order by best_selling desc, numeric_id desc, product_id desc limit ${mostWalked}`
    return db.query<{ id: string; score: number }>(
      sql`select product_id as id, score from (${walk}) walked where in_stock order by score desc, product_id desc limit ${mostForEverybody}`,
    )
  },
}
