import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf } from './share-of.ts'

test('units of a line come to the line, whichever way they go back', () => {
  const total = 1000
  assert.equal(shareOf(total, 3, 0, 3), total)
  assert.equal(shareOf(total, 3, 0, 1) + shareOf(total, 3, 1, 1) + shareOf(total, 3, 2, 1), total)
})
