import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { forgottenAfterMs, lockedUntil, triesLeft } from './lockout.ts'

const at = new Date('2026-11-21T09:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)

test('a few slips cost nothing; then one waits a minute, two, four, and never more than a quarter of an hour', () => {
  assert.equal(lockedUntil({ count: 4, lastAt: at }, 5, at), undefined)
  const waits = [5, 6, 7, 8, 9, 10, 50].map((count) => (lockedUntil({ count, lastAt: at }, 5, at)!.getTime() - at.getTime()) / 60_000)
  assert.deepEqual(waits, [1, 2, 4, 8, 15, 15, 15])
})

test('a lockout ends, and nobody is locked out for good', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (count) => {
      assert.equal(lockedUntil({ count, lastAt: at }, 5, later(15 * 60_000)), undefined)
    }),
  )
})

test('after an hour it is as if nothing had been', () => {
  assert.equal(lockedUntil({ count: 1000, lastAt: at }, 5, later(forgottenAfterMs + 1)), undefined)
  assert.equal(lockedUntil(undefined, 5, at), undefined)
})

test('says how many tries are left', () => {
  assert.deepEqual(
    [0, 3, 5, 9].map((failures) => triesLeft(failures, 5)),
    [5, 2, 0, 0],
  )
})
