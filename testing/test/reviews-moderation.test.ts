import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from '../src/buyer.ts'
import type { TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { startReviewedShop } from '../src/reviewed-shop.ts'

const { shop, office, newMug, of, buyer, summary } = await startReviewedShop()

let mug: TestProduct
beforeEach(async () => {
  mug = await newMug()
})
const told = (reviewId: string) =>
  shop.platform.database.query<{ type: string; payload: object }>(
    sql`select type, payload from outbox where site = ${shop.site} and entity_id = ${reviewId} order by id`,
  )

describe('moderation', () => {
  test('tells what happened, in order, and nothing of what the review says', async () => {
    const who = await buyer()
    const { review } = await who.client.reviews.createReview(of(1, { title: 'Lid arrived with a hairline' }))
    const reviewId = review.id
    await office.reviewManagement.updateModerationStatus({ reviewId, status: 'APPROVED' })
    await office.reviewManagement.setReply({ reviewId, message: 'A new lid leaves on Monday.' })
    await office.reviews.deleteReview({ reviewId })
    const news = await told(reviewId)
    assert.deepEqual(
      news.map(({ type }) => type.replace('wix.reviews.v1.review_', '')),
      ['created', 'updated', 'moderation_status_changed', 'review_published', 'updated', 'deleted'],
    )
    assert.equal((news[2]!.payload as { previousModerationStatus: string }).previousModerationStatus, 'IN_MODERATION')
    assert.ok(!/hairline|lid|Ada/i.test(JSON.stringify(news)))
  })

  test('approve against delete ends with one of them, and the sums agree', async () => {
    for (let round = 0; round < 5; round++) {
      const { review } = await newBuyer(shop).reviews.createReview(of(5))
      const [approved, deleted] = await Promise.all([
        codeOf(office.reviewManagement.updateModerationStatus({ reviewId: review.id, status: 'APPROVED' })),
        codeOf(office.reviews.deleteReview({ reviewId: review.id })),
      ])
      assert.ok(['done', 'REVIEW_NOT_FOUND'].includes(approved) && deleted === 'done', `${approved} ${deleted}`)
      assert.equal(await codeOf(office.reviews.getReview({ reviewId: review.id, returnPrivateReviews: true })), 'REVIEW_NOT_FOUND')
      assert.equal((await summary()).count, 0)
    }
  })

  test('a bulk action changes what a filter finds, and is undone but for what was changed since', async () => {
    const reviews = []
    for (let n = 0; n < 4; n++) reviews.push((await newBuyer(shop).reviews.createReview(of(5, { body: `Number ${n} pours well.` }))).review)
    const { job } = await office.reviewManagement.startJob({ action: 'APPROVE', filter: { entityId: mug.id } })
    assert.deepEqual([job.state, job.changed, job.unchanged], ['DONE', 4, 0])
    assert.equal((await summary()).count, 4)
    await office.reviewManagement.setReply({ reviewId: reviews[0]!.id, message: 'Thank you.' })
    const { job: undone } = await office.reviewManagement.undoJob({ jobId: job.id })
    assert.equal(undone.state, 'UNDONE')
    assert.equal((await office.reviewManagement.getJob({ jobId: job.id })).job.state, 'UNDONE')
    assert.equal((await summary()).count, 1)
    const { job: deleting } = await office.reviewManagement.startJob({ action: 'DELETE', reviewIds: reviews.map(({ id }) => id) })
    assert.deepEqual([deleting.changed, deleting.undoUntil], [4, undefined])
    assert.equal(await codeOf(office.reviewManagement.undoJob({ jobId: deleting.id })), 'REVIEW_JOB_NOT_UNDONE')
    assert.equal(await codeOf(office.reviewManagement.undoJob({ jobId: mug.id })), 'REVIEW_JOB_NOT_FOUND')
    assert.equal(await codeOf(office.reviewManagement.getJob({ jobId: mug.id })), 'REVIEW_JOB_NOT_FOUND')
    assert.equal(await codeOf(office.reviewManagement.startJob({ action: 'APPROVE' })), 'INVALID_ARGUMENT')
    assert.equal((await summary()).count, 0)
  })

  test('few words that many would choose are not the same text', async () => {
    const [one, two] = [await buyer(), await buyer()]
    await one.client.reviews.createReview(of(5, { body: 'Very nice, thank you!' }))
    const { review } = await two.client.reviews.createReview(of(5, { body: 'Very nice, thank you.' }))
    assert.equal(review.moderation?.moderationStatus, 'APPROVED')
    const { reviews } = await office.reviewManagement.searchReviews({ query: { filter: { id: review.id } } })
    assert.equal(reviews[0]!.sameText, 0)
  })

  test('the queue says why a review waits, of what and by whom', async () => {
    const who = await buyer()
    const { review } = await who.client.reviews.createReview(of(2, { body: 'See www.spam.example for better ones' }))
    await newBuyer(shop).reviews.createReview(of(2, { body: 'SEE: www.spam.example for better ones!' }))
    const { reviews } = await office.reviewManagement.searchReviews({ words: 'spam', query: { filter: { entityId: mug.id } } })
    const [newer, older] = reviews
    assert.equal(older!.review.id, review.id)
    assert.deepEqual(older!.reasons, ['LOW_RATING', 'LINK'])
    assert.deepEqual(newer!.reasons, ['NOT_VERIFIED', 'LOW_RATING', 'LINK', 'SAME_TEXT'])
    assert.deepEqual([older!.sameText, older!.authorType, older!.author.orders, older!.product?.name], [1, 'MEMBER', 1, 'Morning Mug'])
    assert.match(older!.order!.number, /^\d+$/)
    const { counts } = await office.reviewManagement.countByStatus({})
    assert.ok(counts.find(({ status }) => status === 'IN_MODERATION')!.count >= 2)
    assert.equal((await office.reviewManagement.searchReviews({ words: 'nothing says this' })).reviews.length, 0)
  })

  test('the rules of the shop are kept, and an older revision of them is 409 STALE_REVISION', async () => {
    const { settings } = await office.reviewManagement.getReviewSettings({})
    const change = { readAll: true, words: ['scam'] }
    const { settings: next } = await office.reviewManagement.setReviewSettings({ settings: { ...change, revision: settings.revision } })
    assert.deepEqual([next.readAll, next.words, next.minRating], [true, ['scam'], 3])
    assert.equal(
      await codeOf(office.reviewManagement.setReviewSettings({ settings: { ...change, revision: settings.revision } })),
      'STALE_REVISION',
    )
    const who = await buyer()
    assert.equal((await who.client.reviews.createReview(of(5))).review.moderation?.moderationStatus, 'SUBMITTED')
    await office.reviewManagement.setReviewSettings({ settings: { readAll: false, words: [] } })
  })

  test('REVIEW_NOT_FOUND for what is not there', async () => {
    const reviewId = mug.id
    assert.equal(await codeOf(office.reviewManagement.setReply({ reviewId, message: 'x' })), 'REVIEW_NOT_FOUND')
    assert.equal(await codeOf(office.reviewManagement.removeReply({ reviewId })), 'REVIEW_NOT_FOUND')
    assert.equal(await codeOf(office.reviewManagement.updateModerationStatus({ reviewId, status: 'APPROVED' })), 'REVIEW_NOT_FOUND')
    assert.equal(await codeOf(office.reviews.updateReview({ review: { id: reviewId, revision: '1' } })), 'REVIEW_NOT_FOUND')
  })
})

test('400 TOO_MANY_TO_COUNT beyond a hundred thousand; a page of them comes all the same', async () => {
  const { database } = shop.platform
  for (let from = 1; from <= 100_001; from += 10_000) {
    await database.query(sql`
    insert into review (site, id, namespace, entity_id, author_type, rating, status, verified, origin, relevance, review_date, created_at, updated_at)
    select ${shop.site}, md5('review' || n)::uuid, 'courses', ${mug.id}, 'UNKNOWN', n % 5 + 1, 'APPROVED', false, 'APP', n, now, now, now
    from generate_series(${from}::integer, least(${from + 9999}, 100001)) as n cross join (select ${shop.clock.now()}::timestamptz as now) moment`)
  }
  const filter = { namespace: 'courses' }
  assert.equal(await codeOf(office.reviews.countReviews({ filter })), 'TOO_MANY_TO_COUNT')
  const query = { filter: { entityId: mug.id }, cursorPaging: { limit: 3 } }
  const { reviews } = await newBuyer(shop).reviews.queryReviews({ query })
  assert.deepEqual(
    reviews.map(({ relevanceScore }) => relevanceScore),
    [0.100001, 0.1, 0.099999],
  )
})

describe('reports', () => {
  const queue = async () => (await office.reviewManagement.searchReviews({ reported: true })).reviews
  test('a shopper reports a review once, with the last word; it shows until the shop has decided', async () => {
    const who = await buyer()
    const { review } = await who.client.reviews.createReview(of(5))
    const [reader, other] = [newBuyer(shop), newBuyer(shop)]
    for (const reason of ['OTHER', 'ADVERTISING'] as const) await reader.reviews.reportReview({ reviewId: review.id, reason })
    await other.reviews.reportReview({ reviewId: review.id, reason: 'UNTRUE', text: ' It is another mug. ' })
    const [found] = (await queue()).filter((one) => one.review.id === review.id)
    assert.deepEqual(found?.reports.map(({ reason, text }) => [reason, text]).toSorted(), [
      ['ADVERTISING', undefined],
      ['UNTRUE', 'It is another mug.'],
    ])
    assert.equal((await office.reviewManagement.countByStatus()).reported, 1)
    assert.equal((await newBuyer(shop).reviews.getReview({ reviewId: review.id })).review.id, review.id)
    await office.reviewManagement.updateModerationStatus({ reviewId: review.id, status: 'APPROVED' })
    assert.deepEqual(await queue(), [])
    await reader.reviews.reportReview({ reviewId: review.id, reason: 'OTHER' })
    await office.reviewManagement.startJob({ action: 'REJECT', reviewIds: [review.id] })
    assert.deepEqual(await queue(), [])
    assert.equal(await codeOf(reader.reviews.reportReview({ reviewId: review.id, reason: 'OTHER' })), 'REVIEW_NOT_FOUND')
  })

  test('409 REVIEW_REPORT_OWN for one’s own, 404 REVIEW_NOT_FOUND for what does not show', async () => {
    const who = await buyer()
    const { review } = await who.client.reviews.createReview(of(5))
    assert.equal(await codeOf(who.client.reviews.reportReview({ reviewId: review.id, reason: 'OTHER' })), 'REVIEW_REPORT_OWN')
    assert.equal(await codeOf(who.client.reviews.reportReview({ reviewId: crypto.randomUUID(), reason: 'OTHER' })), 'REVIEW_NOT_FOUND')
  })
})

describe('at once', () => {
  test('the same vote of one reader counts once', async () => {
    const { review } = await (await buyer()).client.reviews.createReview(of(5))
    const reader = newBuyer(shop)
    await reader.reviews.getMyReview({ entityId: mug.id })
    await Promise.all([1, 2, 3, 4].map(() => reader.reviews.voteForReview({ reviewId: review.id, vote: 'HELPFUL' })))
    const { review: voted } = await reader.reviews.getReview({ reviewId: review.id })
    assert.deepEqual([voted.foundHelpful, voted.helpfulness], [1, 1])
  })

  test('a review that is published while it is deleted is gone, and counts nowhere', async () => {
    for (let round = 0; round < 5; round++) {
      const who = newBuyer(shop)
      const { review } = await who.reviews.createReview(of(5))
      assert.equal(review.moderation?.moderationStatus, 'IN_MODERATION')
      const [published, deleted, reported] = await Promise.all([
        codeOf(office.reviewManagement.updateModerationStatus({ reviewId: review.id, status: 'APPROVED' })),
        codeOf(who.reviews.deleteReview({ reviewId: review.id })),
        codeOf(newBuyer(shop).reviews.reportReview({ reviewId: review.id, reason: 'OTHER' })),
      ])
      assert.equal(deleted, 'done')
      assert.ok(['done', 'REVIEW_NOT_FOUND'].includes(published), published)
      assert.ok(['done', 'REVIEW_NOT_FOUND'].includes(reported), reported)
      assert.equal(await codeOf(office.reviews.getReview({ reviewId: review.id, returnPrivateReviews: true })), 'REVIEW_NOT_FOUND')
      assert.equal((await summary()).count, 0)
    }
  })
})
