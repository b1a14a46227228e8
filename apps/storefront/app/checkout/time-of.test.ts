import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeOf } from './time-of.ts'

const slot = (from: string, to: string) => ({ deliveryTimeSlot: { from, to } })

test('days of a delivery are written in the order of the language', () => {
  const days = slot('2026-12-01T08:00:00.000Z', '2026-12-02T18:00:00.000Z')
  assert.equal(timeOf(days, 'en', 'Europe/Berlin'), 'Tue 1 – Wed 2 December')
  assert.equal(timeOf(days, 'de', 'Europe/Berlin'), 'Di. 1. – Mi. 2. Dezember')
  assert.equal(timeOf(days, 'en', 'Europe/Berlin', 'short'), 'Tue 1 – Wed 2 Dec')
})

test('one day is written once, with its hours where it is hours', () => {
  assert.equal(timeOf(slot('2026-12-02T08:00:00.000Z', '2026-12-02T10:00:00.000Z'), 'en', 'Europe/Berlin'), 'Wed 2 December, 09:00 – 11:00')
  assert.equal(timeOf(slot('2026-12-02T07:00:00.000Z', '2026-12-02T19:00:00.000Z'), 'en', 'Europe/Berlin'), 'Wednesday 2 December')
})

test('what has no days says what its shop wrote', () => {
  assert.equal(timeOf({ deliveryTime: '2 to 3 days' }, 'en'), '2 to 3 days')
  assert.equal(timeOf(undefined, 'en'), undefined)
})
