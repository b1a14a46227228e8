import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inventoryIdOf } from './inventory-id.ts'

test('an inventory item has the bits of its product the other way round, and the way back is the same', () => {
  assert.equal(inventoryIdOf('11111111-1111-4111-8111-111111111111'), 'eeeeeeee-eeee-beee-7eee-eeeeeeeeeeee')
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      assert.notEqual(inventoryIdOf(id), id)
      assert.equal(inventoryIdOf(inventoryIdOf(id)), id)
    }),
  )
})
