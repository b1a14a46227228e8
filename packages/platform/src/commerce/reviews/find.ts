import type { CursorQuery } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Actor, Caller } from '../../kernel/http/caller.ts'
import { readFilter } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { readable } from '../../kernel/query/readable.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { mostRelevantFirst, reviewFields, reviewId } from './fields.ts'
import { countReviews, pageOfReviews, reviewColumns, type StoredReview } from './store.ts'
import { isAuthor, writingVisitorOf } from './write.ts'

type Reading = Pick<Context, 'db' | 'site'> & Actor

const own = (caller: Caller): Sql => {
  if (caller.kind === 'member') return sql`(review.member_id = ${caller.memberId} and review.member_id is not null)`
  const visitorId = writingVisitorOf(caller)
  return visitorId === undefined ? sql`false` : sql`(review.visitor_id = ${visitorId} and review.visitor_id is not null)`
}

const mostOwn = 100

/** What somebody has written, the newest first. */
export const ownReviews = (db: Db, site: string, caller: Caller): Promise<StoredReview[]> =>
  db.query<StoredReview>(sql`
    select ${reviewColumns} from review where site = ${site} and ${own(caller)} order by created_at desc, id desc limit ${mostOwn}`)

/** What of the reviews somebody may see: those that show; asked for more, the shop all of them, and a buyer their own. */
export function seenBy({ caller, merchant }: Actor, all: boolean): Sql {
  if (all && merchant) return sql`true`
  return all ? sql`(review.status = 'APPROVED' or ${own(caller)})` : sql`review.status = 'APPROVED'`
}

export const maySee = ({ caller, merchant }: Actor, review: StoredReview, all: boolean): boolean =>
  review.status === 'APPROVED' || (all && (merchant || isAuthor(caller, review)))

export const pageOf = (reading: Reading, query: CursorQuery, all: boolean) =>
  readable(async () => {
    const keyset = readKeyset(query, { fields: reviewFields, id: reviewId, usual: mostRelevantFirst, root: 'query' })
    return keyset.page(await pageOfReviews(reading.db, reading.site, keyset, seenBy(reading, all)))
  })

const mostCounted = 100_000

export async function countOf(reading: Reading, filter: Readonly<Record<string, unknown>>, all: boolean) {
  const found = await readable(async () => {
    const where = sql`${seenBy(reading, all)} and ${readFilter(filter, reviewFields, 'count')}`
    return countReviews(reading.db, reading.site, where, mostCounted + 1)
  })
  if (found instanceof Refusal) return found
  return found > mostCounted ? refuse('TOO_MANY_TO_COUNT', { limit: mostCounted }) : { count: found }
}
