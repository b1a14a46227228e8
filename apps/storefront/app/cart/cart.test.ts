import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitsToSell } from './cart.ts'

test('of a line that asks for more than is left, what is left is charged', () => {
  assert.equal(unitsToSell({ quantity: 4, left: 2 }), 2)
  assert.equal(unitsToSell({ quantity: 2, left: 4 }), 2)
  assert.equal(unitsToSell({ quantity: 4 }), 4)
  assert.equal(unitsToSell({ quantity: 4, left: 0 }), 0)
})
