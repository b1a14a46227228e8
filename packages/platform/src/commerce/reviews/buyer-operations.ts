import type { ReviewSort, reviewBuyers } from '@vitrine/contract'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handler, Handlers } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { ReviewDeps } from './deps.ts'
import { ownReviews } from './find.ts'
import type { QueueDeps } from './queue.ts'
import { report } from './report.ts'
import { highlightsOf } from './rules.ts'
import { showReview } from './show.ts'
import { findBeside, newestGood, reviewsOfPage } from './store.ts'
import { findSummaries, productNamespace } from './summary.ts'
import { vote, votesOf } from './votes.ts'
import { isAuthor, rulesOf, writingVisitorOf } from './write.ts'

const orders: Readonly<Record<ReviewSort, Sql>> = {
  relevant: sql`relevance desc`,
  newest: sql`created_at desc`,
  highest: sql`rating desc`,
  lowest: sql`rating`,
  helpful: sql`helpfulness desc`,
}
const shownWithMedia = 4

type Upload = 'POST /vitrine/v1/reviews/pictures' | 'POST /vitrine/v1/reviews/film-upload'

/** What shoppers do with reviews beside reading and writing them; pictures are taken in by the files of the shop. */
export function reviewBuyerOperations(deps: ReviewDeps & Pick<QueueDeps, 'productsOf'>): Handlers<Omit<typeof reviewBuyers, Upload>> {
  const mine: Handler<'GET /vitrine/v1/reviews/mine/{entityId}'> = async ({ entityId }, { db, site, caller }) => {
    const member = caller.kind === 'member' ? await deps.memberOf(db, site, caller) : undefined
    const buyer = { memberId: member?.memberId ?? null, visitorId: writingVisitorOf(caller) ?? null }
    const orderId = (await deps.orderOf(db, site, buyer, entityId)) ?? null
    const review = await findBeside(db, site, { namespace: productNamespace, entityId, ...buyer, orderId })
    const { writers } = await rulesOf(deps, db, site)
    const isTaken = writers === 'EVERYBODY' || (writers === 'MEMBERS' ? member !== undefined : orderId !== null)
    const authorName = review?.authorName ?? member?.name ?? (orderId === null ? undefined : await deps.buyerOf(db, site, orderId))
    return {
      ...(review && { review: showReview(review, deps.mediaAt) }),
      mayChange: review !== undefined && isAuthor(caller, review),
      mayWrite: review === undefined && isTaken,
      writers,
      bought: orderId !== null,
      ...(authorName !== undefined && authorName !== null && { authorName }),
      votes: await votesOf(db, site, nameOf(caller), entityId),
    }
  }

  return {
    async 'GET /vitrine/v1/reviews/summaries'({ entityIds }, { db, site }) {
      return { summaries: await findSummaries(db, site, productNamespace, entityIds) }
    },

    async 'GET /vitrine/v1/reviews/page/{entityId}'({ entityId, stars, sort, limit, first }, { db, site }) {
      const [summary] = await findSummaries(db, site, productNamespace, [entityId])
      const shown = async (where: Sql, most: number) =>
        summary!.count === 0 ? [] : (await reviewsOfPage(db, site, entityId, where, most)).map((review) => showReview(review, deps.mediaAt))
      const before = first === undefined ? [] : await shown(sql`id = ${first}`, 1)
      const others = sql`${stars === undefined ? sql`true` : sql`rating = ${stars}`} and ${first === undefined ? sql`true` : sql`id <> ${first}`}`
      return {
        summary: summary!,
        reviews: [
          ...before,
          ...(limit > before.length ? await shown(sql`${others} order by ${orders[sort]}, id desc`, limit - before.length) : []),
        ],
        withMedia: summary!.withMedia === 0 ? [] : await shown(sql`media_count > 0 order by relevance desc, id desc`, shownWithMedia),
      }
    },

    async 'GET /vitrine/v1/reviews/highlights'({ entityIds, limit }, { db, site }) {
      const highlights = highlightsOf(await newestGood(db, site, entityIds), limit)
      return {
        highlights: highlights.map(({ id, entityId, rating, text, authorName }) => ({
          reviewId: id,
          entityId,
          rating,
          text,
          ...(authorName !== null && { authorName }),
        })),
      }
    },

    async 'POST /vitrine/v1/reviews/{reviewId}/vote'({ reviewId, vote: wanted }, scope) {
      const review = await vote(scope, reviewId, wanted)
      return review instanceof Refusal ? review : { review: showReview(review, deps.mediaAt), vote: wanted }
    },

    async 'POST /vitrine/v1/reviews/{reviewId}/report'({ reviewId, ...said }, scope) {
      return report(scope, reviewId, said)
    },

    async 'GET /vitrine/v1/reviews/mine'(_, { db, site, caller }) {
      const rows = await ownReviews(db, site, caller)
      const products = await deps.productsOf(
        db,
        site,
        rows.map(({ entityId }) => entityId),
      )
      return {
        reviews: rows.map((row) => {
          const product = products.get(row.entityId)
          return { review: showReview(row, deps.mediaAt), ...(product && { product }) }
        }),
      }
    },

    'GET /vitrine/v1/reviews/mine/{entityId}': mine,
  }
}
