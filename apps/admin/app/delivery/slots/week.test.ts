import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesBetween, longDay, shortDay, todayIn, weekText } from './week.ts'

test('weeks say their months, on either side of a year and a month', () => {
  assert.equal(weekText('2026-11-23'), '23–29 November')
  assert.equal(weekText('2026-11-30'), '30 Nov – 6 Dec')
  assert.equal(weekText('2026-12-28'), '28 Dec – 3 Jan')
})
test('days are those of the shop’s wall', () => {
  const late = new Date('2026-11-21T23:30:00Z')
  assert.deepEqual([todayIn('Europe/Berlin', late), todayIn('America/New_York', late)], ['2026-11-22', '2026-11-21'])
  assert.deepEqual([shortDay('2026-11-26'), longDay('2026-11-26')], ['Thu 26', 'Thursday 26 November'])
})
test('dates between two, both included', () => {
  assert.deepEqual(datesBetween('2026-12-24', '2026-12-26'), ['2026-12-24', '2026-12-25', '2026-12-26'])
  assert.deepEqual(datesBetween('2026-12-26', '2026-12-24'), [])
})
