import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starsIn } from './write.ts'

test('a link chooses one star to five, and anything else none', () => {
  for (const [search, stars] of [
    ['stars=1', 1],
    ['stars=5', 5],
    ['stars=0', 0],
    ['stars=6', 0],
    ['stars=2.5', 0],
    ['stars=many', 0],
    ['', 0],
  ] as const)
    assert.equal(starsIn(new URLSearchParams(search)), stars, search)
})
