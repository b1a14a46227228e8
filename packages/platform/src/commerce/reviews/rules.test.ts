import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { usualReviewSettings } from '../../kernel/settings/review-settings.ts'
import { averageOf, bestRated, hasWord, helpfulShare, highlightsOf, type Praise, reasonsToWait, relevanceOf, statusFor } from './rules.ts'

const said = { rating: 5, title: 'Good', body: 'It pours without a drip.', mediaCount: 0, verified: true, sameText: false, muted: false }
const why = (more: Partial<typeof said>, rules = {}) => reasonsToWait({ ...usualReviewSettings, ...rules }, { ...said, ...more })

test('a share of few votes says less than the same share of many', () => {
  assert.equal(helpfulShare(0, 0), 0)
  assert.ok(helpfulShare(1, 0) < helpfulShare(10, 0))
  assert.ok(helpfulShare(3, 1) < helpfulShare(300, 100))
  assert.equal(Math.round(helpfulShare(10, 0) * 1000), 722)
})

test('a share lies between nothing and what was voted, and grows with each helpful vote', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (helpful, unhelpful) => {
      const share = helpfulShare(helpful, unhelpful)
      assert.ok(share >= 0 && share <= (helpful + unhelpful === 0 ? 0 : helpful / (helpful + unhelpful)) + 1e-12)
      assert.ok(helpfulShare(helpful + 1, unhelpful) > share)
      assert.ok(helpfulShare(helpful, unhelpful + 1) <= share)
    }),
  )
})

test('relevance: what is helpful, verified, with pictures, long and young comes before what is not', () => {
  const plain = { ...said, verified: false, helpful: 0, unhelpful: 0, reviewDate: new Date('2026-01-01') }
  const base = relevanceOf(plain)
  assert.equal(base, 0)
  assert.equal(relevanceOf({ ...plain, verified: true }), 600_000)
  assert.equal(relevanceOf({ ...plain, mediaCount: 2 }), 400_000)
  assert.equal(relevanceOf({ ...plain, body: 'x'.repeat(80) }), 200_000)
  assert.equal(relevanceOf({ ...plain, reviewDate: new Date('2027-01-01') }), 500_000)
  assert.ok(relevanceOf({ ...plain, helpful: 9, unhelpful: 1 }) > relevanceOf({ ...plain, helpful: 1 }))
})

test('highlights are readable, one of each product: by stars, then by how helpful they are found, then by relevance', () => {
  const text = 'Three fingers fit through the handle. That is the whole review.'
  const said = (id: string, entityId: string, more: Partial<Praise> = {}): Praise => ({
    id,
    entityId,
    rating: 5,
    body: text,
    authorName: 'Tobias R.',
    helpful: 0,
    unhelpful: 0,
    relevance: 0,
    ...more,
  })
  const ids = (reviews: readonly Praise[], most = 3) => highlightsOf(reviews, most).map(({ id }) => id)
  assert.deepEqual(ids([]), [])
  assert.deepEqual(ids([said('few', 'a', { rating: 4, helpful: 9 }), said('many', 'b')]), ['many', 'few'], 'stars come first')
  assert.deepEqual(ids([said('a1', 'a'), said('a2', 'a', { helpful: 3 }), said('b1', 'b', { helpful: 1 })]), ['a2', 'b1'])
  assert.deepEqual(ids([said('old', 'a', { relevance: -1 }), said('new', 'b', { relevance: 1 })]), ['new', 'old'])
  assert.deepEqual(
    ids([said('short', 'a', { body: 'Very nice.' }), said('long', 'b', { body: 'x'.repeat(201) }), said('none', 'c', { body: null })]),
    [],
  )
  assert.deepEqual(ids(['a', 'b', 'c', 'd'].map((id) => said(id, id))), ['a', 'b', 'c'])
  assert.equal(highlightsOf([said('a', 'a', { body: ` ${text.replace('. ', '.\n\n')}\n` })], 1)[0]?.text, text)
})

