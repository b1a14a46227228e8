import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cellKeyOf, keyParts, quantityIn, settledIn, skuFrom } from './sheet.ts'

describe('a cell of the sheet', () => {
  test('comes to what a formula says of what it said before, in the places of its column', () => {
    assert.equal(settledIn('prices', '=old*1.05', '26.00', 2), '27.30')
    assert.equal(settledIn('prices', '+5 %', '2600', 0), '2730')
    assert.equal(settledIn('stock', '=old*1.5', '5', 2), '8')
    assert.equal(settledIn('weights', '=old*2', '0.38', 2), '0.76')
    assert.equal(settledIn('weights', '=old/0', '0.38', 2), '=old/0')
    assert.equal(settledIn('skus', '=old*2', '3', 2), '=old*2')
  })

  test('is known by its column and its variant', () => {
    assert.deepEqual(keyParts(cellKeyOf('prices', 'Sage · Small, 180 ml')), ['prices', 'Sage · Small, 180 ml'])
  })

  test('of stock is a whole number, or empty for not tracked', () => {
    assert.deepEqual(
      ['12', ' ', '0', '1.5', '-1', 'a few'].map((text) => quantityIn(text)),
      [12, null, 0, undefined, undefined, undefined],
    )
  })
})

test('a SKU is made from that of the product and the choices', () => {
  assert.equal(skuFrom('MUG', ['Sage', 'Small, 180 ml']), 'MUG-SAGE-SMALL')
  assert.equal(skuFrom('', ['Grün', '½']), 'GRUN-½')
  assert.ok(skuFrom('A'.repeat(39), ['Sage']).length <= 40)
})
