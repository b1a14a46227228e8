import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, token as bearer, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import { mergeAtLogin } from '@vitrine/platform/commerce/flows/merge-at-login'
import { sql } from '@vitrine/platform/kernel/db/sql'
import sharp from 'sharp'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { newMember as enrolled } from '../src/member.ts'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { mp4File } from '../src/sample-files.ts'
import { newMember, type TestMember } from '../src/subscribed-member.ts'
import { newVisitor } from '../src/wire.ts'

let shop: TestPlatform
let mug: TestProduct
const officeOf = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
let office: ReturnType<typeof officeOf>

before(async () => {
  shop = await startTestPlatform()
  office = officeOf()
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
})

let texts = 0
/** A review of which no other says the same. */
const of = (rating: number, more: object = {}, entityId = mug.id) => ({
  review: { namespace: 'stores', entityId, content: { rating, body: `It pours ${++texts} times without a drip.`, ...more } },
})

async function buy(who: TestMember['client'] | ReturnType<typeof newBuyer>, product = mug): Promise<string> {
  const { checkout } = await who.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: product.reference() }],
    checkoutInfo: {
      buyerInfo: { email: 'ada@example.com' },
      shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
    },
  })
  const { orderId } = await who.payments.placeOrder({
    id: checkout.id!,
    paymentToken: await card(newBuyer(shop)),
    returnUrl: `${shop.url}/back`,
  })
  await shop.platform.jobs.settle()
  return orderId
}
const member = async () => newMember(shop, await enrolled(shop))
/** A member who has bought the mug. */
async function buyer(): Promise<TestMember> {
  const who = await member()
  await buy(who.client)
  return who
}
const summary = async (id = mug.id) => (await newBuyer(shop).reviews.getSummaries({ entityIds: [id] })).summaries[0]!
const told = (reviewId: string) =>
  shop.platform.database.query<{ type: string; payload: object }>(
    sql`select type, payload from outbox where site = ${shop.site} and entity_id = ${reviewId} order by id`,
  )
const png = async (background = '#9aa58f') =>
  (
    await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')

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

  test('lists are narrowed down by whole stars and count them anew with each review that changes these', async () => {
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
  const empty = await newBuyer(shop).reviews.getPage({ entityId: '99999999-9999-4999-8999-999999999999' })
  assert.deepEqual([empty.summary.count, empty.reviews, empty.withMedia], [0, [], []])
})

describe('pictures', () => {
  test('go into the review of whoever uploaded them, and away with it', async () => {
    const who = newBuyer(shop)
    const { picture } = await who.reviews.uploadReviewPicture({ content: await png() })
    const media = [{ image: { id: picture.id! } }]
    assert.equal(await codeOf(newBuyer(shop).reviews.createReview(of(5, { media }))), 'REVIEW_MEDIA_NOT_FOUND')
    assert.equal(
      await codeOf(who.reviews.createReview(of(5, { media: [{ image: { id: await addPicture(shop) } }] }))),
      'REVIEW_MEDIA_NOT_FOUND',
    )
    const { review } = await who.reviews.createReview(of(5, { media }))
    assert.deepEqual(review.content?.media[0]?.image?.width, 40)
    assert.match(review.content?.media[0]?.image?.url ?? '', /\/media\/[0-9a-f]{32}\.webp$/)
    const rows = () => shop.platform.database.query(sql`select from media where site = ${shop.site} and id = ${picture.id!}`)
    assert.equal((await rows()).length, 1)
    const change = { id: review.id, revision: review.revision!, content: { media: [...media, { image: { id: await addPicture(shop) } }] } }
    assert.equal(await codeOf(who.reviews.updateReview({ review: change })), 'REVIEW_MEDIA_NOT_FOUND')
    await who.reviews.deleteReview({ reviewId: review.id })
    assert.equal((await rows()).length, 0)
  })

  /** What a browser's PUT of a film brings. */
  const sendTo = (uploadUrl: string, body: Buffer) =>
    shop.platform.uploads.take(shop.site, new URL(uploadUrl).pathname.slice('/uploads/'.length), Readable.from([body]), undefined)

  test('a film goes where the shop says, into the review of whoever sent it, and away with it', async () => {
    const who = newBuyer(shop)
    const put = async (body: Buffer, by = who) => {
      const { uploadUrl, mostBytes } = await by.reviews.requestFilmUpload({})
      assert.equal(mostBytes, 50_000_000)
      return sendTo(uploadUrl, body)
    }
    const sent = async (by = who) => {
      const answer = await put(mp4File(), by)
      assert.ok('file' in answer, JSON.stringify(answer))
      return answer.file.id
    }
    const id = await sent()
    const other = newBuyer(shop)
    assert.notEqual(await sent(other), id, 'the same film of somebody else is another file')
    const media = [{ video: { id } }]
    assert.equal(await codeOf(other.reviews.createReview(of(5, { media }))), 'REVIEW_MEDIA_NOT_FOUND')
    assert.equal(await codeOf(who.reviews.createReview(of(5, { media: [{ image: { id } }] }))), 'REVIEW_MEDIA_NOT_FOUND')
    const { review } = await who.reviews.createReview(of(5, { media }))
    assert.deepEqual([review.content?.media[0]?.video?.id, review.content?.media[0]?.video?.url], [id, `${shop.url}/media/${id}`])
    const rows = () => shop.platform.database.query(sql`select from media where site = ${shop.site} and id = ${id} and kind = 'VIDEO'`)
    assert.equal((await rows()).length, 1)
    await who.reviews.deleteReview({ reviewId: review.id })
    assert.equal((await rows()).length, 0)
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#9aa58f' } })
      .png()
      .toBuffer()
    for (const body of [Buffer.from('no film at all'), picture])
      assert.deepEqual(await put(body), { code: 'UPLOAD_NOT_TAKEN', reason: 'UNKNOWN_TYPE' })
  })

  test('409 REVIEW_FILMS_LIMIT_EXCEEDED after ten films a day, also where an address was asked for before', async () => {
    const who = newBuyer(shop)
    const { uploadUrl } = await who.reviews.requestFilmUpload({})
    for (let seconds = 1; seconds <= 10; seconds++) assert.ok('file' in (await sendTo(uploadUrl, mp4File({ seconds }))))
    assert.deepEqual(await sendTo(uploadUrl, mp4File({ seconds: 11 })), { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 3600 })
    assert.equal(await codeOf(who.reviews.requestFilmUpload({})), 'REVIEW_FILMS_LIMIT_EXCEEDED')
    shop.clock.advance(25 * 3_600_000)
    assert.deepEqual(await sendTo(uploadUrl, mp4File()), { code: 'FILE_NOT_FOUND' }, 'the address was good for an hour')
    assert.equal(await codeOf(who.reviews.requestFilmUpload({})), 'done')
  })

  test('PHOTO_NOT_TAKEN for what is none', async () => {
    assert.equal(
      await codeOf(newBuyer(shop).reviews.uploadReviewPicture({ content: Buffer.from('no picture at all').toString('base64') })),
      'PHOTO_NOT_TAKEN',
    )
  })
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
