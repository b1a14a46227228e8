import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { attempt, token as bearer, createClient } from '@vitrine/client'
import { mergeAtLogin } from '@vitrine/platform/commerce/flows/merge-at-login'
import { newBuyer } from '../src/buyer.ts'
import { addPicture } from '../src/pictures.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { startReviewedShop } from '../src/reviewed-shop.ts'
import { newVisitor } from '../src/wire.ts'

const { shop, office, newMug, of, buy, member, buyer, summary } = await startReviewedShop()

let mug: TestProduct
beforeEach(async () => {
  mug = await newMug()
})

describe('writing', () => {
  test('whoever has ordered it is verified: by the token, never by what they say; and it shows at once', async () => {
    const who = await buyer()
    const { review } = await who.client.reviews.createReview(of(5))
    assert.deepEqual([review.verified, review.moderation?.moderationStatus, review.author?.authorName], [true, 'APPROVED', 'Ada L.'])
    assert.deepEqual(await summary(), { entityId: mug.id, count: 1, average: 5, stars: [0, 0, 0, 0, 1], withMedia: 0 })
    const other = await member()
    const claimed = {
      review: {
        ...of(4).review,
        author: { contactId: review.author!.contactId!, authorName: 'Grace H.' },
        reviewDate: '2020-01-01T00:00:00.000Z',
      },
    }
    const honest = await other.client.reviews.createReview(claimed)
    assert.notEqual(honest.review.author?.contactId, review.author?.contactId)
    assert.deepEqual([honest.review.author?.authorName, honest.review.reviewDate], ['Grace H.', shop.clock.now().toISOString()])
    assert.deepEqual([honest.review.verified, honest.review.moderation?.moderationStatus], [false, 'IN_MODERATION'])
  })

  test('lists are filtered by whole stars and count them anew with each review that changes these', async () => {
    const bowl = await addProduct(shop.platform, { site: shop.site, name: 'Rated bowl', price: 900 }, shop.clock.now())
    const found = async (minRating?: number) => {
      const { products, total, facets } = await newBuyer(shop).search.searchProducts({ q: 'rated bowl', ...(minRating && { minRating }) })
      const rating = facets.find(({ kind }) => kind === 'rating')?.choices.map(({ value, count, selected }) => [value, count, selected])
      assert.equal(products.length, total)
      return { total, rating }
    }
    assert.deepEqual(
      [await found(), await found(4)],
      [
        { total: 1, rating: undefined },
        { total: 0, rating: [['4', 0, true]] },
      ],
    )
    await office.reviews.createReview(of(4, {}, bowl.id))
    const both = [
      ['4', 1],
      ['3', 1],
    ] as const
    assert.deepEqual(await found(), { total: 1, rating: both.map((one) => [...one, false]) })
    assert.deepEqual(await found(4), { total: 1, rating: both.map((one) => [...one, one[0] === '4']) })
    const { review } = await office.reviews.createReview(of(3, {}, bowl.id))
    assert.deepEqual(await found(4), {
      total: 0,
      rating: [
        ['4', 0, true],
        ['3', 1, false],
      ],
    })
    await office.reviews.deleteReview({ reviewId: review.id })
    assert.equal((await found(4)).total, 1)
    // What is written of a product leaves its stars alone.
    await office.merchantProducts.updateProduct({ product: { id: bowl.id, name: 'Rated bowl of clay' } })
    assert.equal((await found(4)).total, 1)
  })

  test('a guest who ordered is verified, too; the order of another product proves nothing', async () => {
    const guest = newBuyer(shop)
    await buy(guest)
    assert.equal((await guest.reviews.createReview(of(5))).review.verified, true)
    const lamp = await addProduct(shop.platform, { site: shop.site, name: 'Lamp', price: 900 }, shop.clock.now())
    assert.equal((await guest.reviews.createReview(of(5, {}, lamp.id))).review.verified, false)
  })

  test('409 REVIEW_EXISTS names the one there is; twice at once one is written', async () => {
    const who = await buyer()
    const both = await Promise.all([attempt(who.client.reviews.createReview(of(5))), attempt(who.client.reviews.createReview(of(4)))])
    const written = both.flatMap(([, answer]) => answer ?? [])
    const refused = both.flatMap(([refusal]) => refusal ?? [])
    assert.deepEqual([written.length, refused.map(({ code }) => code)], [1, ['REVIEW_EXISTS']])
    assert.equal((refused[0] as { data?: { reviewId: string } }).data?.reviewId, written[0]!.review.id)
    assert.equal((await summary()).count, 1)
  })

  test('404 REVIEW_ENTITY_NOT_FOUND for what is not there, is hidden, or is no product', async () => {
    const hidden = await addProduct(shop.platform, { site: shop.site, name: 'Hidden', price: 900, hidden: true }, shop.clock.now())
    const who = newBuyer(shop)
    for (const entityId of [hidden.id, '99999999-9999-4999-8999-999999999999', 'mug'])
      assert.equal(await codeOf(who.reviews.createReview(of(5, {}, entityId))), 'REVIEW_ENTITY_NOT_FOUND')
    assert.equal(await codeOf(who.reviews.createReview({ review: { ...of(5).review, namespace: 'courses' } })), 'REVIEW_ENTITY_NOT_FOUND')
    assert.equal((await office.reviews.createReview(of(5, {}, hidden.id))).review.moderation?.moderationStatus, 'APPROVED')
  })

  test('403 REVIEW_NOT_ALLOWED where only members or buyers write', async () => {
    const set = (writers: 'MEMBERS' | 'BUYERS' | 'EVERYBODY') => office.reviewManagement.setReviewSettings({ settings: { writers } })
    await set('MEMBERS')
    assert.equal(await codeOf(newBuyer(shop).reviews.createReview(of(5))), 'REVIEW_NOT_ALLOWED')
    const who = await member()
    assert.equal((await who.client.reviews.getMyReview({ entityId: mug.id })).mayWrite, true)
    await set('BUYERS')
    assert.equal(await codeOf(who.client.reviews.createReview(of(5))), 'REVIEW_NOT_ALLOWED')
    const { mayWrite, bought, writers } = await who.client.reviews.getMyReview({ entityId: mug.id })
    assert.deepEqual([mayWrite, bought, writers], [false, false, 'BUYERS'])
    const one = await buyer()
    assert.equal(await codeOf(one.client.reviews.createReview(of(5))), 'done')
    await set('EVERYBODY')
  })

  test('of a muted member waits, also one that showed before and is changed', async () => {
    const before = await buyer()
    const shown = (await before.client.reviews.createReview(of(5))).review
    const who = await buyer()
    for (const { memberId } of [before, who]) await office.memberManagement.muteMember({ id: memberId })
    const { review } = await who.client.reviews.createReview(of(4))
    assert.equal(review.moderation?.moderationStatus, 'IN_MODERATION')
    const change = { id: shown.id, revision: shown.revision!, content: { title: 'Something new' } }
    const changed = (await before.client.reviews.updateReview({ review: change })).review
    assert.equal(changed.moderation?.moderationStatus, 'IN_MODERATION')
    assert.equal((await summary()).count, 0)
    const { reviews } = await office.reviewManagement.searchReviews({ query: { filter: { id: review.id } } })
    assert.deepEqual(reviews[0]?.reasons, ['MUTED'])
  })

  test('400 INVALID_ARGUMENT for stars that there are not, and for text without end', async () => {
    const who = newBuyer(shop)
    for (const rating of [0, 6, 4.5]) assert.equal(await codeOf(who.reviews.createReview(of(rating))), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(who.reviews.createReview(of(5, { body: 'x'.repeat(3001) }))), 'INVALID_ARGUMENT')
  })

  test('409 STALE_REVISION for a change to an older state; what is changed is judged and counted again', async () => {
    const who = await buyer()
    const { review } = await who.client.reviews.createReview(of(5))
    const { body } = review.content!
    const { review: lower } = await who.client.reviews.updateReview({
      review: { id: review.id, revision: review.revision!, content: { rating: 2, title: null } },
    })
    assert.deepEqual([lower.moderation?.moderationStatus, lower.content?.body], ['IN_MODERATION', body])
    assert.equal((await summary()).count, 0)
    assert.equal(
      await codeOf(who.client.reviews.updateReview({ review: { id: review.id, revision: review.revision!, content: { rating: 5 } } })),
      'STALE_REVISION',
    )
    const { review: masked } = await who.client.reviews.updateReview({
      review: { id: review.id, revision: lower.revision!, content: { rating: 4, body: 'Not this.' } },
      fieldMask: 'content.rating',
    })
    assert.deepEqual([masked.content?.rating, masked.content?.body, masked.publishCount], [4, body, 2])
  })
})

