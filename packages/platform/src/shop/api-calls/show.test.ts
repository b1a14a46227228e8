import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketOf } from './durations.ts'
import { showCalls, shownSince } from './show.ts'
import { noDurations } from './store.ts'

const now = new Date('2026-11-29T14:41:07Z')
const quarter = (at: string, requests: number, ms: number) => {
  const durations = noDurations()
  durations[bucketOf(ms)] = requests
  return { quarter: new Date(at), requests, errors: 1, limited: 2, durations }
}

test('the last 24 hours in 96 quarters, of which the last is going on', () => {
  assert.equal(shownSince(now).toISOString(), '2026-11-28T14:45:00.000Z')
  const { quarters, ...calls } = showCalls([quarter('2026-11-28T14:45:00Z', 100, 4), quarter('2026-11-29T14:30:00Z', 3, 80)], now)
  assert.deepEqual(calls, { from: '2026-11-28T14:45:00.000Z', requests: 103, errors: 2, limited: 4, p99Milliseconds: 91 })
  assert.deepEqual([quarters.length, quarters[0], quarters[95], quarters[50]], [96, 100, 3, 0])
})

test('what is older or in the future of this clock is left out, and of nothing there is no p99', () => {
  const { quarters, ...calls } = showCalls([quarter('2026-11-28T14:30:00Z', 7, 4), quarter('2026-11-29T14:45:00Z', 7, 4)], now)
  assert.deepEqual(calls, { from: '2026-11-28T14:45:00.000Z', requests: 0, errors: 0, limited: 0 })
  assert.ok(quarters.every((count) => count === 0))
})
