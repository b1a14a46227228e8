import type { SearchDetailsInput } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../../kernel/db/sql.ts'
import { understand } from '../interpret-query.ts'

/** What is looked for. */
export interface TextSearch {
  readonly details: SearchDetailsInput
  /** A tsquery. */
  readonly query: string
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
export const among = (site: string, hidden: boolean, { query }: TextSearch, condition: Sql): Sql => sql`product.id in (
  select product.id from product where product.site = ${site} ${hidden ? sql`` : sql`and product.visible`} and product.search @@ ${query}::tsquery and ${condition}
  limit ${mostRanked})`