test('the page of a product has its summary, its reviews as they are asked for, and those with pictures', async () => {
  const picture = await addPicture(shop)
  for (const [rating, media] of [
    [5, []],
    [2, [{ image: { id: picture } }]],
    [4, []],
    [5, []],
  ] as const)
    await office.reviews.createReview(of(rating, { media }))
  const page = (ask: object = {}) => newBuyer(shop).reviews.getPage({ entityId: mug.id, ...ask })
  const starsOf = ({ reviews }: Awaited<ReturnType<typeof page>>) => reviews.map(({ content }) => content?.rating)
  const { summary: rated, withMedia } = await page()
  assert.deepEqual([rated.count, rated.average, rated.stars, rated.withMedia], [4, 4, [0, 1, 0, 1, 2], 1])
  assert.deepEqual(
    withMedia.map(({ content }) => content?.rating),
    [2],
  )
  assert.deepEqual(starsOf(await page({ sort: 'lowest' })), [2, 4, 5, 5])
  assert.deepEqual(starsOf(await page({ sort: 'highest', limit: 2 })), [5, 5])
  assert.deepEqual(starsOf(await page({ stars: 4 })), [4])
  assert.deepEqual(starsOf(await page({ sort: 'newest' })), [5, 4, 2, 5])
  const { reviews: lowest } = await page({ sort: 'lowest', limit: 1 })
  const led = { sort: 'highest', first: lowest[0]!.id }
  assert.deepEqual(starsOf(await page(led)), [2, 5, 5, 4], 'the one that a link leads to comes first, and once')
  assert.deepEqual(starsOf(await page({ ...led, limit: 1 })), [2])
  assert.deepEqual(starsOf(await page({ ...led, first: '99999999-9999-4999-8999-999999999999', limit: 1 })), [5])
  const empty = await newBuyer(shop).reviews.getPage({ entityId: '99999999-9999-4999-8999-999999999999' })
  assert.deepEqual([empty.summary.count, empty.reviews, empty.withMedia], [0, [], []])
})

