import type { ReviewVote } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Actor, nameOf } from '../../kernel/http/caller.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockReview, type StoredReview, updateReview } from './store.ts'
import { isAuthor, ranked } from './write.ts'

type Counts = Pick<StoredReview, 'helpful' | 'unhelpful'>

const moved = ({ helpful, unhelpful }: Counts, vote: boolean | undefined, by: 1 | -1): Counts => ({
  helpful: helpful + (vote === true ? by : 0),
  unhelpful: unhelpful + (vote === false ? by : 0),
})

/** Everybody has one vote; while it is counted the review is locked, so that the same vote twice at once counts once. */
export async function vote(context: Context & Actor, id: string, wanted: ReviewVote) {
  const { db, site, now, caller } = context
  const review = await lockReview(db, site, id)
  if (!review || review.status !== 'APPROVED') return refuse('REVIEW_NOT_FOUND')
  if (isAuthor(caller, review)) return refuse('REVIEW_VOTE_OWN')
  const voter = nameOf(caller)
  const [before] = await db.query<{ helpful: boolean }>(
    sql`select helpful from review_vote where site = ${site} and review_id = ${review.id} and voter = ${voter}`,
  )
  const after = wanted === 'NONE' ? undefined : wanted === 'HELPFUL'
  if (before?.helpful === after) return review
  await db.query(
    after === undefined
      ? sql`delete from review_vote where site = ${site} and review_id = ${review.id} and voter = ${voter}`
      : sql`
          insert into review_vote (site, review_id, voter, helpful, created_at) values (${site}, ${review.id}, ${voter}, ${after}, ${now})
          on conflict (site, review_id, voter) do update set helpful = excluded.helpful, created_at = excluded.created_at`,
  )
  const counted = ranked({ ...review, ...moved(moved(review, before?.helpful, -1), after, 1) })
  await updateReview(db, site, counted)
  return counted
}

/** Somebody's votes for reviews of a thing. */
export async function votesOf(db: Db, site: string, voter: string, entityId: string) {
  const rows = await db.query<{ reviewId: string; helpful: boolean }>(sql`
    select review_id as "reviewId", helpful from review_vote join review on review.site = ${site} and review.id = review_id
    where review_vote.site = ${site} and voter = ${voter} and voter <> '' and review.entity_id = ${entityId} limit 1000`)
  return rows.map(({ reviewId, helpful }) => ({ reviewId, vote: helpful ? ('HELPFUL' as const) : ('UNHELPFUL' as const) }))
}

/** Takes away somebody's votes, and what they counted. */
export async function forgetVotes(context: Pick<Context, 'db' | 'site'>, voter: string): Promise<void> {
  const { db, site } = context
  const rows = await db.query<{ reviewId: string; helpful: boolean }>(sql`
    delete from review_vote where site = ${site} and voter = ${voter} and voter <> '' returning review_id as "reviewId", helpful`)
  for (const { reviewId, helpful } of rows.toSorted((a, b) => (a.reviewId < b.reviewId ? -1 : 1))) {
    const review = await lockReview(db, site, reviewId)
    if (review) await updateReview(db, site, ranked({ ...review, ...moved(review, helpful, -1) }))
  }
}
