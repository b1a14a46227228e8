import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { ReviewMember } from './deps.ts'
import { lockReview, updateReview } from './store.ts'
import { forgetVotes } from './votes.ts'
import { ranked } from './write.ts'

/**
 * What a visitor has written is the member's whom they turn out to be, but for things that the member has reviewed already; so are their votes.
 * Safe to repeat.
 */
export async function handOverReviews(context: Context, visitorId: string, member: ReviewMember): Promise<void> {
  const { db, site } = context
  await db.query(sql`
    update review set visitor_id = null, member_id = ${member.memberId}, contact_id = ${member.contactId}, author_type = 'MEMBER',
      author_name = coalesce(author_name, ${member.name ?? null})
    where site = ${site} and visitor_id = ${visitorId} and visitor_id is not null and not exists (
      select from review other where other.site = ${site} and other.member_id = ${member.memberId} and other.member_id is not null
        and other.namespace = review.namespace and other.entity_id = review.entity_id)`)
  await handOverVotes(context, `visitor:${visitorId}`, `member:${member.memberId}`, member.memberId)
}

/** Of two votes for one review the member's stays; votes for their own reviews are dropped. */
async function handOverVotes(context: Context, from: string, to: string, memberId: string): Promise<void> {
  const { db, site } = context
  await db.query(sql`
    update review_vote vote set voter = ${to}
    where vote.site = ${site} and vote.voter = ${from} and vote.voter <> ''
      and not exists (select from review_vote other where other.site = ${site} and other.review_id = vote.review_id and other.voter = ${to})`)
  await forgetVotes(context, from)
  const own = await db.query<{ id: string; helpful: boolean }>(sql`
    delete from review_vote using review
    where review_vote.site = ${site} and voter = ${to} and voter <> '' and review.site = ${site} and review.id = review_id
      and review.member_id = ${memberId} and review.member_id is not null
    returning review.id, helpful`)
  for (const { id, helpful } of own) {
    const review = (await lockReview(db, site, id))!
    const counts = helpful ? { helpful: review.helpful - 1 } : { unhelpful: review.unhelpful - 1 }
    await updateReview(db, site, ranked({ ...review, ...counts }))
  }
}
