import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beforeAt, placeOf, pointsOf, roundTop } from './chart-series.ts'

const before = [0, 10, 20, 30]

test('the line ends where now is, and not at the step ahead', () => {
  const series = { now: [0, 4, 6], before, end: 1.25 }
  assert.deepEqual([placeOf(series, 0), placeOf(series, 1), placeOf(series, 2)], [0, 1, 1.25])
  assert.deepEqual(pointsOf(series), { x: [0, 1, 1.25, 2, 3], before: [0, 10, 12.5, 20, 30], now: [0, 4, 6, null, null] })
})

test('it ends on a step where now is one, or where nobody says', () => {
  assert.deepEqual(pointsOf({ now: [0, 4, 6], before, end: 1 }).now, [0, 6, null, null])
  assert.deepEqual(pointsOf({ now: [0, 4, 6], before }), { x: [0, 1, 2, 3], before, now: [0, 4, 6, null] })
  assert.deepEqual(pointsOf({ now: [], before }).now, [null, null, null, null])
  assert.equal(beforeAt({ now: [], before }, 3), 30)
})

test('the scale ends at a round number, and has no fractions where there is little or nothing', () => {
  assert.deepEqual([0, 0.5, 1, 3, 4, 5, 9, 1480.8, 2001].map(roundTop), [4, 4, 4, 4, 4, 8, 10, 2000, 4000])
})
