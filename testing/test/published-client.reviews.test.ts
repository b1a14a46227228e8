import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { reviews } from '@wix/reviews'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let mug: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

const merchant = () => createClient({ modules: { reviews }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) }).reviews
const visitor = () => createClient({ modules: { reviews }, auth: OAuthStrategy({ clientId: shop.clientId }) }).reviews

test('a visitor writes, reads, changes and deletes a review with the published client; the shop publishes and answers it', async () => {
  const buyer = visitor()
  const written = await buyer.createReview({
    namespace: 'stores',
    entityId: mug.id,
    content: { rating: 4, title: 'Bluer in the morning', body: 'By noon it is grey.' },
    author: { authorName: 'Joost v.' },
  })
  const id = written._id!
  assert.ok(written._createdDate instanceof Date && written.reviewDate instanceof Date)
  assert.deepEqual([written.moderation?.moderationStatus, written.verified, written.origin?.type], ['IN_MODERATION', false, 'ORGANIC'])
  assert.deepEqual([written.author?.authorName, written.content?.media], ['Joost v.', []])

  // Its author sees it where they ask for it; others do not.
  assert.equal((await buyer.getReview(id, { returnPrivateReviews: true }))._id, id)
  await assert.rejects(visitor().getReview(id, { returnPrivateReviews: true }))
  await assert.rejects(buyer.getReview(id))

  const office = merchant()
  const { review: published } = await office.updateModerationStatus(id, { status: 'APPROVED' })
  assert.deepEqual(published?.moderation, { moderationStatus: 'APPROVED', manuallyChanged: true })
  assert.equal(published?.publishCount, 1)
  const { review: answered } = await office.setReply(id, 'It does that.')
  assert.equal(answered?.reply?.message, 'It does that.')
  assert.ok(answered?.reply?._createdDate instanceof Date)
  assert.equal((await visitor().getReview(id)).reply?.message, 'It does that.')
  const { review: silent } = await office.removeReply(id)
  assert.equal(silent?.reply, undefined)

  await assert.rejects(buyer.updateReview(id, { revision: '1', content: { rating: 5 } }), 'of an older state')
  const changed = await buyer.updateReview(id, { revision: silent!.revision!, content: { rating: 5, title: 'Bluer' } })
  assert.deepEqual(
    [changed.content?.rating, changed.content?.body, changed.moderation?.moderationStatus],
    [5, 'By noon it is grey.', 'IN_MODERATION'],
  )
  await assert.rejects(visitor().deleteReview(id))
  const { review: gone } = await buyer.deleteReview(id)
  assert.equal(gone?._id, id)
  await assert.rejects(office.getReview(id, { returnPrivateReviews: true }))
})

test('a program brings many, queries them by every filter and sort, counts, moderates and deletes them', async () => {
  const office = merchant()
  const lamp = await addProduct(shop.platform, { site: shop.site, name: 'Dusk Lamp', price: 9900, stock: 5 }, shop.clock.now())
  const picture = await addPicture(shop)
  const sent = Array.from({ length: 7 }, (_, i) => ({
    namespace: 'stores',
    entityId: lamp.id,
    content: {
      rating: (i % 5) + 1,
      title: `No. ${i}`,
      ...(i === 2 && { media: [{ image: `wix:image://v1/${picture}/lamp.webp#originWidth=4&originHeight=3` }] }),
    },
    author: { authorName: `Author ${i}` },
    reviewDate: new Date(Date.UTC(2026, i, 1)),
  }))
  const made = await office.bulkCreateReview([...sent, { ...sent[0]!, entityId: '99999999-9999-4999-8999-999999999999' }], {
    returnEntity: true,
  })
  assert.deepEqual(made.bulkActionMetadata, { totalSuccesses: 7, totalFailures: 1, undetailedFailures: 0 })
  assert.equal(made.results?.[7]?.itemMetadata?.error?.code, 'REVIEW_ENTITY_NOT_FOUND')
  assert.equal(made.results?.[0]?.review?.moderation?.moderationStatus, 'APPROVED')
  assert.match(made.results?.[2]?.review?.content?.media?.[0]?.image ?? '', /^wix:image:\/\/v1\//)

  const first = await office.queryReviews().eq('entityId', lamp.id).ascending('_createdDate').limit(3).find()
  assert.deepEqual([first.items.length, first.hasNext(), first.hasPrev()], [3, true, false])
  const second = await first.next()
  const third = await second.next()
  assert.deepEqual([second.items.length, third.items.length, third.hasNext(), third.hasPrev()], [3, 1, false, true])
  const all = [...first.items, ...second.items, ...third.items]
  assert.equal(new Set(all.map(({ _id }) => _id)).size, 7)
  const best = await office.queryReviews().eq('entityId', lamp.id).ge('content.rating', 4).descending('content.rating').find()
  assert.deepEqual(
    best.items.map(({ content }) => content?.rating),
    [5, 4],
  )
  const shown = await office.queryReviews().eq('namespace', 'stores').eq('entityId', lamp.id).in('content.rating', [3]).find()
  assert.equal(shown.items.length, 1)
  for (const [isEmpty, count] of [[true, 6] as const, [false, 1] as const])
    assert.equal((await office.countReviews({ filter: { entityId: lamp.id, 'content.media': { $isEmpty: isEmpty } } })).count, count)
  const relevant = await office.queryReviews().eq('entityId', lamp.id).descending('relevanceScore').find()
  const scores = relevant.items.map(({ relevanceScore }) => relevanceScore ?? 0)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  assert.equal((await office.countReviews({ filter: { entityId: lamp.id, verified: false } })).count, 7)

  const { jobId } = await office.bulkUpdateModerationStatus({
    filter: { entityId: lamp.id, 'content.rating': { $lte: 2 } },
    status: 'REJECTED',
  })
  assert.ok(jobId)
  assert.equal((await visitor().countReviews({ filter: { entityId: lamp.id } })).count, 3)
  assert.equal((await visitor().countReviews({ filter: { entityId: lamp.id }, includePrivateReviews: true })).count, 3)
  assert.equal((await office.countReviews({ filter: { entityId: lamp.id }, includePrivateReviews: true })).count, 7)
  await office.bulkDeleteReviews({ filter: { entityId: lamp.id } })
  assert.equal((await office.countReviews({ filter: { entityId: lamp.id }, includePrivateReviews: true })).count, 0)
})
