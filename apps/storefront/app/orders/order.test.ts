import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalText, owedBack } from './order.ts'

test('a cancelled order says what of the money has not gone back', () => {
  assert.equal(owedBack({ paid: '0', refunded: '0' }), 'Nothing is owed any more.')
  assert.equal(owedBack({ paid: '24.90', refunded: '24.90' }), 'Nothing is owed any more.')
  assert.equal(owedBack({ paid: '24.90', refunded: '0.00' }), 'What you paid has not been refunded yet.')
  assert.equal(owedBack({ paid: '24.90', refunded: '10.00' }), 'A part of what you paid has not been refunded yet.')
})

test('when an order arrives ends the sentence on where it goes, if days are known', () => {
  assert.deepEqual(arrivalText({ time: 'Wed 2 – Thu 3 December', dated: true }), [' and will reach you ', 'Wed 2 – Thu 3 December'])
  assert.deepEqual(arrivalText({ time: 'Tuesday 1 December', dated: true, pickup: 'Kastanienallee 77, Berlin' }), [
    ', ',
    'Tuesday 1 December',
  ])
  assert.deepEqual(arrivalText({ time: '2 to 3 days', dated: false }), ['. ', '2 to 3 days'])
  assert.deepEqual(arrivalText({ time: 'within the week', dated: false }), ['. ', 'Within the week'])
  assert.deepEqual(arrivalText({ dated: false }), ['', ''])
})
