import { type Db, join, type Sql, sql } from '../../kernel/db/sql.ts'
import { findInLarge } from './find-in-large.ts'
import { type Matches, matchesOf, pageOf } from './page-of.ts'
import { placedOrder, placedPage } from './rules/order.ts'
import { isLarge, manyProducts } from './sample.ts'
import { conditions, matching, present, type Search } from './search-conditions.ts'

/** Weighing costs a look at each product that has the words; of more than so many, some are as good as others. */
const mostRanked = 5000

/** How many products a shop has may have changed since: it only says which way is the quicker one to its page. */
export async function findMatches(db: Db, site: string, search: Search, products: number): Promise<Matches> {
  const { collection, options, price, stock, rating } = conditions(search)
  const applied = present([collection, ...options.map(({ condition }) => condition), price, stock, rating])
  const where = join([matching(site, search), ...applied], ' and ')
  if (search.words === undefined && applied.length === 0 && search.placed !== undefined)
    return findPlaced(db, site, search, search.placed, where)
  if (search.words === undefined && applied.length === 0) return pageOf(db, site, search, sql`product where ${where}`, { planOnce: true })
  if (isLarge(products)) return findInLarge(db, site, search)
  if (search.placed !== undefined) return findPlaced(db, site, search, search.placed, where)
  if (search.sort !== 'featured' || search.words === undefined) return pageOf(db, site, search, sql`product where ${where}`)
  const among = sql`(select id, search, numeric_id from product where ${where} limit ${mostRanked}) product`
  return pageOf(db, site, search, among)
}

/** The same in the order that the merchant has put a collection into. */
const findPlaced = (db: Db, site: string, search: Search, collectionId: string, where: Sql): Promise<Matches> =>
  matchesOf(db, site, placedPage(site, collectionId, where, search), placedOrder)

/** How many products shoppers see. */
export async function countVisible(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ products: number }>(sql`select visible_products as products from catalogue where site = ${site}`)
  return row?.products ?? 0
}

/** Whether most products of the database are this large shop's. */
export async function hasMost(db: Db, site: string): Promise<boolean> {
  const [row] = await db.query<{ most: boolean }>(sql`
    select products >= ${manyProducts} and products > (select reltuples from pg_class where oid = 'product'::regclass) / 2 as most
    from catalogue where site = ${site}`)
  return row?.most ?? false
}

/** What the choices of a shop look like, and the order they stand in. */
export interface KnownChoice {
  readonly name: string
  readonly choice: string
  readonly kind: 'color' | 'drop_down'
  readonly hex: string | null
}

export const findChoices = (db: Db, site: string): Promise<KnownChoice[]> =>
  db.query<KnownChoice>(
    sql`select name, choice, kind, hex from option_choice where site = ${site} and kind <> 'free_text' order by name, position, choice`,
  )
