import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purchaseFlowIdOf } from './purchase-flow.ts'

test('a checkout belongs to the purchase of its cart, or to one of its own', () => {
  assert.equal(purchaseFlowIdOf({ id: 'checkout', cartId: 'cart' }), 'cart')
  assert.equal(purchaseFlowIdOf({ id: 'checkout', cartId: null }), 'checkout')
  assert.equal(purchaseFlowIdOf({ id: undefined }), undefined)
})
