import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expectedDay, expectedText, preorderText } from './preorder.server.ts'

describe('what is said of a preorder', () => {
  test('when it is expected, on the day whatever the clock on the wall, and what the shop says', () => {
    assert.equal(
      expectedText({ expectedDate: '2027-05-14', message: 'Leaves the kiln in spring.' }, 'en-GB', '2027-05-14'),
      'expected 14 May 2027. Leaves the kiln in spring.',
    )
    assert.equal(expectedText({ expectedDate: '2027-05-14' }, 'de-DE', '2026-11-21'), 'expected 14. Mai 2027')
    assert.equal(expectedText({}, 'en-GB', '2026-11-21'), '')
  })

  test('a day that has passed is no promise: the rest stands', () => {
    assert.equal(expectedText({ expectedDate: '2027-05-14', message: 'Soon.' }, 'en-GB', '2027-05-15'), 'Soon.')
    assert.deepEqual(preorderText({ quantity: 2, expectedDate: '2027-05-14' }, 2, 'en-GB', '2027-05-15'), ['Preorder'])
    assert.deepEqual([expectedDay({ expectedDate: '2027-05-14' }, '2027-05-14'), expectedDay({}, '2027-05-14')], ['2027-05-14', undefined])
  })

  test('of a line, and of a line of which some is there', () => {
    assert.deepEqual(preorderText(undefined, 2, 'en-GB', '2026-11-21'), [])
    assert.deepEqual(preorderText({ quantity: 2 }, 2, 'en-GB', '2026-11-21'), ['Preorder'])
    assert.deepEqual(preorderText({ quantity: 1, expectedDate: '2027-05-14' }, 3, 'en-GB', '2026-11-21'), [
      '1 of 3 preordered, expected 14 May 2027',
    ])
  })
})
