import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../../../kernel/db/sql.ts'
import { type Cover, coversOf, type Lookup } from '../../../kernel/query/cover.ts'
import type { Fields, SortTerm } from '../../../kernel/query/filter.ts'
import { estimateFound } from '../sample.ts'

/** What is asked of the products of a large catalogue. */
export interface AskedOfMany {
  readonly site: string
  /** Whether what shoppers do not see is asked for, too. */
  readonly hidden: boolean
  /** Where the filter asks for visible ones alone, or for hidden ones alone. */
  readonly visible?: boolean | undefined
  readonly filter: Readonly<Record<string, unknown>>
  readonly fields: Fields
  /** What the filter means, and what else a product has to be. */
  readonly condition: Sql
  readonly terms: readonly SortTerm[]
}

/** Of so many each is looked at and sorted. */
export const mostFew = 20_000
/** So many ways to find them are tried. */
const mostTries = 3

export const seen = (hidden: boolean): Sql => (hidden ? sql`` : sql`and product.visible`)

/** The halves of a catalogue that an index is in the order of, as far as they are asked for. */
export const halvesOf = ({ hidden, visible }: Pick<AskedOfMany, 'hidden' | 'visible'>, byVisible: boolean): readonly Sql[] => {
  if (!byVisible) return [sql``]
  const shown = visible === false ? [] : [sql`and product.visible`]
  return hidden && visible !== true ? [...shown, sql`and not product.visible`] : [sql`and product.visible`]
}

/** What is asked for, under the name `product`, where an index says that it is among few; undefined where none does. */
export async function findFew(db: Db, asked: AskedOfMany, most = mostFew): Promise<Sql | undefined> {
  const { site, hidden, condition } = asked
  for (const cover of coversOf(asked.filter, asked.fields).slice(0, mostTries)) {
    if (!(await findsFew(db, asked, cover, most))) continue
    const each = cover.map((lookup) => found(asked, lookup, most))
    const ids = each.length === 1 ? each[0]! : sql`(select distinct id from (${join(each, ' union all ')}) each)`
    return sql`(
      select product.* from ${ids} few cross join lateral (
        select product.* from product where product.site = ${site} and product.id = few.id ${seen(hidden)} offset 0) product
      where ${condition}) product`
  }
  return undefined
}

async function findsFew(db: Db, asked: AskedOfMany, cover: Cover, most: number): Promise<boolean> {
  let left = most
  for (const lookup of cover) {
    // A value of its own for each product, and a bounded number of values.
    if (lookup.rank === 0) continue
    left -= await countOf(db, asked, lookup, left)
    if (left < 0) return false
  }
  return true
}

async function countOf(db: Db, asked: AskedOfMany, lookup: Lookup, most: number): Promise<number> {
  const { site, hidden } = asked
  if (!lookup.order && !lookup.ids) return estimateFound(db, sql`product.site = ${site} ${seen(hidden)} and ${lookup.condition}`, most)
  const [row] = await db.query<{ count: number }>(plannedEachTime(sql`select count(*) as count from ${found(asked, lookup, most)} found`))
  return row!.count
}

/** The ids that a lookup finds: one more than `most` at most where it is in an order, or told elsewhere. */
function found(asked: AskedOfMany, { condition, index, order, ids, rank }: Lookup, most: number): Sql {
  const { site, hidden } = asked
  const limit = rank === 0 ? sql`` : sql`limit ${raw(String(most + 1))}`
  if (ids) return sql`(select told.id from (${ids}) told ${limit})`
  if (!order) return sql`(select product.id from product where product.site = ${site} ${seen(hidden)} and ${condition} offset 0)`
  const parts = halvesOf(asked, index.byVisible === true).map(
    (half) => sql`(select product.id from product where product.site = ${site} ${half} and ${condition} order by ${order} ${limit})`,
  )
  return sql`(${join(parts, ' union all ')})`
}