test('highlights are published reviews of these products, and of no product two; none where none can be taken', async () => {
  const { id } = mug
  const body = 'Three fingers fit through the handle. That is the whole review.'
  const highlights = async (ask: { entityIds?: string[]; limit?: number }) => (await newBuyer(shop).reviews.getHighlights(ask)).highlights
  await office.reviews.createReview(of(3, { body: `${body} It drips.` }))
  await office.reviews.createReview(of(5, { body: 'Very nice.' }))
  assert.deepEqual(await highlights({ entityIds: [id] }), [])
  await office.reviews.createReview(of(4, { body }))
  const { review } = await office.reviews.createReview(of(5, { body: `${body}\nReally.` }))
  const highlight = { reviewId: review.id, entityId: id, rating: 5, text: `${body} Really.` }
  assert.deepEqual(await highlights({ entityIds: [id] }), [highlight])
  assert.deepEqual(
    (await highlights({ limit: 12 })).filter(({ entityId }) => entityId === id),
    [highlight],
  )
  await office.reviews.deleteReview({ reviewId: review.id })
  assert.deepEqual(
    (await highlights({ entityIds: [id] })).map(({ rating }) => rating),
    [4],
  )
})

describe('votes', () => {
  test('one a person: the same twice at once counts once, another choice moves it, NONE takes it back', async () => {
    const { review } = await office.reviews.createReview(of(5))
    const who = newBuyer(shop)
    const vote = (choice: 'HELPFUL' | 'UNHELPFUL' | 'NONE') => who.reviews.voteForReview({ reviewId: review.id, vote: choice })
    await vote('NONE')
    await Promise.all(Array.from({ length: 6 }, () => vote('HELPFUL')))
    const counts = async () => {
      const { review: now } = await office.reviews.getReview({ reviewId: review.id })
      return [now.foundHelpful, now.foundUnhelpful, now.helpfulness]
    }
    assert.deepEqual(await counts(), [1, 0, 1])
    await vote('UNHELPFUL')
    assert.deepEqual(await counts(), [0, 1, -1])
    assert.deepEqual((await who.reviews.getMyReview({ entityId: mug.id })).votes, [{ reviewId: review.id, vote: 'UNHELPFUL' }])
    await vote('NONE')
    assert.deepEqual(await counts(), [0, 0, 0])
    await Promise.all(Array.from({ length: 5 }, () => newBuyer(shop).reviews.voteForReview({ reviewId: review.id, vote: 'HELPFUL' })))
    assert.deepEqual(await counts(), [5, 0, 5])
  })

  test('REVIEW_VOTE_OWN for one’s own, REVIEW_NOT_FOUND for one that does not show', async () => {
    const who = await buyer()
    const { review } = await who.client.reviews.createReview(of(5))
    assert.equal(await codeOf(who.client.reviews.voteForReview({ reviewId: review.id, vote: 'HELPFUL' })), 'REVIEW_VOTE_OWN')
    await office.reviewManagement.updateModerationStatus({ reviewId: review.id, status: 'REJECTED' })
    assert.equal(await codeOf(newBuyer(shop).reviews.voteForReview({ reviewId: review.id, vote: 'HELPFUL' })), 'REVIEW_NOT_FOUND')
  })
})

