import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import { type Fields, Unreadable } from '../../../kernel/query/filter.ts'
import type { Keyset, Page } from '../../../kernel/query/keyset.ts'
import { levels } from '../facts.ts'
import { type AskedOfMany, findFew, mostFew, seen } from '../large/few.ts'
import { reachOf } from '../large/page.ts'
import { walkOf } from '../large/walk.ts'
import { estimateFound, isLarge, usualSample } from '../sample.ts'
import type { FoundAt } from './store.ts'
import { among, type TextSearch } from './words.ts'

export interface Asked {
  readonly site: string
  readonly hidden: boolean
  readonly visible?: boolean | undefined
  /** How many products the catalogue has. */
  readonly products: number
  readonly fields: Fields
  readonly filter: Keyset['filter']
  /** What the filter means. */
  readonly condition: Sql
  readonly words: TextSearch | undefined
}

const has = (words: TextSearch | undefined): Sql => (words ? sql`and product.search @@ ${words.query}::tsquery` : sql``)

const listed = ({ site, hidden, words }: Asked): Sql => sql`product.site = ${site} ${seen(hidden)} ${has(words)}`

const ofMany = ({ site, hidden, visible, fields, filter, words }: Asked, condition: Sql, terms: Keyset['terms']): AskedOfMany => ({
  site,
  hidden,
  visible,
  filter,
  fields,
  condition: sql`${condition} ${has(words)}`,
  terms,
})

/**
 * A page by cursor. In a large catalogue it may be short, or empty, and say that there is more: so far was looked, and the next page goes on there.
 * @throws Unreadable where a large catalogue cannot be read in that order
 */
export async function findPageByCursor(
  db: Db,
  asked: Asked,
  keyset: Keyset,
  root: string,
  { few: mostOfFew = mostFew, reach = reachOf(asked.hidden) } = {},
): Promise<Page<FoundAt>> {
  const { site, hidden, words, products } = asked
  const read = (from: Sql) =>
    db.query<FoundAt>(
      plannedEachTime(sql`
        select page.id, page.keys, product.revision, ${levels} as levels
        from (select product.id, row_number() over () as place, ${keyset.keys} from (select * from ${from} ${keyset.tail}) product) page
        join product on product.site = ${site} and product.id = page.id order by page.place`),
    )
  if (!isLarge(products)) {
    const ranked = words ? sql`${among(site, hidden, words, keyset.condition)} and` : sql``
    return keyset.page(await read(sql`product where ${listed(asked)} and ${ranked} ${keyset.where}`))
  }
  const many = ofMany(asked, keyset.where, keyset.terms)
  const few = (await findFew(db, many, mostOfFew)) ?? (words && (await amongWords(db, asked, words, keyset)))
  if (few) return keyset.page(await read(few))
  const walk = walkOf({ ...many, beside: keyset.beside, backwards: keyset.backwards }, reach)
  if (!walk) throw new Unreadable(`${root}.sort`, 'sorts more than can be sorted: it is for a narrower filter', 'MAX_SIZE')
  const first = walk.inOrder ? await read(walk.met()) : undefined
  if (first && first.length > keyset.limit) return keyset.page(first)
  const bound = await walk.findBound(db)
  const rows = first ?? (await read(walk.met(bound)))
  if (!bound || rows.length > keyset.limit) return keyset.page(rows)
  const last = await walk.findLast(db, bound)
  if (!last)
    throw new Unreadable(`${root}.sort`, 'sorts too many that are equal in its first field: it is for a narrower filter', 'MAX_SIZE')
  return keyset.page(rows, last)
}

/** Weighing costs a look at each product that has the words; of more than so many, some are as good as others. */
const mostRanked = 5000

/** What has the words, where that are few, or some of it where it is sorted by how well it has them. */
async function amongWords(db: Db, asked: Asked, words: TextSearch, { where, terms }: Keyset): Promise<Sql | undefined> {
  const { site } = asked
  const isRanked = terms[0]?.index === undefined
  if (!isRanked && (await estimateFound(db, listed(asked), mostFew)) > mostFew) return undefined
  return sql`(select product.* from (
    select product.* from product where ${listed({ ...asked, words })} limit ${isRanked ? mostRanked : mostFew}) product
    where product.site = ${site} and ${where}) product`
}

/** What is found in all, for counting: where that may be many, a sample of it, of which each stands for `times`. */
export async function findAll(db: Db, asked: Asked): Promise<{ readonly from: Sql; readonly times: number }> {
  const all = sql`product where ${listed(asked)} and ${asked.condition}`
  if (!isLarge(asked.products)) return { from: all, times: 1 }
  const few = await findFew(db, ofMany(asked, asked.condition, []))
  if (few) return { from: few, times: 1 }
  return { from: sql`product where ${listed(asked)} and ${asked.condition} ${usualSample.condition}`, times: usualSample.oneOf }
}
