import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { figureOf, pastedCells, quantityIn, skuFrom } from './sheet.ts'

describe('a cell of the sheet', () => {
  test('is a number, a part more or less, or a sum from what there was', () => {
    assert.deepEqual(
      ['30', '+10%', '-5 %', '=old*1.05', '= OLD + 2,5', '=old-100', '=old/0', 'much', ''].map((text) => figureOf(text, 26, 2)),
      ['30', '28.60', '24.70', '27.30', '28.50', '0.00', '=old/0', 'much', ''],
    )
    assert.equal(figureOf('=old*2', undefined, 2), '0.00')
  })

  test('of stock is a whole number, or empty for not tracked', () => {
    assert.deepEqual(
      ['12', ' ', '0', '1.5', '-1', 'a few'].map((text) => quantityIn(text)),
      [12, null, 0, undefined, undefined, undefined],
    )
  })

  test('is pasted with its neighbours, as spreadsheets copy them', () => {
    assert.deepEqual(pastedCells('A\t1\r\nB\t2\r\n'), [
      ['A', '1'],
      ['B', '2'],
    ])
  })
})

test('a SKU is made from that of the product and the choices', () => {
  assert.equal(skuFrom('MUG', ['Sage', 'Small, 180 ml']), 'MUG-SAGE-SMALL')
  assert.equal(skuFrom('', ['Grün', '½']), 'GRUN-½')
  assert.ok(skuFrom('A'.repeat(39), ['Sage']).length <= 40)
})
