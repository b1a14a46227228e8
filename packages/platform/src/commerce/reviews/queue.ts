import type { CursorQuery, ReviewInQueue } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { countEach } from '../../kernel/query/count.ts'
import { carriedBy, readKeyset } from '../../kernel/query/keyset.ts'
import { holding } from '../../kernel/query/like.ts'
import { reviewFields, reviewId } from './fields.ts'
import { reportsOf } from './reports.ts'
import { averageOf } from './rules.ts'
import { showReview } from './show.ts'
import { countSameText, pageOfReviews, type StoredReview } from './store.ts'
import { findSummaries } from './summary.ts'

export interface QueueDeps {
  readonly mediaAt: (id: string) => string
  readonly productsOf: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, NonNullable<ReviewInQueue['product']>>>
  readonly ordersOf: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, NonNullable<ReviewInQueue['order']>>>
  /** How many orders of somebody stand. */
  readonly countOrders: (db: Db, site: string, memberId: string) => Promise<number>
}

const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' }] as const

const saying = (words: string): Sql => {
  return sql`lower(concat_ws(' ', review.title, review.body, review.author_name)) like ${holding(words)}`
}

/** A page of reviews with what there is to know of each. */
export async function searchQueue(
  deps: QueueDeps,
  { db, site }: Pick<Context, 'db' | 'site'>,
  query: CursorQuery,
  { asked, reported }: { readonly asked: string | undefined; readonly reported: boolean },
) {
  const words = carriedBy(query, 'query') ?? asked
  const keyset = readKeyset(query, { fields: reviewFields, id: reviewId, usual: newestFirst, root: 'query', carried: words })
  const found = await pageOfReviews(
    db,
    site,
    keyset,
    sql`${words ? saying(words) : sql`true`} and ${reported ? sql`review.reports > 0` : sql`true`}`,
  )
  const { rows, metadata } = keyset.page(found)
  const entityIds = [...new Set(rows.map(({ entityId }) => entityId))]
  const products = await deps.productsOf(db, site, entityIds)
  const orders = await deps.ordersOf(
    db,
    site,
    rows.flatMap(({ orderId }) => orderId ?? []),
  )
  const summaries = new Map<string, ReviewInQueue['summary']>()
  for (const namespace of new Set(rows.map((row) => row.namespace)))
    for (const summary of await findSummaries(db, site, namespace, entityIds)) summaries.set(`${namespace} ${summary.entityId}`, summary)
  const reports = await reportsOf(
    db,
    site,
    rows.map(({ id }) => id),
  )
  const authors = new Map<string, ReviewInQueue['author']>()
  const reviews: ReviewInQueue[] = []
  for (const row of rows) {
    const key = row.memberId ?? row.id
    const author = authors.get(key) ?? (await authorOf(deps, db, site, row))
    authors.set(key, author)
    const product = products.get(row.entityId)
    const order = row.orderId ? orders.get(row.orderId) : undefined
    reviews.push({
      review: showReview(row, deps.mediaAt),
      authorType: row.authorType,
      reasons: [...row.reasons],
      ...(product && { product }),
      summary: summaries.get(`${row.namespace} ${row.entityId}`)!,
      ...(order && { order }),
      author,
      reports: reports.get(row.id) ?? [],
      sameText: await countSameText(db, site, row),
    })
  }
  return { reviews, metadata }
}

async function authorOf({ countOrders }: QueueDeps, db: Db, site: string, row: StoredReview): Promise<ReviewInQueue['author']> {
  const { memberId, orderId, rating } = row
  if (memberId === null) return { orders: orderId === null ? 0 : 1, reviews: 1, average: rating }
  const [own] = await db.query<{ stars: number[] }>(sql`
    select array[(count(*) filter (where rating = 1))::integer, (count(*) filter (where rating = 2))::integer,
      (count(*) filter (where rating = 3))::integer, (count(*) filter (where rating = 4))::integer,
      (count(*) filter (where rating = 5))::integer] as stars
    from review where site = ${site} and member_id = ${memberId} and member_id is not null`)
  const { stars } = own!
  return {
    memberId,
    orders: await countOrders(db, site, memberId),
    reviews: stars.reduce((sum, n) => sum + n, 0),
    average: averageOf(stars),
  }
}

const mostCounted = 10_000
const counted = ['SUBMITTED', 'IN_MODERATION', 'APPROVED', 'REJECTED'] as const

/** How many there are of each status that there can be, none counted beyond a limit. */
export async function countByStatus(db: Db, site: string) {
  const counts = await countEach(
    db,
    'review',
    counted.map((status) => sql`site = ${site} and status = ${status}`),
    mostCounted,
  )
  return counted.map((status, i) => ({ status, count: counts[i]! }))
}
