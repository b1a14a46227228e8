import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nothingLow, nothingToDo } from './empty-text.ts'

test('a shop without orders is not told that everything has left, nor one without products that there is enough', () => {
  assert.equal(nothingToDo(true), 'Nothing. Every order is sent and paid.')
  assert.equal(nothingToDo(false), 'Nothing yet. What an order needs from you is listed here.')
  assert.equal(nothingLow(true), 'There is enough of everything.')
  assert.equal(nothingLow(false), 'No products yet. Those that sell out soon are listed here.')
})
