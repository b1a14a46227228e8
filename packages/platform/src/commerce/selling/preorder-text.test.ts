import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from '../../kernel/clock/day.ts'
import { preorderText } from './preorder-text.ts'

const locale = 'en-GB'

test('a line says that it is preordered, how much of it, and when it is expected while that day has not passed', () => {
  const preorder = { quantity: 2, expectedDate: '2027-05-14', message: 'Leaves the kiln in spring' }
  const line = { preorder, quantity: 2 }
  assert.equal(preorderText({ quantity: 2 }, { locale }), undefined)
  assert.equal(preorderText(line, { locale }), 'preorder, expected 14 May 2027, Leaves the kiln in spring')
  assert.equal(preorderText(line, { locale, today: '2027-05-14' }), 'preorder, expected 14 May 2027, Leaves the kiln in spring')
  assert.equal(preorderText(line, { locale, today: '2027-05-15' }), 'preorder, Leaves the kiln in spring')
  assert.equal(preorderText({ preorder: { quantity: 1 }, quantity: 3 }, { locale, today: '2027-05-15' }), '1 of 3 preordered')
})

test('a day is that of the place', () => {
  const now = new Date('2027-05-14T22:30:00Z')
  assert.deepEqual(
    [dayIn(now, 'UTC'), dayIn(now, 'Europe/Berlin'), dayIn(now, 'America/New_York')],
    ['2027-05-14', '2027-05-15', '2027-05-14'],
  )
})
