import type { ReviewSummary } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { isId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { averageOf, bestRated } from './rules.ts'
import type { StoredReview } from './store.ts'

/** The namespace of the shop's own products. */
export const productNamespace = 'stores'

type Counted = Pick<StoredReview, 'namespace' | 'entityId' | 'rating' | 'status' | 'media'>

const shareOf = (review: Counted | undefined, sign: 1 | -1): readonly number[] =>
  [1, 2, 3, 4, 5].map((stars) => (review?.status === 'APPROVED' && review.rating === stars ? sign : 0))

const mediaOf = (review: Counted | undefined): number => (review?.status === 'APPROVED' && review.media.length > 0 ? 1 : 0)

/** Moves how a thing is rated from what a review was to what it is; absent before it is written and after it is deleted. */
export async function moveSummary({ db, site }: Context, before: Counted | undefined, after: Counted | undefined): Promise<void> {
  const [old, now] = [shareOf(before, -1), shareOf(after, 1)]
  const [s1, s2, s3, s4, s5] = old.map((n, i) => n + now[i]!) as [number, number, number, number, number]
  const media = mediaOf(after) - mediaOf(before)
  if (s1 === 0 && s2 === 0 && s3 === 0 && s4 === 0 && s5 === 0 && media === 0) return
  const { namespace, entityId } = (after ?? before)!
  const [row] = await db.query<{ stars: number[] }>(sql`
    insert into review_summary as summary (site, namespace, entity_id, stars_1, stars_2, stars_3, stars_4, stars_5, with_media)
    values (${site}, ${namespace}, ${entityId}, ${s1}, ${s2}, ${s3}, ${s4}, ${s5}, ${media})
    on conflict (site, namespace, entity_id) do update set stars_1 = summary.stars_1 + ${s1}::integer, stars_2 = summary.stars_2 + ${s2}::integer,
      stars_3 = summary.stars_3 + ${s3}::integer, stars_4 = summary.stars_4 + ${s4}::integer, stars_5 = summary.stars_5 + ${s5}::integer,
      with_media = summary.with_media + ${media}::integer
    returning array[stars_1, stars_2, stars_3, stars_4, stars_5] as stars`)
  if (namespace === productNamespace && isId(entityId))
    await db.query(sql`
      update product set best_rated = ${bestRated(row!.stars)}, rating_floor = ${Math.floor(averageOf(row!.stars))}
      where site = ${site} and id = ${entityId}`)
}

/** How things are rated, in the order that is asked for; of those that nobody has rated, too. */
export async function findSummaries(db: Db, site: string, namespace: string, entityIds: readonly string[]): Promise<ReviewSummary[]> {
  if (entityIds.length === 0) return []
  const rows = await db.query<{ entityId: string; stars: number[]; withMedia: number }>(sql`
    select entity_id as "entityId", array[stars_1, stars_2, stars_3, stars_4, stars_5] as stars, with_media as "withMedia"
    from review_summary where site = ${site} and namespace = ${namespace} and entity_id = any(${entityIds}::text[])`)
  const found = new Map(rows.map((row) => [row.entityId, row]))
  return entityIds.map((entityId) => {
    const { stars = [0, 0, 0, 0, 0], withMedia = 0 } = found.get(entityId) ?? {}
    return { entityId, count: stars.reduce((sum, n) => sum + n, 0), average: averageOf(stars), stars, withMedia }
  })
}

/** The same of all things together. */
export async function findOverall(db: Db, site: string): Promise<{ readonly average: number; readonly published: number }> {
  const [row] = await db.query<{ stars: number[] }>(sql`
    select array[coalesce(sum(stars_1), 0)::integer, coalesce(sum(stars_2), 0)::integer, coalesce(sum(stars_3), 0)::integer,
      coalesce(sum(stars_4), 0)::integer, coalesce(sum(stars_5), 0)::integer] as stars
    from review_summary where site = ${site}`)
  const { stars } = row!
  return { average: averageOf(stars), published: stars.reduce((sum, n) => sum + n, 0) }
}
