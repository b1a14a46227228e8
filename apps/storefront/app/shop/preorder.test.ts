import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expectedWords, preorderWords } from './preorder.server.ts'

describe('what is said of a preorder', () => {
  test('when it is expected, on the day whatever the clock on the wall, and what the shop says', () => {
    assert.equal(
      expectedWords({ expectedDate: '2027-05-14', message: 'Leaves the kiln in spring.' }, 'en-GB'),
      'expected 14 May 2027. Leaves the kiln in spring.',
    )
    assert.equal(expectedWords({ expectedDate: '2027-05-14' }, 'de-DE'), 'expected 14. Mai 2027')
    assert.equal(expectedWords({}, 'en-GB'), '')
  })

  test('of a line, and of a line of which some is there', () => {
    assert.deepEqual(preorderWords(undefined, 2, 'en-GB'), [])
    assert.deepEqual(preorderWords({ quantity: 2 }, 2, 'en-GB'), ['Preorder'])
    assert.deepEqual(preorderWords({ quantity: 1, expectedDate: '2027-05-14' }, 3, 'en-GB'), ['1 of 3 preordered, expected 14 May 2027'])
  })
})
