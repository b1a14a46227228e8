import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preordersOf, quantityOf, readLevels, sellableOf, some } from './levels.ts'

test('reads tracked, untracked and preorderable stock', () => {
  assert.deepEqual(readLevels('42,*,x,0+10,-3+10'), [42, null, 'out', { quantity: 0, preorders: 10 }, { quantity: -3, preorders: 10 }])
  assert.deepEqual(readLevels(''), [])
})

test('says what is in stock, what is tracked and how many can be sold', () => {
  const levels = readLevels('42,0,*,x,0+10,-3+10,-10+10,-2,5+2')
  assert.deepEqual(levels.map(some), [true, false, true, false, false, false, false, false, true])
  assert.deepEqual(levels.map(quantityOf), [42, 0, undefined, undefined, 0, -3, -10, -2, 5])
  assert.deepEqual(levels.map(preordersOf), [0, 0, 0, 0, 10, 7, 0, 0, 0])
  assert.deepEqual(levels.map(sellableOf), [42, 0, null, 0, 10, 7, 0, 0, 7])
})
