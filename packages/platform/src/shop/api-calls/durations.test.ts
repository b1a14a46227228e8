import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketOf, buckets, quantile } from './durations.ts'

const counted = (milliseconds: readonly number[]): number[] => {
  const counts = Array.from({ length: buckets }, () => 0)
  for (const one of milliseconds) counts[bucketOf(one)]!++
  return counts
}

test('a quantile is at most a fifth too high, and never too low', () => {
  for (const longest of [1, 3, 84, 1000, 30_000]) {
    const found = quantile(counted([...Array.from({ length: 98 }, () => 0.2), longest, longest]), 0.99)!
    assert.ok(found >= longest && found <= longest * 1.2 + 1, `${longest}: ${found}`)
  }
})

test('nothing, very short and very long', () => {
  assert.equal(quantile(counted([]), 0.99), undefined)
  assert.deepEqual([bucketOf(0), bucketOf(1), bucketOf(10 ** 9)], [0, 0, buckets - 1])
  assert.equal(quantile(counted([0]), 0.99), 1)
})