test('by the usual rules only what is verified, of three stars and more and without links shows at once', () => {
  assert.deepEqual(why({}), [])
  assert.deepEqual(why({ verified: false }), ['NOT_VERIFIED'])
  assert.deepEqual(why({ rating: 2 }), ['LOW_RATING'])
  assert.deepEqual(why({ sameText: true }), ['SAME_TEXT'])
  assert.deepEqual(why({ muted: true }), ['MUTED'])
  for (const body of ['see www.spam.example', 'write to me@example.com', 'https://x.y', 'cheap at best-candles.shop today'])
    assert.deepEqual(why({ body }), ['LINK'], body)
  assert.deepEqual(why({ body: 'Came at 9.30. Nice.And warm, 1.5 l' }), [])
})

test('three stars are enough where three are asked for', () => {
  assert.deepEqual(why({ rating: 3 }, { minRating: 3 }), [])
  assert.deepEqual(why({ rating: 2 }, { minRating: 3 }), ['LOW_RATING'])
})

test('pictures and films wait where the shop looks at them first, and only those', () => {
  assert.deepEqual(why({ mediaCount: 1 }, { holdMedia: true }), ['MEDIA'])
  assert.deepEqual(why({ mediaCount: 0 }, { holdMedia: true }), [])
  assert.deepEqual(why({ mediaCount: 1 }, { holdMedia: false }), [])
})

test('an address is a link whatever its country; a sign between words, or a bare www., is none', () => {
  for (const body of ['http://spam.example', 'me.too+x@mail.example.de', 'a@b.io', 'WWW.SPAM.EXAMPLE', 'my-shop.online'])
    assert.deepEqual(why({ body }), ['LINK'], body)
  for (const body of ['five stars @ home', 'me@work', 'a@b.c', 'http:// is what it said', 'www. is old', 'it was 5@2.50 each'])
    assert.deepEqual(why({ body }), [], body)
  assert.deepEqual(why({ title: 'see spam.com', body: 'Good' }), ['LINK'])
  assert.deepEqual(why({ body: 'see spam.com' }, { holdLinks: false }), [])
})

test('a review of stars alone has nothing to wait for', () => {
  const stars = { ...said, title: null, body: null }
  assert.deepEqual(reasonsToWait({ ...usualReviewSettings, words: ['null', 'undefined'] }, stars), [])
})

test('every reason is given, not only the first', () => {
  const rules = { readAll: true, holdMedia: true, words: ['scam'] }
  const all = why({ rating: 1, verified: false, title: 'scam', body: 'www.x.example', mediaCount: 1, sameText: true }, rules)
  assert.deepEqual(all, ['ALL_ARE_READ', 'NOT_VERIFIED', 'LOW_RATING', 'WORD', 'LINK', 'SAME_TEXT', 'MEDIA'])
})

test('a word of the list waits as a word of its own, whatever its case and accents', () => {
  assert.deepEqual(why({ title: 'What a SCÁM!' }, { words: ['scam'] }), ['WORD'])
  assert.deepEqual(why({ title: 'Scampi bowl' }, { words: ['scam'] }), [])
  assert.ok(hasWord('never, ever again', ['ever again']))
  assert.ok(!hasWord('anything', ['', '!!']))
  assert.ok(!hasWord('', ['', '!!']))
})

test('what a rule has found is IN_MODERATION, what is read because all is read SUBMITTED', () => {
  assert.equal(statusFor(why({})), 'APPROVED')
  assert.equal(statusFor(why({}, { readAll: true })), 'SUBMITTED')
  assert.equal(statusFor(why({ rating: 1 }, { readAll: true })), 'IN_MODERATION')
})

test('best rated: few ratings are drawn to the middle', () => {
  assert.equal(bestRated([0, 0, 0, 0, 0]), 3.5)
  assert.ok(bestRated([0, 0, 0, 0, 1]) < bestRated([0, 0, 0, 5, 60]))
  assert.ok(bestRated([1, 0, 0, 0, 0]) < 3.5)
  assert.equal(averageOf([0, 0, 0, 1, 1]), 4.5)
  assert.equal(averageOf([0, 0, 0, 0, 0]), 0)
})
