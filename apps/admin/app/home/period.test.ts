import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayStart, partsSoFar, periodOf } from './period.ts'

const berlin = 'Europe/Berlin'

test('a day begins at midnight on the wall of the shop, also when the clocks are changed', () => {
  assert.equal(dayStart(new Date('2026-11-21T22:30:00Z'), berlin).toISOString(), '2026-11-20T23:00:00.000Z')
  assert.equal(dayStart(new Date('2026-11-21T23:30:00Z'), berlin).toISOString(), '2026-11-21T23:00:00.000Z')
  assert.equal(dayStart(new Date('2026-10-25T12:00:00Z'), berlin).toISOString(), '2026-10-24T22:00:00.000Z')
  assert.equal(dayStart(new Date('2026-10-26T12:00:00Z'), berlin, 1).toISOString(), '2026-10-24T22:00:00.000Z')
  assert.equal(dayStart(new Date('2026-03-30T12:00:00Z'), berlin, 2).toISOString(), '2026-03-27T23:00:00.000Z')
})

test('today is held against the same day of the week before, a longer period against the one before it', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const today = periodOf('today', now, 'UTC')
  assert.deepEqual([today.parts, today.before.toISOString()], [24, '2026-11-14T00:00:00.000Z'])
  const week = periodOf('7', now, 'UTC')
  assert.deepEqual(
    [week.parts, week.from.toISOString(), week.before.toISOString()],
    [7, '2026-11-15T00:00:00.000Z', '2026-11-08T00:00:00.000Z'],
  )
  assert.equal(periodOf('nonsense', now, 'UTC').name, 'today')
})

test('knows how much of a period has come', () => {
  const now = new Date('2026-11-21T12:30:00Z')
  assert.equal(partsSoFar(periodOf('today', now, 'UTC'), now), 13)
  assert.equal(partsSoFar(periodOf('7', now, 'UTC'), now), 7)
})
