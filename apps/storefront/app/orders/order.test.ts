import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalText } from './order.ts'

test('when an order arrives ends the sentence on where it goes, if days are known', () => {
  assert.equal(arrivalText({ time: 'Wed 2 – Thu 3 December', dated: true }), ' and will reach you Wed 2 – Thu 3 December.')
  assert.equal(arrivalText({ time: 'Tuesday 1 December', dated: true, pickup: 'Kastanienallee 77, Berlin' }), ', Tuesday 1 December.')
  assert.equal(arrivalText({ time: '2 to 3 days', dated: false }), '. 2 to 3 days.')
  assert.equal(arrivalText({ time: 'within the week', dated: false }), '. Within the week.')
  assert.equal(arrivalText({ dated: false }), '.')
})
