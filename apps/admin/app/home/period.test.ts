import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayStart, partsSoFar, periodOf, stepsSoFar } from './period.ts'

const berlin = 'Europe/Berlin'

test('a day begins at midnight on the wall of the shop, also when the clocks are changed', () => {
  assert.equal(dayStart(new Date('2026-11-21T22:30:00Z'), berlin).toISOString(), '2026-11-20T23:00:00.000Z')
  assert.equal(dayStart(new Date('2026-11-21T23:30:00Z'), berlin).toISOString(), '2026-11-21T23:00:00.000Z')
  assert.equal(dayStart(new Date('2026-10-25T12:00:00Z'), berlin).toISOString(), '2026-10-24T22:00:00.000Z')
  assert.equal(dayStart(new Date('2026-10-26T12:00:00Z'), berlin, 1).toISOString(), '2026-10-24T22:00:00.000Z')
  assert.equal(dayStart(new Date('2026-03-30T12:00:00Z'), berlin, 2).toISOString(), '2026-03-27T23:00:00.000Z')
})

const said = (dates: readonly Date[]) => dates.map((date) => date.toISOString())

test('today is compared with the same day of the week before, a longer period against the one before it', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const today = periodOf('today', now, 'UTC')
  assert.deepEqual([today.parts.length, today.before.toISOString()], [96, '2026-11-14T00:00:00.000Z'])
  const week = periodOf('7', now, 'UTC')
  assert.deepEqual(said([week.from, week.to, week.before]), [
    '2026-11-15T00:00:00.000Z',
    '2026-11-22T00:00:00.000Z',
    '2026-11-08T00:00:00.000Z',
  ])
  assert.equal(week.parts.length, 7)
  assert.equal(periodOf('nonsense', now, 'UTC').name, 'today')
})

test('it is compared with what is asked for: yesterday, or the same days of the week a year ago', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  assert.deepEqual(said([periodOf('today', now, 'UTC', 'yesterday').before]), ['2026-11-20T00:00:00.000Z'])
  assert.deepEqual(said([periodOf('today', now, 'UTC', 'year').before]), ['2025-11-22T00:00:00.000Z'])
  assert.deepEqual(said([periodOf('7', now, 'UTC', 'year').before]), ['2025-11-16T00:00:00.000Z'])
  assert.equal(periodOf('7', now, 'UTC', 'yesterday').against, 'before')
})

test('its days are those of the shop, wherever that is and also when its clocks are changed', () => {
  const now = new Date('2026-11-21T22:30:00Z')
  assert.deepEqual(said([periodOf('today', now, berlin).from, periodOf('today', now, 'Pacific/Auckland').from]), [
    '2026-11-20T23:00:00.000Z',
    '2026-11-21T11:00:00.000Z',
  ])
  const quarter = periodOf('91', now, berlin)
  assert.deepEqual(said([quarter.from, quarter.parts.at(-1)!, quarter.to, quarter.before]), [
    '2026-08-22T22:00:00.000Z',
    '2026-11-20T23:00:00.000Z',
    '2026-11-21T23:00:00.000Z',
    '2026-05-23T22:00:00.000Z',
  ])
  assert.equal(periodOf('today', new Date('2026-10-25T12:00:00Z'), berlin).parts.length, 100)
})

test('knows how much of a period has come', () => {
  const now = new Date('2026-11-21T12:30:00Z')
  assert.equal(partsSoFar(periodOf('today', now, 'UTC'), now), 51)
  assert.equal(partsSoFar(periodOf('7', now, 'UTC'), now), 7)
})

test('knows where now stands between two parts: 16:01 is not 16:15', () => {
  const steps = (at: string, zone = 'UTC') => stepsSoFar(periodOf('today', new Date(at), zone), new Date(at))
  assert.equal(steps('2026-11-21T00:00:00Z'), 0)
  assert.equal(steps('2026-11-21T16:00:00Z'), 64)
  assert.ok(Math.abs(steps('2026-11-21T16:01:00Z') - (64 + 1 / 15)) < 1e-9)
  assert.ok(Math.abs(steps('2026-11-21T23:59:00Z') - (95 + 14 / 15)) < 1e-9)
  assert.equal(steps('2026-10-25T22:45:00Z', berlin), 99)
})
