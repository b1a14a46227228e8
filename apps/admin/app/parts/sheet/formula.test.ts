import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureOf, isFormula } from './formula.ts'

test('a cell is a number, a part more or less, or a sum from what there was', () => {
  assert.deepEqual(
    ['30', '+10%', '-5 %', '=old*1.05', '= OLD + 2,5', '=old-100', '=old/0', 'much', ''].map((text) => figureOf(text, 26, 2)),
    ['30', '28.60', '24.70', '27.30', '28.50', '0.00', '=old/0', 'much', ''],
  )
  assert.equal(figureOf('=old*2', undefined, 2), '0.00')
  assert.equal(figureOf('=old*1.1', 15, 0), '17')
})

test('a cell says whether it comes from what there was', () => {
  assert.deepEqual(['=old*2', ' = 3', '+5 %', '-5%', '5', '+5', ''].map(isFormula), [true, true, true, true, false, false, false])
})
