import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { afterFailure, type Health, healthy, nextTry, patienceMs } from './rules.ts'

const now = new Date('2026-11-28T09:00:00Z')
const minutes = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000

test('an event is sent again after longer and longer, and often enough within three days', () => {
  const waits = Array.from({ length: 20 }, (_, i) => minutes(now, nextTry(i + 1, now)))
  assert.deepEqual(waits.slice(0, 8), [1, 5, 15, 60, 120, 240, 480, 480])
  let [sum, tries] = [0, 1]
  while (sum + waits[tries - 1]! <= patienceMs / 60_000) sum += waits[tries++ - 1]!
  assert.equal(tries, 15)
})

describe('a webhook that fails', () => {
  const failed = (times: number, at: (i: number) => Date = () => now) => {
    let health: Health & { stops?: boolean } = healthy
    for (let i = 0; i < times; i++) health = afterFailure(health, at(i))
    return health
  }
  test('goes on for four times, rests from the fifth on, and never longer than an hour', () => {
    assert.equal(failed(4).restsUntil, null)
    const rests = [5, 6, 7, 8, 9, 30].map((times) => minutes(now, failed(times).restsUntil!))
    assert.deepEqual(rests, [1, 5, 15, 30, 60, 60])
  })
  test('is stopped when it has failed for three days, and not before', () => {
    const hour = (i: number) => new Date(now.getTime() + i * 3_600_000)
    assert.equal(failed(72, hour).stops, false)
    assert.equal(failed(73, hour).stops, true)
    assert.deepEqual(failed(73, hour).failingSince, now)
  })
})
