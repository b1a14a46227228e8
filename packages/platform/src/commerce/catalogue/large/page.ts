import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import { Unreadable } from '../../../kernel/query/filter.ts'
import { orderOf } from '../../../kernel/query/keyset.ts'
import { estimateFound } from '../sample.ts'
import { type ProductPage, readPage } from '../store.ts'
import { type AskedOfMany, findFew, mostFew, seen } from './few.ts'
import { walkOf } from './walk.ts'

/** So many products are looked at on the way to a page. Merchants wait for what shoppers may not ask for. */
export const reachOf = (hidden: boolean): number => (hidden ? 50_000 : 12_000)

export interface PageOfMany extends AskedOfMany {
  readonly limit: number
  readonly offset: number
  /** A number that is stored with the products, where this list has one. */
  readonly total: Sql | undefined
}

/**
 * A page of a large catalogue by any filter and order, which is found among few, or met on a walk along the order. Its total is about right where
 * neither reaches to the end.
 * @throws Unreadable where neither finds it
 */
export async function findPageOfMany(
  db: Db,
  asked: PageOfMany,
  { few = mostFew, reach = reachOf(asked.hidden) } = {},
): Promise<ProductPage> {
  const { site, terms, total, limit, offset, hidden, condition, filter } = asked
  const order = orderOf(terms, false)
  const read = (among: Sql) =>
    readPage(db, site, sql`select product.id from ${among} order by ${order} limit ${limit} offset ${offset}`, order, {
      total,
      planEachTime: true,
    })
  const counted = async (among: Sql) =>
    (await db.query<{ total: number }>(plannedEachTime(sql`select count(*) as total from ${among}`)))[0]!.total

  const among = await findFew(db, asked, few)
  if (among) {
    const page = await read(among)
    return { ...page, total: page.total ?? (await counted(among)) }
  }
  const isWhole = Object.keys(filter).length === 0
  const walk = walkOf(asked, isWhole && terms[0]?.index?.byVisible ? Math.max(reach, offset + limit) : reach)
  if (!walk) throw new Unreadable('query.sort', 'sorts more than can be sorted: it is read by a narrower filter', 'MAX_SIZE')
  const first = walk.inOrder ? await read(walk.met()) : undefined
  if (first && first.count === limit) return { ...first, total: first.total ?? (await aboutTotal(first.count)) }
  const bound = await walk.findBound(db)
  const page = first ?? (await read(walk.met(bound)))
  if (!bound) return { ...page, total: page.total ?? (await counted(walk.met())) }
  if (page.count === limit) return { ...page, total: page.total ?? (await aboutTotal(page.count)) }
  if (!walk.inOrder && isWhole && terms.length > 2)
    throw new Unreadable('query.sort', 'sorts too many that are equal in its first field: it is for a narrower filter', 'MAX_SIZE')
  throw offset > 0
    ? new Unreadable(
        'query.paging.offset',
        'goes deeper into so large a list than is looked at; narrow it down, or go on by a filter of what it is sorted by',
        'MAX',
      )
    : new Unreadable(
        'query.filter',
        'finds too little among too many products; narrow it down by what they are sorted by, a collection, a price, a name or how it begins',
        'MAX_SIZE',
      )

  async function aboutTotal(count: number): Promise<number> {
    const estimate = await estimateFound(db, sql`product.site = ${site} ${seen(hidden)} and ${condition}`, Number.MAX_SAFE_INTEGER)
    return Math.max(estimate, offset + count)
  }
}
