import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barOf, hoursFrom, hoursSummary, hoursText, spansOf } from './hours.ts'

const closed = { MON: '', TUE: '', WED: '', THU: '', FRI: '', SAT: '', SUN: '' }

test('hours are written as people write them, and read back', () => {
  const hours = { ...closed, TUE: '11–19', WED: '11–19', FRI: '9:30–12, 14–18' }
  assert.deepEqual(hoursText(hoursFrom(hours)), { ...hours, FRI: '09:30–12, 14–18' })
  assert.equal(hoursSummary(hoursFrom(hours)), 'Tue–Wed 11–19, Fri 09:30–12, 14–18')
  assert.deepEqual(spansOf('11-19'), [{ start: { hours: 11, minutes: 0 }, end: { hours: 19, minutes: 0 } }])
})
test('what is no span is said', () => {
  for (const text of ['19–11', 'all day', '11', '11–25', '11–19,']) assert.equal(spansOf(text), undefined, text)
  assert.deepEqual(spansOf(' '), [])
})
test('bars stand between seven and nine in the evening', () => {
  const at = (hours: number) => ({ hours, minutes: 0 })
  assert.deepEqual(barOf({ start: at(7), end: at(21) }), { at: 0, wide: 100 })
  assert.deepEqual(barOf({ start: at(14), end: at(23) }), { at: 50, wide: 50 })
})
