import { type CursorSearch, SearchDetailsInput } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../db/sql.ts'
import { Unreadable } from '../../query/filter.ts'
import { carriedBy } from '../../query/keyset.ts'
import { understand } from '../understand.ts'

/** What is looked for. */
export interface TextSearch {
  readonly details: SearchDetailsInput
  /** A tsquery. */
  readonly query: string
}

/**
 * The words of a search, which a cursor carries from page to page.
 * @throws Unreadable
 */
export function detailsOf(asked: CursorSearch): SearchDetailsInput | undefined {
  const carried = carriedBy(asked, 'search')
  if (carried === undefined) return asked.cursorPaging?.cursor ? undefined : (asked.search ?? undefined)
  const read = SearchDetailsInput.safeParse(jsonOf(carried))
  if (!read.success) throw new Unreadable('search.cursorPaging.cursor', 'is no cursor of ours', 'FORMAT')
  return read.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined where no words are given. Words that nothing has find nothing. */
export async function readTextSearch(db: Db, site: string, details: SearchDetailsInput | undefined): Promise<TextSearch | undefined> {
  const expression = details?.expression?.trim()
  if (!details || !expression) return undefined
  const { mode, fields, fuzzy } = details
  const { query, names } = await understand(db, site, expression, { some: mode === 'OR', literal: fuzzy === false })
  const inNames = fields && fields.length > 0 && fields.every((field) => field === 'name')
  const found = inNames ? names : query
  return found === undefined ? undefined : { details, query: found }
}

/** How well a product has the words, as a whole number that pages can be turned over by. */
export const relevance = ({ query }: TextSearch): Sql => sql`(ts_rank(product.search, ${query}::tsquery) * 1000000)::bigint`

/** Weighing costs a look at each product that has the words; of more than so many, some are as good as others. */
const mostRanked = 5000

/** That a product is looked at: of very common words some of those that have them are. */
export const among = (
  site: string,
  hidden: boolean,
  { query }: TextSearch,
  { condition }: { readonly condition: Sql },
): Sql => sql`product.id in (
  select product.id from product where product.site = ${site} ${hidden ? sql`` : sql`and product.visible`} and product.search @@ ${query}::tsquery and ${condition}
  limit ${mostRanked})`

/**
 * The time zone that days begin in.
 * @throws Unreadable
 */
export async function knownTimeZone(db: Db, { timeZone }: Pick<CursorSearch, 'timeZone'>): Promise<string> {
  if (!timeZone || timeZone === 'UTC') return 'UTC'
  const [known] = await db.query(sql`select from pg_timezone_names where name = ${timeZone}`)
  if (!known) throw new Unreadable('search.timeZone', 'is no time zone such as Europe/Berlin', 'FORMAT')
  return timeZone
}
