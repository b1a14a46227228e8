import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNear, rateLimitHeaders, retryAfterSeconds } from './rate-limits.ts'
import { TokenBuckets } from './token-buckets.ts'

const limit = { quota: 6, seconds: 60 }

test('a bucket gives its quota at once, then as much as comes back, and says how long that takes', () => {
  const buckets = new TokenBuckets(10)
  assert.deepEqual(
    [5, 4, 3, 2, 1, 0].map(() => buckets.take('a', limit, 0)),
    [5, 4, 3, 2, 1, 0],
  )
  assert.equal(buckets.take('a', limit, 0), -10)
  assert.equal(buckets.take('b', limit, 0), 5)
  assert.ok(Math.abs(buckets.take('a', limit, 4_000) + 6) < 1e-9)
  assert.ok(buckets.take('a', limit, 10_000) >= 0)
  assert.ok(buckets.take('a', limit, 10_000) < 0)
  assert.equal(buckets.take('a', limit, 10_000_000), 5)
})

test('a clock that goes back takes and gives nothing', () => {
  const buckets = new TokenBuckets(10)
  for (let i = 0; i < 6; i++) buckets.take('a', limit, 100_000)
  assert.ok(buckets.take('a', limit, 0) < 0)
  assert.ok(buckets.take('a', limit, 110_000) >= 0)
})

test('what is taken in small steps adds up to the quota, whatever the arithmetic loses', () => {
  const buckets = new TokenBuckets(10)
  let taken = 0
  for (let now = 0; now < 600_000; now += 7) if (buckets.take('a', { quota: 7, seconds: 3 }, now) >= 0) taken++
  assert.ok(taken >= 1399 && taken <= 1409, String(taken))
})

// attack: Rate limits | requests come from a million addresses | the process remembers 50,000 of them, so its memory is bounded
test('a million names leave as many buckets as there is room for', () => {
  const buckets = new TokenBuckets(50_000)
  for (let i = 0; i < 1_000_000; i++) buckets.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, limit, 0)
  assert.equal(buckets.size, 50_000)
})

test('the headers name the policy, what is left, and when all of it is there again', () => {
  const read = { name: 'read', limit: { quota: 600, seconds: 60 } }
  assert.deepEqual(rateLimitHeaders({ ...read, left: 50.4 }), {
    'ratelimit-policy': '"read";q=600;w=60',
    ratelimit: '"read";r=50;t=55',
  })
  assert.equal(rateLimitHeaders({ ...read, left: -0.1 })['ratelimit'], '"read";r=0;t=60')
  assert.deepEqual([retryAfterSeconds({ ...read, left: -0.1 }), retryAfterSeconds({ ...read, left: -4.2 })], [1, 5])
  assert.deepEqual([isNear({ ...read, left: 150 }), isNear({ ...read, left: 149 }), isNear({ ...read, left: -1 })], [false, true, true])
})
