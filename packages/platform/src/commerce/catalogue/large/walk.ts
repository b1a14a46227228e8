import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../../../kernel/db/sql.ts'
import { coversOf } from '../../../kernel/query/cover.ts'
import type { SortTerm } from '../../../kernel/query/filter.ts'
import { beyond, keysOf, orderOf } from '../../../kernel/query/keyset.ts'
import { type AskedOfMany, halvesOf, seen } from './few.ts'

export interface AskedOnWalk extends AskedOfMany {
  /** The values of the terms that it is gone on from, and to which side. */
  readonly beside?: readonly string[] | undefined
  readonly backwards?: boolean
  /** The rows are something that products have several of, and only the first term is the product's. */
  readonly ofRows?: true
}

/** The way along an index in the order of the list, so far as is looked at for one page. */
export interface Walk {
  /** What of it is asked for, under the name `product`: its id and what it is sorted by. With a bound no further than that. */
  readonly met: (bound?: Bound) => Sql
  /** Whether it comes in the order of the list, so that a page that it fills is right whatever comes behind. */
  readonly inOrder: boolean
  /** Where it ends before the list does. */
  readonly findBound: (db: Db) => Promise<Bound | undefined>
  /** The last product that is complete with a bound, asked for or not, as cursors have it: the bound itself where it is in order. */
  readonly findLast: (db: Db, bound: Bound) => Promise<readonly string[] | undefined>
}

/** Values of the first terms: all of the terms of a walk in order. */
export type Bound = readonly string[]

const productId = 'product.id'
const textOf = (column: Sql): string => column.strings.join()
/** Names are asked for by more than the listing has of them. */
const nameKey = 'product.name_key'
/** What `product_listing` has in the order of an index, with bits that tell which collections and choices a product does not have. */
const listedBy = new Set(['product.numeric_id', 'product.created_at', nameKey])
/** Alternatives are looked at one by one. */
const mostAlternatives = 8

/** Undefined where no index is in the order of the first term. */
export function walkOf(asked: AskedOnWalk, most: number): Walk | undefined {
  const { site, hidden, terms, condition, beside, backwards = false, ofRows } = asked
  const [first, second] = terms
  if (first?.index?.kind !== 'unique' && first?.index?.kind !== 'ordered') return undefined
  const inOrder =
    !ofRows && (terms.length === 1 || (terms.length === 2 && textOf(second!.column) === productId && second!.descends === first.descends))
  const along = inOrder ? terms : [first]
  const covers = coversOf(asked.filter, asked.fields).flatMap((cover) => (cover.length === 1 ? cover : []))
  const words = covers.flatMap((lookup) => lookup.words ?? []).filter((some) => some.length <= mostAlternatives)
  const isListed = inOrder && !hidden && words.length > 0 && listedBy.has(textOf(first.column))
  const narrowed = [
    ...covers
      .filter(({ order }) => order && textOf(order) === textOf(first.column) && !(isListed && textOf(order) === nameKey))
      .map((lookup) => lookup.condition),
    ...(beside ? [beyond(along, beside.slice(0, along.length), !backwards, !inOrder)] : []),
    // Of those that are equal in the first field only what comes behind, so that each page gets further.
    ...(beside && !inOrder && !ofRows ? [beyond(terms, beside, !backwards)] : []),
  ]
  const halves = halvesOf(asked, isListed || first.index.byVisible === true)
  const source = isListed ? listingWith(words) : sql`product`
  const order = orderOf(along, backwards)
  const upTo = (bound: Bound | undefined) => (bound ? [beyond(along, bound, backwards, inOrder)] : [])
  const parts = (columns: Sql, tail: Sql, bound?: Bound): Sql =>
    join(
      halves.map((half) => {
        const where = join([sql`product.site = ${site} ${half}`, ...narrowed, ...upTo(bound)], ' and ')
        return sql`(select ${columns} from ${source} where ${where} order by ${order} ${tail})`
      }),
      ' union all ',
    )
  // What the listing says is nearly always so: twice as many are looked at for the same.
  const reach = isListed ? 2 * most : most
  const rows = (bound?: Bound) => parts(sql`product.*`, sql`limit ${raw(String(reach))}`, bound)

  return {
    inOrder: inOrder && halves.length === 1,

    met(bound) {
      if (!isListed) return sql`(select product.* from (${rows(bound)}) product where ${condition} ${seen(hidden)}) product`
      return sql`(
        select met.id, met.numeric_id, met.created_at, met.name_key from (${rows(bound)}) met cross join lateral (
          select from product where product.site = ${site} and product.id = met.id and ${condition} offset 0) itself) product`
    },

    async findBound(db) {
      const named = along.map((term, i): SortTerm => ({ ...term, column: raw(`bound.c${i}`) }))
      const columns = join(
        along.map(({ column }, i) => sql`${column} as ${raw(`c${i}`)}`),
        ', ',
      )
      const [bound] = await db.query<{ keys: string[] }>(
        plannedEachTime(sql`
          select ${keysOf(named)} from (${parts(columns, sql`offset ${raw(String(reach - 1))} limit 1`)}) bound
          order by ${orderOf(named, backwards)} limit 1`),
      )
      return bound?.keys
    },

    async findLast(db, bound) {
      if (inOrder) return bound
      const [last] = await db.query<{ keys: string[] }>(
        plannedEachTime(sql`select ${keysOf(terms)} from (${rows(bound)}) product order by ${orderOf(terms, !backwards)} limit 1`),
      )
      return last?.keys
    },
  }
}

/** Of the listing what may have these words. */
function listingWith(words: readonly (readonly string[])[]): Sql {
  const has = (token: string) => sql`(
    bits_0 & listing_bits(${token}, 0) = listing_bits(${token}, 0) and bits_1 & listing_bits(${token}, 1) = listing_bits(${token}, 1))`
  const told = words.map(
    (some) =>
      sql`(${join(
        some.map((token) => has(token)),
        ' or ',
      )})`,
  )
  // As a case, because the database takes for rare what bits are compared of, and would rather sort all of it.
  return sql`(
    select site, visible, product_id as id, numeric_id, created_at, name_key from product_listing where case when ${join(told, ' and ')} then true end
  ) product`
}
