import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countText } from './count-text.ts'

test('a bag whose lines are all sold out does not say that no units are reserved', () => {
  assert.equal(countText(0), 'Nothing in it can be had just now.')
  assert.equal(countText(1), 'One piece, kept for you on this device')
  assert.equal(countText(3), 'Three pieces, kept for you on this device')
})