test('what a visitor wrote and voted is the member’s when they sign in, once for each thing', async () => {
  const { token, id: visitorId } = await newVisitor(shop)
  const guest = createClient({ baseUrl: shop.url, auth: bearer(token) })
  const who = await member()
  const lamp = await addProduct(shop.platform, { site: shop.site, name: 'Lamp', price: 900 }, shop.clock.now())
  const { review: ofMug } = await guest.reviews.createReview(of(5))
  await guest.reviews.createReview(of(5, {}, lamp.id))
  const { review: mine } = await who.client.reviews.createReview(of(3, { body: 'The light is warm enough.' }, lamp.id))
  const { review: others } = await office.reviews.createReview(of(4))
  await guest.reviews.voteForReview({ reviewId: others.id, vote: 'HELPFUL' })
  await who.client.reviews.voteForReview({ reviewId: others.id, vote: 'UNHELPFUL' })
  const merge = () =>
    shop.platform.database.transact((db) => mergeAtLogin({ db, site: shop.site, now: shop.clock.now() }, visitorId, who.memberId))
  await merge()
  await merge()
  assert.equal((await who.client.reviews.getMyReview({ entityId: mug.id })).review?.id, ofMug.id)
  assert.equal((await who.client.reviews.getMyReview({ entityId: lamp.id })).review?.id, mine.id)
  const { review: voted } = await office.reviews.getReview({ reviewId: others.id })
  assert.deepEqual([voted.foundHelpful, voted.foundUnhelpful], [0, 1])
})

test('somebody lists what they have said, how it stands, and nobody else’s', async () => {
  const who = await buyer()
  const lamp = await addProduct(shop.platform, { site: shop.site, name: 'Desk Lamp', price: 900 }, shop.clock.now())
  const { review: shown } = await who.client.reviews.createReview(of(5))
  shop.clock.advance(1000)
  const { review: waits } = await who.client.reviews.createReview(of(4, {}, lamp.id))
  const { reviews } = await who.client.reviews.listMyReviews({})
  assert.deepEqual(
    reviews.map(({ review, product }) => [review.id, review.moderation?.moderationStatus, product?.name]),
    [
      [waits.id, 'IN_MODERATION', 'Desk Lamp'],
      [shown.id, 'APPROVED', 'Morning Mug'],
    ],
  )
  assert.deepEqual((await newBuyer(shop).reviews.listMyReviews({})).reviews, [])
})
