import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasValue, pathsOf } from './shop-fields.ts'

const price = ['lineItems[]', 'catalogOverrideFields']

test('a value is found at a path, in any item of a list', () => {
  assert.ok(hasValue({ lineItems: [{ quantity: 1 }, { catalogOverrideFields: {} }] }, price))
  assert.ok(hasValue({ checkoutInfo: { customSettings: { lockGiftCard: true } } }, ['checkoutInfo', 'customSettings', 'lockGiftCard']))
})

test('null, false, an empty list and nothing at all are no value', () => {
  for (const input of [{}, { lineItems: [] }, { lineItems: null }, { lineItems: [{ catalogOverrideFields: null }] }, null])
    assert.ok(!hasValue(input, price), JSON.stringify(input))
  for (const delayCapture of [null, false, [], undefined]) assert.ok(!hasValue({ delayCapture }, ['delayCapture']))
})

test('an operation without fields of the shop has no paths', () => {
  assert.deepEqual(pathsOf('GET /ecom/v1/carts/current', 'REFUSED'), [])
  assert.deepEqual(pathsOf('POST /ecom/v1/checkouts/{id}/create-order', 'REFUSED'), [['delayCapture']])
})
