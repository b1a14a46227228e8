import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostReturned } from './statistics.ts'

const item = (name: string, returnedQuantity: number, soldQuantity: number) => ({ name, returnedQuantity, soldQuantity })
const shop = { returnedQuantity: 44, soldQuantity: 2200 }

test('what comes back most comes first, one of one does not, and five at the most are named', () => {
  const found = [
    item('one of one', 1, 1),
    item('lamp', 6, 31),
    item('mug', 5, 64),
    item('vase', 30, 60),
    item('plate', 1, 400),
    item('bowl', 3, 40),
  ]
  assert.deepEqual(
    mostReturned(found, shop).map(({ name }) => name),
    ['vase', 'lamp', 'one of one', 'mug', 'bowl'],
  )
  assert.deepEqual(mostReturned([], { returnedQuantity: 0, soldQuantity: 0 }), [])
})

test('units that came back of an order that was edited since are no more than all', () => {
  assert.deepEqual(
    mostReturned([item('plate', 3, 2), item('mug', 9, 9)], shop).map(({ name }) => name),
    ['mug', 'plate'],
  )
})
