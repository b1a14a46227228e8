import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDates } from './next-dates.ts'

const now = new Date('2026-11-30T10:00:00.000Z')
const days = (...[plan]: [Parameters<typeof nextDates>[0]]) => {
  const { first, next } = nextDates(plan, now, 'Europe/Berlin')
  return [first, next].map((date) => date?.toISOString().slice(0, 10))
}

test('the first comes with the order, the next after one period', () => {
  assert.deepEqual(days({ period: { frequency: 'WEEK', interval: 2 } }), ['2026-11-30', '2026-12-14'])
  assert.deepEqual(days({ period: { frequency: 'MONTH', interval: 3 } }), ['2026-11-30', '2027-02-28'], 'of a short month the last day')
})

test('after a free time the first is charged at its end; what comes once has no next', () => {
  assert.deepEqual(days({ period: { frequency: 'MONTH' }, trial: { frequency: 'WEEK', interval: 1 } }), ['2026-12-07', '2027-01-07'])
  assert.deepEqual(days({ period: { frequency: 'MONTH' }, times: 1 }), ['2026-11-30', undefined])
})
